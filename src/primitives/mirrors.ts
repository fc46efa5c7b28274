// Mirrors of grids and of patches, which stay within the box around them. In dialects a and r, every tuple is a grid.

import { isTuple } from '../kernel/blocks.ts'
import { EMPTY_SET, type Heap } from '../kernel/heap.ts'
import { mirrorPatch, reverseRows, reverseTable, transposeReversed, transposeTable } from '../kernel/mirroring.ts'
import { checkSort } from '../kernel/patches.ts'
import { type Word, isError } from '../kernel/words.ts'
import type { A4, Grid, Indices, Object_, Patch, Piece } from './signature.ts'

/**
 * Upside down: the first row becomes the last.
 * @as ar hmirror(piece: Piece): Piece
 * @example hmirror([123/456/789])
 */
export function hmirror(h: Heap, piece: Piece): Piece {
  return isTuple(h, piece) ? reverseTable(h, piece) : mirrorPatch(h, piece, false, true, false)
}

/**
 * Left to right: the first column becomes the last.
 * @as ar vmirror(piece: Piece): Piece
 * @example vmirror([123/456/789])
 */
export function vmirror(h: Heap, piece: Piece): Piece {
  return isTuple(h, piece) ? reverseRows(h, piece) : mirrorPatch(h, piece, false, false, true)
}

/**
 * Transposed: rows become columns, and the upper left corner stays.
 * @as ar dmirror(piece: Piece): Piece
 * @example dmirror([123/456/789])
 */
export function dmirror(h: Heap, piece: Piece): Piece {
  return isTuple(h, piece) ? transposeTable(h, piece) : mirrorPatch(h, piece, true, false, false)
}

/**
 * Transposed along the other diagonal: the upper right corner of a grid stays.
 * @as ar cmirror(piece: Piece): Piece
 * @example cmirror([123/456/789])
 */
export function cmirror(h: Heap, piece: Piece): Piece {
  return isTuple(h, piece) ? transposeReversed(h, piece) : mirrorPatch(h, piece, true, true, true)
}

/**
 * A grid upside down: the first row becomes the last.
 * @as t hmirror_t(grid: Grid): Grid
 * @example hmirror_t([123/456])
 */
export function hmirror_t(h: Heap, grid: Grid): Grid {
  return reverseTable(h, grid)
}

/**
 * A grid left to right: the first column becomes the last.
 * @as t vmirror_t(grid: Grid): Grid
 * @example vmirror_t([123/456])
 */
export function vmirror_t(h: Heap, grid: Grid): Grid {
  return reverseRows(h, grid)
}

/**
 * A grid transposed: rows become columns, and the upper left corner stays.
 * @as t dmirror_t(grid: Grid): Grid
 * @example dmirror_t([123/456])
 */
export function dmirror_t(h: Heap, grid: Grid): Grid {
  return transposeTable(h, grid)
}

/**
 * A grid transposed along the other diagonal: the upper right corner stays.
 * @as t cmirror_t(grid: Grid): Grid
 * @example cmirror_t([123/456])
 */
export function cmirror_t(h: Heap, grid: Grid): Grid {
  return transposeReversed(h, grid)
}

/**
 * A patch upside down; an error if it is empty.
 * @as t hmirror_f(patch: Patch): Patch
 * @example hmirror_f(<111/.2./.3.>)
 */
export function hmirror_f(h: Heap, patch: Patch): Patch {
  return mirrorPatch(h, patch, false, true, false)
}

/**
 * A patch left to right; the empty set stays.
 * @as t vmirror_f(patch: Patch): Patch
 * @example vmirror_f(<123/1../1..>)
 */
export function vmirror_f(h: Heap, patch: Patch): Patch {
  return patch === EMPTY_SET ? patch : mirrorPatch(h, patch, false, false, true)
}

/**
 * A patch transposed; an error if it is empty.
 * @as t dmirror_f(patch: Patch): Patch
 * @example dmirror_f(<11../2.../3...>)
 */
export function dmirror_f(h: Heap, patch: Patch): Patch {
  return mirrorPatch(h, patch, true, false, false)
}

/**
 * A patch transposed along the other diagonal; an error if it is empty.
 * @as t cmirror_f(patch: Patch): Patch
 * @as t cmirror_i(indices: Indices): Indices
 * @as t cmirror_o(obj: Object): Object
 * @example cmirror_f(<1../12./123>)
 * @example cmirror_i(<x../xx./x.x>)
 * @example cmirror_o(<4../46./4.7>)
 */
export function cmirror_f(h: Heap, patch: Patch): Patch {
  return mirrorPatch(h, patch, true, true, true)
}

/**
 * Indices upside down; cells are an error, and so is an empty set.
 * @as t hmirror_i(indices: Indices): Indices
 * @example hmirror_i(<xxx/.x./.x.>)
 */
export function hmirror_i(h: Heap, indices: Indices): Indices {
  return mirrorSort(h, indices, false, false, true, false)
}

/**
 * Indices left to right; cells are an error, and so is an empty set.
 * @as t vmirror_i(indices: Indices): Indices
 * @example vmirror_i(<xxx/x../x..>)
 */
export function vmirror_i(h: Heap, indices: Indices): Indices {
  return mirrorSort(h, indices, false, false, false, true)
}

/**
 * Indices transposed; cells are an error, and so is an empty set.
 * @as t dmirror_i(indices: Indices): Indices
 * @example dmirror_i(<xx../..../x...>)
 */
export function dmirror_i(h: Heap, indices: Indices): Indices {
  return mirrorSort(h, indices, false, true, false, false)
}

/**
 * An object upside down; indices are an error, and so is an empty set.
 * @as t hmirror_o(obj: Object): Object
 * @example hmirror_o(<444/.6./.7.>)
 */
export function hmirror_o(h: Heap, obj: Object_): Object_ {
  return mirrorSort(h, obj, true, false, true, false)
}

/**
 * An object left to right; indices are an error, and so is an empty set.
 * @as t vmirror_o(obj: Object): Object
 * @example vmirror_o(<467/4../4..>)
 */
export function vmirror_o(h: Heap, obj: Object_): Object_ {
  return mirrorSort(h, obj, true, false, false, true)
}

/**
 * An object transposed; indices are an error, and so is an empty set.
 * @as t dmirror_o(obj: Object): Object
 * @example dmirror_o(<4666/4.../....>)
 */
export function dmirror_o(h: Heap, obj: Object_): Object_ {
  return mirrorSort(h, obj, true, true, false, false)
}

/**
 * A patch mirrored as hmirror_f (0), dmirror_f (1), vmirror_f (2) or cmirror_f (3); the patch itself for any other selector.
 * @as t mir_rot_f(patch: Patch, type: A4): Patch
 * @example mir_rot_f(<11../2.../3...>, 2)
 */
export function mir_rot_f(h: Heap, patch: Patch, type: A4): Patch {
  if (type < 0 || type > 3 || (type === 2 && patch === EMPTY_SET)) return patch
  return mirrorPatch(h, patch, type === 1 || type === 3, type === 0 || type === 3, type >= 2)
}

function mirrorSort(
  h: Heap,
  patch: Word,
  cells: boolean,
  transposed: boolean,
  flipRows: boolean,
  flipCols: boolean,
): Word {
  const sort = checkSort(h, patch, cells)
  return isError(sort) ? sort : mirrorPatch(h, patch, transposed, flipRows, flipCols)
}
