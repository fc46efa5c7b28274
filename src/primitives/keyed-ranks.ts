// Ranks by key: the element at a rank of a container sorted by a function, or by the elements themselves.

import { itemAt, sizeOf } from '../kernel/blocks.ts'
import { callKeys, keysOf } from '../kernel/calls.ts'
import { INDEX_ERROR, TYPE_ERROR } from '../kernel/errors.ts'
import { type Heap, failed, faultWord, peek } from '../kernel/heap.ts'
import { placesByKey } from '../kernel/stable-order.ts'
import { NONE, type Word, isError, isInt } from '../kernel/words.ts'
import type { Any, Callable, Calls1, Container, FL, Results } from './signature.ts'

export function getNthByKeyTupleCalls(h: Heap, container: Container, _rank: FL, key: Callable): Calls1 {
  return callKeys(h, key, container)
}

/**
 * The element at a rank of the elements in ascending order of their keys; a negative rank counts from the end. None of an
 * empty container.
 * @as t get_nth_by_key_t(container: Tuple, rank: FL, key?: Callable): Any
 */
export function getNthByKeyTuple(h: Heap, container: Container, rank: FL, key: Callable, results: Results): Any {
  const count = sizeOf(h, container)
  if (count === 0) return NONE
  if (!isInt(rank)) return TYPE_ERROR
  const place = rank < 0 ? rank + count : rank
  return place < 0 || place >= count ? INDEX_ERROR : elementAtRank(h, container, place, key, results)
}

export function getNthByKeySetCalls(h: Heap, container: Container, _rank: FL, key: Callable): Calls1 {
  return callKeys(h, key, container)
}

/**
 * The element at a rank of the elements in ascending order of their keys; a negative rank counts as 0. None beyond the end.
 * @as t get_nth_by_key_f(container: FrozenSet, rank: F_, key?: Callable): Any
 */
export function getNthByKeySet(h: Heap, container: Container, rank: FL, key: Callable, results: Results): Any {
  if (!isInt(rank)) return TYPE_ERROR
  const place = rank < 0 ? 0 : rank
  const element = elementAtRank(h, container, place, key, results)
  return place < sizeOf(h, container) || isError(element) ? element : NONE
}

/** The element at a place of the sorted ones; beyond the end any of them, or 0: whether keys can be compared counts. */
function elementAtRank(h: Heap, container: Word, place: number, key: Word, results: Word): Word {
  const count = sizeOf(h, container)
  const keys = keysOf(h, key, container, results)
  if (isError(keys)) return keys
  const places = placesByKey(h, keys)
  if (failed(h)) return faultWord(h)
  return count === 0 ? 0 : itemAt(h, container, peek(h, places + (place < count ? place : 0)))
}
