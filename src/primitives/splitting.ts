// Grids put side by side or on top of each other, cut into equal parts, and halved.

import { cellsAt, gridCols, gridRows, isContainer, isTuple, itemAt, sizeOf } from '../kernel/blocks.ts'
import { INDEX_ERROR, TYPE_ERROR, VALUE_ERROR } from '../kernel/errors.ts'
import { isGrid, newGrid } from '../kernel/grids.ts'
import {
  EMPTY_TUPLE,
  type Heap,
  copyWords,
  divideTowardsZero,
  failed,
  faultWord,
  push,
  scratchTop,
  spend,
} from '../kernel/heap.ts'
import { addValues } from '../kernel/joining.ts'
import { sliceTable, sliceTuple } from '../kernel/slicing.ts'
import { sharedCols, strideTable } from '../kernel/striding.ts'
import { rowSize } from '../kernel/tables.ts'
import { finishTuple } from '../kernel/tuples.ts'
import { type Word, isError, isInt } from '../kernel/words.ts'
import type { Grid, Integer, Tuple } from './signature.ts'

/**
 * The second grid to the right of the first, cut to the lower of both.
 * @example hconcat([12/34], [56/78])
 */
export function hconcat(h: Heap, a: Grid, b: Grid): Grid {
  if (!isContainer(h, a) || !isContainer(h, b)) return TYPE_ERROR
  if (isGrid(h, a) && isGrid(h, b)) return joinGrids(h, a, b)
  const aCount = sizeOf(h, a)
  const bCount = sizeOf(h, b)
  const count = aCount < bCount ? aCount : bCount
  const list = scratchTop(h)
  for (let k = 0; k < count && !failed(h); k++) push(h, addValues(h, itemAt(h, a, k), itemAt(h, b, k)))
  return finishTuple(h, list)
}

function joinGrids(h: Heap, a: Word, b: Word): Word {
  const rows = gridRows(h, a) < gridRows(h, b) ? gridRows(h, a) : gridRows(h, b)
  const aCols = gridCols(h, a)
  const bCols = gridCols(h, b)
  const out = newGrid(h, rows, aCols + bCols)
  if (isError(out)) return out
  let to = cellsAt(out)
  for (let i = 0; i < rows; i++) {
    const aFrom = cellsAt(a) + i * aCols
    const bFrom = cellsAt(b) + i * bCols
    copyWords(h, to, aFrom, aCols)
    to += aCols
    copyWords(h, to, bFrom, bCols)
    to += bCols
  }
  return out
}

/**
 * The second grid below the first.
 * @as art vconcat(a: Grid, b: Grid): Grid
 * @as t combine_t(a: Tuple, b: Tuple): Tuple
 * @example vconcat([12/34], [56/78])
 * @example combine_t((1, 2), (3, 4))
 */
export function vconcat(h: Heap, a: Grid, b: Grid): Grid {
  return addValues(h, a, b)
}

/**
 * The grid cut into n parts of equal width, from left to right; lines between them are left out.
 * @as ar hsplit(grid: Grid, n: Integer): Tuple
 * @example hsplit([11511511/12513514], 3)
 */
export function hsplit(h: Heap, grid: Grid, n: Integer): Tuple {
  return splitTable(h, grid, n, false, false)
}

/**
 * The grid cut into parts of equal width, from left to right, without the lines between them; a part that does not lie wholly
 * in the grid is the empty tuple.
 * @as t hsplit(grid: Grid, n: Integer): Tuple
 * @example hsplit([112233/445566], 3)
 */
export function hsplitT(h: Heap, grid: Grid, n: Integer): Tuple {
  return splitTable(h, grid, n, false, true)
}

/**
 * The grid cut into n parts of equal height, from top to bottom; lines between them are left out.
 * @as ar vsplit(grid: Grid, n: Integer): Tuple
 * @example vsplit([11/12/33/34], 2)
 */
export function vsplit(h: Heap, grid: Grid, n: Integer): Tuple {
  return splitTable(h, grid, n, true, false)
}

/**
 * The grid cut into parts of equal height, from top to bottom, without the lines between them; a part that does not lie wholly
 * in the grid is the empty tuple.
 * @as t vsplit(grid: Grid, n: Integer): Tuple
 * @example vsplit([11/12/33/34/66/67], 3)
 */
export function vsplitT(h: Heap, grid: Grid, n: Integer): Tuple {
  return splitTable(h, grid, n, true, true)
}

/** If `inside`, a part that does not lie wholly in the grid, or a grid without columns, is the empty tuple. */
function splitTable(h: Heap, grid: Word, n: Word, byRows: boolean, inside: boolean): Word {
  if (!isTuple(h, grid) || !isInt(n)) return TYPE_ERROR
  const rows = sizeOf(h, grid)
  if (rows === 0) return INDEX_ERROR
  const cols = rowSize(h, grid, 0)
  if (cols < 0) return TYPE_ERROR
  if (n === 0) return VALUE_ERROR
  if (n < 0) return EMPTY_TUPLE
  if (!spend(h, n)) return faultWord(h)
  const length = byRows ? rows : cols
  const part = divideTowardsZero(length, n)
  // What cannot be divided evenly is taken to have a line of one cell between the parts.
  const step = part * n === length ? part : part + 1
  const list = scratchTop(h)
  for (let k = 0; k < n; k++) {
    const start = k * step
    const end = start + part
    const isInside = start < length && end <= length && cols > 0
    const cut =
      inside && !isInside
        ? EMPTY_TUPLE
        : sliceTable(h, grid, byRows ? start : 0, byRows ? end : rows, byRows ? 0 : start, byRows ? cols : end)
    if (isError(cut)) return cut
    push(h, cut)
  }
  return finishTuple(h, list)
}

/**
 * The upper half of the rows, without the middle one.
 * @example tophalf([12/34/56/78])
 */
export function tophalf(h: Heap, grid: Grid): Grid {
  return isTuple(h, grid) ? sliceTuple(h, grid, 0, sizeOf(h, grid) >> 1) : TYPE_ERROR
}

/**
 * The lower half of the rows, without the middle one.
 * @example bottomhalf([12/34/56/78])
 */
export function bottomhalf(h: Heap, grid: Grid): Grid {
  if (!isTuple(h, grid)) return TYPE_ERROR
  const rows = sizeOf(h, grid)
  return sliceTuple(h, grid, rows - (rows >> 1), rows)
}

/**
 * The left half of the columns, without the middle one.
 * @example lefthalf([1234/5678])
 */
export function lefthalf(h: Heap, grid: Grid): Grid {
  return sideHalf(h, grid, false)
}

/**
 * The right half of the columns, without the middle one.
 * @example righthalf([1234/5678])
 */
export function righthalf(h: Heap, grid: Grid): Grid {
  return sideHalf(h, grid, true)
}

/** Python turns the grid, halves it and turns it back: ragged rows are cut, and half of one column is (). */
function sideHalf(h: Heap, grid: Word, right: boolean): Word {
  if (!isTuple(h, grid)) return TYPE_ERROR
  const cols = sharedCols(h, grid)
  if (isError(cols)) return cols
  const half = cols >> 1
  if (half === 0) return EMPTY_TUPLE
  return strideTable(h, grid, cols, sizeOf(h, grid), half, right ? cols - half : 0, cols, 1)
}
