// Making tuples: vectors, ranges, repetitions, and the zip of two containers.

import { INTS, elementsAt, isContainer, isTuple, itemAt, newBlock, sizeOf } from '../kernel/blocks.ts'
import { INDEX_ERROR, TYPE_ERROR, VALUE_ERROR } from '../kernel/errors.ts'
import {
  EMPTY_TUPLE,
  type Heap,
  divideTowardsZero,
  failed,
  faultWord,
  fillScratch,
  hasTriples,
  push,
  reserveScratch,
  scratchTop,
  storeSteps,
} from '../kernel/heap.ts'
import { finishTuple, tuple2, tuple3 } from '../kernel/tuples.ts'
import { isError, isInt } from '../kernel/words.ts'
import type { Any, C_, Cell, I_, IJ, Integer, IntegerTuple, J_, Tuple, TupleTuple } from './signature.ts'

/**
 * The vector (i, 0): `i` rows down.
 * @as ar toivec(i: Integer): IntegerTuple
 * @as t toivec(i: Integer): IJ
 * @example toivec(3)
 */
export function toivec(h: Heap, i: Integer): IntegerTuple {
  return tuple2(h, i, 0)
}

/**
 * The vector (0, j): `j` columns to the right.
 * @as ar tojvec(j: Integer): IntegerTuple
 * @as t tojvec(j: Integer): IJ
 * @example tojvec(3)
 */
export function tojvec(h: Heap, j: Integer): IntegerTuple {
  return tuple2(h, 0, j)
}

/**
 * The tuple (a, b) of anything.
 * @as ar astuple(a: Integer, b: Integer): IntegerTuple
 * @as t astuple(a: Any, b: Any): Tuple
 * @example astuple(2, 5)
 */
export function astuple(h: Heap, a: Integer, b: Integer): IntegerTuple {
  return tuple2(h, a, b)
}

/**
 * The tuple (i, j, c) of anything; of small integers, a cell.
 * @as t astriple(i: I_, j: J_, c: C_): Tuple
 * @example astriple(1, 2, 4)
 */
export function astriple(h: Heap, i: I_, j: J_, c: C_): Tuple {
  return tuple3(h, i, j, c)
}

/**
 * The cell at a place, which may be any tuple of two or more: (row, column, colour).
 * @as t ascell(ij: IJ, c: C_): Tuple
 * @example ascell((1, 2), 4)
 */
export function ascell(h: Heap, ij: IJ, c: C_): Tuple {
  if (!isTuple(h, ij)) return TYPE_ERROR
  return sizeOf(h, ij) < 2 ? INDEX_ERROR : tuple3(h, itemAt(h, ij, 0), itemAt(h, ij, 1), c)
}

/**
 * The place of a cell: the first two elements of a tuple.
 * @as t toij(c: Cell): IJ
 * @example toij((1, 2, 4))
 */
export function toij(h: Heap, c: Cell): IJ {
  if (!isTuple(h, c)) return TYPE_ERROR
  return sizeOf(h, c) < 2 ? INDEX_ERROR : tuple2(h, itemAt(h, c, 0), itemAt(h, c, 1))
}

/**
 * The integers from `start` up to but without `stop`, `step` apart; a negative step counts down.
 * @example interval(1, 10, 3)
 */
export function interval(h: Heap, start: Integer, stop: Integer, step: Integer): Tuple {
  if (!isInt(start) || !isInt(stop) || !isInt(step)) return TYPE_ERROR
  if (step === 0) return VALUE_ERROR
  const distance = step > 0 ? stop - start : start - stop
  if (distance <= 0) return EMPTY_TUPLE
  const stride = step > 0 ? step : -step
  const count = divideTowardsZero(distance - 1, stride) + 1
  if (count === 2) return tuple2(h, start, start + step)
  if (hasTriples(h) && count === 3) return tuple3(h, start, start + step, start + 2 * step)
  const out = newBlock(h, INTS, count)
  if (isError(out)) return out
  storeSteps(h, elementsAt(out), count, start, step)
  return out
}

/**
 * The tuple that holds the item `num` times.
 * @as ar repeat(item: Any, num: Integer): Tuple
 * @as t repeat(item: Any, num: C_): Tuple
 * @example repeat(4, 3)
 */
export function repeat(h: Heap, item: Any, num: Integer): Tuple {
  if (!isInt(num)) return TYPE_ERROR
  if (num <= 0) return EMPTY_TUPLE
  const list = reserveScratch(h, num)
  if (failed(h)) return faultWord(h)
  fillScratch(h, list, num, item)
  return finishTuple(h, list)
}

/**
 * The tuple of the pairs of elements at equal places, as many as the shorter container has.
 * @example pair((1, 2, 3), (7, 8, 9))
 */
export function pair(h: Heap, a: Tuple, b: Tuple): TupleTuple {
  if (!isContainer(h, a) || !isContainer(h, b)) return TYPE_ERROR
  const count = sizeOf(h, a) < sizeOf(h, b) ? sizeOf(h, a) : sizeOf(h, b)
  const list = scratchTop(h)
  for (let k = 0; k < count; k++) push(h, tuple2(h, itemAt(h, a, k), itemAt(h, b, k)))
  return finishTuple(h, list)
}

/**
 * The tuple of the cells at the places of `a` with the colours of `b`, as many as the shorter container has.
 * @as t celltuple(a: Tuple, b: Tuple): TupleTuple
 * @example celltuple(((0, 0), (1, 2)), (4, 6))
 */
export function celltuple(h: Heap, a: Tuple, b: Tuple): TupleTuple {
  if (!isContainer(h, a) || !isContainer(h, b)) return TYPE_ERROR
  const count = sizeOf(h, a) < sizeOf(h, b) ? sizeOf(h, a) : sizeOf(h, b)
  const list = scratchTop(h)
  for (let k = 0; k < count; k++) {
    const ij = itemAt(h, a, k)
    if (sizeOf(h, ij) !== 2) return TYPE_ERROR
    push(h, tuple3(h, itemAt(h, ij, 0), itemAt(h, ij, 1), itemAt(h, b, k)))
  }
  return finishTuple(h, list)
}
