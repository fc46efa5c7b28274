// The elements of a set that another one has or has not, that fulfil a condition, or that have a length, by a workgroup: each invocation tests a
// stretch. The counterpart of `intersectWords` and `subtractWords` in src/kernel/word-sets.ts, and of `sfilter` and `sizefilter` for sets.
//
// Work: 2 per element of the result and 1 for its header; nothing for an empty one.

import {
  CELL_SET,
  KIND_BITS,
  KIND_MASK,
  LIST,
  SET,
  TUPLE,
  elementsAt,
  isBlock,
  isSet,
  kindOf,
  sizeOf,
} from '../../../../kernel/blocks.ts'
import { isWordOrdered } from '../../../../kernel/compare.ts'
import { EMPTY_SET, type Heap, NOWHERE, heapTop } from '../../../../kernel/heap.ts'
import { isInt, isRef, refTo } from '../../../../kernel/words.ts'
import { at, atomicLoad, atomicOr, atomicStore, heap, put, sharedAtomics, sharedWords } from '../intrinsics.ts'
import { countLess } from './combine.ts'
import { declineRoom, headerAt, roomOutcome, roomPlace, stretchOf, takeRoom } from './group-queue.ts'
import { sumBefore, sumOfAll } from './sorting-items.ts'

const selectJob = sharedWords(6)
const SELECT_WAY = 0
const SELECT_KIND = 1
const SELECT_AT = 2
const SELECT_COUNT = 3
/** The other set, or the results of a condition; or a length in place of an address. */
const SELECT_OTHER_AT = 4
const SELECT_OTHER_COUNT = 5

const UNSHARED = 0
const SHARED = 1
const CONDITION = 2
const LENGTH = 3

/** Whether a result is no integer, or an element is no reference where a set has several sorts. */
const selectStrange = sharedAtomics(1)

/** Fewer elements are left to one invocation. */
const LEAST_SELECTED = 64

/** Notes the set whose elements are selected. */
function noteSelection(h: Heap, set: number, way: number, otherAt: number, otherCount: number): boolean {
  const count = sizeOf(h, set)
  put(h, selectJob, SELECT_WAY, way)
  put(h, selectJob, SELECT_KIND, kindOf(h, set))
  put(h, selectJob, SELECT_AT, elementsAt(set))
  put(h, selectJob, SELECT_COUNT, count)
  put(h, selectJob, SELECT_OTHER_AT, otherAt)
  put(h, selectJob, SELECT_OTHER_COUNT, otherCount)
  atomicStore(h, selectStrange, 0, 0)
  return count >= LEAST_SELECTED && count <= heapTop(h) - elementsAt(set)
}

function chooseAlgebra(h: Heap, a: number, b: number, way: number): boolean {
  const kind = kindOf(h, a)
  if (!isWordOrdered(kind) || kindOf(h, b) !== kind) return false
  const other = sizeOf(h, b)
  const isInHeap = other > 0 && other <= heapTop(h) - elementsAt(b)
  return isInHeap && noteSelection(h, a, way, elementsAt(b), other)
}

export function chooseIntersection(h: Heap, a: number, b: number): boolean {
  return chooseAlgebra(h, a, b, SHARED)
}

export function chooseDifference(h: Heap, a: number, b: number): boolean {
  return chooseAlgebra(h, a, b, UNSHARED)
}

export function chooseSfilter(h: Heap, container: number, _condition: number, results: number): boolean {
  if (!isSet(h, container) || !isBlock(h, results, LIST)) return false
  const count = sizeOf(h, results)
  const isInHeap = count === sizeOf(h, container) && count <= heapTop(h) - elementsAt(results)
  return isInHeap && noteSelection(h, container, CONDITION, elementsAt(results), count)
}

export function chooseSizefilter(h: Heap, container: number, n: number): boolean {
  return isBlock(h, container, SET) && noteSelection(h, container, LENGTH, n, 0)
}

/** Whether element `k` is selected; notes what is strange. */
function isSelected(h: Heap, k: number, word: number): boolean {
  const way = at(h, selectJob, SELECT_WAY)
  const other = at(h, selectJob, SELECT_OTHER_AT)
  if (way >= CONDITION && at(h, selectJob, SELECT_KIND) === SET && !isRef(word)) atomicOr(h, selectStrange, 0, 1)
  if (way === CONDITION) {
    const result = at(h, heap, other + k)
    if (!isInt(result)) atomicOr(h, selectStrange, 0, 1)
    return result !== 0
  }
  if (way === LENGTH) {
    const header = headerAt(h, word)
    const kind = header & KIND_MASK
    if (kind < TUPLE || kind > CELL_SET) atomicOr(h, selectStrange, 0, 1)
    return header >> KIND_BITS === other
  }
  const count = at(h, selectJob, SELECT_OTHER_COUNT)
  const place = countLess(h, other, count, word)
  const isShared = place < count && at(h, heap, other + place) === word
  return isShared === (way === SHARED)
}

/** For all of them. */
export function selectTogether(h: Heap, lane: number): number {
  const from = at(h, selectJob, SELECT_AT)
  const count = at(h, selectJob, SELECT_COUNT)
  const end = stretchOf(lane + 1, count)
  let kept = 0
  for (let k = stretchOf(lane, count); k < end; k++) if (isSelected(h, k, at(h, heap, from + k))) kept++
  const before = sumBefore(h, lane, kept)
  const total = sumOfAll(h)
  if (lane === 0) {
    if (atomicLoad(h, selectStrange, 0) !== 0) declineRoom(h)
    else takeRoom(h, total > 0 ? total + 1 : 0, total > 0 ? 2 * total + 1 : 0)
  }
  const place = roomPlace(h)
  if (place === NOWHERE) return roomOutcome(h)
  if (total === 0) return EMPTY_SET
  if (lane === 0) put(h, heap, place, (total << KIND_BITS) | at(h, selectJob, SELECT_KIND))
  let to = place + 1 + before
  for (let k = stretchOf(lane, count); k < end; k++) {
    const word = at(h, heap, from + k)
    if (isSelected(h, k, word)) {
      put(h, heap, to, word)
      to++
    }
  }
  return refTo(place)
}
