// Tasks in shared memory: every worker reads the same bytes, and makes of them the tasks it needs.

import type { GridData, Pair, Task } from '../../data/task.ts'

/** Tasks without their ids: the cells of all grids, where each grid is, and which pairs each task has. */
export interface PackedTasks {
  readonly cells: Uint8Array
  /** For each pair six numbers: place, height and width of the input, then of the output; height 0 where there is none. */
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

/** Task number `t`; its grids are views of the shared memory. */
export function unpackTask(packed: PackedTasks, t: number): Task {
  const [first, trainCount, testCount] = packed.tasks.subarray(TASK_WIDTH * t, TASK_WIDTH * (t + 1))
  const take = (from: number, count: number) => Array.from({ length: count }, (_, k) => unpackPair(packed, from + k))
  return { id: '', train: take(first!, trainCount!), test: take(first! + trainCount!, testCount!) }
}

function unpackPair({ cells, pairs }: PackedTasks, k: number): Pair {
  const grid = (from: number): GridData => {
    const [at, height, width] = pairs.subarray(from, from + 3)
    return { height: height!, width: width!, cells: cells.subarray(at, at! + height! * width!) }
  }
  const input = grid(PAIR_WIDTH * k)
  const output = grid(PAIR_WIDTH * k + 3)
  return output.height === 0 ? { input } : { input, output }
}
