// Task files as a stream of windows: a few thousand pairs at a time, so that memory does not depend on the size of the files.

import { UserError } from '../../language/errors.ts'
import { MAX_FILE_BYTES } from '../../language/source-text.ts'
import type { ListedFile } from '../list-task-files.node.ts'
import { tooLarge } from '../load-tasks.node.ts'
import { checkId, idOfFile } from '../read-task-file.ts'
import { TaskCollector } from '../read-tasks.ts'
import { SourceReader } from '../source-bytes.node.ts'
import { TaskProblem } from '../task-problem.ts'
import { GridScanner, skipSpace } from './grid-scanner.ts'
import { type PairListener, PairScanner } from './pair-scanner.ts'
import { readAhead } from './read-ahead.ts'
import { type TaskWindow, WindowBuilder } from './task-window.ts'

/** Listeners of a stream. */
export interface StreamListeners {
  /** Is told of each pair of a list that is not valid and is left out, by its file and its position in the list. */
  readonly onInvalid: (problem: UserError, file: string, index: number) => void
  /** Is told of a file that cannot be read to its end; the pairs before count. */
  readonly onUnreadable: (problem: UserError) => void
  /** Is told of the bytes that were read, unpacked. */
  readonly onBytes?: (count: number, file: ListedFile) => void
}

/** The parameters of a stream. */
export interface StreamTaskOptions {
  /** The pairs with which a window is full, up to the end of the piece of a file; default: some thousands. */
  readonly maxPairs?: number
  /** Refuses tasks of other forms, which may be in several files. */
  readonly listsOnly?: boolean
}

/** The tasks of files. Lists of pairs are streamed; tasks of other forms are read as a whole and come last, as `readTasks` has them. */
export async function* streamTasks(
  files: readonly ListedFile[],
  listeners: StreamListeners,
  { maxPairs, listsOnly = false }: StreamTaskOptions = {},
): AsyncGenerator<TaskWindow> {
  const source = new SourceReader()
  const builder = new WindowBuilder(maxPairs)
  const grids = new GridScanner()
  const collector = new TaskCollector()
  const ids = new Map<string, string>()
  let hasTasks = false
  try {
    for await (const [file, pieces] of readAhead(files, (listed) => source.read(listed))) {
      const reader = new ListReader(file, builder, listeners)
      const whole: Uint8Array[] = []
      let byteLength = 0
      try {
        for await (const piece of pieces) {
          listeners.onBytes?.(piece.length, file)
          if (byteLength === 0 && isList(piece)) reader.begin(ids, grids)
          byteLength += piece.length
          if (reader.isOpen) {
            reader.push(piece)
            while (builder.isFull) yield builder.take()
          } else {
            if (listsOnly) throw notAList(file.path)
            if (byteLength > MAX_FILE_BYTES) throw tooLarge(file.path)
            // The memory of a piece is used again.
            whole.push(piece.slice())
          }
        }
        if (reader.isOpen) {
          reader.finish()
        } else {
          collector.add({ name: file.path, content: Buffer.concat(whole) })
          hasTasks = true
        }
      } catch (problem) {
        if (!(problem instanceof UserError) || problem.code === 'shard-list') throw problem
        listeners.onUnreadable(problem)
      }
      builder.endTask()
    }
    if (hasTasks) {
      for (const task of collector.finish()) {
        refuseRepeated(ids, task.id, 'another file')
        builder.addWhole(task)
        if (builder.isFull) yield builder.take()
      }
    }
    if (!builder.isEmpty) yield builder.take()
  } finally {
    await source.close()
  }
}

function notAList(file: string): UserError {
  return new UserError('shard-list', 'This is not a list of pairs, and a shard of a stream has whole lists', {
    place: { file },
    advice:
      'Leave the file out, or leave out --failures and --stream: then all tasks are read, and shards of them run.',
  })
}

/** Whether a file that begins with these bytes is a list of pairs. */
function isList(piece: Uint8Array): boolean {
  return piece[skipSpace(piece, piece[0] === 0xef ? 3 : 0)] === '['.charCodeAt(0)
}

/** Reads one list of pairs into windows. */
class ListReader {
  readonly #file: ListedFile
  readonly #builder: WindowBuilder
  readonly #listeners: StreamListeners
  #scanner: PairScanner | undefined

  constructor(file: ListedFile, builder: WindowBuilder, listeners: StreamListeners) {
    this.#file = file
    this.#builder = builder
    this.#listeners = listeners
  }

  get isOpen(): boolean {
    return this.#scanner !== undefined
  }

  begin(ids: Map<string, string>, grids: GridScanner): void {
    const { path } = this.#file
    const id = idOfFile(path)
    toUserErrors(path, () => checkId(id, []))
    refuseRepeated(ids, id, path)
    const builder = this.#builder
    builder.beginList(id, path)
    const listener: PairListener = {
      onPair: (pair, index) => builder.addPair(pair, index),
      onInvalid: (problem, index) => this.#listeners.onInvalid(userError(problem, path), path, index),
    }
    this.#scanner = new PairScanner(path, listener, grids)
  }

  push(piece: Uint8Array): void {
    this.#scanner!.push(piece)
  }

  finish(): void {
    if (this.#scanner!.finish() > 0) return
    const { path } = this.#file
    throw new UserError('task-shape', 'The file has no pair', {
      place: { file: path },
      advice: 'A task has at least one pair.',
    })
  }
}

function refuseRepeated(ids: Map<string, string>, id: string, file: string): void {
  const known = ids.get(id)
  ids.set(id, file)
  if (known === undefined) return
  throw new UserError('task-duplicate', `Task ${id} is in ${known} and in ${file}`, {
    place: { file },
    advice: 'Leave one of them out. Large files are not compared with each other.',
  })
}

function userError({ code, message, advice }: TaskProblem, file: string): UserError {
  return new UserError(code, message, { place: { file }, advice })
}

function toUserErrors(file: string, check: () => void): void {
  try {
    check()
  } catch (problem) {
    throw problem instanceof TaskProblem ? userError(problem, file) : problem
  }
}
