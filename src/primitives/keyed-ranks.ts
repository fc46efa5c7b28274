// Ranks by key: elements, and keys of elements, in the order of the keys that a function gives. Without a function (None),
// the elements are the keys.

import { elementsAt, isSet, itemAt, sizeOf } from '../kernel/blocks.ts'
import { callEachAndZero, callKeys, keysOf } from '../kernel/calls.ts'
import { INDEX_ERROR, TYPE_ERROR } from '../kernel/errors.ts'
import { EMPTY_SET, EMPTY_TUPLE, type Heap, failed, faultWord, load, peek } from '../kernel/heap.ts'
import { placeOfRank } from '../kernel/ranking.ts'
import { placesByKey } from '../kernel/stable-order.ts'
import { NONE, type Word, isError, isInt } from '../kernel/words.ts'
import type { Any, Callable, Calls1, Container, FL, F_, FrozenSet, Results, Tuple } from './signature.ts'

export function get_nth_by_key_tCalls(h: Heap, container: Tuple, _rank: FL, key: Callable): Calls1 {
  return callKeys(h, key, container)
}

/**
 * The element of that rank, the least key first; None if the container is empty.
 * @as t get_nth_by_key_t(container: Tuple, rank: FL, key?: Callable): Any
 * @example get_nth_by_key_t(((1, 2), (3,), (4, 5, 6)), -1, size)
 */
export function get_nth_by_key_t(h: Heap, container: Tuple, rank: FL, key: Callable, results: Results): Any {
  if (sizeOf(h, container) === 0) return NONE
  return elementByRank(h, container, rank, keysOf(h, key, container, results), false, INDEX_ERROR)
}

export function get_nth_by_key_fCalls(h: Heap, container: FrozenSet, _rank: F_, key: Callable): Calls1 {
  return callKeys(h, key, container)
}

/**
 * The element of that rank, the least key first; None if there is none. A negative rank is the first.
 * @as t get_nth_by_key_f(container: FrozenSet, rank: F_, key?: Callable): Any
 * @example get_nth_by_key_f({<2.../..../....>, <..33/...3/....>, <..../..../44..>}, 0, size)
 */
export function get_nth_by_key_f(h: Heap, container: FrozenSet, rank: F_, key: Callable, results: Results): Any {
  const keys = keysOf(h, key, container, results)
  return elementByRank(h, container, isInt(rank) && rank < 0 ? 0 : rank, keys, false, NONE)
}

export function get_arg_rankCalls(h: Heap, container: Container, compfunc: Callable, _rank: FL): Calls1 {
  return callKeys(h, compfunc, container)
}

/**
 * The element of that rank, the greatest key first; an empty container of the same sort if there is none.
 * @as t get_arg_rank(container: Container, compfunc: Callable, rank: FL): Any
 * @example get_arg_rank(((1, 2), (3,), (4, 5, 6)), size, 0)
 */
export function get_arg_rank(h: Heap, container: Container, compfunc: Callable, rank: FL, results: Results): Any {
  const missing = isSet(h, container) ? EMPTY_SET : EMPTY_TUPLE
  return elementByRank(h, container, rank, keysOf(h, compfunc, container, results), true, missing)
}

export function get_arg_rank_tCalls(h: Heap, container: Tuple, compfunc: Callable, _rank: FL): Calls1 {
  return callKeys(h, compfunc, container)
}

/**
 * The element of that rank, the greatest key first; () if there is none.
 * @as t get_arg_rank_t(container: Tuple, compfunc: Callable, rank: FL): Any
 * @example get_arg_rank_t(((1, 2), (3,), (4, 5, 6)), size, 1)
 */
export function get_arg_rank_t(h: Heap, container: Tuple, compfunc: Callable, rank: FL, results: Results): Any {
  return elementByRank(h, container, rank, keysOf(h, compfunc, container, results), true, EMPTY_TUPLE)
}

export function get_arg_rank_fCalls(h: Heap, container: FrozenSet, compfunc: Callable, _rank: FL): Calls1 {
  return callKeys(h, compfunc, container)
}

/**
 * The element of that rank, the greatest key first; the empty set if there is none.
 * @as t get_arg_rank_f(container: FrozenSet, compfunc: Callable, rank: FL): Any
 * @example get_arg_rank_f({<2.../..../....>, <..33/...3/....>, <..../..../44..>}, size, 0)
 */
export function get_arg_rank_f(h: Heap, container: FrozenSet, compfunc: Callable, rank: FL, results: Results): Any {
  return elementByRank(h, container, rank, keysOf(h, compfunc, container, results), true, EMPTY_SET)
}

/** The element of that rank by its key, the least or, if `isReverse`, the greatest first. */
function elementByRank(h: Heap, container: Word, rank: Word, keys: Word, isReverse: boolean, missing: Word): Word {
  if (isError(keys)) return keys
  if (!isInt(rank)) return TYPE_ERROR
  const count = sizeOf(h, container)
  const places = placesByKey(h, keys, count, isReverse)
  const place = placeOfRank(rank, count)
  if (failed(h)) return faultWord(h)
  return place < 0 ? missing : itemAt(h, container, peek(h, places + place))
}

export function get_val_rankCalls(h: Heap, container: Container, compfunc: Callable, rank: FL): Calls1 {
  if (!isInt(rank)) return TYPE_ERROR
  return callEachAndZero(h, compfunc, container, placeOfRank(rank, sizeOf(h, container)) < 0)
}

/**
 * The key of that rank, the least first; the key of 0 if there is none.
 * @as t get_val_rank(container: Container, compfunc: Callable, rank: FL): Any
 * @as t get_val_rank_t(container: Tuple, compfunc: Callable, rank: FL): Any
 * @as t get_val_rank_f(container: FrozenSet, compfunc: Callable, rank: FL): Any
 * @example get_val_rank(((1, 2), (3,), (4, 5, 6)), size, 0)
 * @example get_val_rank_f({<2.../..../....>, <..33/...3/....>, <..../..../44..>}, size, 1)
 * @example get_val_rank_t(((1, 2), (3,), (4, 5, 6)), size, 2)
 */
export function get_val_rank(h: Heap, container: Container, _compfunc: Callable, rank: FL, results: Results): Any {
  const count = sizeOf(h, container)
  const places = placesByKey(h, results, count, false)
  const place = placeOfRank(rank, count)
  if (failed(h)) return faultWord(h)
  // Behind the keys of the elements stands the key of 0.
  return load(h, elementsAt(results) + (place < 0 ? count : peek(h, places + place)))
}
