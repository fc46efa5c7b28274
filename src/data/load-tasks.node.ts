// Tasks from files and folders on disk.

import { UserError } from '../language/errors.ts'
import { MAX_FILE_BYTES } from '../language/source-text.ts'
import { makeDataset } from './dataset-hash.ts'
import { type ListedFile, listTaskFiles, unreadable } from './list-task-files.node.ts'
import type { InvalidListener } from './read-task-file.ts'
import { TaskCollector, type TaskFile } from './read-tasks.ts'
import { SourceReader } from './source-bytes.node.ts'
import type { Dataset } from './task.ts'

// Files are read in batches, the next one while this one is parsed: memory stays bounded, however much there is to read.
const BATCH_FILES = 100
const BATCH_BYTES = MAX_FILE_BYTES

/** How tasks are read. */
export interface LoadOptions {
  /** Called for each pair of a list of pairs that is not valid, which is left out; default: the first one is thrown. */
  readonly onInvalid?: InvalidListener | undefined
}

/**
 * The tasks of files, of folders (all `*.json` and `*.json.gz`, four levels deep) and of zip archives, with their hash. docs/tasks.md has
 * the forms of task files. A UserError if something cannot be read or is not as it should be.
 */
export async function loadTasks(paths: readonly string[], { onInvalid }: LoadOptions = {}): Promise<Dataset> {
  return loadListed(await listTaskFiles(paths), onInvalid)
}

/**
 * `loadTasks` of files that were listed.
 * @internal
 */
export async function loadListed(files: readonly ListedFile[], onInvalid?: InvalidListener): Promise<Dataset> {
  const batches = splitBatches(files)
  const collector = new TaskCollector({ onInvalid })
  const source = new SourceReader()
  try {
    let reading = readBatch(batches[0]!, source)
    for (let k = 0; k < batches.length; k++) {
      const batch = await reading
      if (k + 1 < batches.length) reading = readBatch(batches[k + 1]!, source)
      for (const file of batch) collector.add(openedOrThrow(file))
    }
  } finally {
    await source.close()
  }
  return makeDataset(collector.finish())
}

function splitBatches(files: readonly ListedFile[]): ListedFile[][] {
  const batches: ListedFile[][] = []
  let bytes = 0
  for (const file of files) {
    const batch = batches.at(-1)
    bytes += file.byteLength
    if (batch !== undefined && batch.length < BATCH_FILES && bytes <= BATCH_BYTES) {
      batch.push(file)
    } else {
      batches.push([file])
      bytes = file.byteLength
    }
  }
  return batches
}

type Reading = TaskFile | UserError

/** Errors are kept in their file's place: the first file with a problem counts, in reading or in parsing, on every run. */
function readBatch(files: readonly ListedFile[], source: SourceReader): Promise<Reading[]> {
  return Promise.all(files.map((file) => readOne(file, source)))
}

async function readOne(file: ListedFile, source: SourceReader): Promise<Reading> {
  try {
    const content = await source.readWhole(file, MAX_FILE_BYTES)
    return content === undefined ? tooLarge(file.path) : { name: file.path, content }
  } catch (cause) {
    return cause instanceof UserError ? cause : unreadable(file.path, cause)
  }
}

function openedOrThrow(reading: Reading): TaskFile {
  if (reading instanceof UserError) throw reading
  return reading
}

/** The error for a file that is read as a whole and is too large for that. */
export function tooLarge(path: string): UserError {
  const message = `The file has more than ${MAX_FILE_BYTES / (1024 * 1024)} MB`
  return new UserError('file-too-large', message, {
    place: { file: path, line: 1, column: 1 },
    advice: 'Split it into several files. Lists of pairs have no limit in `megabatt run` without --out.',
  })
}
