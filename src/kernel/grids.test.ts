// Grids: what has no cells, what is too large, and what is read in strides.

import { describe, expect, test } from 'vitest'
import { TUPLE, cellsAt, gridCols, gridRows, itemAt, kindOf, sizeOf } from './blocks.ts'
import { BUDGET_ERROR } from './errors.ts'
import { EMPTY_TUPLE, Heap, load, store } from './heap.ts'
import { copyGrid, isGrid, newGrid, strideGrid } from './grids.ts'
import { type Word, isError } from './words.ts'

function gridOf(h: Heap, rows: number[][]): Word {
  const grid = newGrid(h, rows.length, rows[0]!.length)
  for (const [k, cell] of rows.flat().entries()) store(h, cellsAt(grid) + k, cell)
  return grid
}

function cellsOf(h: Heap, grid: Word): number[][] {
  const cols = gridCols(h, grid)
  const row = (i: number): number[] => Array.from({ length: cols }, (_, j) => load(h, cellsAt(grid) + i * cols + j))
  return Array.from({ length: gridRows(h, grid) }, (_, i) => row(i))
}

describe('without cells', () => {
  test.each([0, -1, -1000])('%i rows are the empty tuple', (rows) => {
    expect(newGrid(new Heap(), rows, 5)).toBe(EMPTY_TUPLE)
  })

  test.each([0, -1])('%i columns are empty rows', (cols) => {
    const h = new Heap()
    const grid = newGrid(h, 3, cols)
    expect([kindOf(h, grid), sizeOf(h, grid), itemAt(h, grid, 2)]).toEqual([TUPLE, 3, EMPTY_TUPLE])
  })
})

test.each([
  [1 << 20, 1 << 20],
  [2 ** 30 - 1, 2],
  [5000, 5000],
])('a grid of %i x %i is over the budget', (rows, cols) => {
  expect(newGrid(new Heap(), rows, cols)).toBe(BUDGET_ERROR)
})

test('a copy is another block with the same cells', () => {
  const h = new Heap()
  const grid = gridOf(h, [
    [1, 2, 3],
    [4, 5, 6],
  ])
  const copy = copyGrid(h, grid)
  store(h, cellsAt(copy), 9)
  expect(cellsOf(h, grid)).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ])
  expect(cellsOf(h, copy)[0]).toEqual([9, 2, 3])
})

describe('strides', () => {
  const rows = [
    [1, 2, 3],
    [4, 5, 6],
  ]

  test.each<[string, [number, number, number, number, number], number[][]]>([
    ['all of it', [2, 3, 0, 3, 1], rows],
    ['upside down', [2, 3, 3, -3, 1], rows.toReversed()],
    [
      'transposed',
      [3, 2, 0, 1, 3],
      [
        [1, 4],
        [2, 5],
        [3, 6],
      ],
    ],
    ['the last column', [2, 1, 2, 3, 1], [[3], [6]]],
    ['one cell many times', [1, 4, 4, 0, 0], [[5, 5, 5, 5]]],
  ])('%s', (_, [outRows, cols, start, rowStep, colStep], expected) => {
    const h = new Heap()
    expect(cellsOf(h, strideGrid(h, gridOf(h, rows), outRows, cols, start, rowStep, colStep))).toEqual(expected)
  })

  test('beyond the heap nothing is read', () => {
    const h = new Heap()
    const grid = gridOf(h, rows)
    const out = strideGrid(h, grid, 2, 3, 1 << 20, 3, 1)
    expect(isError(out) || h.fault !== 0).toBe(true)
  })

  test('without cells it is what newGrid makes', () => {
    const h = new Heap()
    const grid = gridOf(h, rows)
    expect(strideGrid(h, grid, 0, 3, 0, 3, 1)).toBe(EMPTY_TUPLE)
    expect(isGrid(h, strideGrid(h, grid, 2, 0, 0, 3, 1))).toBe(false)
  })
})
