// The samples of a task as rows, the form that `runRows` reads, and where a runner takes them from.

import { type Pair, type Task, sampleOf } from '../../data/task.ts'
import type { Address } from '../../kernel/words.ts'
import { ROW_CELLS, ROW_EXPECTED_HEIGHT, ROW_EXPECTED_WIDTH, ROW_HEIGHT, ROW_WIDTH, wordsOf } from './run-rows.ts'

/** The samples of a task, one by one and as rows. */
export interface RowSource {
  /** Sample number `k`. */
  sample(k: number): Pair
  /** Whether the output of a sample is known. */
  hasOutput(k: number): boolean
  /** The words of the samples [from, to) as rows. */
  rowWords(from: number, to: number): number
  /** Writes the samples [from, to) as rows from address `at` on. */
  putRows(words: Int32Array, at: Address, from: number, to: number): void
}

/** A task that has its rows already. */
export interface RowTask extends Task {
  readonly rows: RowSource
}

/** The rows of any task. */
export function rowsOf(task: Task | RowTask): RowSource {
  return 'rows' in task ? task.rows : new TaskRows(task)
}

/** The words of heaps as bytes: plans are many and short, and a view for each would take longer than its rows. */
const byteViews = new WeakMap<Int32Array, Uint8Array>()

function bytesOf(words: Int32Array): Uint8Array {
  let bytes = byteViews.get(words)
  if (bytes === undefined) byteViews.set(words, (bytes = new Uint8Array(words.buffer, words.byteOffset)))
  return bytes
}

/** Makes rows of the pairs of a task whenever they are asked for. */
export class TaskRows implements RowSource {
  readonly #task: Task

  constructor(task: Task) {
    this.#task = task
  }

  sample(k: number): Pair {
    return sampleOf(this.#task, k)
  }

  hasOutput(k: number): boolean {
    return sampleOf(this.#task, k).output !== undefined
  }

  rowWords(from: number, to: number): number {
    let count = 0
    for (let k = from; k < to; k++) {
      const { input, output } = sampleOf(this.#task, k)
      count += ROW_CELLS + wordsOf(input.cells.length) + wordsOf(output?.cells.length ?? 0)
    }
    return count
  }

  putRows(words: Int32Array, first: Address, from: number, to: number): void {
    const bytes = bytesOf(words)
    let at = first
    for (let k = from; k < to; k++) {
      const { input, output } = sampleOf(this.#task, k)
      words[at + ROW_HEIGHT] = input.height
      words[at + ROW_WIDTH] = input.width
      words[at + ROW_EXPECTED_HEIGHT] = output?.height ?? 0
      words[at + ROW_EXPECTED_WIDTH] = output?.width ?? 0
      at = putCells(bytes, input.cells, at + ROW_CELLS)
      if (output !== undefined) at = putCells(bytes, output.cells, at)
    }
  }
}

function putCells(bytes: Uint8Array, cells: Uint8Array, at: Address): Address {
  bytes.set(cells, 4 * at)
  return at + wordsOf(cells.length)
}
