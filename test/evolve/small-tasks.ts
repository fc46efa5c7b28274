// Small tasks for tests of the search, each made by a rule on drawn grids.

import { gridFromRows, gridToRows } from '../../src/data/grid-rows.ts'
import { Random } from '../../src/data/random.ts'
import type { Pair, Task } from '../../src/data/task.ts'
import type { TemporaryFolder } from '../cli/temporary-files.ts'

type Rows = readonly (readonly number[])[]

/** A task whose outputs follow from its inputs by a rule. */
export function taskOf(id: string, rule: (rows: Rows) => Rows, height = 3, width = 4): Task {
  const random = new Random(id.length * 7919)
  const draw = (): Pair => {
    const rows = Array.from({ length: height }, () => Array.from({ length: width }, () => random.pick([0, 0, 1, 2, 5])))
    return { input: gridFromRows(rows), output: gridFromRows(rule(rows)) }
  }
  return { id, train: [draw(), draw(), draw()], test: [draw()] }
}

/** Rows in reverse order: `hmirror`. */
export const flipped = (rows: Rows): Rows => rows.toReversed()

/** One colour for another, then both sides beside each other: three calls. */
export const doubled = (rows: Rows): Rows =>
  rows.map((row) => [...row, ...row].map((color) => (color === 5 ? 3 : color)))

/** No short program has this rule: every cell is the sum of its row, modulo 7. */
export const summed = (rows: Rows): Rows =>
  rows.map((row) => row.map(() => row.reduce((sum, color) => sum + color, 0) % 7))

/** Files of two tasks with small grids, so that a round takes little time: one with a short program, one without. */
export function writeTasks(folder: TemporaryFolder): string[] {
  return [taskOf('flip', flipped), taskOf('sums', summed)].map(({ id, train, test }) => {
    const plain = (pairs: readonly Pair[]) =>
      pairs.map(({ input, output }) => ({ input: gridToRows(input), output: gridToRows(output!) }))
    return folder.write(`tasks/${id}.json`, JSON.stringify({ train: plain(train), test: plain(test) }))
  })
}
