// A task as stored content: its grids as text, compressed; the hash is that of the task.

import { keyOfTask } from '../../data/task-key.ts'
import type { GridData, Pair, Task } from '../../data/task.ts'
import { EnvironmentError } from '../../language/errors.ts'
import { packJson, unpackJson } from './bytes.ts'

interface StoredTask {
  readonly id: string
  readonly train: readonly (readonly string[])[]
  readonly test: readonly (readonly string[])[]
}

/** The hash of a task as bytes. */
export function hashOfTask(task: Task): Buffer {
  return Buffer.from(keyOfTask(task), 'hex')
}

/** The content of a task. */
export function packTask({ id, train, test }: Task): Buffer {
  return packJson({ id, train: train.map(packPair), test: test.map(packPair) } satisfies StoredTask)
}

/** Undoes `packTask`; refuses content that does not have this hash. */
export function unpackTask(content: Uint8Array, hash: Uint8Array): Task {
  const { id, train, test } = unpackJson(content) as StoredTask
  const task: Task = { id, train: train.map(unpackPair), test: test.map(unpackPair) }
  if (!hashOfTask(task).equals(hash)) throw damaged('task', hash)
  return task
}

/** The error for stored content that is not what its hash says. */
export function damaged(kind: 'task' | 'program', hash: Uint8Array): EnvironmentError {
  const message = `The stored ${kind} ${Buffer.from(hash).toString('hex')} is damaged, or of another version of Megabatt`
  return new EnvironmentError('store-damaged', message, {
    advice: 'Use one version of Megabatt for all workers. If they are equal, restore the database from a backup.',
  })
}

function packPair({ input, output }: Pair): string[] {
  return output === undefined ? [packGrid(input)] : [packGrid(input), packGrid(output)]
}

function unpackPair([input, output]: readonly string[]): Pair {
  return output === undefined
    ? { input: unpackGrid(input!) }
    : { input: unpackGrid(input!), output: unpackGrid(output) }
}

/** The codes of the digits 0 and a. */
const ZERO = 48
const TEN = 97

/** The width, then a hexadecimal digit for each cell. */
function packGrid({ width, cells }: GridData): string {
  const digits = Buffer.allocUnsafe(cells.length)
  for (let k = 0; k < cells.length; k++) digits[k] = cells[k]! + (cells[k]! < 10 ? ZERO : TEN - 10)
  return `${width}:${digits.toString('latin1')}`
}

function unpackGrid(text: string): GridData {
  const colon = text.indexOf(':')
  const width = Number(text.slice(0, colon))
  const cells = new Uint8Array(text.length - colon - 1)
  for (let k = 0; k < cells.length; k++) {
    const code = text.charCodeAt(colon + 1 + k)
    cells[k] = code - (code < TEN ? ZERO : TEN - 10)
  }
  return { width, height: cells.length / width, cells }
}
