// Grids in their compact form: a GRID block, its columns, then all cells row by row.

import { GRID, TUPLE, cellsAt, elementsAt, gridCols, gridRows, isBlock, newBlock } from './blocks.ts'
import { BUDGET_ERROR } from './errors.ts'
import {
  EMPTY_TUPLE,
  type Heap,
  allocate,
  copyStrided,
  copyWords,
  divideTowardsZero,
  failed,
  faultWord,
  raise,
  store,
} from './heap.ts'
import { INT_MAX, type Word, isError, refTo } from './words.ts'

export function isGrid(h: Heap, w: Word): boolean {
  return isBlock(h, w, GRID)
}

/**
 * A grid; its cells, all of them integers, are to be stored at `cellsAt`, row by row. Without rows it is the empty tuple,
 * without columns a tuple of empty tuples; both have no cell to store. An error word where there is no room.
 */
export function newGrid(h: Heap, rows: number, cols: number): Word {
  if (rows <= 0) return EMPTY_TUPLE
  if (cols <= 0) return emptyRows(h, rows)
  if (rows > divideTowardsZero(INT_MAX, cols)) raise(h, BUDGET_ERROR)
  if (failed(h)) return faultWord(h)
  const a = allocate(h, rows * cols + 2)
  if (failed(h)) return faultWord(h)
  store(h, a, (rows << 4) | GRID)
  store(h, a + 1, cols)
  return refTo(a)
}

function emptyRows(h: Heap, rows: number): Word {
  const tuple = newBlock(h, TUPLE, rows)
  if (isError(tuple)) return tuple
  for (let i = 0; i < rows; i++) store(h, elementsAt(tuple) + i, EMPTY_TUPLE)
  return tuple
}

/** A copy of a GRID, to be changed cell by cell before another kernel sees it. */
export function copyGrid(h: Heap, grid: Word): Word {
  const copy = newGrid(h, gridRows(h, grid), gridCols(h, grid))
  if (isError(copy)) return copy
  copyWords(h, cellsAt(copy), cellsAt(grid), gridRows(h, grid) * gridCols(h, grid))
  return copy
}

/**
 * A grid of `rows` × `cols` cells read from a GRID: cell (i, j) is `start + i * rowStep + j * colStep` places
 * after the first. Mirrors, turns, crops and halves are all of this form.
 */
export function strideGrid(
  h: Heap,
  grid: Word,
  rows: number,
  cols: number,
  start: number,
  rowStep: number,
  colStep: number,
): Word {
  const out = newGrid(h, rows, cols)
  if (isError(out) || rows <= 0 || cols <= 0) return out
  copyStrided(h, cellsAt(out), cellsAt(grid) + start, rows, cols, rowStep, colStep)
  return out
}
