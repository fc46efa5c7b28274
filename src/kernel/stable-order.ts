// Stable order: Python's `sorted` by keys. Its keys need not be in a total order (sets are compared by proper subset), and
// then its result is what its algorithm happens to make: short lists are sorted by the same comparisons as there.

import { TUPLE, elementsAt, isBlock, isSet, sizeOf } from './blocks.ts'
import { isWordOrdered } from './compare.ts'
import { SET_KEYS_RULE, deviation } from './errors.ts'
import {
  type Heap,
  copyScratch,
  failed,
  fetchWords,
  fillScratch,
  holdScratch,
  load,
  peek,
  poke,
  raise,
  releaseScratch,
  reserveScratch,
  spend,
} from './heap.ts'
import { lessThan } from './order.ts'
import { setKind } from './sets.ts'
import { type Address, FALSE, TRUE, type Word, isError, truth } from './words.ts'

/** From this length on Python merges runs, in a way that is not imitated here. */
export const LONG = 64
/** The fewest places for which counting their keys is worth its cost, and the most keys that are counted. */
export const MIN_COUNTED = 12
export const MAX_COUNTED_KEYS = 128

/**
 * The places of the first `count` keys in a LIST, in scratch memory, so that the keys ascend, or descend if `isReverse`;
 * equal keys keep their order in both cases. A fault if two cannot be compared.
 */
export function placesByKey(h: Heap, keyList: Word, count: number, isReverse: boolean): Address {
  const keys = reserveScratch(h, count)
  if (failed(h)) return keys
  fetchWords(h, keys, elementsAt(keyList), count)
  const byWord = isWordOrdered(setKind(h, keys, count))
  const places = reserveScratch(h, count)
  if (failed(h)) return places
  // Python's reverse sort turns the list round, sorts it, and turns it round again.
  for (let k = 0; k < count; k++) poke(h, places + k, isReverse ? count - 1 - k : k)
  // Keys that are words have one stable order, however it is found.
  const isCounted = byWord && countPlaces(h, keys, places, count)
  if (!isCounted && count < LONG) insertPlaces(h, keys, places, count, byWord)
  else if (!isCounted) {
    if (!byWord) refuseSetKeys(h, keys, count)
    mergePlaces(h, keys, places, count, byWord)
  }
  if (isReverse) turnRound(h, places, count)
  return places
}

/**
 * Orders the places of keys that are words and lie close together by counting each key; false, without any change, if they are few or
 * far apart. Counted as the sort that it replaces: work must not depend on the way.
 */
function countPlaces(h: Heap, keys: Address, places: Address, count: number): boolean {
  if (count < MIN_COUNTED) return false
  let least = peek(h, keys)
  let most = least
  for (let k = 1; k < count; k++) {
    const key = peek(h, keys + k)
    if (key < least) least = key
    if (key > most) most = key
  }
  if (most - least >= MAX_COUNTED_KEYS) return false
  if (count >= LONG && !spend(h, count * (1 + mergePasses(count)))) return true
  const keyCount = most - least + 1
  const next = holdScratch(h, keyCount + count)
  const sorted = next + keyCount
  fillScratch(h, next, keyCount, 0)
  for (let k = 0; k < count; k++) {
    const at = next + peek(h, keys + k) - least
    poke(h, at, peek(h, at) + 1)
  }
  let before = 0
  for (let k = 0; k < keyCount; k++) {
    const own = peek(h, next + k)
    poke(h, next + k, before)
    before += own
  }
  for (let k = 0; k < count; k++) {
    const place = peek(h, places + k)
    const at = next + peek(h, keys + place) - least
    const to = peek(h, at)
    poke(h, sorted + to, place)
    poke(h, at, to + 1)
  }
  copyScratch(h, places, sorted, count)
  releaseScratch(h, next)
  return true
}

/** How often a merge sort from below goes through this number of places. */
function mergePasses(count: number): number {
  let passes = 0
  for (let width = 1; width < count; width *= 2) passes++
  return passes
}

function isKeyLess(h: Heap, keys: Address, a: number, b: number, byWord: boolean): Word {
  const x = peek(h, keys + a)
  const y = peek(h, keys + b)
  const less = byWord ? truth(x < y) : lessThan(h, x, y)
  if (isError(less)) raise(h, less)
  return less
}

/**
 * Python's way with short lists: the longest run at the start, turned round if it falls strictly, then binary insertion
 * of the rest. Both ask for one comparison a turn, which stands here once.
 */
function insertPlaces(h: Heap, keys: Address, places: Address, count: number, byWord: boolean): void {
  let sorted = 1
  let inRun = true
  let falling: Word = FALSE
  let low = 0
  let high = 0
  while (sorted < count && !failed(h)) {
    const other = inRun ? sorted - 1 : (low + high) >> 1
    const less = isKeyLess(h, keys, peek(h, places + sorted), peek(h, places + other), byWord)
    if (inRun && sorted === 1) falling = less
    if (inRun && less === falling) sorted++
    else if (inRun) {
      inRun = false
      if (falling === TRUE) turnRound(h, places, sorted)
      high = sorted
    } else {
      if (less === TRUE) high = other
      else low = other + 1
      if (low === high) {
        moveDown(h, places, sorted, low)
        sorted++
        low = 0
        high = sorted
      }
    }
  }
  if (inRun && falling === TRUE) turnRound(h, places, count)
}

function turnRound(h: Heap, list: Address, count: number): void {
  const last = list + count - 1
  for (let k = 0; k < count >> 1; k++) {
    const w = peek(h, list + k)
    poke(h, list + k, peek(h, last - k))
    poke(h, last - k, w)
  }
}

/** Moves the word at `from` down to the place `to`; those between go one up. */
function moveDown(h: Heap, list: Address, from: number, to: number): void {
  const w = peek(h, list + from)
  for (let k = from; k > to; k--) poke(h, list + k, peek(h, list + k - 1))
  poke(h, list + to, w)
}

/** A fault if keys may be compared as sets; tuples are looked into one level deep. */
function refuseSetKeys(h: Heap, keys: Address, count: number): void {
  for (let k = 0; k < count; k++) if (mayHoldSets(h, peek(h, keys + k))) raise(h, deviation(SET_KEYS_RULE))
}

function mayHoldSets(h: Heap, key: Word): boolean {
  if (isSet(h, key)) return true
  if (!isBlock(h, key, TUPLE)) return false
  const count = sizeOf(h, key)
  if (!spend(h, count)) return false
  for (let k = 0; k < count; k++) {
    const e = load(h, elementsAt(key) + k)
    if (isSet(h, e) || isBlock(h, e, TUPLE)) return true
  }
  return false
}

/** A stable merge sort from below. */
function mergePlaces(h: Heap, keys: Address, places: Address, count: number, byWord: boolean): void {
  const spare = reserveScratch(h, count)
  let from = places
  let to = spare
  for (let width = 1; width < count; width *= 2) {
    if (!spend(h, count)) return
    for (let start = 0; start < count; start += width * 2)
      mergePlaceRuns(h, keys, from, to, start, width, count, byWord)
    const swap = from
    from = to
    to = swap
  }
  if (from !== places) copyScratch(h, places, from, count)
  releaseScratch(h, spare)
}

/** Merges the two sorted runs of places that start at `start` and `start + width`. */
function mergePlaceRuns(
  h: Heap,
  keys: Address,
  from: Address,
  to: Address,
  start: number,
  width: number,
  count: number,
  byWord: boolean,
): void {
  const middle = start + width < count ? start + width : count
  const end = middle + width < count ? middle + width : count
  let left = start
  let right = middle
  for (let k = start; k < end && !failed(h); k++) {
    let takeRight = right < end
    if (takeRight && left < middle) {
      takeRight = isKeyLess(h, keys, peek(h, from + right), peek(h, from + left), byWord) === TRUE
    }
    poke(h, to + k, peek(h, from + (takeRight ? right : left)))
    if (takeRight) right++
    else left++
  }
}
