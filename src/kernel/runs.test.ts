// Runs of colours: only of grids whose cells all fit a cell word.

import { expect, test } from 'vitest'
import { GRID, newBlock } from './blocks.ts'
import { BUDGET_ERROR } from './errors.ts'
import { Heap } from './heap.ts'
import { NO_COLOR, RUN_SIZE, RUN_START, RUN_STOP, pushColorRuns, strideOf } from './runs.ts'
import { type Word, addressOf } from './words.ts'

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
