// The most frequent colour of a grid: black is tried first, with the results and the counted work of counting all colours.

import { expect, test } from 'vitest'
import { GRID, newBlock } from './blocks.ts'
import { mostColorOf } from './colors.ts'
import { BUDGET_ERROR } from './errors.ts'
import { Heap } from './heap.ts'
import { addressOf } from './words.ts'

function mostColor(cells: readonly number[], budget = 1000): { color: number; work: number } {
  const h = new Heap()
  const grid = newBlock(h, GRID, cells.length + 1)
  h.words.set([(1 << 4) | GRID, cells.length, ...cells], addressOf(grid))
  h.work = 0
  h.budget = budget
  const color = mostColorOf(h, grid, true)
  return { color, work: h.work }
}

test.each([
  [[0, 0, 0, 5], 0],
  [[0, 0, 1, 1], 0],
  [[0, 1, 1, 15], 1],
  [[7, 7, 7], 7],
])('%j: %i', (cells, color) => {
  expect(mostColor(cells)).toEqual({ color, work: 16 })
})

test.each([
  [[0, 0, 0, 16], 0],
  [[-1, -1, 0, 0], -1],
])('%j, with colours that are sorted: %i', (cells, color) => {
  const found = mostColor(cells)
  expect(found.color).toBe(color)
  expect(found.work).toBeGreaterThan(16)
})

test.each([[[0, 0, 0]], [[1, 1, 1]]])('%j with a budget below the cost', (cells) => {
  expect(mostColor(cells, 16)).toEqual({ color: cells[0], work: 16 })
  expect(mostColor(cells, 15)).toEqual({ color: BUDGET_ERROR, work: 0 })
})
