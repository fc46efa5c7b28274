// Union of two compact sets of one kind by a workgroup: each element finds its position by a binary search in the other
// set. The counterpart of `unite` in src/kernel/sets.ts.
//
// Work: 2 per element of the result (list and set) and 1 for the header.

import { KIND_BITS, elementsAt, kindOf, sizeOf } from '../../../../kernel/blocks.ts'
import { isWordOrdered } from '../../../../kernel/compare.ts'
import { type Heap, NOWHERE, heapTop } from '../../../../kernel/heap.ts'
import { refTo } from '../../../../kernel/words.ts'
import {
  at,
  atomicLoad,
  atomicOr,
  atomicStore,
  bitCount,
  heap,
  put,
  sharedAtomics,
  sharedWords,
  waitForGroup,
} from '../intrinsics.ts'
import { LANES, roomOutcome, roomPlace, takeRoom } from './group-queue.ts'

/** Of the two sets, the first one is the longer. */
const uniteJob = sharedWords(5)
const UNITE_KIND = 0
const UNITE_LONG_COUNT = 1
const UNITE_LONG_AT = 2
const UNITE_SHORT_COUNT = 3
const UNITE_SHORT_AT = 4

/** Elements of the shorter set: one word of bits an invocation. */
const MOST_SHORT = 2048
/** Which elements of the shorter set the longer one has too, and how many before each word of these bits. */
const repeatBits = sharedAtomics(65)
const repeatsBefore = sharedWords(65)

export function chooseCombine(h: Heap, a: number, b: number): boolean {
  const kind = kindOf(h, a)
  if (!isWordOrdered(kind) || kindOf(h, b) !== kind) return false
  const isLonger = sizeOf(h, a) >= sizeOf(h, b)
  const long = isLonger ? a : b
  const short = isLonger ? b : a
  const shortCount = sizeOf(h, short)
  put(h, uniteJob, UNITE_KIND, kind)
  put(h, uniteJob, UNITE_LONG_COUNT, sizeOf(h, long))
  put(h, uniteJob, UNITE_LONG_AT, elementsAt(long))
  put(h, uniteJob, UNITE_SHORT_COUNT, shortCount)
  put(h, uniteJob, UNITE_SHORT_AT, elementsAt(short))
  const isInHeap = sizeOf(h, long) <= heapTop(h) - elementsAt(long) && shortCount <= heapTop(h) - elementsAt(short)
  return shortCount > 0 && shortCount <= MOST_SHORT && isInHeap
}

/** How many elements of a set are less than the word. */
export function countLess(h: Heap, elements: number, count: number, word: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (at(h, heap, elements + middle) < word) low = middle + 1
    else high = middle
  }
  return low
}

/** How many of the first `place` elements of the shorter set the longer one has too. */
function repeatsUpTo(h: Heap, place: number): number {
  const word = place >> 5
  const below = ((1 << (place & 31)) - 1) | 0
  return at(h, repeatsBefore, word) + bitCount(atomicLoad(h, repeatBits, word) & below)
}

/** Notes which elements of the shorter set the longer one has too. */
function markRepeats(h: Heap, lane: number): void {
  const longCount = at(h, uniteJob, UNITE_LONG_COUNT)
  const longAt = at(h, uniteJob, UNITE_LONG_AT)
  const shortCount = at(h, uniteJob, UNITE_SHORT_COUNT)
  const shortAt = at(h, uniteJob, UNITE_SHORT_AT)
  atomicStore(h, repeatBits, lane, 0)
  waitForGroup(h)
  for (let k = lane; k < shortCount; k += LANES) {
    const word = at(h, heap, shortAt + k)
    const place = countLess(h, longAt, longCount, word)
    if (place < longCount && at(h, heap, longAt + place) === word) atomicOr(h, repeatBits, k >> 5, 1 << (k & 31))
  }
  waitForGroup(h)
  let before = 0
  for (let k = 0; k < lane; k++) before += bitCount(atomicLoad(h, repeatBits, k))
  put(h, repeatsBefore, lane, before)
  if (lane === LANES - 1) put(h, repeatsBefore, LANES, before + bitCount(atomicLoad(h, repeatBits, lane)))
  waitForGroup(h)
}

export function combineTogether(h: Heap, lane: number): number {
  const longCount = at(h, uniteJob, UNITE_LONG_COUNT)
  const longAt = at(h, uniteJob, UNITE_LONG_AT)
  const shortCount = at(h, uniteJob, UNITE_SHORT_COUNT)
  const shortAt = at(h, uniteJob, UNITE_SHORT_AT)
  markRepeats(h, lane)
  const count = longCount + shortCount - at(h, repeatsBefore, LANES)
  if (lane === 0) takeRoom(h, count + 1, 2 * count + 1)
  const place = roomPlace(h)
  if (place === NOWHERE) return roomOutcome(h)
  if (lane === 0) put(h, heap, place, (count << KIND_BITS) | at(h, uniteJob, UNITE_KIND))
  for (let k = lane; k < longCount; k += LANES) {
    const word = at(h, heap, longAt + k)
    const less = countLess(h, shortAt, shortCount, word)
    put(h, heap, place + 1 + k + less - repeatsUpTo(h, less), word)
  }
  for (let k = lane; k < shortCount; k += LANES) {
    const word = at(h, heap, shortAt + k)
    if (((atomicLoad(h, repeatBits, k >> 5) >> (k & 31)) & 1) === 0) {
      put(h, heap, place + 1 + countLess(h, longAt, longCount, word) + k - repeatsUpTo(h, k), word)
    }
  }
  return refTo(place)
}
