// Grids: made of one colour, cropped, compared, and recoloured cell by cell.

import {
  CELL_SET,
  PAIR_SET,
  cellsAt,
  elementsAt,
  gridCols,
  gridRows,
  isBlock,
  isContainer,
  isTuple,
  kindOf,
  sizeOf,
} from '../kernel/blocks.ts'
import { bottomOf, boundsOf, leftOf, rightOf, topOf } from '../kernel/bounds.ts'
import { cellCol, cellRow } from '../kernel/cells.ts'
import { equals } from '../kernel/compare.ts'
import { INDEX_ERROR, TYPE_ERROR } from '../kernel/errors.ts'
import { isGrid, newGrid } from '../kernel/grids.ts'
import { EMPTY_TUPLE, type Heap, failed, faultWord, load, push, scratchTop, spend, store } from '../kernel/heap.ts'
import { pushRepeated, scaleSize } from '../kernel/joining.ts'
import { cornerOf, heightOf, widthOf } from '../kernel/measuring.ts'
import { LEAST } from '../kernel/patches.ts'
import { clipBound, integerAt, sliceTable } from '../kernel/slicing.ts'
import { finishTable, firstRowSize, rowItem, rowSize, tableCell } from '../kernel/tables.ts'
import { finishTuple, newIndex } from '../kernel/tuples.ts'
import { ERROR_BASE, PAIR_REACH, type Word, isError, isInt, pairCol, pairRow } from '../kernel/words.ts'
import type { Grid, IJ, Integer, IntegerTuple, Patch } from './signature.ts'

/**
 * A grid of these dimensions, filled with one value.
 * @as ar canvas(value: Integer, dimensions: IntegerTuple): Grid
 * @as t canvas(color: C_, dimensions: IJ): Grid
 * @example canvas(3, (2, 4))
 */
export function canvas(h: Heap, value: Integer, dimensions: IntegerTuple): Grid {
  const rows = integerAt(h, dimensions, 0)
  if (isError(rows)) return rows
  // Without rows the number of columns is never asked for.
  if (rows <= 0) return EMPTY_TUPLE
  const cols = integerAt(h, dimensions, 1)
  if (isError(cols)) return cols
  if (isInt(value)) return plainGrid(h, value, rows, cols)
  // The rows are one and the same, but cost what they hold, as those of a grid do.
  const count = scaleSize(rows, cols)
  if (isError(count)) return count
  if (!spend(h, count)) return faultWord(h)
  const list = scratchTop(h)
  pushRepeated(h, value, cols)
  pushRepeated(h, finishTuple(h, list), rows)
  return finishTuple(h, list)
}

function plainGrid(h: Heap, color: number, rows: number, cols: number): Word {
  const out = newGrid(h, rows, cols)
  if (isError(out) || cols <= 0) return out
  const end = cellsAt(out) + rows * cols
  for (let a = cellsAt(out); a < end; a++) store(h, a, color)
  return out
}

/**
 * The part of these dimensions that starts at a place; both are slices as in Python.
 * @as ar crop(grid: Grid, start: IntegerTuple, dims: IntegerTuple): Grid
 * @example crop([1234/5678/9012], (1, 1), (2, 2))
 */
export function crop(h: Heap, grid: Grid, start: IntegerTuple, dims: IntegerTuple): Grid {
  if (!isTuple(h, grid)) return TYPE_ERROR
  const top = integerAt(h, start, 0)
  if (isError(top)) return top
  const height = integerAt(h, dims, 0)
  if (isError(height)) return height
  const rows = sizeOf(h, grid)
  // Without rows the columns are never asked for.
  if (clipBound(top, rows) >= clipBound(top + height, rows)) return EMPTY_TUPLE
  const left = integerAt(h, start, 1)
  if (isError(left)) return left
  const width = integerAt(h, dims, 1)
  if (isError(width)) return width
  return sliceTable(h, grid, top, top + height, left, left + width)
}

/**
 * The part of these dimensions that starts at a place; the empty tuple if it does not lie wholly in the grid.
 * @as t crop(grid: Grid, start: IJ, dims: IJ): Grid
 * @example crop([1234/5678/9012], (0, 1), (3, 2))
 */
export function cropT(h: Heap, grid: Grid, start: IJ, dims: IJ): Grid {
  if (grid === EMPTY_TUPLE) return EMPTY_TUPLE
  const cols = firstRowSize(h, grid)
  if (isError(cols)) return cols
  const rows = sizeOf(h, grid)
  // Row, column, height, width, and no further than needed: an error may follow.
  const top = integerAt(h, start, 0)
  if (isError(top)) return top
  if (top < 0 || top >= rows) return EMPTY_TUPLE
  const left = integerAt(h, start, 1)
  if (isError(left)) return left
  if (left < 0 || left >= cols) return EMPTY_TUPLE
  const height = integerAt(h, dims, 0)
  if (isError(height)) return height
  if (top + height > rows) return EMPTY_TUPLE
  const width = integerAt(h, dims, 1)
  if (isError(width)) return width
  return left + width > cols ? EMPTY_TUPLE : sliceTable(h, grid, top, top + height, left, left + width)
}

/**
 * The part of the grid under the smallest box around a patch.
 * @as ar subgrid(patch: Patch, grid: Grid): Grid
 * @example subgrid(<..../..x./.x../....>, [1234/5678/9012/3456])
 */
export function subgrid(h: Heap, patch: Patch, grid: Grid): Grid {
  const kind = kindOf(h, patch)
  if (kind === PAIR_SET || kind === CELL_SET) return underBox(h, patch, grid)
  const corner = cornerOf(h, patch, LEAST, LEAST)
  if (isError(corner)) return corner
  const height = heightOf(h, patch)
  if (isError(height)) return height
  const width = widthOf(h, patch)
  if (isError(width)) return width
  return crop(h, grid, corner, newIndex(h, height, width))
}

/**
 * The part of the grid under the smallest box around a patch; the empty tuple if that does not lie wholly in the grid, or if
 * the patch is empty.
 * @as t subgrid(patch: Patch, grid: Grid): Grid
 * @example subgrid(<..../..../..x./...x>, [1234/5678/9012/3456])
 */
export function subgridT(h: Heap, patch: Patch, grid: Grid): Grid {
  if (sizeOf(h, patch) === 0) return EMPTY_TUPLE
  const bounds = boundsOf(h, patch, true)
  if (isError(bounds)) return bounds
  if (grid === EMPTY_TUPLE) return EMPTY_TUPLE
  const cols = firstRowSize(h, grid)
  if (isError(cols)) return cols
  const top = topOf(h, bounds)
  const left = leftOf(h, bounds)
  const bottom = bottomOf(h, bounds)
  const right = rightOf(h, bounds)
  const isInside = top >= 0 && left >= 0 && bottom < sizeOf(h, grid) && right < cols
  return isInside ? sliceTable(h, grid, top, bottom + 1, left, right + 1) : EMPTY_TUPLE
}

/** `subgrid` for a PAIR_SET or CELL_SET, its box measured in one walk. */
function underBox(h: Heap, patch: Word, grid: Word): Word {
  const holdsColors = isBlock(h, patch, CELL_SET)
  const from = elementsAt(patch)
  const count = sizeOf(h, patch)
  let top = PAIR_REACH
  let bottom = -PAIR_REACH
  let left = PAIR_REACH
  let right = -PAIR_REACH
  for (let k = 0; k < count; k++) {
    const e = load(h, from + k)
    const i = holdsColors ? cellRow(h, e) : pairRow(e)
    const j = holdsColors ? cellCol(h, e) : pairCol(e)
    if (i < top) top = i
    if (i > bottom) bottom = i
    if (j < left) left = j
    if (j > right) right = j
  }
  return sliceTable(h, grid, top, bottom + 1, left, right + 1)
}

/**
 * The grid without its outermost rows and columns.
 * @example trim([5555/5125/5345/5555])
 */
export function trim(h: Heap, grid: Grid): Grid {
  return sliceTable(h, grid, 1, -1, 1, -1)
}

/**
 * The cells in which both grids agree; elsewhere the fallback.
 * @as ar cellwise(a: Grid, b: Grid, fallback: Integer): Grid
 * @example cellwise([112/220/102], [110/221/122], 5)
 */
export function cellwise(h: Heap, a: Grid, b: Grid, fallback: Integer): Grid {
  if (!isTuple(h, a)) return TYPE_ERROR
  const rows = sizeOf(h, a)
  if (rows === 0) return INDEX_ERROR
  const cols = rowSize(h, a, 0)
  if (cols < 0) return TYPE_ERROR
  if (isGrid(h, a) && isGrid(h, b) && isInt(fallback)) {
    const fits = gridRows(h, b) >= rows && gridCols(h, b) >= cols
    return fits ? agreeingCells(h, a, b, fallback) : INDEX_ERROR
  }
  const list = scratchTop(h)
  for (let i = 0; i < rows && !failed(h); i++) {
    for (let j = 0; j < cols; j++) {
      const cell = tableCell(h, a, i, j)
      const other = tableCell(h, b, i, j)
      if (isError(cell)) return cell
      if (isError(other)) return other
      push(h, equals(h, cell, other) ? cell : fallback)
    }
  }
  return finishTable(h, list, rows, cols)
}

/**
 * The cells in which both grids agree; elsewhere, also outside the second grid, the fallback.
 * @as t cellwise(a: Grid, b: Grid, fallback: Integer): Grid
 * @example cellwise([112/220], [110], 5)
 */
export function cellwiseT(h: Heap, a: Grid, b: Grid, fallback: Integer): Grid {
  const cols = firstRowSize(h, a)
  if (isError(cols)) return cols
  if (isGrid(h, a) && isGrid(h, b) && isInt(fallback)) return agreeingCells(h, a, b, fallback)
  const otherCols = firstRowSize(h, b)
  // Without cells the second grid is never looked at.
  if (isError(otherCols) && cols > 0) return otherCols
  const rows = sizeOf(h, a)
  const otherRows = sizeOf(h, b)
  const list = scratchTop(h)
  for (let i = 0; i < rows && !failed(h); i++) {
    for (let j = 0; j < cols; j++) {
      const cell = tableCell(h, a, i, j)
      if (isError(cell)) return cell
      const other = i < otherRows && j < otherCols ? tableCell(h, b, i, j) : NO_CELL
      if (isError(other) && other !== NO_CELL) return other
      const agrees = other !== NO_CELL && equals(h, cell, other)
      push(h, agrees ? cell : fallback)
    }
  }
  return finishTable(h, list, rows, cols)
}

/** Stands for a cell outside a grid; no value is this word. */
const NO_CELL: Word = ERROR_BASE

/** The second grid may be smaller. */
function agreeingCells(h: Heap, a: Word, b: Word, fallback: number): Word {
  const rows = gridRows(h, a)
  const cols = gridCols(h, a)
  const sharedRows = gridRows(h, b) < rows ? gridRows(h, b) : rows
  const shared = gridCols(h, b) < cols ? gridCols(h, b) : cols
  const out = newGrid(h, rows, cols)
  if (isError(out)) return out
  let to = cellsAt(out)
  let aFrom = cellsAt(a)
  for (let i = 0; i < rows; i++) {
    const bFrom = cellsAt(b) + i * gridCols(h, b)
    const agreeable = i < sharedRows ? shared : 0
    for (let j = 0; j < agreeable; j++) {
      const cell = load(h, aFrom + j)
      store(h, to + j, cell === load(h, bFrom + j) ? cell : fallback)
    }
    for (let j = agreeable; j < cols; j++) store(h, to + j, fallback)
    aFrom += cols
    to += cols
  }
  return out
}

/**
 * The grid with one colour replaced by another.
 * @as ar replace(grid: Grid, replacee: Integer, replacer: Integer): Grid
 * @as t replace(grid: Grid, replacee: C_, replacer: C_): Grid
 * @example replace([202/022/200], 2, 7)
 */
export function replace(h: Heap, grid: Grid, replacee: Integer, replacer: Integer): Grid {
  return exchange(h, grid, replacee, replacer, false)
}

/**
 * The grid with two colours swapped.
 * @as ar switch(grid: Grid, a: Integer, b: Integer): Grid
 * @as t switch(grid: Grid, a: C_, b: C_): Grid
 * @example switch([121/212/330], 1, 2)
 */
export function switch_(h: Heap, grid: Grid, a: Integer, b: Integer): Grid {
  return exchange(h, grid, a, b, true)
}

/** Every `a` becomes `b` and, if it goes both ways, every `b` becomes `a`. */
function exchange(h: Heap, grid: Word, a: Word, b: Word, bothWays: boolean): Word {
  if (isGrid(h, grid) && isInt(a) && isInt(b)) return exchangeColors(h, grid, a, b, bothWays)
  if (!isContainer(h, grid)) return TYPE_ERROR
  const ways = bothWays ? 2 : 1
  const rows = sizeOf(h, grid)
  const list = scratchTop(h)
  for (let i = 0; i < rows && !failed(h); i++) {
    const cols = rowSize(h, grid, i)
    if (cols < 0) return TYPE_ERROR
    const cells = scratchTop(h)
    for (let j = 0; j < cols; j++) {
      const cell = rowItem(h, grid, i, j)
      let out = cell
      // A loop, for a shader holds a copy of `equals` for every place it is called from.
      for (let way = 0; way < ways; way++)
        if (out === cell && equals(h, cell, way === 0 ? a : b)) out = way === 0 ? b : a
      push(h, out)
    }
    push(h, finishTuple(h, cells))
  }
  return finishTuple(h, list)
}

function exchangeColors(h: Heap, grid: Word, a: number, b: number, bothWays: boolean): Word {
  const out = newGrid(h, gridRows(h, grid), gridCols(h, grid))
  if (isError(out)) return out
  const count = gridRows(h, grid) * gridCols(h, grid)
  const from = cellsAt(grid)
  const to = cellsAt(out)
  const back = bothWays ? a : b
  for (let k = 0; k < count; k++) {
    const cell = load(h, from + k)
    store(h, to + k, cell === a ? b : cell === b ? back : cell)
  }
  return out
}
