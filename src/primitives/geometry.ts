// Geometry: patches moved, neighbours of a location, and how far a patch falls towards another.

import { PAIR_SET, elementsAt, isTruthy, isTuple, itemAt, kindOf, sizeOf } from '../kernel/blocks.ts'
import { boundsOf, leftOf, topOf } from '../kernel/bounds.ts'
import { COORDINATES_RULE, TYPE_ERROR, deviation } from '../kernel/errors.ts'
import {
  EMPTY_SET,
  EMPTY_TUPLE,
  type Heap,
  failed,
  faultWord,
  load,
  push,
  scratchTop,
  spend,
  store,
} from '../kernel/heap.ts'
import { centerOf } from '../kernel/measuring.ts'
import { checkIndex, checkSort, indicesOf } from '../kernel/patches.ts'
import { asSet, finishSortedSet, newPairSet } from '../kernel/sets.ts'
import { shiftPatch } from '../kernel/shifting.ts'
import { integerAt } from '../kernel/slicing.ts'
import { indexCol, indexRow, newIndex } from '../kernel/tuples.ts'
import { PAIR_BITS, TRUE, type Word, fitsPair, isError, isInt, packPair } from '../kernel/words.ts'
import { vmatching } from './relations.ts'
import type { IJ, Indices, IntegerTuple, Object_, Patch } from './signature.ts'

/**
 * The patch moved by a number of rows and columns.
 * @as ar shift(patch: Patch, directions: IntegerTuple): Patch
 * @example shift(<33../.3../..../....>, (1, 2))
 */
export function shift(h: Heap, patch: Patch, directions: IntegerTuple): Patch {
  const count = sizeOf(h, patch)
  if (count < 0) return TYPE_ERROR
  if (count === 0) return patch
  if (sizeOf(h, directions) !== 2) return TYPE_ERROR
  const di = itemAt(h, directions, 0)
  const dj = itemAt(h, directions, 1)
  return isInt(di) && isInt(dj) ? shiftPatch(h, patch, di, dj) : deviation(COORDINATES_RULE)
}

/**
 * The patch moved by a number of rows and columns; nothing if it is false, itself if the directions are the empty tuple.
 * @as t shift(patch: Patch, directions: IJ): Patch
 * @example shift(<44../4.../..../....>, (2, 1))
 */
export function shiftT(h: Heap, patch: Patch, directions: IJ): Patch {
  if (!isTruthy(h, patch)) return EMPTY_SET
  return directions === EMPTY_TUPLE ? patch : shift(h, patch, directions)
}

/**
 * The patch moved so that its least row and its least column are 0.
 * @as ar normalize(patch: Patch): Patch
 * @as t normalize(indices: Indices): Indices
 * @example normalize(<..../..../..3./.33.>)
 * @example t normalize(<..../..../..x./.xx.>)
 */
export function normalize(h: Heap, patch: Patch): Patch {
  if (sizeOf(h, patch) === 0) return patch
  const bounds = boundsOf(h, patch, true)
  return isError(bounds) ? bounds : shiftPatch(h, patch, -topOf(h, bounds), -leftOf(h, bounds))
}

/**
 * The indices moved so that their least row and their least column are 0; cells are an error.
 * @as t normalize_i(indices: Indices): Indices
 * @example normalize_i(<..../..../.xx./..x.>)
 */
export function normalize_i(h: Heap, indices: Indices): Indices {
  return normalizeSort(h, indices, false)
}

/**
 * The object moved so that its least row and its least column are 0; indices are an error.
 * @as t normalize_o(obj: Object): Object
 * @example normalize_o(<..../..../.44./..4.>)
 */
export function normalize_o(h: Heap, obj: Object_): Object_ {
  return normalizeSort(h, obj, true)
}

function normalizeSort(h: Heap, patch: Word, cells: boolean): Word {
  if (sizeOf(h, patch) === 0) return patch
  const sort = checkSort(h, patch, cells)
  return isError(sort) ? sort : normalize(h, patch)
}

/**
 * The four locations beside a location.
 * @as ar dneighbors(loc: IntegerTuple): Indices
 * @example dneighbors((1, 1))
 */
export function dneighbors(h: Heap, loc: IntegerTuple): Indices {
  return neighborsOf(h, loc, true, false)
}

/**
 * The four locations at the corners of a location.
 * @as ar ineighbors(loc: IntegerTuple): Indices
 * @example ineighbors((1, 1))
 */
export function ineighbors(h: Heap, loc: IntegerTuple): Indices {
  return neighborsOf(h, loc, false, true)
}

/**
 * The eight locations around a location.
 * @as ar neighbors(loc: IntegerTuple): Indices
 * @example neighbors((1, 1))
 */
export function neighbors(h: Heap, loc: IntegerTuple): Indices {
  return neighborsOf(h, loc, true, true)
}

/**
 * The four locations beside a location; none of an empty tuple, or of a value that is no tuple.
 * @as t dneighbors(loc: IJ): Indices
 * @example dneighbors((1, 2))
 */
export function dneighborsT(h: Heap, loc: IJ): Indices {
  return isLocation(h, loc) ? neighborsOf(h, loc, true, false) : EMPTY_SET
}

/**
 * The four locations at the corners of a location; none of an empty tuple, or of a value that is no tuple.
 * @as t ineighbors(loc: IJ): Indices
 * @example ineighbors((1, 2))
 */
export function ineighborsT(h: Heap, loc: IJ): Indices {
  return isLocation(h, loc) ? neighborsOf(h, loc, false, true) : EMPTY_SET
}

/**
 * The eight locations around a location; none of an empty tuple, or of a value that is no tuple.
 * @as t neighbors(loc: IJ): Indices
 * @example neighbors((1, 2))
 */
export function neighborsT(h: Heap, loc: IJ): Indices {
  return isLocation(h, loc) ? neighborsOf(h, loc, true, true) : EMPTY_SET
}

function isLocation(h: Heap, loc: Word): boolean {
  return isTuple(h, loc) && sizeOf(h, loc) > 0
}

function neighborsOf(h: Heap, loc: Word, sides: boolean, corners: boolean): Word {
  const i = integerAt(h, loc, 0)
  if (isError(i)) return i
  const j = integerAt(h, loc, 1)
  if (isError(j)) return j
  if (fitsPair(i - 1, j - 1) && fitsPair(i + 1, j + 1)) return neighborPairs(h, packPair(i, j), sides, corners)
  const list = scratchTop(h)
  for (let di = -1; di <= 1; di++) {
    for (let dj = -1; dj <= 1; dj++) {
      const isCorner = di !== 0 && dj !== 0
      const isSide = !isCorner && (di !== 0 || dj !== 0)
      if ((isCorner && corners) || (isSide && sides)) push(h, newIndex(h, i + di, j + dj))
    }
  }
  return finishSortedSet(h, list)
}

/** The same where all neighbours are pairs. */
function neighborPairs(h: Heap, pair: Word, sides: boolean, corners: boolean): Word {
  const out = newPairSet(h, sides && corners ? 8 : 4)
  if (isError(out)) return out
  let to = elementsAt(out)
  for (let di = -1; di <= 1; di++) {
    const middle = pair + (di << PAIR_BITS)
    const hasEnds = di === 0 ? sides : corners
    const hasMiddle = di !== 0 && sides
    if (hasEnds) store(h, to, middle - 1)
    to += hasEnds ? 1 : 0
    if (hasMiddle) store(h, to, middle)
    to += hasMiddle ? 1 : 0
    if (hasEnds) store(h, to, middle + 1)
    to += hasEnds ? 1 : 0
  }
  return out
}

export const MOST_STEPS = 42

/**
 * The way the source has to go, straight up, down, left or right, to touch the destination; 42 steps if it never does.
 * @as ar gravitate(source: Patch, destination: Patch): IntegerTuple
 * @example gravitate(<.2../.22./..../..../....>, <..../..../..../..../3333>)
 */
export function gravitate(h: Heap, source: Patch, destination: Patch): IntegerTuple {
  const from = centerOf(h, source)
  if (isError(from)) return from
  const to = centerOf(h, destination)
  if (isError(to)) return to
  const vertical = vmatching(h, source, destination)
  if (isError(vertical)) return vertical
  const a = sortedIndices(h, source)
  if (isError(a)) return a
  const b = sortedIndices(h, destination)
  if (isError(b)) return b
  let di = 0
  let dj = 0
  if (vertical === TRUE) di = indexRow(h, from) < indexRow(h, to) ? 1 : -1
  else dj = indexCol(h, from) < indexCol(h, to) ? 1 : -1
  let steps = 0
  while (steps < MOST_STEPS && !touches(h, a, steps * di, steps * dj, b)) steps++
  return failed(h) ? faultWord(h) : newIndex(h, steps * di, steps * dj)
}

/**
 * The way the source has to go to touch the destination; the source itself if the destination is false.
 * @as t gravitate(source: Patch, destination: Patch): IJ
 * @example gravitate(<2...../2...../......>, <....4./....4./....4.>)
 */
export function gravitateT(h: Heap, source: Patch, destination: Patch): IJ {
  return isTruthy(h, destination) ? gravitate(h, source, destination) : source
}

/** The indices of a patch as a set, all of them two integers; an error word if they are not. */
function sortedIndices(h: Heap, patch: Word): Word {
  const indices = indicesOf(h, patch)
  if (isError(indices)) return indices
  const set = asSet(h, indices)
  if (isError(set) || kindOf(h, set) === PAIR_SET) return set
  const count = sizeOf(h, set)
  for (let k = 0; k < count; k++) {
    const index = checkIndex(h, load(h, elementsAt(set) + k))
    if (isError(index)) return index
  }
  return set
}

/** Whether two sets of indices, the first of them shifted, touch at a side without overlapping. */
function touches(h: Heap, a: Word, di: number, dj: number, b: Word): boolean {
  if (overlaps(h, a, di, dj, b)) return false
  for (let side = -1; side <= 1; side += 2) {
    if (overlaps(h, a, di + side, dj, b) || overlaps(h, a, di, dj + side, b)) return true
  }
  return false
}

/** Whether two sets of indices, the first of them shifted, have one in common: a walk along both. */
function overlaps(h: Heap, a: Word, di: number, dj: number, b: Word): boolean {
  const aEnd = elementsAt(a) + sizeOf(h, a)
  const bEnd = elementsAt(b) + sizeOf(h, b)
  let x = elementsAt(a)
  let y = elementsAt(b)
  if (!spend(h, aEnd - x + bEnd - y)) return false
  while (x < aEnd && y < bEnd) {
    const row = indexRow(h, load(h, x)) + di
    const col = indexCol(h, load(h, x)) + dj
    const otherRow = indexRow(h, load(h, y))
    const otherCol = indexCol(h, load(h, y))
    if (row === otherRow && col === otherCol) return true
    if (row < otherRow || (row === otherRow && col < otherCol)) x++
    else y++
  }
  return false
}
