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
  pushWords,
  raise,
  releaseScratch,
  scratchTop,
  spend,
  storeWords,
} from './heap.ts'
import { sortByPlace } from './placing.ts'
import { sortSmallIntegers } from './small-integers.ts'
import { dropRepeats, sortScratch } from './sort.ts'
import { pushElements } from './tuples.ts'
import { intersectWords, subtractWords, uniteWords } from './word-sets.ts'
import { type Address, type Word, isCell, isError, isInt, isPair } from './words.ts'

/**
 * The set of the words pushed since `list`, which are released; they may come in any order and repeat. If one of them
 * is an error word, that is the result.
 */
export function finishSet(h: Heap, list: Address): Word {
  const count = scratchTop(h) - list
  const order = orderOfList(h, list, count)
  const kind = order === MIXED ? setKind(h, list, count) : kindOfWord(peek(h, list))
  return takeSet(h, list, order === ASCENDING ? count : sortElements(h, list, count, kind, order), kind)
}

// The order of a list: of words of several sorts or of references; of one sort that a set orders by word, and those not
// descending, and ascending without repeats.
const MIXED = 0
const UNSORTED = 1
const REPEATING = 2
const ASCENDING = 3
// Bits that are equal in all cells, and in all pairs.
const CELL_MARK = -1073741824
const PAIR_MARK = -268435456

/** One of the constants above, found in one walk. */
function orderOfList(h: Heap, list: Address, count: number): number {
  if (count === 0) return MIXED
  const first = peek(h, list)
  let before = first
  // The sign is set once the two highest bits of a word differ, which those of integers do not.
  let spread = first ^ (first << 1)
  let differing = 0
  let order = ASCENDING
  const end = list + count
  for (let a = list + 1; a < end; a++) {
    const w = peek(h, a)
    differing |= w ^ before
    spread |= w ^ (w << 1)
    if (w <= before) order = w < before || order === UNSORTED ? UNSORTED : REPEATING
    before = w
  }
  const isOfOneSort = isCell(first)
    ? (differing & CELL_MARK) === 0
    : isPair(first)
      ? (differing & PAIR_MARK) === 0
      : spread >= 0
  return isOfOneSort ? order : MIXED
}

/** The kind of set that words like this one make. */
function kindOfWord(w: Word): number {
  return isInt(w) ? INT_SET : isPair(w) ? PAIR_SET : isCell(w) ? CELL_SET : SET
}

/** Sorts the words of a future set of this kind in scratch, and drops repeats; returns the number left. */
function sortElements(h: Heap, list: Address, count: number, kind: number, order: number): number {
  const byWord = order !== MIXED
  let placed = -1
  if (kind === PAIR_SET || kind === CELL_SET) placed = sortByPlace(h, list, count)
  else if (order === UNSORTED) placed = sortSmallIntegers(h, list, count)
  if (placed >= 0) return placed
  if (order === REPEATING) spend(h, 1)
  else sortScratch(h, list, count, byWord)
  return dropRepeats(h, list, count, byWord)
}

/** The set of the words pushed since `list`, which are released and must be ascending without repeats. */
export function finishSortedSet(h: Heap, list: Address): Word {
  const count = scratchTop(h) - list
  return takeSet(h, list, count, setKind(h, list, count))
}

/** The set of the words pushed since `list`, which are released and are elements of a set of this kind in its order. */
export function finishPartOfSet(h: Heap, list: Address, kind: number): Word {
  return isWordOrdered(kind) ? takeSet(h, list, scratchTop(h) - list, kind) : finishSortedSet(h, list)
}

/** The set of the sets pushed since `list`, which are released and must be ascending without repeats. */
export function finishSetOfSets(h: Heap, list: Address): Word {
  return takeSet(h, list, scratchTop(h) - list, SET)
}

function takeSet(h: Heap, list: Address, count: number, kind: number): Word {
  let set = EMPTY_SET
  if (count > 0 && !failed(h)) {
    set = newBlock(h, kind, count)
    if (!isError(set)) storeWords(h, elementsAt(set), list, count)
  }
  releaseScratch(h, list)
  return failed(h) ? faultWord(h) : set
}

/** The kind of block that a set of these words is. */
export function setKind(h: Heap, list: Address, count: number): number {
  let kind = SET
  for (let k = 0; k < count; k++) {
    const w = peek(h, list + k)
    const own = kindOfWord(w)
    if (own === SET && isError(w)) raise(h, w)
    if (k === 0) kind = own
    else if (kind !== own) kind = SET
  }
  return kind
}

/** A new set of pairs, one or more, to be stored at `elementsAt` in ascending order; counted as if they were pushed first. */
export function newPairSet(h: Heap, count: number): Word {
  return spend(h, count) ? newBlock(h, PAIR_SET, count) : faultWord(h)
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
  if (sizeOf(h, a) === 0) return b
  const kind = sharedKind(h, a, b)
  return kind === SET ? mergeValues(h, a, b, IN_EITHER) : uniteWords(h, a, b, kind)
}

export function intersect(h: Heap, a: Word, b: Word): Word {
  if (sizeOf(h, a) === 0 || sizeOf(h, b) === 0) return EMPTY_SET
  const kind = sharedKind(h, a, b)
  return kind === SET ? mergeValues(h, a, b, IN_BOTH) : intersectWords(h, a, b, kind)
}

/** The elements of set `a` that set `b` does not have. */
export function subtractSet(h: Heap, a: Word, b: Word): Word {
  if (sizeOf(h, b) === 0) return a
  if (sizeOf(h, a) === 0) return EMPTY_SET
  const kind = sharedKind(h, a, b)
  return kind === SET ? mergeValues(h, a, b, ONLY_IN_A) : subtractWords(h, a, b, kind)
}

/** The kind of both sets where it is one and their words are in the order of their values; else SET. */
function sharedKind(h: Heap, a: Word, b: Word): number {
  const kind = kindOf(h, a)
  return kind === kindOf(h, b) ? kind : SET
}

/** One walk along sets of any values, keeping elements by `mode`: linear in their sizes. */
function mergeValues(h: Heap, a: Word, b: Word, mode: number): Word {
  const aCount = sizeOf(h, a)
  const bCount = sizeOf(h, b)
  const list = scratchTop(h)
  let i = 0
  let j = 0
  while (i < aCount && j < bCount && !failed(h)) {
    const x = load(h, elementsAt(a) + i)
    const y = load(h, elementsAt(b) + j)
    const order = compare(h, x, y)
    if (order === 0 ? mode !== ONLY_IN_A : mode === IN_EITHER || (order < 0 && mode === ONLY_IN_A)) {
      push(h, order <= 0 ? x : y)
    }
    if (order <= 0) i++
    if (order >= 0) j++
  }
  // At most one of the two is left.
  if (mode !== IN_BOTH) pushWords(h, elementsAt(a) + i, aCount - i)
  if (mode === IN_EITHER) pushWords(h, elementsAt(b) + j, bCount - j)
  return finishSortedSet(h, list)
}

/** Whether every element of set `a` is in set `b`. */
export function isSubset(h: Heap, a: Word, b: Word): boolean {
  const aCount = sizeOf(h, a)
  if (aCount > sizeOf(h, b)) return false
  return sizeOf(h, subtractSet(h, a, b)) === 0
}
