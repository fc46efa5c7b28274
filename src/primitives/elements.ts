// Elements: the first, second and last of a container, and the first that is not a given value.

import { isTruthy, isTuple, itemAt, partAt, sizeOf } from '../kernel/blocks.ts'
import { cellParts } from '../kernel/cells.ts'
import { equals } from '../kernel/compare.ts'
import { EMPTY_ERROR, TYPE_ERROR } from '../kernel/errors.ts'
import { EMPTY_SET, EMPTY_TUPLE, type Heap } from '../kernel/heap.ts'
import { NONE, type Word, isCell, isPair, pairCol } from '../kernel/words.ts'
import type { Any, Container, FrozenSet, Tuple } from './signature.ts'

/**
 * The first element.
 * @as ar first(container: Container): Any
 * @example first((4, 5, 6))
 */
export function first(h: Heap, container: Container): Any {
  return isSmall(container) ? partAt(h, container, 0) : elementAt(h, container, 0, EMPTY_ERROR)
}

/**
 * The first element, None if there is none.
 * @as t first(container: Container): Any
 * @example first((4, 5, 6))
 */
export function firstT(h: Heap, container: Container): Any {
  return isSmall(container) ? partAt(h, container, 0) : elementAt(h, container, 0, NONE)
}

/**
 * The first element of a tuple; () for what is false.
 * @as t first_t(container: Tuple): Any
 * @example first_t([12/34/56])
 */
export function first_t(h: Heap, container: Tuple): Any {
  if (!isTruthy(h, container)) return EMPTY_TUPLE
  return isTuple(h, container) ? itemAt(h, container, 0) : TYPE_ERROR
}

/**
 * The first element; the empty set for what is false.
 * @as t first_f(container: FrozenSet): Any
 * @example first_f({5, 3, 8})
 */
export function first_f(h: Heap, container: FrozenSet): Any {
  return isTruthy(h, container) ? elementAt(h, container, 0, EMPTY_ERROR) : EMPTY_SET
}

/**
 * The second element, None if there is only one.
 * @as t second(container: Container): Any
 * @example second((4, 5, 6))
 */
export function second(h: Heap, container: Container): Any {
  return sizeOf(h, container) === 0 ? EMPTY_ERROR : elementAt(h, container, 1, NONE)
}

/**
 * The last element.
 * @as ar last(container: Container): Any
 * @example last((4, 5, 6))
 */
export function last(h: Heap, container: Container): Any {
  return isSmall(container) ? lastPart(h, container) : lastElement(h, container)
}

/**
 * The last element; () for what is false.
 * @as t last(container: Container): Any
 * @example last((4, 5, 6))
 */
export function lastT(h: Heap, container: Container): Any {
  if (isSmall(container)) return lastPart(h, container)
  return isTruthy(h, container) ? lastElement(h, container) : EMPTY_TUPLE
}

/**
 * The last element of a tuple; () for what is false.
 * @as t last_t(container: Tuple): Any
 * @example last_t([12/34/56])
 */
export function last_t(h: Heap, container: Tuple): Any {
  if (!isTruthy(h, container)) return EMPTY_TUPLE
  return isTuple(h, container) ? lastElement(h, container) : TYPE_ERROR
}

/**
 * The last element; the empty set for what is false.
 * @as t last_f(container: FrozenSet): Any
 * @example last_f({5, 3, 8})
 */
export function last_f(h: Heap, container: FrozenSet): Any {
  return isTruthy(h, container) ? lastElement(h, container) : EMPTY_SET
}

/**
 * The first element that is not equal to the value.
 * @as ar other(container: Container, value: Any): Any
 * @example other({2, 5}, 2)
 */
export function other(h: Heap, container: Container, value: Any): Any {
  return otherElement(h, container, value, EMPTY_ERROR)
}

/**
 * The first element that is not equal to the value, None if there is none.
 * @as t other(container: Container, value: Any): Any
 * @example other({2, 5}, 5)
 */
export function otherT(h: Heap, container: Container, value: Any): Any {
  return otherElement(h, container, value, NONE)
}

/**
 * The first element that is not equal to the value, () if there is none.
 * @as t other_t(container: Tuple, value: Any): Any
 * @example other_t((4, 4, 7), 4)
 */
export function other_t(h: Heap, container: Tuple, value: Any): Any {
  return otherElement(h, container, value, EMPTY_TUPLE)
}

/**
 * The first element that is not equal to the value, the empty set if there is none.
 * @as t other_f(container: FrozenSet, value: Any): Any
 * @example other_f({0, 3}, 0)
 */
export function other_f(h: Heap, container: FrozenSet, value: Any): Any {
  return otherElement(h, container, value, EMPTY_SET)
}

/** Whether it is a pair or a cell, which have no block: the usual argument where indices are mapped. */
function isSmall(w: Word): boolean {
  return isPair(w) || isCell(w)
}

/** The last part of a pair or cell. */
function lastPart(h: Heap, w: Word): Word {
  return isPair(w) ? pairCol(w) : partAt(h, w, cellParts(h) - 1)
}

/** The element at a place from the first, `missing` if the container has fewer. */
function elementAt(h: Heap, container: Word, place: number, missing: Word): Word {
  const count = sizeOf(h, container)
  if (count < 0) return TYPE_ERROR
  return place < count ? itemAt(h, container, place) : missing
}

function lastElement(h: Heap, container: Word): Word {
  const count = sizeOf(h, container)
  if (count < 0) return TYPE_ERROR
  return count > 0 ? itemAt(h, container, count - 1) : EMPTY_ERROR
}

function otherElement(h: Heap, container: Word, value: Word, missing: Word): Word {
  const count = sizeOf(h, container)
  if (count < 0) return TYPE_ERROR
  for (let k = 0; k < count; k++) {
    const e = itemAt(h, container, k)
    if (!equals(h, e, value)) return e
  }
  return missing
}
