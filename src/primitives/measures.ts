// Measures: sizes of grids and patches, and where a patch lies. A tuple is a grid where a piece is asked for.

import { isTruthy, isTuple, sizeOf } from '../kernel/blocks.ts'
import { INDEX_ERROR, TYPE_ERROR } from '../kernel/errors.ts'
import { EMPTY_TUPLE, type Heap, divideTowardsZero, faultWord, push, scratchTop, spend } from '../kernel/heap.ts'
import {
  axisCount,
  centerOf,
  cornerOf,
  heightOf,
  isSquareOf,
  shapeOf,
  shapeWidth,
  widthOf,
} from '../kernel/measuring.ts'
import { COLUMN, GREATEST, LEAST, ROW, coordinateAt, extremeOf, indicesOf, patchSize } from '../kernel/patches.ts'
import { finishSortedSet } from '../kernel/sets.ts'
import { finishInts, indexCol, indexRow, newIndex } from '../kernel/tuples.ts'
import { FALSE, type Word, isError, truth } from '../kernel/words.ts'
import type { Boolean_, IJ, Indices, Integer, IntegerTuple, Patch, Piece } from './signature.ts'

/**
 * Number of rows of a grid, or of the box around a patch.
 * @as ar height(piece: Piece): Integer
 * @example height(<..../.66./..6./....>)
 */
export function height(h: Heap, piece: Piece): Integer {
  return heightOf(h, piece)
}

/**
 * Number of columns of a grid, or of the box around a patch.
 * @as ar width(piece: Piece): Integer
 * @example width(<..../.66./..6./....>)
 */
export function width(h: Heap, piece: Piece): Integer {
  return widthOf(h, piece)
}

/**
 * Height and width.
 * @as ar shape(piece: Piece): IntegerTuple
 * @example shape([123/456])
 */
export function shape(h: Heap, piece: Piece): IntegerTuple {
  const sides = shapeOf(h, piece)
  if (isError(sides)) return sides
  return isError(shapeWidth(h, sides)) ? TYPE_ERROR : sides
}

/**
 * Whether it is higher than wide.
 * @as ar portrait(piece: Piece): Boolean
 * @example portrait([12/34/56])
 */
export function portrait(h: Heap, piece: Piece): Boolean_ {
  const sides = shapeOf(h, piece)
  if (isError(sides)) return sides
  const cols = shapeWidth(h, sides)
  return isError(cols) ? cols : truth(indexRow(h, sides) > cols)
}

/**
 * Whether a grid has as many rows as columns, or a patch fills a box of equal sides.
 * @as ar square(piece: Piece): Boolean
 * @example square(<22./22./...>)
 */
export function square(h: Heap, piece: Piece): Boolean_ {
  const sides = shapeOf(h, piece)
  if (isError(sides)) return sides
  const cols = shapeWidth(h, sides)
  if (isError(cols)) return cols
  if (isTuple(h, piece) && sizeOf(h, piece) === 0) return INDEX_ERROR
  if (indexRow(h, sides) !== cols) return FALSE
  return truth(isTuple(h, piece) || isSquareOf(cols, sizeOf(h, piece)))
}

/**
 * Whether it is a vertical line, without gaps and one wide.
 * @as ar vline(patch: Patch): Boolean
 * @example vline(<.7./.7./.7.>)
 */
export function vline(h: Heap, patch: Patch): Boolean_ {
  const sides = shapeOf(h, patch)
  if (isError(sides)) return sides
  const cols = shapeWidth(h, sides)
  return isError(cols) ? cols : truth(cols === 1 && indexRow(h, sides) === sizeOf(h, patch))
}

/**
 * Whether it is a horizontal line, without gaps and one high.
 * @as ar hline(patch: Patch): Boolean
 * @example hline(<.../777/...>)
 */
export function hline(h: Heap, patch: Patch): Boolean_ {
  const sides = shapeOf(h, patch)
  if (isError(sides)) return sides
  const cols = shapeWidth(h, sides)
  return isError(cols) ? cols : truth(indexRow(h, sides) === 1 && cols === sizeOf(h, patch))
}

/**
 * The least row.
 * @example uppermost(<..../..../.66.>)
 */
export function uppermost(h: Heap, patch: Patch): Integer {
  return extremeOf(h, patch, ROW, LEAST)
}

/**
 * The greatest row.
 * @example lowermost(<.66./..6./..../....>)
 */
export function lowermost(h: Heap, patch: Patch): Integer {
  return extremeOf(h, patch, ROW, GREATEST)
}

/**
 * The least column.
 * @example leftmost(<..../..6./..66>)
 */
export function leftmost(h: Heap, patch: Patch): Integer {
  return extremeOf(h, patch, COLUMN, LEAST)
}

/**
 * The greatest column.
 * @example rightmost(<6.../666./....>)
 */
export function rightmost(h: Heap, patch: Patch): Integer {
  return extremeOf(h, patch, COLUMN, GREATEST)
}

/**
 * The upper left corner of the box around it.
 * @as ar ulcorner(patch: Patch): IntegerTuple
 * @as t ulcorner(patch: Patch): IJ
 * @example ulcorner(<..../..6./.66.>)
 */
export function ulcorner(h: Heap, patch: Patch): IntegerTuple {
  return cornerOf(h, patch, LEAST, LEAST)
}

/**
 * The upper right corner of the box around it.
 * @as ar urcorner(patch: Patch): IntegerTuple
 * @as t urcorner(patch: Patch): IJ
 * @example urcorner(<..../.6../..6.>)
 */
export function urcorner(h: Heap, patch: Patch): IntegerTuple {
  return cornerOf(h, patch, LEAST, GREATEST)
}

/**
 * The lower left corner of the box around it.
 * @as ar llcorner(patch: Patch): IntegerTuple
 * @as t llcorner(patch: Patch): IJ
 * @example llcorner(<.6../..6./.66.>)
 */
export function llcorner(h: Heap, patch: Patch): IntegerTuple {
  return cornerOf(h, patch, GREATEST, LEAST)
}

/**
 * The lower right corner of the box around it.
 * @as ar lrcorner(patch: Patch): IntegerTuple
 * @as t lrcorner(patch: Patch): IJ
 * @example lrcorner(<.6../66../..6./....>)
 */
export function lrcorner(h: Heap, patch: Patch): IntegerTuple {
  return cornerOf(h, patch, GREATEST, GREATEST)
}

/**
 * The four corners of the box around it.
 * @example corners(<...../.66../...6./..6../.....>)
 */
export function corners(h: Heap, patch: Patch): Indices {
  const first = cornerOf(h, patch, LEAST, LEAST)
  if (isError(first)) return first
  const last = cornerOf(h, patch, GREATEST, GREATEST)
  if (isError(last)) return last
  // A ragged tuple has corners with fewer numbers than two; with more, the other two corners are an error.
  const axes = sizeOf(h, first)
  if (axes > 2) return INDEX_ERROR
  const oneRow = axes < 1 || indexRow(h, first) === indexRow(h, last)
  const oneCol = axes < 2 || indexCol(h, first) === indexCol(h, last)
  const list = scratchTop(h)
  push(h, first)
  if (!oneRow && !oneCol) {
    push(h, newIndex(h, indexRow(h, first), indexCol(h, last)))
    push(h, newIndex(h, indexRow(h, last), indexCol(h, first)))
  }
  if (!oneRow || !oneCol) push(h, last)
  return finishSortedSet(h, list)
}

/**
 * The middle of the box around it, the lower right one of several.
 * @as ar center(patch: Patch): IntegerTuple
 * @example center(<.3.../...../.3.3./...../...3.>)
 */
export function center(h: Heap, patch: Patch): IntegerTuple {
  return centerOf(h, patch)
}

/**
 * The middle of the box around it, the lower right one of several; the empty tuple if it is false.
 * @as t center(patch: Patch): IJ
 * @example center(<.3.../...../.3.3./...../...3.>)
 */
export function centerT(h: Heap, patch: Patch): IJ {
  return isTruthy(h, patch) ? centerOf(h, patch) : EMPTY_TUPLE
}

/**
 * The mean row and the mean column, rounded down: the sum over its indices, divided by the number of its elements.
 * @as ar centerofmass(patch: Patch): IntegerTuple
 * @as t centerofmass(patch: Patch): IJ
 * @example centerofmass(<4..../44.../444../44444>)
 */
export function centerofmass(h: Heap, patch: Patch): IntegerTuple {
  const count = sizeOf(h, patch)
  if (patchSize(h, patch) === 0) return EMPTY_TUPLE
  const indices = indicesOf(h, patch)
  if (isError(indices)) return indices
  const axes = axisCount(h, indices, false)
  if (axes < 0) return TYPE_ERROR
  const list = scratchTop(h)
  for (let axis = 0; axis < axes; axis++) {
    if (!spend(h, count)) return faultWord(h)
    const mean = meanAlong(h, indices, axis, count)
    if (isError(mean)) return mean
    push(h, mean)
  }
  return finishInts(h, list)
}

/** The sum of one coordinate divided by `divisor`, kept as quotient and rest all the way because it may not fit 32 bits. */
function meanAlong(h: Heap, indices: Word, axis: number, divisor: number): Word {
  const count = sizeOf(h, indices)
  let quotient = 0
  let rest = 0
  for (let k = 0; k < count; k++) {
    const v = coordinateAt(h, indices, false, k, axis)
    if (isError(v)) return TYPE_ERROR
    const whole = divideTowardsZero(v, divisor)
    quotient += whole
    rest += v - whole * divisor
    if (rest >= divisor || rest < 0) {
      const carry = rest < 0 ? -1 : 1
      quotient += carry
      rest -= carry * divisor
    }
  }
  return quotient
}
