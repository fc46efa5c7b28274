// Tasks from files and folders on disk.

import { readFile as readFileThen } from 'node:fs'
import { promisify } from 'node:util'
import { UserError } from '../language/errors.ts'
import { MAX_FILE_BYTES } from '../language/source-text.ts'
import { makeDataset } from './dataset-hash.ts'
import { type ListedFile, listTaskFiles, unreadable } from './list-task-files.node.ts'
import { TaskCollector, type TaskFile } from './read-tasks.ts'
import type { Dataset } from './task.ts'

// For many small files twice as fast as the one of node:fs/promises, which makes a handle object for each.
const readFile = promisify(readFileThen)

// Files are read in batches, the next one while this one is parsed: memory stays bounded, however much there is to read.
const BATCH_FILES = 100
const BATCH_BYTES = MAX_FILE_BYTES

/**
 * The tasks of files and of folders (all `*.json`, four levels deep), with their hash. docs/tasks.md has the forms of task
 * files. A UserError if something cannot be read or is not as it should be.
 */
export async function loadTasks(paths: readonly string[]): Promise<Dataset> {
  const batches = splitBatches(await listTaskFiles(paths))
  const collector = new TaskCollector()
  let reading = readBatch(batches[0]!)
  for (let k = 0; k < batches.length; k++) {
    const batch = await reading
    if (k + 1 < batches.length) reading = readBatch(batches[k + 1]!)
    for (const file of batch) collector.add(openedOrThrow(file))
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
function readBatch(files: readonly ListedFile[]): Promise<Reading[]> {
  return Promise.all(files.map(readOne))
}

async function readOne({ path, byteLength }: ListedFile): Promise<Reading> {
  if (byteLength > MAX_FILE_BYTES) return tooLarge(path, byteLength)
  try {
    return { name: path, content: await readFile(path) }
  } catch (cause) {
    return unreadable(path, cause)
  }
}

function openedOrThrow(reading: Reading): TaskFile {
  if (reading instanceof UserError) throw reading
  return reading
}

function tooLarge(path: string, byteLength: number): UserError {
  const megabytes = (length: number) => (length / (1024 * 1024)).toFixed(0)
  const message = `The file has ${megabytes(byteLength)} MB; at most ${megabytes(MAX_FILE_BYTES)} MB are read`
  return new UserError('file-too-large', message, {
    place: { file: path, line: 1, column: 1 },
    advice: 'Split it into several files.',
  })
}
