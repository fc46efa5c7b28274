// Ranks: elements by their place, size or frequency. A negative rank counts from the end: -1 is the last.

import { LIST, elementsAt, isContainer, isTuple, itemAt, newBlock, sizeOf } from '../kernel/blocks.ts'
import { keysOf } from '../kernel/calls.ts'
import { equals, isWordOrdered } from '../kernel/compare.ts'
import { INDEX_ERROR, TYPE_ERROR } from '../kernel/errors.ts'
import {
  EMPTY_SET,
  EMPTY_TUPLE,
  type Heap,
  failed,
  faultWord,
  load,
  peek,
  poke,
  scratchTop,
  store,
} from '../kernel/heap.ts'
import { placeOfRank } from '../kernel/ranking.ts'
import { setKind } from '../kernel/sets.ts'
import { sortScratch } from '../kernel/sort.ts'
import { placesByKey } from '../kernel/stable-order.ts'
import { pushElements } from '../kernel/tuples.ts'
import { NONE, type Word, isError, isInt } from '../kernel/words.ts'
import type { Any, Container, FL, FrozenSet, Integer, IntegerSet, Tuple } from './signature.ts'

/**
 * The element of a tuple at a place.
 * @as t get_nth_t(container: Tuple, rank: FL): Any
 * @example get_nth_t((5, 7, 9), 1)
 */
export function get_nth_t(h: Heap, container: Tuple, rank: FL): Any {
  return isTuple(h, container) ? nthElement(h, container, rank, INDEX_ERROR) : TYPE_ERROR
}

/**
 * The element at a place, the empty set if the container has none there.
 * @as t get_nth_f(container: FrozenSet, rank: FL): Any
 * @example get_nth_f({5, 7, 9}, -1)
 */
export function get_nth_f(h: Heap, container: FrozenSet, rank: FL): Any {
  return isContainer(h, container) ? nthElement(h, container, rank, EMPTY_SET) : TYPE_ERROR
}

function nthElement(h: Heap, container: Word, rank: Word, missing: Word): Word {
  if (!isInt(rank)) return TYPE_ERROR
  const place = placeOfRank(rank, sizeOf(h, container))
  return place < 0 ? missing : itemAt(h, container, place)
}

/**
 * The element of that rank, the greatest first; 0 if there is none.
 * @as t get_rank(container: IntegerSet, rank: FL): Integer
 * @example get_rank({5, 7, 9}, 0)
 */
export function get_rank(h: Heap, container: IntegerSet, rank: FL): Integer {
  if (!isContainer(h, container) || !isInt(rank)) return TYPE_ERROR
  const count = sizeOf(h, container)
  const elements = keysOf(h, NONE, container, NONE)
  if (isError(elements)) return elements
  const places = placesByKey(h, elements, count, true)
  const place = placeOfRank(rank, count)
  if (failed(h)) return faultWord(h)
  return place < 0 ? 0 : load(h, elementsAt(elements) + peek(h, places + place))
}

/**
 * The element of a tuple of that rank, the least frequent first; () if there is none. Equally frequent ones ascend.
 * @as t get_common_rank(container: Container, rank: FL): Any
 * @as t get_common_rank_t(container: Tuple, rank: FL): Any
 * @example get_common_rank((5, 7, 7, 5, 7, 9), 0)
 * @example get_common_rank_t((5, 7, 7, 5, 7, 9), -1)
 */
export function get_common_rank(h: Heap, container: Container, rank: FL): Any {
  return isTuple(h, container) ? elementByFrequency(h, container, rank, EMPTY_TUPLE) : TYPE_ERROR
}

/**
 * The element of that rank, the least frequent first; the empty set if there is none. Equally frequent ones ascend.
 * @as t get_common_rank_f(container: FrozenSet, rank: FL): Any
 * @example get_common_rank_f({5, 7, 9}, 1)
 */
export function get_common_rank_f(h: Heap, container: FrozenSet, rank: FL): Any {
  return isContainer(h, container) ? elementByFrequency(h, container, rank, EMPTY_SET) : TYPE_ERROR
}

function elementByFrequency(h: Heap, container: Word, rank: Word, missing: Word): Word {
  if (!isInt(rank)) return TYPE_ERROR
  const count = sizeOf(h, container)
  const frequencies = newBlock(h, LIST, count)
  if (isError(frequencies)) return frequencies
  const list = scratchTop(h)
  pushElements(h, container)
  sortScratch(h, list, count, isWordOrdered(setKind(h, list, count)))
  let distinct = 0
  let start = 0
  for (let k = 1; k <= count; k++) {
    const e = peek(h, list + start)
    const goesOn = k < count && equals(h, peek(h, list + k), e)
    if (!goesOn) {
      poke(h, list + distinct, e)
      store(h, elementsAt(frequencies) + distinct, k - start)
      distinct++
      start = k
    }
  }
  const places = placesByKey(h, frequencies, distinct, false)
  const place = placeOfRank(rank, distinct)
  if (failed(h)) return faultWord(h)
  return place < 0 ? missing : peek(h, list + peek(h, places + place))
}
