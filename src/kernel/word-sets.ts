// Set algebra of two sets of one kind whose words are in the order of their values: walks along rows of words. Counted as
// one piece of work for each element kept, and the block.

import { elementsAt, newBlock, sizeOf } from './blocks.ts'
import {
  EMPTY_SET,
  type Heap,
  copyWords,
  failed,
  faultWord,
  fetchWords,
  holdScratch,
  load,
  poke,
  releaseScratch,
  spend,
  storeWords,
} from './heap.ts'
import { type Address, type Word, isError } from './words.ts'

/** From this ratio of sizes on, the places of the few words are searched among the many. */
const MANY = 8

/** The words that both sets have. */
export function intersectWords(h: Heap, a: Word, b: Word, kind: number): Word {
  const aCount = sizeOf(h, a)
  const bCount = sizeOf(h, b)
  if (areApart(h, a, aCount, b, bCount)) return failed(h) ? faultWord(h) : EMPTY_SET
  const areFew = aCount <= bCount
  const few = areFew ? a : b
  const many = areFew ? b : a
  const list = holdScratch(h, areFew ? aCount : bCount)
  const from = elementsAt(few)
  const to = elementsAt(many)
  const end = areFew
    ? pushShared(h, list, from, from + aCount, to, to + bCount)
    : pushShared(h, list, from, from + bCount, to, to + aCount)
  return takeWords(h, kind, list, end - list)
}

/** The words of `a` that `b` does not have. */
export function subtractWords(h: Heap, a: Word, b: Word, kind: number): Word {
  const aCount = sizeOf(h, a)
  const bCount = sizeOf(h, b)
  if (areApart(h, a, aCount, b, bCount)) return joinWords(h, kind, a, aCount, b, 0)
  const list = holdScratch(h, aCount)
  const from = elementsAt(a)
  const other = elementsAt(b)
  const end = pushUnshared(h, list, from, from + aCount, other, other + bCount)
  return takeWords(h, kind, list, end - list)
}

/** The words of both sets. */
export function uniteWords(h: Heap, a: Word, b: Word, kind: number): Word {
  const aCount = sizeOf(h, a)
  const bCount = sizeOf(h, b)
  if (areApart(h, a, aCount, b, bCount)) {
    const isFirst = load(h, elementsAt(a)) < load(h, elementsAt(b))
    return isFirst ? joinWords(h, kind, a, aCount, b, bCount) : joinWords(h, kind, b, bCount, a, aCount)
  }
  const list = holdScratch(h, aCount + bCount)
  const from = elementsAt(a)
  const other = elementsAt(b)
  const end = pushEither(h, list, from, from + aCount, other, other + bCount)
  return takeWords(h, kind, list, end - list)
}

/** Whether the last word of one set is less than the first word of the other: most pairs of sets lie apart. */
function areApart(h: Heap, a: Word, aCount: number, b: Word, bCount: number): boolean {
  const aAt = elementsAt(a)
  const bAt = elementsAt(b)
  if (load(h, aAt + aCount - 1) < load(h, bAt)) return true
  return load(h, bAt + bCount - 1) < load(h, aAt)
}

/** The words of one set and behind them those of another. */
function joinWords(h: Heap, kind: number, a: Word, aCount: number, b: Word, bCount: number): Word {
  if (!spend(h, aCount + bCount)) return faultWord(h)
  const set = newBlock(h, kind, aCount + bCount)
  if (isError(set)) return set
  copyWords(h, elementsAt(set), elementsAt(a), aCount)
  copyWords(h, elementsAt(set) + aCount, elementsAt(b), bCount)
  return failed(h) ? faultWord(h) : set
}

/** The set of `count` words of held scratch, which is released. */
function takeWords(h: Heap, kind: number, list: Address, count: number): Word {
  let set = EMPTY_SET
  if (count > 0 && spend(h, count)) {
    set = newBlock(h, kind, count)
    if (!isError(set)) storeWords(h, elementsAt(set), list, count)
  }
  releaseScratch(h, list)
  return failed(h) ? faultWord(h) : set
}

/** Writes the words of the first row that the second one has to `list`; returns the end of what it wrote. */
function pushShared(h: Heap, list: Address, from: Address, end: Address, other: Address, otherEnd: Address): Address {
  const leaps = otherEnd - other > (end - from) * MANY
  let to = list
  let i = from
  let j = other
  let y = load(h, j)
  while (i < end) {
    const x = load(h, i)
    if (y < x) {
      j = leaps ? leapTo(h, j, otherEnd, x) : stepTo(h, j, otherEnd, x)
      if (j >= otherEnd) return to
      y = load(h, j)
    }
    if (x === y) {
      poke(h, to, x)
      to++
    }
    i++
  }
  return to
}

/** The same for the words that the second row does not have. */
function pushUnshared(h: Heap, list: Address, from: Address, end: Address, other: Address, otherEnd: Address): Address {
  if (end - from > (otherEnd - other) * MANY) return pushBetween(h, list, from, end, other, otherEnd)
  const leaps = otherEnd - other > (end - from) * MANY
  let to = list
  let i = from
  let j = other
  let y = load(h, j)
  while (i < end) {
    const x = load(h, i)
    if (y < x && j < otherEnd) {
      j = leaps ? leapTo(h, j, otherEnd, x) : stepTo(h, j, otherEnd, x)
      y = j < otherEnd ? load(h, j) : y
    }
    if (x !== y) {
      poke(h, to, x)
      to++
    }
    i++
  }
  return to
}

/** The same where the second row is short: what lies between its words is copied. */
function pushBetween(h: Heap, list: Address, from: Address, end: Address, other: Address, otherEnd: Address): Address {
  let to = list
  let i = from
  for (let j = other; j < otherEnd && i < end; j++) {
    const y = load(h, j)
    const stop = load(h, i) < y ? leapTo(h, i, end, y) : i
    fetchWords(h, to, i, stop - i)
    to += stop - i
    i = stop
    if (i < end && load(h, i) === y) i++
  }
  fetchWords(h, to, i, end - i)
  return to + end - i
}

/** Writes the words of both rows to `list`; returns the end of what it wrote. */
function pushEither(h: Heap, list: Address, from: Address, end: Address, other: Address, otherEnd: Address): Address {
  let to = list
  let i = from
  let j = other
  while (i < end && j < otherEnd) {
    const x = load(h, i)
    const y = load(h, j)
    poke(h, to, x < y ? x : y)
    to++
    i += x <= y ? 1 : 0
    j += y <= x ? 1 : 0
  }
  for (; i < end; i++) {
    poke(h, to, load(h, i))
    to++
  }
  for (; j < otherEnd; j++) {
    poke(h, to, load(h, j))
    to++
  }
  return to
}

/** The first place after `at` of a row whose word is not less than `x`, step by step. */
function stepTo(h: Heap, at: Address, end: Address, x: Word): Address {
  let a = at + 1
  while (a < end && load(h, a) < x) a++
  return a
}

/** The same in leaps that double, then halve. */
function leapTo(h: Heap, at: Address, end: Address, x: Word): Address {
  let low = at
  let step = 1
  while (low + step < end && load(h, low + step) < x) {
    low += step
    step += step
  }
  let high = low + step < end ? low + step : end
  low++
  while (low < high) {
    const middle = (low + high) >> 1
    if (load(h, middle) < x) low = middle + 1
    else high = middle
  }
  return high
}
