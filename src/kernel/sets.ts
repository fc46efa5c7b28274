// Sets: ascending rows of words. Made from a list in scratch memory, or by merging two sets.

import { CELL_SET, INT_SET, PAIR_SET, SET, elementsAt, isSet, itemAt, kindOf, newBlock, sizeOf } from './blocks.ts'
import { compare, equals, isWordOrdered } from './compare.ts'
import {
  EMPTY_SET,
  type Heap,
  failed,
  faultWord,
  load,
  peek,
  push,
  raise,
  releaseScratch,
  scratchTop,
  store,
} from './heap.ts'
import { sortByPlace } from './placing.ts'
import { dropRepeats, sortScratch } from './sort.ts'
import { pushElements } from './tuples.ts'
import { type Address, type Word, isCell, isError, isInt, isPair } from './words.ts'

/**
 * The set of the words pushed since `list`, which are released; they may come in any order and repeat. If one of them
 * is an error word, that is the result.
 */
export function finishSet(h: Heap, list: Address): Word {
  const count = scratchTop(h) - list
  const kind = setKind(h, list, count)
  return takeSet(h, list, sortElements(h, list, count, kind), kind)
}

/** Sorts the words of a future set of this kind in scratch, and drops repeats; returns the number left. */
function sortElements(h: Heap, list: Address, count: number, kind: number): number {
  const byWord = kind !== SET
  if (byWord && isStrictlyAscending(h, list, count)) return count
  const placed = kind === PAIR_SET || kind === CELL_SET ? sortByPlace(h, list, count) : -1
  if (placed >= 0) return placed
  sortScratch(h, list, count, byWord)
  return dropRepeats(h, list, count, byWord)
}

function isStrictlyAscending(h: Heap, list: Address, count: number): boolean {
  for (let k = 1; k < count; k++) if (peek(h, list + k - 1) >= peek(h, list + k)) return false
  return true
}

/** The set of the words pushed since `list`, which are released and must be ascending without repeats. */
export function finishSortedSet(h: Heap, list: Address): Word {
  const count = scratchTop(h) - list
  return takeSet(h, list, count, setKind(h, list, count))
}

function takeSet(h: Heap, list: Address, count: number, kind: number): Word {
  let set = EMPTY_SET
  if (count > 0 && !failed(h)) {
    set = newBlock(h, kind, count)
    if (!isError(set)) for (let k = 0; k < count; k++) store(h, elementsAt(set) + k, peek(h, list + k))
  }
  releaseScratch(h, list)
  return failed(h) ? faultWord(h) : set
}

/** The kind of block that a set of these words is. */
export function setKind(h: Heap, list: Address, count: number): number {
  let kind = SET
  for (let k = 0; k < count; k++) {
    const w = peek(h, list + k)
    let own = SET
    if (isInt(w)) own = INT_SET
    else if (isPair(w)) own = PAIR_SET
    else if (isCell(w)) own = CELL_SET
    else if (isError(w)) raise(h, w)
    if (k === 0) kind = own
    else if (kind !== own) kind = SET
  }
  return kind
}

/** A set of one element. */
export function singleton(h: Heap, w: Word): Word {
  const list = scratchTop(h)
  push(h, w)
  return finishSortedSet(h, list)
}

/** The place of the first element of a set that is not less than `w`; its size if there is none. */
function lowerBound(h: Heap, set: Word, w: Word): number {
  const byWord = isWordOrdered(kindOf(h, set))
  let low = 0
  let high = sizeOf(h, set)
  while (low < high && !failed(h)) {
    const middle = (low + high) >> 1
    const e = load(h, elementsAt(set) + middle)
    const less = byWord ? e < w : compare(h, e, w) < 0
    if (less) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether a set of this kind can hold the word; only then are words compared as words. */
function canHold(kind: number, w: Word): boolean {
  if (kind === INT_SET) return isInt(w)
  if (kind === PAIR_SET) return isPair(w)
  if (kind === CELL_SET) return isCell(w)
  return true
}

/** The place of the element in the set, or -1. */
export function placeInSet(h: Heap, set: Word, w: Word): number {
  const kind = kindOf(h, set)
  if (!canHold(kind, w)) return -1
  const place = lowerBound(h, set, w)
  if (place >= sizeOf(h, set)) return -1
  return equals(h, load(h, elementsAt(set) + place), w) ? place : -1
}

/** Whether the set has the element: a binary search. */
export function setHas(h: Heap, set: Word, w: Word): boolean {
  return placeInSet(h, set, w) >= 0
}

/** The elements of a tuple or set as a set. */
export function asSet(h: Heap, container: Word): Word {
  if (isSet(h, container)) return container
  const list = scratchTop(h)
  pushElements(h, container)
  return finishSet(h, list)
}

/** Python's `w in container`, for a tuple or set. */
export function isMember(h: Heap, container: Word, w: Word): boolean {
  if (isSet(h, container)) return setHas(h, container, w)
  const count = sizeOf(h, container)
  for (let k = 0; k < count; k++) if (equals(h, itemAt(h, container, k), w)) return true
  return false
}

const IN_BOTH = 1
const ONLY_IN_A = 2
const IN_EITHER = 3

export function unite(h: Heap, a: Word, b: Word): Word {
  if (sizeOf(h, b) === 0) return a
  return sizeOf(h, a) === 0 ? b : mergeSets(h, a, b, IN_EITHER)
}

export function intersect(h: Heap, a: Word, b: Word): Word {
  return mergeSets(h, a, b, IN_BOTH)
}

/** The elements of set `a` that set `b` does not have. */
export function subtractSet(h: Heap, a: Word, b: Word): Word {
  return sizeOf(h, b) === 0 ? a : mergeSets(h, a, b, ONLY_IN_A)
}

/** One walk along both sets, keeping elements by `mode`: linear in their sizes. */
function mergeSets(h: Heap, a: Word, b: Word, mode: number): Word {
  const aCount = sizeOf(h, a)
  const bCount = sizeOf(h, b)
  const byWord = kindOf(h, a) === kindOf(h, b) && isWordOrdered(kindOf(h, a))
  const list = scratchTop(h)
  let i = 0
  let j = 0
  while ((i < aCount || j < bCount) && !failed(h)) {
    const x = i < aCount ? load(h, elementsAt(a) + i) : 0
    const y = j < bCount ? load(h, elementsAt(b) + j) : 0
    let order = j < bCount ? 1 : -1
    if (i < aCount && j < bCount) {
      if (byWord) {
        if (x === y) order = 0
        else if (x < y) order = -1
      } else order = compare(h, x, y)
    }
    if (order === 0 ? mode !== ONLY_IN_A : mode === IN_EITHER || (order < 0 && mode === ONLY_IN_A)) {
      push(h, order <= 0 ? x : y)
    }
    if (order <= 0) i++
    if (order >= 0) j++
  }
  return finishSortedSet(h, list)
}

/** Whether every element of set `a` is in set `b`. */
export function isSubset(h: Heap, a: Word, b: Word): boolean {
  const aCount = sizeOf(h, a)
  if (aCount > sizeOf(h, b)) return false
  return sizeOf(h, subtractSet(h, a, b)) === 0
}
