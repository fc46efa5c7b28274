// Tasks in shared memory: the samples are rows there, which a thread copies to its heap as they are.

import { type GridData, type Pair, type Task, sampleCountOf } from '../../data/task.ts'
import type { Address } from '../../kernel/words.ts'
import { type RowSource, type RowTask, TaskRows } from '../cpu/row-source.ts'
import { ROW_CELLS, ROW_EXPECTED_HEIGHT, ROW_EXPECTED_WIDTH, ROW_HEIGHT, ROW_WIDTH, wordsOf } from '../cpu/run-rows.ts'

/** Tasks without their ids: the rows of all samples, where each row begins, and which samples each task has. */
export interface PackedTasks {
  readonly rows: Int32Array
  /** The place of each row; at the end, the number of all words. */
  readonly starts: Int32Array
  /** For each task three numbers: its first sample, and how many pairs it has to show and to test. */
  readonly tasks: Int32Array
}

const TASK_WIDTH = 3

/** Puts tasks into shared memory. */
export function packTasks(tasks: readonly Task[]): PackedTasks {
  let sampleCount = 0
  for (const task of tasks) sampleCount += sampleCountOf(task)
  const starts = new Int32Array(new SharedArrayBuffer(4 * (sampleCount + 1)))
  const packed = new Int32Array(new SharedArrayBuffer(4 * TASK_WIDTH * tasks.length))
  const sources = tasks.map((task) => new TaskRows(task))
  let first = 0
  let at = 0
  for (const [t, task] of tasks.entries()) {
    packed.set([first, task.train.length, task.test.length], TASK_WIDTH * t)
    const count = sampleCountOf(task)
    for (let k = 0; k < count; k++) {
      starts[first + k] = at
      at += sources[t]!.rowWords(k, k + 1)
    }
    first += count
  }
  starts[first] = at
  const rows = new Int32Array(new SharedArrayBuffer(4 * at))
  for (const [t, task] of tasks.entries())
    sources[t]!.putRows(rows, starts[packed[TASK_WIDTH * t]!]!, 0, sampleCountOf(task))
  return { rows, starts, tasks: packed }
}

/** The number of tasks. */
export function countTasks({ tasks }: PackedTasks): number {
  return tasks.length / TASK_WIDTH
}

/** A task in shared memory. Pairs are made of it only where samples are not run as rows. */
export class PackedTask implements RowTask, RowSource {
  readonly id = ''
  readonly rows: RowSource = this
  readonly #packed: PackedTasks
  readonly #first: number
  readonly #trainCount: number
  readonly #testCount: number
  #train: readonly Pair[] | undefined

  /** Task number `t`. */
  constructor(packed: PackedTasks, t: number) {
    this.#packed = packed
    this.#first = packed.tasks[TASK_WIDTH * t]!
    this.#trainCount = packed.tasks[TASK_WIDTH * t + 1]!
    this.#testCount = packed.tasks[TASK_WIDTH * t + 2]!
  }

  get train(): readonly Pair[] {
    return (this.#train ??= Array.from({ length: this.#trainCount }, (_, k) => this.sample(k)))
  }

  get test(): readonly Pair[] {
    return Array.from({ length: this.#testCount }, (_, k) => this.sample(this.#trainCount + k))
  }

  sample(k: number): Pair {
    const { rows, starts } = this.#packed
    const at = starts[this.#first + k]!
    const input = this.#grid(at + ROW_CELLS, rows[at + ROW_HEIGHT]!, rows[at + ROW_WIDTH]!)
    if (!this.hasOutput(k)) return { input }
    const expectedAt = at + ROW_CELLS + wordsOf(input.cells.length)
    return { input, output: this.#grid(expectedAt, rows[at + ROW_EXPECTED_HEIGHT]!, rows[at + ROW_EXPECTED_WIDTH]!) }
  }

  hasOutput(k: number): boolean {
    const { rows, starts } = this.#packed
    return rows[starts[this.#first + k]! + ROW_EXPECTED_HEIGHT] !== 0
  }

  rowWords(from: number, to: number): number {
    const { starts } = this.#packed
    return starts[this.#first + to]! - starts[this.#first + from]!
  }

  putRows(words: Int32Array, at: Address, from: number, to: number): void {
    const { rows, starts } = this.#packed
    words.set(rows.subarray(starts[this.#first + from], starts[this.#first + to]), at)
  }

  #grid(at: Address, height: number, width: number): GridData {
    const { buffer, byteOffset } = this.#packed.rows
    return { height, width, cells: new Uint8Array(buffer, byteOffset + 4 * at, height * width) }
  }
}
