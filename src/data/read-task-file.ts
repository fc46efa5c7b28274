// Reads one file of tasks. Its form is recognised by its content (docs/tasks.md); its name is used only for the id of a task.

import { type ErrorPlace, UserError } from '../language/errors.ts'
import { type SourceText, openSource } from '../language/source-text.ts'
import type { JsonPath } from '../language/json/json-places.ts'
import { parseJson } from './parse-json.ts'
import { readGrid } from './read-grid.ts'
import { isObject, type JsonObject, readPair, shape } from './read-pair.ts'
import { TaskProblem, nameOf, placeOf, quote, toUserError } from './task-problem.ts'
import type { GridData, Pair, Task } from './task.ts'

/** A file to read: its name, with or without folders, and its content as text or as the bytes of UTF-8. */
export interface TaskFile {
  readonly name: string
  readonly content: string | Uint8Array
}

/** An entry of a file for a task id, with its place. */
export interface Found<T> {
  readonly id: string
  readonly value: T
  readonly file: string
  readonly findPlace: () => ErrorPlace
}

/** The content of a file: tasks, or outputs for the test inputs of tasks in another file. */
export interface TaskFileContent {
  readonly tasks: readonly Found<Task>[]
  readonly solutions: readonly Found<readonly GridData[]>[]
}

/** The most pairs of all files together. */
export const MAX_PAIRS = 1_000_000

/** The number of pairs that may still be read; counted down from file to file. */
export interface PairBudget {
  left: number
}

/**
 * The number of demo pairs of a bare list of pairs; the rest are test pairs: the list may have a thousand samples, and
 * programs that look at the demo pairs are meant to see a few.
 */
export const DEMO_PAIRS_OF_A_LIST = 3

/** Is told of each pair of a list of pairs that is not valid and is left out. */
export type InvalidListener = (problem: UserError) => void

const MAX_ID_LENGTH = 100
const FORMS = 'The forms of task files are in docs/tasks.md.'

/**
 * Reads one file; throws a UserError with file, line and column if its content is not valid. With a listener, pairs of a list of pairs that
 * are not valid are left out: generators write one now and then.
 */
export function readTaskFile(file: TaskFile, budget: PairBudget, onInvalid?: InvalidListener): TaskFileContent {
  const source = openText(file)
  try {
    return new TaskFileReader(source, budget, onInvalid).read(parseJson(source))
  } catch (problem) {
    if (problem instanceof TaskProblem) throw toUserError(problem, source)
    throw problem
  }
}

function openText({ name, content }: TaskFile): SourceText {
  const { source, readable } = openSource(content, name)
  if (readable) return source
  const { code, message, advice, file, line, column } = source.diagnostics[0]!
  throw new UserError(code, message, { place: { file, line, column }, ...(advice === undefined ? {} : { advice }) })
}

class TaskFileReader {
  readonly #source: SourceText
  readonly #budget: PairBudget
  readonly #tasks: Found<Task>[] = []
  readonly #solutions: Found<readonly GridData[]>[] = []

  readonly #onInvalid: InvalidListener | undefined

  constructor(source: SourceText, budget: PairBudget, onInvalid: InvalidListener | undefined) {
    this.#onInvalid = onInvalid
    this.#source = source
    this.#budget = budget
  }

  read(value: unknown): TaskFileContent {
    if (Array.isArray(value) || (isObject(value) && (Object.hasOwn(value, 'train') || Object.hasOwn(value, 'test')))) {
      this.#readSingle(value)
    } else if (isObject(value)) {
      this.#readById(value)
    } else {
      throw shape([], `holds ${nameOf(value)}, not tasks`, FORMS)
    }
    return { tasks: this.#tasks, solutions: this.#solutions }
  }

  /** A file that is one task. Its text is not kept: there may be very many such files. */
  #readSingle(value: unknown): void {
    const { file } = this.#source
    const id = idOfFile(file)
    checkId(id, [])
    const task = Array.isArray(value) ? this.#readList(id, value, []) : this.#readTask(id, value as JsonObject, [])
    const place = { file, ...this.#source.placeAt(Math.max(0, this.#source.text.search(/\S/))) }
    this.#tasks.push({ id, value: task, file, findPlace: () => place })
  }

  #readById(value: JsonObject): void {
    const ids = Object.keys(value)
    if (ids.length === 0) throw shape([], 'has no task in it', FORMS)
    for (const id of ids) {
      checkId(id, [id])
      this.#readEntry(id, value[id])
    }
  }

  #readEntry(id: string, value: unknown): void {
    const source = this.#source
    const path = [id]
    const found = { id, file: source.file, findPlace: () => placeOf(source, path, 'key') }
    if (isObject(value)) {
      this.#tasks.push({ ...found, value: this.#readTask(id, value, path) })
      return
    }
    if (!Array.isArray(value))
      throw shape(path, `is ${nameOf(value)}, neither a task nor a list of pairs or grids`, FORMS)
    if (Array.isArray(value[0])) {
      const grids = value.map((grid: unknown, k) => readGrid(grid, [id, k]))
      this.#solutions.push({ ...found, value: grids })
    } else {
      this.#tasks.push({ ...found, value: this.#readList(id, value, path) })
    }
  }

  #readTask(id: string, value: JsonObject, path: JsonPath): Task {
    if (!Object.hasOwn(value, 'train')) {
      const advice = `A task has "train" and "test", lists of pairs. ${FORMS}`
      throw shape(path, 'has no "train"', advice)
    }
    const train = this.#readPairs(value['train'], [...path, 'train'], 'with outputs')
    const test = Object.hasOwn(value, 'test') ? this.#readPairs(value['test'], [...path, 'test'], 'any') : []
    if (train.length + test.length === 0) throw shape(path, 'has no pair', 'A task has at least one pair.')
    return { id, train, test }
  }

  #readList(id: string, value: readonly unknown[], path: JsonPath): Task {
    if (value.length === 0) throw shape(path, 'has no pair', 'A task has at least one pair.')
    const pairs = this.#readValidPairs(value, path)
    if (pairs.length === 0) throw shape(path, 'has no valid pair', 'A task has at least one pair.')
    return { id, train: pairs.slice(0, DEMO_PAIRS_OF_A_LIST), test: pairs.slice(DEMO_PAIRS_OF_A_LIST) }
  }

  /** The pairs of a list; those that are not valid are left out, where somebody listens. */
  #readValidPairs(value: readonly unknown[], path: JsonPath): Pair[] {
    const pairs: Pair[] = []
    for (const [k, pair] of value.entries()) {
      try {
        pairs.push(this.#readPair(pair, [...path, k], 'with outputs'))
      } catch (problem) {
        if (this.#onInvalid === undefined || !(problem instanceof TaskProblem) || problem.code === 'task-limit')
          throw problem
        this.#onInvalid(toUserError(problem, this.#source))
      }
    }
    return pairs
  }

  #readPairs(value: unknown, path: JsonPath, which: 'with outputs' | 'any'): Pair[] {
    if (!Array.isArray(value)) {
      const advice = 'Pairs stand in a list: [{"input": grid, "output": grid}, …].'
      throw shape(path, `is ${nameOf(value)}, not a list of pairs`, advice)
    }
    return value.map((pair: unknown, k) => this.#readPair(pair, [...path, k], which))
  }

  #readPair(value: unknown, path: JsonPath, which: 'with outputs' | 'any'): Pair {
    const pair = readPair(value, path, which)
    if (--this.#budget.left >= 0) return pair
    const advice = `At most ${MAX_PAIRS} pairs are read together: name fewer files.`
    throw new TaskProblem('task-limit', path, 'is one pair too many', advice)
  }
}

/** The id of the task of a file that has one task. */
export function idOfFile(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).replace(/\.json(?:\.gz)?$/i, '')
}

/** Throws a TaskProblem for an id that no task can have. */
export function checkId(id: string, path: JsonPath): void {
  if (id !== '' && id.length <= MAX_ID_LENGTH && !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(id)) return
  const says = path.length === 0 ? `gives the id ${quote(id)}, which no task can have` : "cannot be a task's id"
  const advice = `A task's id has 1 to ${MAX_ID_LENGTH} characters, and no control characters among them.`
  throw new TaskProblem('task-id', path, says, advice)
}
