// Lines: between two locations, from one of them on, and along a whole row or column.

import { PAIR_SET, elementsAt, isTuple, itemAt, newBlock, sizeOf } from '../kernel/blocks.ts'
import { INDEX_ERROR, OVERFLOW_ERROR, TYPE_ERROR } from '../kernel/errors.ts'
import {
  EMPTY_SET,
  EMPTY_TUPLE,
  type Heap,
  failed,
  faultWord,
  poke,
  push,
  reserveScratch,
  scratchTop,
  spend,
  storeSteps,
} from '../kernel/heap.ts'
import { finishSortedSet, newPairSet } from '../kernel/sets.ts'
import { integerAt } from '../kernel/slicing.ts'
import { newIndex, tuple2 } from '../kernel/tuples.ts'
import { PAIR_BITS, type Word, fitsPair, isError, isInt, isPair, packPair, pairCol, pairRow } from '../kernel/words.ts'
import type { IJ, Indices, IntegerTuple } from './signature.ts'

const SHOT_LENGTH = 42
/** The greatest integer that 42 times makes an integer. */
const FARTHEST = 25565281
const FRONTIER_LENGTH = 30

/**
 * The line from a to b with both its ends if it is straight or exactly diagonal, otherwise nothing.
 * @as ar connect(a: IntegerTuple, b: IntegerTuple): Indices
 * @example connect((0, 0), (3, 3))
 */
export function connect(h: Heap, a: IntegerTuple, b: IntegerTuple): Indices {
  if (isPair(a) && isPair(b)) {
    const row = pairRow(a)
    const col = pairCol(a)
    return line(h, row, col, pairRow(b) - row, pairCol(b) - col)
  }
  if (sizeOf(h, a) !== 2 || sizeOf(h, b) !== 2) return TYPE_ERROR
  const i = itemAt(h, a, 0)
  const j = itemAt(h, a, 1)
  const toRow = itemAt(h, b, 0)
  const toCol = itemAt(h, b, 1)
  if (!isInt(i) || !isInt(j) || !isInt(toRow) || !isInt(toCol)) return TYPE_ERROR
  return line(h, i, j, toRow - i, toCol - j)
}

/**
 * The line from a to b with both its ends if it is straight or exactly diagonal; nothing if one is the empty tuple.
 * @as t connect(a: IJ, b: IJ): Indices
 * @example connect((1, 0), (1, 4))
 */
export function connectT(h: Heap, a: IJ, b: IJ): Indices {
  return a === EMPTY_TUPLE || b === EMPTY_TUPLE ? EMPTY_SET : connect(h, a, b)
}

/**
 * The line from a location on, 42 times the direction long.
 * @as ar shoot(start: IntegerTuple, direction: IntegerTuple): Indices
 * @example shoot((0, 1), (1, 1))
 */
export function shoot(h: Heap, start: IntegerTuple, direction: IntegerTuple): Indices {
  if (sizeOf(h, start) !== 2) return TYPE_ERROR
  const i = integerAt(h, start, 0)
  if (isError(i)) return i
  const j = integerAt(h, start, 1)
  if (isError(j)) return j
  const di = integerAt(h, direction, 0)
  if (isError(di)) return di
  const dj = integerAt(h, direction, 1)
  if (isError(dj)) return dj
  if (di > FARTHEST || di < -FARTHEST || dj > FARTHEST || dj < -FARTHEST) return OVERFLOW_ERROR
  return line(h, i, j, SHOT_LENGTH * di, SHOT_LENGTH * dj)
}

/**
 * The line from a location on, 42 times the direction long; nothing if one of them is empty.
 * @as t shoot(start: IJ, direction: IJ): Indices
 * @example shoot((1, 0), (0, 1))
 */
export function shootT(h: Heap, start: IJ, direction: IJ): Indices {
  return sizeOf(h, start) === 0 || sizeOf(h, direction) === 0 ? EMPTY_SET : shoot(h, start, direction)
}

/** The line from (i, j) to the location that many rows and columns away. */
function line(h: Heap, i: number, j: number, rows: number, cols: number): Word {
  if (rows !== 0 && cols !== 0 && rows !== cols && rows !== -cols) return EMPTY_SET
  // It is drawn from the end that comes first in ascending order.
  const backwards = rows < 0 || (rows === 0 && cols < 0)
  const top = backwards ? i + rows : i
  const start = backwards ? j + cols : j
  const down = rows === 0 ? 0 : 1
  const right = cols === 0 ? 0 : cols > 0 === backwards ? -1 : 1
  const way = rows === 0 ? cols : rows
  const length = way < 0 ? -way : way
  if (fitsPair(i, j) && fitsPair(i + rows, j + cols))
    return pairsAlong(h, packPair(top, start), down, right, length + 1)
  const list = reserveScratch(h, (length + 1) | 0)
  if (failed(h)) return faultWord(h)
  for (let k = 0; k <= length; k++) poke(h, list + k, newIndex(h, top + k * down, start + k * right))
  return finishSortedSet(h, list)
}

/** The line of `count` pairs from the first one on; counted as a list and the set made of it. */
function pairsAlong(h: Heap, first: Word, down: number, right: number, count: number): Word {
  if (!spend(h, count)) return faultWord(h)
  const pairs = newBlock(h, PAIR_SET, count)
  if (isError(pairs)) return pairs
  const step = down * (1 << PAIR_BITS) + right
  storeSteps(h, elementsAt(pairs), count, first, step)
  return pairs
}

/**
 * The first 30 locations of a location's column.
 * @as ar vfrontier(location: IntegerTuple): Indices
 * @as t vfrontier(location: IJ): Indices
 * @example vfrontier((2, 3))
 */
export function vfrontier(h: Heap, location: IntegerTuple): Indices {
  return frontier(h, location, 1)
}

/**
 * The first 30 locations of a location's row.
 * @as ar hfrontier(location: IntegerTuple): Indices
 * @example hfrontier((2, 3))
 */
export function hfrontier(h: Heap, location: IntegerTuple): Indices {
  return frontier(h, location, 0)
}

/**
 * The first 30 locations of a location's row; none of the empty tuple.
 * @as t hfrontier(location: IJ): Indices
 * @example hfrontier((1, 0))
 */
export function hfrontierT(h: Heap, location: IJ): Indices {
  return location === EMPTY_TUPLE ? EMPTY_SET : frontier(h, location, 0)
}

/** What the location has at `place` stays, whatever it is; the other coordinate counts up from 0. */
function frontier(h: Heap, location: Word, place: number): Word {
  if (!isTuple(h, location)) return TYPE_ERROR
  if (sizeOf(h, location) <= place) return INDEX_ERROR
  const fixed = itemAt(h, location, place)
  if (fitsPair(fixed, 0)) return frontierPairs(h, fixed, place)
  const list = scratchTop(h)
  for (let k = 0; k < FRONTIER_LENGTH; k++) {
    const index = place === 0 ? tuple2(h, fixed, k) : tuple2(h, k, fixed)
    push(h, index)
  }
  return finishSortedSet(h, list)
}

/** The same where all indices are pairs. */
function frontierPairs(h: Heap, fixed: number, place: number): Word {
  const out = newPairSet(h, FRONTIER_LENGTH)
  if (isError(out)) return out
  const first = place === 0 ? packPair(fixed, 0) : packPair(0, fixed)
  const step = place === 0 ? 1 : 1 << PAIR_BITS
  storeSteps(h, elementsAt(out), FRONTIER_LENGTH, first, step)
  return out
}
