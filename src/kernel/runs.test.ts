// Runs of colours: only of grids whose cells all fit a cell word; as a walk along the cells finds them; in lists by colour.

import { expect, test } from 'vitest'
import { GRID, newBlock } from './blocks.ts'
import { BUDGET_ERROR } from './errors.ts'
import { Heap } from './heap.ts'
import {
  CELL_STRIDE,
  NO_COLOR,
  NO_PALETTE,
  NO_RUN,
  RUN_RANK,
  RUN_SIZE,
  RUN_START,
  RUN_STOP,
  listByRank,
  pushColorRuns,
  strideOf,
} from './runs.ts'
import { type Word, addressOf } from './words.ts'
import { SEED, newRandom } from '../../test/generators/seed.ts'

/** A grid of one colour, in the layout of blocks.ts. */
function gridOf(h: Heap, rows: number, cols: number, color: number): Word {
  const grid = newBlock(h, GRID, rows * cols + 1)
  h.words[addressOf(grid)] = (rows << 4) | GRID
  h.words[addressOf(grid) + 1] = cols
  h.words.fill(color, addressOf(grid) + 2, addressOf(grid) + 2 + rows * cols)
  return grid
}

test.each([
  [4096, 1],
  [1, 4096],
])('%i rows of %i columns', (rows, cols) => {
  const h = new Heap()
  expect(pushColorRuns(h, gridOf(h, rows, cols, 3), NO_COLOR)).toBe(true)
  expect(h.scratchTop).toBe(rows * RUN_SIZE)
  expect([h.scratch[h.scratchTop - RUN_SIZE + RUN_START], h.scratch[RUN_STOP]]).toEqual([(rows - 1) * 8192, cols])
})

test.each([
  [4097, 1],
  [1, 4097],
  [2, 8192],
])('%i rows of %i columns are too many', (rows, cols) => {
  const h = new Heap()
  expect(pushColorRuns(h, gridOf(h, rows, cols, 3), NO_COLOR)).toBe(false)
})

test.each([
  [15, true],
  [16, false],
  [-1, false],
])('colour %i: %s', (color, isPushed) => {
  const h = new Heap()
  expect(pushColorRuns(h, gridOf(h, 2, 2, color), NO_COLOR)).toBe(isPushed)
})

// The last place is rows * stride + longest; it must be an integer of 31 bits.
test.each([
  [3, 357_913_939, 0],
  [3, 357_913_940, BUDGET_ERROR],
])('a stride for %i rows of %i columns', (rows, cols, fault) => {
  const h = new Heap()
  expect(strideOf(h, gridOf(h, rows, 1, 1), cols)).toBe(cols + 1)
  expect(h.fault).toBe(fault)
})

/** The rank, first place, place after the last cell, parent and length of every run, found cell by cell. */
function runsOf(rows: readonly (readonly number[])[], background: number): number[][] {
  const runs: number[][] = []
  for (const [i, row] of rows.entries()) {
    for (let j = 0; j < row.length;) {
      const start = j
      while (j < row.length && row[j] === row[start]) j++
      if (row[start] === background) continue
      const at = runs.length * RUN_SIZE
      runs.push([row[start]!, i * CELL_STRIDE + start, i * CELL_STRIDE + j, at, j - start])
    }
  }
  return runs
}

// Bits of edges come for 32 cells at a time.
const widths = [1, 2, 3, 4, 5, 7, 8, 31, 32, 33, 63, 64, 65, 100]

test.each(widths)('the runs of grids with %i columns', (cols) => {
  const random = newRandom(SEED)
  for (const [colorCount, background] of [
    [1, NO_COLOR],
    [2, NO_COLOR],
    [2, 1],
    [4, 0],
    [16, 15],
  ] as const) {
    const color = (): number => random() % colorCount
    let last = color()
    // Neighbours are often equal, so that runs go on behind the 32nd cell.
    const next = (): number => (last = random() % 10 < 7 ? last : color())
    const rows = Array.from({ length: 6 }, () => Array.from({ length: cols }, next))
    const h = new Heap()
    const grid = gridOf(h, 6, cols, 0)
    h.words.set(rows.flat(), addressOf(grid) + 2)
    expect(pushColorRuns(h, grid, background)).toBe(true)
    const runs = runsOf(rows, background)
    expect([...h.scratch.subarray(0, h.scratchTop)]).toEqual(runs.flat())
    expect(h.work).toBe(6 * cols * (RUN_SIZE + 1) + 2)
  }
})

test('runs in lists: each colour from top to bottom, left to right', () => {
  const h = new Heap()
  const grid = gridOf(h, 2, 4, 0)
  h.words.set([3, 1, 1, 3, 1, 0, 3, 3], addressOf(grid) + 2)
  pushColorRuns(h, grid, 0)
  const end = h.scratchTop
  const heads = listByRank(h, 0, end, NO_PALETTE)
  const lists = Array.from({ length: 16 }, (_, rank) => {
    const list: number[] = []
    for (let run = h.scratch[heads + rank]!; run !== NO_RUN; run = h.scratch[run + RUN_RANK]!) {
      list.push(h.scratch[run + RUN_START]!)
    }
    return list
  })
  const wanted = Array.from({ length: 16 }, (): number[] => [])
  wanted[1] = [1, CELL_STRIDE]
  wanted[3] = [0, 3, CELL_STRIDE + 2]
  expect(lists).toEqual(wanted)
})
