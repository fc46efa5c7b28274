// Edges: extremes and corners in dialect t, of indices (_i) and objects (_o), or by a selector.

import { sizeOf } from '../kernel/blocks.ts'
import { EMPTY_ERROR } from '../kernel/errors.ts'
import { EMPTY_TUPLE, type Heap } from '../kernel/heap.ts'
import { cornerAlong, cornerOf } from '../kernel/measuring.ts'
import { COLUMN, GREATEST, LEAST, ROW, checkSort, extremeAlong, extremeOf } from '../kernel/patches.ts'
import { NONE, type Word, isError } from '../kernel/words.ts'
import type { IJ, Indices, Integer, Object_, Patch, R4 } from './signature.ts'

/**
 * The least row of indices; cells are an error.
 * @as t uppermost_i(indices: Indices): Integer
 * @example uppermost_i(<..../..../.xx.>)
 */
export function uppermost_i(h: Heap, indices: Indices): Integer {
  return edgeOfSort(h, indices, false, ROW, LEAST)
}

/**
 * The least row of an object; indices are an error.
 * @as t uppermost_o(obj: Object): Integer
 * @example uppermost_o(<..../..../.66.>)
 */
export function uppermost_o(h: Heap, obj: Object_): Integer {
  return edgeOfSort(h, obj, true, ROW, LEAST)
}

/**
 * The greatest row of indices; cells are an error.
 * @as t lowermost_i(indices: Indices): Integer
 * @example lowermost_i(<.xx./..x./..../....>)
 */
export function lowermost_i(h: Heap, indices: Indices): Integer {
  return edgeOfSort(h, indices, false, ROW, GREATEST)
}

/**
 * The greatest row of an object; indices are an error.
 * @as t lowermost_o(obj: Object): Integer
 * @example lowermost_o(<.66./..6./..../....>)
 */
export function lowermost_o(h: Heap, obj: Object_): Integer {
  return edgeOfSort(h, obj, true, ROW, GREATEST)
}

/**
 * The least column of indices; cells are an error.
 * @as t leftmost_i(indices: Indices): Integer
 * @example leftmost_i(<..../..x./..xx>)
 */
export function leftmost_i(h: Heap, indices: Indices): Integer {
  return edgeOfSort(h, indices, false, COLUMN, LEAST)
}

/**
 * The least column of an object; indices are an error.
 * @as t leftmost_o(obj: Object): Integer
 * @example leftmost_o(<..../..6./..66>)
 */
export function leftmost_o(h: Heap, obj: Object_): Integer {
  return edgeOfSort(h, obj, true, COLUMN, LEAST)
}

/**
 * The greatest column of indices; cells are an error.
 * @as t rightmost_i(indices: Indices): Integer
 * @example rightmost_i(<x.../xxx./....>)
 */
export function rightmost_i(h: Heap, indices: Indices): Integer {
  return edgeOfSort(h, indices, false, COLUMN, GREATEST)
}

/**
 * The greatest column of an object; indices are an error.
 * @as t rightmost_o(obj: Object): Integer
 * @example rightmost_o(<6.../666./....>)
 */
export function rightmost_o(h: Heap, obj: Object_): Integer {
  return edgeOfSort(h, obj, true, COLUMN, GREATEST)
}

/**
 * The greatest row (0), the least row (1), the least column (2) or the greatest column (3) of a patch; None for any other
 * selector.
 * @as t col_row(patch: Patch, type: R4): Integer
 * @example col_row(<..../..6./.66.>, 0)
 */
export function col_row(h: Heap, patch: Patch, type: R4): Integer {
  if (type < 0 || type > 3) return NONE
  return extremeOf(h, patch, type < 2 ? ROW : COLUMN, type === 0 || type === 3 ? GREATEST : LEAST)
}

/**
 * The upper left corner of the box around indices. Cells have the least colour as a third coordinate.
 * @as t ulcorner_i(indices: Indices): IJ
 * @example ulcorner_i(<..../..x./.xx.>)
 */
export function ulcorner_i(h: Heap, indices: Indices): IJ {
  return cornerOfIndices(h, indices, LEAST, LEAST)
}

/**
 * The upper left corner of the box around an object; indices are an error.
 * @as t ulcorner_o(obj: Object): IJ
 * @example ulcorner_o(<..../..6./.66.>)
 */
export function ulcorner_o(h: Heap, obj: Object_): IJ {
  return cornerOfObject(h, obj, LEAST, LEAST)
}

/**
 * The upper right corner of the box around indices; cells are an error.
 * @as t urcorner_i(indices: Indices): IJ
 * @example urcorner_i(<..../.x../..x.>)
 */
export function urcorner_i(h: Heap, indices: Indices): IJ {
  return cornerOfIndices(h, indices, LEAST, GREATEST)
}

/**
 * The upper right corner of the box around an object; indices are an error.
 * @as t urcorner_o(obj: Object): IJ
 * @example urcorner_o(<..../.6../..6.>)
 */
export function urcorner_o(h: Heap, obj: Object_): IJ {
  return cornerOfObject(h, obj, LEAST, GREATEST)
}

/**
 * The lower left corner of the box around indices; cells are an error.
 * @as t llcorner_i(indices: Indices): IJ
 * @example llcorner_i(<.x../..x./.xx.>)
 */
export function llcorner_i(h: Heap, indices: Indices): IJ {
  return cornerOfIndices(h, indices, GREATEST, LEAST)
}

/**
 * The lower left corner of the box around an object; indices are an error.
 * @as t llcorner_o(obj: Object): IJ
 * @example llcorner_o(<.6../..6./.66.>)
 */
export function llcorner_o(h: Heap, obj: Object_): IJ {
  return cornerOfObject(h, obj, GREATEST, LEAST)
}

/**
 * The lower right corner of the box around indices. Cells have the greatest colour as a third coordinate.
 * @as t lrcorner_i(indices: Indices): IJ
 * @example lrcorner_i(<.x../xx../..x./....>)
 */
export function lrcorner_i(h: Heap, indices: Indices): IJ {
  return cornerOfIndices(h, indices, GREATEST, GREATEST)
}

/**
 * The lower right corner of the box around an object; indices are an error.
 * @as t lrcorner_o(obj: Object): IJ
 * @example lrcorner_o(<.6../66../..6./....>)
 */
export function lrcorner_o(h: Heap, obj: Object_): IJ {
  return cornerOfObject(h, obj, GREATEST, GREATEST)
}

/**
 * The upper right (1), lower left (2) or lower right (3) corner of the box around a patch; the upper left one for any other
 * selector.
 * @as t corner(patch: Patch, type: R4): IJ
 * @example corner(<..../..6./.66.>, 3)
 */
export function corner(h: Heap, patch: Patch, type: R4): IJ {
  return cornerOf(h, patch, type === 2 || type === 3 ? GREATEST : LEAST, type === 1 || type === 3 ? GREATEST : LEAST)
}

function edgeOfSort(h: Heap, patch: Word, cells: boolean, axis: number, end: number): Word {
  if (sizeOf(h, patch) === 0) return EMPTY_ERROR
  const sort = checkSort(h, patch, cells)
  return isError(sort) ? sort : extremeAlong(h, patch, cells, axis, end, true)
}

/** As in Python, every element is a tuple of coordinates, whatever its length. */
function cornerOfIndices(h: Heap, indices: Word, rowEnd: number, colEnd: number): Word {
  return sizeOf(h, indices) === 0 ? EMPTY_TUPLE : cornerAlong(h, indices, false, rowEnd, colEnd)
}

/** The empty tuple for a value without length. */
function cornerOfObject(h: Heap, obj: Word, rowEnd: number, colEnd: number): Word {
  if (sizeOf(h, obj) <= 0) return EMPTY_TUPLE
  const sort = checkSort(h, obj, true)
  return isError(sort) ? sort : cornerAlong(h, obj, true, rowEnd, colEnd)
}
