// The elements of a set that another one has, or that it does not have, by a workgroup: each is searched in the other set. The counterpart of
// `intersectWords` and `subtractWords` in src/kernel/word-sets.ts.
//
// Work: 2 per element of the result and 1 for its header; nothing for an empty one.

import { KIND_BITS, elementsAt, kindOf, sizeOf } from '../../../../kernel/blocks.ts'
import { isWordOrdered } from '../../../../kernel/compare.ts'
import { EMPTY_SET, type Heap, NOWHERE, heapTop } from '../../../../kernel/heap.ts'
import { refTo } from '../../../../kernel/words.ts'
import { at, heap, put, sharedWords } from '../intrinsics.ts'
import { countLess } from './combine.ts'
import { roomOutcome, roomPlace, stretchOf, takeRoom } from './group-queue.ts'
import { sumBefore, sumOfAll } from './sorting-items.ts'

const selectJob = sharedWords(6)
const SELECT_KIND = 0
const SELECT_AT = 1
const SELECT_COUNT = 2
const SELECT_OTHER_AT = 3
const SELECT_OTHER_COUNT = 4
/** Whether the elements that both have are kept, and not those that the second has not. */
const SELECT_IS_SHARED = 5

/** Fewer elements are left to one invocation. */
const LEAST_SELECTED = 64

function chooseSelection(h: Heap, a: number, b: number, isShared: number): boolean {
  const kind = kindOf(h, a)
  if (!isWordOrdered(kind) || kindOf(h, b) !== kind) return false
  const count = sizeOf(h, a)
  const other = sizeOf(h, b)
  put(h, selectJob, SELECT_KIND, kind)
  put(h, selectJob, SELECT_AT, elementsAt(a))
  put(h, selectJob, SELECT_COUNT, count)
  put(h, selectJob, SELECT_OTHER_AT, elementsAt(b))
  put(h, selectJob, SELECT_OTHER_COUNT, other)
  put(h, selectJob, SELECT_IS_SHARED, isShared)
  const isInHeap = count <= heapTop(h) - elementsAt(a) && other <= heapTop(h) - elementsAt(b)
  return isInHeap && count >= LEAST_SELECTED && other > 0
}

export function chooseIntersection(h: Heap, a: number, b: number): boolean {
  return chooseSelection(h, a, b, 1)
}

export function chooseDifference(h: Heap, a: number, b: number): boolean {
  return chooseSelection(h, a, b, 0)
}

function isSelected(h: Heap, word: number): boolean {
  const other = at(h, selectJob, SELECT_OTHER_AT)
  const count = at(h, selectJob, SELECT_OTHER_COUNT)
  const place = countLess(h, other, count, word)
  const isShared = place < count && at(h, heap, other + place) === word
  return isShared === (at(h, selectJob, SELECT_IS_SHARED) !== 0)
}

/** For both. */
export function selectTogether(h: Heap, lane: number): number {
  const from = at(h, selectJob, SELECT_AT)
  const count = at(h, selectJob, SELECT_COUNT)
  const end = stretchOf(lane + 1, count)
  let kept = 0
  for (let k = stretchOf(lane, count); k < end; k++) if (isSelected(h, at(h, heap, from + k))) kept++
  const before = sumBefore(h, lane, kept)
  const total = sumOfAll(h)
  if (lane === 0) takeRoom(h, total > 0 ? total + 1 : 0, total > 0 ? 2 * total + 1 : 0)
  const place = roomPlace(h)
  if (place === NOWHERE) return roomOutcome(h)
  if (total === 0) return EMPTY_SET
  if (lane === 0) put(h, heap, place, (total << KIND_BITS) | at(h, selectJob, SELECT_KIND))
  let to = place + 1 + before
  for (let k = stretchOf(lane, count); k < end; k++) {
    const word = at(h, heap, from + k)
    if (isSelected(h, word)) {
      put(h, heap, to, word)
      to++
    }
  }
  return refTo(place)
}
