// Measures: how high and wide a grid or patch is, and the corners and centre of a patch.

import { CELL_SET, GRID, PAIR_SET, gridCols, isTuple, kindOf, sizeOf } from './blocks.ts'
import { bottomOf, boundsOf, leftOf, rightOf, topOf } from './bounds.ts'
import { cellParts } from './cells.ts'
import { INDEX_ERROR, OVERFLOW_ERROR, TYPE_ERROR } from './errors.ts'
import {
  EMPTY_TUPLE,
  type Heap,
  divideTowardsZero,
  faultWord,
  hasTriples,
  push,
  releaseScratch,
  scratchTop,
  spend,
} from './heap.ts'
import { ROW, coordinateCount, extremeAlong, holdsCells, patchSize } from './patches.ts'
import { rowSize } from './tables.ts'
import { finishInts, indexCol, indexRow, newIndex } from './tuples.ts'
import { TRUE, type Word, isError, isInt } from './words.ts'

/** Rows of a grid, or of the box around a patch; 0 if empty, an error word if it is neither. */
export function heightOf(h: Heap, piece: Word): Word {
  const shape = shapeOf(h, piece)
  return isError(shape) ? shape : indexRow(h, shape)
}

/** Columns of a grid's first row, or of the box around a patch; 0 if empty, an error word if it is neither. */
export function widthOf(h: Heap, piece: Word): Word {
  const shape = shapeOf(h, piece)
  return isError(shape) ? shape : shapeWidth(h, shape)
}

/** The index (height, width), where every tuple is a grid; the width is -1 if a grid's first row is no container. */
export function shapeOf(h: Heap, piece: Word): Word {
  const count = sizeOf(h, piece)
  if (count < 0) return TYPE_ERROR
  if (count === 0) return newIndex(h, 0, 0)
  return isTuple(h, piece) ? newIndex(h, count, rowSize(h, piece, 0)) : boxShapeOf(h, piece)
}

/** The index (height, width) of the box around a patch; (0, 0) if it is empty, an error word if it is no patch. */
export function boxShapeOf(h: Heap, patch: Word): Word {
  if (sizeOf(h, patch) === 0) return newIndex(h, 0, 0)
  const bounds = boundsOf(h, patch, true)
  if (isError(bounds)) return bounds
  const shape = newIndex(
    h,
    spanOf(topOf(h, bounds), bottomOf(h, bounds)),
    spanOf(leftOf(h, bounds), rightOf(h, bounds)),
  )
  releaseScratch(h, bounds)
  return shape
}

/** The width in such an index, or a type error if there is none. */
export function shapeWidth(h: Heap, shape: Word): Word {
  const cols = indexCol(h, shape)
  return cols < 0 ? TYPE_ERROR : cols
}

/** Whether the square of a side is this count. Divides, because the square may not fit 32 bits. */
export function isSquareOf(side: number, count: number): boolean {
  return side === 0 || (count % side === 0 && divideTowardsZero(count, side) === side)
}

/** How many numbers there are from the least to the greatest. Beyond 32 bits it wraps around, to what is no integer. */
export function spanOf(least: number, greatest: number): number {
  return (greatest - least + 1) | 0
}

/**
 * The corner of a patch at these ends (LEAST or GREATEST) of its rows and columns; the empty tuple if it is empty. As in
 * Python, the patch may be a tuple of longer tuples and is then cut to the shortest; all further coordinates have the
 * same end, and where row and column differ in it, there is no corner.
 */
export function cornerOf(h: Heap, patch: Word, rowEnd: number, colEnd: number): Word {
  if (patchSize(h, patch) === 0) return EMPTY_TUPLE
  const cells = holdsCells(h, patch)
  if (isError(cells)) return cells
  return cornerAlong(h, patch, cells === TRUE, rowEnd, colEnd)
}

/** The same for a patch that is not empty and is read as one of cells, or else of tuples of coordinates. */
export function cornerAlong(h: Heap, patch: Word, cells: boolean, rowEnd: number, colEnd: number): Word {
  const axes = axisCount(h, patch, cells)
  if (axes < 0) return TYPE_ERROR
  if (axes > 2 && rowEnd !== colEnd) return INDEX_ERROR
  const list = scratchTop(h)
  for (let axis = 0; axis < axes; axis++) {
    if (!spend(h, sizeOf(h, patch))) return faultWord(h)
    const v = extremeAlong(h, patch, cells, axis, axis === ROW ? rowEnd : colEnd, false)
    if (isError(v)) return v
    push(h, v)
  }
  return finishInts(h, list)
}

/** The least number of coordinates that an index of the patch, which is not empty, has; -1 if one is no container. */
export function axisCount(h: Heap, patch: Word, cells: boolean): number {
  const kind = kindOf(h, patch)
  if (kind === PAIR_SET || kind === CELL_SET) return cells || kind === PAIR_SET ? 2 : cellParts(h)
  if (kind === GRID) return cells ? 2 : gridCols(h, patch)
  const count = sizeOf(h, patch)
  let least = -1
  for (let k = 0; k < count; k++) {
    const axes = coordinateCount(h, patch, cells, k)
    if (k === 0 || axes < least) least = axes
  }
  return least
}

/**
 * The middle of the box around a patch, the lower right one of several; an error word if it is empty or no patch. In
 * layout a, a tuple has the height and width of a grid.
 */
export function centerOf(h: Heap, patch: Word): Word {
  return centerOfBox(h, patch, isTuple(h, patch) && !hasTriples(h))
}

/** The same; from its corner, the box of a `table` has the height and width of a grid. */
export function centerOfBox(h: Heap, patch: Word, table: boolean): Word {
  const bounds = boundsOf(h, patch, true)
  if (isError(bounds)) return bounds
  const top = topOf(h, bounds)
  const left = leftOf(h, bounds)
  const rows = table ? sizeOf(h, patch) : spanOf(top, bottomOf(h, bounds))
  const cols = table ? rowSize(h, patch, 0) : spanOf(left, rightOf(h, bounds))
  releaseScratch(h, bounds)
  return isInt(rows) && isInt(cols) ? newIndex(h, top + (rows >> 1), left + (cols >> 1)) : OVERFLOW_ERROR
}
