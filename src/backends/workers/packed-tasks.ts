// Tasks in shared memory: every worker reads the same bytes, and makes of them the tasks it needs.

import type { GridData, Pair, Task } from '../../data/task.ts'

/** Tasks without their ids: the cells of all grids, where each grid is, and which pairs each task has. */
export interface PackedTasks {
  readonly cells: Uint8Array
  /** For each pair six numbers: place, height and width of the input, then of the output; height 0 if there is none. */
  readonly pairs: Int32Array
  /** For each task three numbers: its first pair, and how many pairs it has to show and to test. */
  readonly tasks: Int32Array
}

const PAIR_WIDTH = 6
const TASK_WIDTH = 3

/** Puts tasks into shared memory. */
export function packTasks(tasks: readonly Task[]): PackedTasks {
  let cellCount = 0
  let pairCount = 0
  for (const { train, test } of tasks) {
    pairCount += train.length + test.length
    for (const pairs of [train, test])
      for (const { input, output } of pairs) cellCount += input.cells.length + (output?.cells.length ?? 0)
  }
  const packed = {
    cells: new Uint8Array(new SharedArrayBuffer(cellCount)),
    pairs: new Int32Array(new SharedArrayBuffer(4 * PAIR_WIDTH * pairCount)),
    tasks: new Int32Array(new SharedArrayBuffer(4 * TASK_WIDTH * tasks.length)),
  }
  let cell = 0
  let pair = 0
  const put = (grid: GridData | undefined, into: number): void => {
    packed.pairs[into] = cell
    packed.pairs[into + 1] = grid?.height ?? 0
    packed.pairs[into + 2] = grid?.width ?? 0
    if (grid === undefined) return
    packed.cells.set(grid.cells, cell)
    cell += grid.cells.length
  }
  for (const [k, { train, test }] of tasks.entries()) {
    packed.tasks.set([pair, train.length, test.length], TASK_WIDTH * k)
    for (const pairs of [train, test]) {
      for (const { input, output } of pairs) {
        put(input, PAIR_WIDTH * pair)
        put(output, PAIR_WIDTH * pair + 3)
        pair++
      }
    }
  }
  return packed
}

/** A task with its demo pairs and the test pairs that were unpacked last. */
export class UnpackedTask implements Task {
  readonly id = ''
  readonly train: Pair[] = []
  readonly test: Pair[] = []
  readonly #packed: PackedTasks
  readonly #firstPair: number
  readonly #trainCount: number

  /** Task number `t` with its demo pairs. */
  constructor(packed: PackedTasks, t: number) {
    this.#packed = packed
    this.#firstPair = packed.tasks[TASK_WIDTH * t]!
    this.#trainCount = packed.tasks[TASK_WIDTH * t + 1]!
    for (let k = 0; k < this.#trainCount; k++) this.train.push(unpackPair(packed, this.#firstPair + k))
  }

  /** Unpacks the half-open range [from, to) of samples; test pairs unpacked before are dropped. */
  unpack(from: number, to: number): void {
    this.test.length = 0
    for (let k = Math.max(from, this.#trainCount); k < to; k++)
      this.test[k - this.#trainCount] = unpackPair(this.#packed, this.#firstPair + k)
  }
}

function unpackPair({ cells, pairs }: PackedTasks, k: number): Pair {
  const at = PAIR_WIDTH * k
  const input = unpackGrid(cells, pairs[at]!, pairs[at + 1]!, pairs[at + 2]!)
  if (pairs[at + 4] === 0) return { input }
  return { input, output: unpackGrid(cells, pairs[at + 3]!, pairs[at + 4]!, pairs[at + 5]!) }
}

function unpackGrid({ buffer, byteOffset }: Uint8Array, at: number, height: number, width: number): GridData {
  // Not subarray, which takes longer; there are two for each sample.
  return { height, width, cells: new Uint8Array(buffer, byteOffset + at, height * width) }
}
