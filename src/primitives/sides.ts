// Sides: heights and widths in dialect t, of grids (_t), patches (_f), indices (_i) and objects (_o).

import { isTruthy, sizeOf } from '../kernel/blocks.ts'
import { TYPE_ERROR } from '../kernel/errors.ts'
import type { Heap } from '../kernel/heap.ts'
import { boxShapeOf, isSquareOf } from '../kernel/measuring.ts'
import { checkSort } from '../kernel/patches.ts'
import { firstRowSize } from '../kernel/tables.ts'
import { indexCol, indexRow, newIndex } from '../kernel/tuples.ts'
import { type Word, isError, truth } from '../kernel/words.ts'
import type { Boolean_, Grid, IJ, Indices, Integer, Object_, Patch, Tuple } from './signature.ts'

/**
 * Number of columns of a grid's first row; 0 for a false value.
 * @as t width_t(piece: Tuple): Integer
 * @example width_t([123/456])
 */
export function width_t(h: Heap, piece: Tuple): Integer {
  return isTruthy(h, piece) ? firstRowSize(h, piece) : 0
}

/**
 * Height and width of a grid.
 * @as t shape_t(grid: Grid): IJ
 * @example shape_t([123/456])
 */
export function shape_t(h: Heap, grid: Grid): IJ {
  const rows = sizeOf(h, grid)
  const cols = rows < 0 ? TYPE_ERROR : width_t(h, grid)
  return isError(cols) ? cols : newIndex(h, rows, cols)
}

/**
 * Whether a grid is higher than wide.
 * @as t portrait_t(grid: Grid): Boolean
 * @example portrait_t([123/456])
 */
export function portrait_t(h: Heap, grid: Grid): Boolean_ {
  const rows = sizeOf(h, grid)
  const cols = rows < 0 ? TYPE_ERROR : width_t(h, grid)
  return isError(cols) ? cols : truth(rows > cols)
}

/**
 * Whether a grid, which must have a row, has as many rows as columns.
 * @as t square_t(grid: Grid): Boolean
 * @example square_t([12/34])
 */
export function square_t(h: Heap, grid: Grid): Boolean_ {
  const cols = firstRowSize(h, grid)
  return isError(cols) ? cols : truth(sizeOf(h, grid) === cols)
}

/**
 * Number of rows of the box around a patch.
 * @as t height_f(piece: Indices): Integer
 * @example height_f(<..../.66./..6./....>)
 */
export function height_f(h: Heap, piece: Indices): Integer {
  const box = boxShapeOf(h, piece)
  return isError(box) ? box : indexRow(h, box)
}

/**
 * Number of columns of the box around a patch.
 * @as t width_f(piece: Indices): Integer
 * @example width_f(<..../.666/..6.>)
 */
export function width_f(h: Heap, piece: Indices): Integer {
  const box = boxShapeOf(h, piece)
  return isError(box) ? box : indexCol(h, box)
}

/**
 * Height and width of the box around a patch.
 * @as t shape_f(patch: Patch): IJ
 * @example shape_f(<..../.666/..6.>)
 */
export function shape_f(h: Heap, patch: Patch): IJ {
  return boxShapeOf(h, patch)
}

/**
 * Whether the box around a patch is higher than wide.
 * @as t portrait_f(patch: Patch): Boolean
 * @example portrait_f(<.6./.6./.66>)
 */
export function portrait_f(h: Heap, patch: Patch): Boolean_ {
  const box = boxShapeOf(h, patch)
  return isError(box) ? box : truth(indexRow(h, box) > indexCol(h, box))
}

/**
 * Whether a patch fills a box of equal sides; an empty one does.
 * @as t square_f(patch: Patch): Boolean
 * @example square_f(<22./22./...>)
 */
export function square_f(h: Heap, patch: Patch): Boolean_ {
  const box = boxShapeOf(h, patch)
  if (isError(box)) return box
  const side = indexRow(h, box)
  return truth(side === indexCol(h, box) && isSquareOf(side, sizeOf(h, patch)))
}

/**
 * Number of rows of the box around indices; cells are an error.
 * @as t height_i(piece: Indices): Integer
 * @example height_i(<..../.xx./..x./....>)
 */
export function height_i(h: Heap, piece: Indices): Integer {
  const box = boxOfSort(h, piece, false)
  return isError(box) ? box : indexRow(h, box)
}

/**
 * Number of rows of the box around an object; indices are an error.
 * @as t height_o(piece: Object): Integer
 * @example height_o(<..../.66./..6./....>)
 */
export function height_o(h: Heap, piece: Object_): Integer {
  const box = boxOfSort(h, piece, true)
  return isError(box) ? box : indexRow(h, box)
}

/**
 * Number of columns of the box around indices; cells are an error.
 * @as t width_i(piece: Indices): Integer
 * @example width_i(<..../.xxx/..x.>)
 */
export function width_i(h: Heap, piece: Indices): Integer {
  const box = boxOfSort(h, piece, false)
  return isError(box) ? box : indexCol(h, box)
}

/**
 * Number of columns of the box around an object; indices are an error.
 * @as t width_o(piece: Object): Integer
 * @example width_o(<..../.666/..6.>)
 */
export function width_o(h: Heap, piece: Object_): Integer {
  const box = boxOfSort(h, piece, true)
  return isError(box) ? box : indexCol(h, box)
}

/**
 * Whether indices are a vertical line, without gaps and one wide; cells are an error.
 * @as t vline_i(patch: Indices): Boolean
 * @example vline_i(<.x./.x./.x.>)
 */
export function vline_i(h: Heap, patch: Indices): Boolean_ {
  return isLine(h, patch, false, true)
}

/**
 * Whether an object is a vertical line, without gaps and one wide; indices are an error.
 * @as t vline_o(patch: Object): Boolean
 * @example vline_o(<.7./.../.7.>)
 */
export function vline_o(h: Heap, patch: Object_): Boolean_ {
  return isLine(h, patch, true, true)
}

/**
 * Whether indices are a horizontal line, without gaps and one high; cells are an error.
 * @as t hline_i(patch: Indices): Boolean
 * @example hline_i(<.../xxx/...>)
 */
export function hline_i(h: Heap, patch: Indices): Boolean_ {
  return isLine(h, patch, false, false)
}

/**
 * Whether an object is a horizontal line, without gaps and one high; indices are an error.
 * @as t hline_o(patch: Object): Boolean
 * @example hline_o(<.../7.7/...>)
 */
export function hline_o(h: Heap, patch: Object_): Boolean_ {
  return isLine(h, patch, true, false)
}

/** The index (height, width) of the box around a patch of cells, or else of indices; (0, 0) if it is empty. */
function boxOfSort(h: Heap, patch: Word, cells: boolean): Word {
  if (sizeOf(h, patch) > 0) {
    const sort = checkSort(h, patch, cells)
    if (isError(sort)) return sort
  }
  return boxShapeOf(h, patch)
}

function isLine(h: Heap, patch: Word, cells: boolean, vertical: boolean): Word {
  const box = boxOfSort(h, patch, cells)
  if (isError(box)) return box
  const length = vertical ? indexRow(h, box) : indexCol(h, box)
  const breadth = vertical ? indexCol(h, box) : indexRow(h, box)
  return truth(breadth === 1 && length === sizeOf(h, patch))
}
