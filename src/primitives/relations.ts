// Relations: how two patches lie to each other, or a patch to the border of a grid.

import { elementsAt, isTruthy, isTuple, kindOf, sizeOf } from '../kernel/blocks.ts'
import { distanceBetween } from '../kernel/distance.ts'
import { INDEX_ERROR, TYPE_ERROR } from '../kernel/errors.ts'
import { indexBits, indexShift } from '../kernel/fields.ts'
import { type Heap, faultWord, hasTriples, load, peek, push, scratchTop, spend } from '../kernel/heap.ts'
import { centerOfBox } from '../kernel/measuring.ts'
import { COLUMN, ROW, coordinateOf, extremeOf, holdsCells, locationAt, patchSize } from '../kernel/patches.ts'
import { placeOfWord, sortWords, workOfSorting } from '../kernel/sort.ts'
import { rowSize } from '../kernel/tables.ts'
import { indexCol, indexRow, newIndex } from '../kernel/tuples.ts'
import { FALSE, TRUE, type Word, isError, truth } from '../kernel/words.ts'
import type { Boolean_, Grid, Integer, IntegerTuple, Patch } from './signature.ts'

/**
 * The direction from a to b, centre to centre, as signs of row and column; a common centre counts as left.
 * @as ar position(a: Patch, b: Patch): IntegerTuple
 * @as t position(a: Patch, b: Patch): IJ
 * @example position(<2..../...../.....>, <...../...../...33>)
 */
export function position(h: Heap, a: Patch, b: Patch): IntegerTuple {
  const from = centerOfIndices(h, a)
  if (isError(from)) return from
  const to = centerOfIndices(h, b)
  if (isError(to)) return to
  const rows = indexRow(h, to) - indexRow(h, from)
  const cols = indexCol(h, to) - indexCol(h, from)
  const rowStep = rows === 0 ? 0 : rows > 0 ? 1 : -1
  const colStep = rows !== 0 && cols === 0 ? 0 : cols > 0 ? 1 : -1
  return newIndex(h, rowStep, colStep)
}

/** In layout a, a tuple of indices has the height and width of a grid; cells become a set. */
function centerOfIndices(h: Heap, patch: Word): Word {
  return centerOfBox(h, patch, !hasTriples(h) && isTuple(h, patch) && holdsCells(h, patch) === FALSE)
}

/**
 * Whether the two have a row in common.
 * @example hmatching(<2..../22.../.....>, <...../....3/....3>)
 */
export function hmatching(h: Heap, a: Patch, b: Patch): Boolean_ {
  return shareCoordinate(h, a, b, ROW)
}

/**
 * Whether the two have a column in common.
 * @example vmatching(<.2../.2../..../....>, <..../..../.33./....>)
 */
export function vmatching(h: Heap, a: Patch, b: Patch): Boolean_ {
  return shareCoordinate(h, a, b, COLUMN)
}

function shareCoordinate(h: Heap, a: Word, b: Word, axis: number): Word {
  const aMarks = marksAlong(h, a, axis)
  const bMarks = aMarks === 0 ? 0 : marksAlong(h, b, axis)
  if (bMarks !== 0) return spend(h, workOfMatching(h, a, b, axis)) ? truth((aMarks & bMarks) !== 0) : faultWord(h)
  const aList = scratchTop(h)
  const aPushed = pushCoordinates(h, a, axis)
  if (isError(aPushed)) return aPushed
  const bList = scratchTop(h)
  const bPushed = pushCoordinates(h, b, axis)
  if (isError(bPushed)) return bPushed
  const aCount = bList - aList
  const bEnd = scratchTop(h)
  sortWords(h, aList, aCount)
  for (let k = bList; k < bEnd; k++) {
    const place = placeOfWord(h, aList, aCount, peek(h, k))
    if (place < bList && peek(h, place) === peek(h, k)) return TRUE
  }
  return FALSE
}

/**
 * The rows or columns of a PAIR_SET or CELL_SET, a bit for each from -1 on; 0 for other patches, and where one has no bit.
 * Counted as pushing, sorting and searching them: work must not depend on the way.
 */
function marksAlong(h: Heap, patch: Word, axis: number): number {
  const kind = kindOf(h, patch)
  const bits = indexBits(kind)
  if (bits === 0) return 0
  const shift = indexShift(h, kind) + (axis === ROW ? bits : 0)
  const mask = (1 << bits) - 1
  const first = (1 << (bits - 1)) - 1
  const end = elementsAt(patch) + sizeOf(h, patch)
  let marks = 0
  let reached = 0
  for (let at = elementsAt(patch); at < end; at++) {
    const place = ((load(h, at) >> shift) & mask) - first
    marks |= 1 << (place & 31)
    reached |= place
  }
  return (reached & -32) === 0 ? marks : 0
}

/** The work of matching two such patches: the first one is sorted, unless its rows or columns ascend. */
function workOfMatching(h: Heap, a: Word, b: Word, axis: number): number {
  const kind = kindOf(h, a)
  const bits = indexBits(kind)
  const shift = indexShift(h, kind) + (axis === ROW ? bits : 0)
  const mask = (1 << bits) - 1
  const count = sizeOf(h, a)
  const end = elementsAt(a) + count
  let before = 0
  for (let at = elementsAt(a); at < end; at++) {
    const place = (load(h, at) >> shift) & mask
    if (place < before) return count + sizeOf(h, b) + workOfSorting(count)
    before = place
  }
  return count + sizeOf(h, b)
}

/** Pushes all rows or all columns of a patch, which may be empty. TRUE, or an error word if it is no patch. */
function pushCoordinates(h: Heap, patch: Word, axis: number): Word {
  const count = patchSize(h, patch)
  if (count === 0) return TRUE
  const cells = holdsCells(h, patch)
  if (isError(cells)) return cells
  for (let k = 0; k < count; k++) {
    const index = locationAt(h, patch, cells === TRUE, k)
    if (sizeOf(h, index) !== 2) return TYPE_ERROR
    const v = coordinateOf(h, index, axis)
    if (isError(v)) return v
    push(h, v)
  }
  return TRUE
}

/**
 * The least number of steps up, down, left or right from an index of the one to an index of the other.
 * @example manhattan(<2..../22.../.....>, <...../...../...33>)
 */
export function manhattan(h: Heap, a: Patch, b: Patch): Integer {
  return distanceBetween(h, a, b)
}

/**
 * Whether they touch at a side without overlapping.
 * @as ar adjacent(a: Patch, b: Patch): Boolean
 * @example adjacent(<22../.2../....>, <..33/..3./....>)
 */
export function adjacent(h: Heap, a: Patch, b: Patch): Boolean_ {
  const distance = distanceBetween(h, a, b)
  return isError(distance) ? distance : truth(distance === 1)
}

/**
 * Whether they touch at a side without overlapping; not if one is empty or has no length.
 * @as t adjacent(a: Patch, b: Patch): Boolean
 * @example adjacent(<22../.2../....>, <..../..3./..33>)
 */
export function adjacentT(h: Heap, a: Patch, b: Patch): Boolean_ {
  return sizeOf(h, a) <= 0 || sizeOf(h, b) <= 0 ? FALSE : adjacent(h, a, b)
}

/**
 * Whether the box around the patch ends exactly at a border of the grid.
 * @as ar bordering(patch: Patch, grid: Grid): Boolean
 * @example bordering(<.../..6/..6>, [000/006/006])
 */
export function bordering(h: Heap, patch: Patch, grid: Grid): Boolean_ {
  // Top, left, bottom, right, and no further than needed: what comes later may be an error.
  for (let side = 0; side < 4; side++) {
    const edge = extremeOf(h, patch, side & 1, side >> 1)
    if (isError(edge)) return edge
    const border = borderOf(h, grid, side)
    if (isError(border)) return border
    if (edge === border) return TRUE
  }
  return FALSE
}

/**
 * Whether the box around the patch ends exactly at a border of the grid; not if the patch is false.
 * @as t bordering(patch: Patch, grid: Grid): Boolean
 * @example bordering(<..../.6../.6../....>, [0000/0600/0600/0000])
 */
export function borderingT(h: Heap, patch: Patch, grid: Grid): Boolean_ {
  if (isTruthy(h, patch)) return bordering(h, patch, grid)
  // The borders are compared with all the same: a value that is no grid is an error.
  for (let side = 2; side < 4; side++) if (isError(borderOf(h, grid, side))) return TYPE_ERROR
  return FALSE
}

function borderOf(h: Heap, grid: Word, side: number): Word {
  if (side < 2) return 0
  const rows = sizeOf(h, grid)
  if (rows < 0) return TYPE_ERROR
  if (side === 2) return rows - 1
  if (!isTuple(h, grid)) return TYPE_ERROR
  if (rows === 0) return INDEX_ERROR
  const cols = rowSize(h, grid, 0)
  return cols < 0 ? TYPE_ERROR : cols - 1
}
