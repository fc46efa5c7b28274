// The calls of each element of one container with each of another, written by a workgroup. The counterpart of `callCrossed` in
// src/kernel/calls.ts for containers whose elements are words of a block.
//
// Work: 3 per call and 1 for the header of the list.

import { INTS, KIND_BITS, LIST, SET, TUPLE, elementsAt, kindOf, sizeOf } from '../../../../kernel/blocks.ts'
import { MAX_CALLS } from '../../../../kernel/calls.ts'
import { isWordOrdered } from '../../../../kernel/compare.ts'
import { type Heap, NOWHERE, divideTowardsZero, heapTop } from '../../../../kernel/heap.ts'
import { isRef, refTo } from '../../../../kernel/words.ts'
import { at, heap, put, sharedWords } from '../intrinsics.ts'
import { LANES, roomOutcome, roomPlace, takeRoom } from './group-queue.ts'

const crossJob = sharedWords(5)
const CROSS_CALLEE = 0
const CROSS_A_COUNT = 1
const CROSS_A_AT = 2
const CROSS_B_COUNT = 3
const CROSS_B_AT = 4

/** Whether the elements of a container are words of a block, and there are some. */
function hasListedElements(h: Heap, w: number): boolean {
  const kind = kindOf(h, w)
  if (!isRef(w) || !(isWordOrdered(kind) || kind === SET || kind === TUPLE || kind === INTS)) return false
  return sizeOf(h, w) > 0 && sizeOf(h, w) <= heapTop(h) - elementsAt(w)
}

export function choosePrapplyCalls(h: Heap, callee: number, a: number, b: number): boolean {
  if (!hasListedElements(h, a) || !hasListedElements(h, b)) return false
  put(h, crossJob, CROSS_CALLEE, callee)
  put(h, crossJob, CROSS_A_COUNT, sizeOf(h, a))
  put(h, crossJob, CROSS_A_AT, elementsAt(a))
  put(h, crossJob, CROSS_B_COUNT, sizeOf(h, b))
  put(h, crossJob, CROSS_B_AT, elementsAt(b))
  return sizeOf(h, b) <= divideTowardsZero(MAX_CALLS, sizeOf(h, a))
}

export function prapplyCallsTogether(h: Heap, lane: number): number {
  const callee = at(h, crossJob, CROSS_CALLEE)
  const aCount = at(h, crossJob, CROSS_A_COUNT)
  const aFrom = at(h, crossJob, CROSS_A_AT)
  const bFrom = at(h, crossJob, CROSS_B_AT)
  const count = aCount * at(h, crossJob, CROSS_B_COUNT)
  if (lane === 0) takeRoom(h, 3 * count + 1, 3 * count + 1)
  const place = roomPlace(h)
  if (place === NOWHERE) return roomOutcome(h)
  if (lane === 0) put(h, heap, place, ((3 * count) << KIND_BITS) | LIST)
  for (let k = lane; k < count; k += LANES) {
    const own = place + 1 + 3 * k
    const row = divideTowardsZero(k, aCount)
    put(h, heap, own, callee)
    put(h, heap, own + 1, at(h, heap, aFrom + k - row * aCount))
    put(h, heap, own + 2, at(h, heap, bFrom + row))
  }
  return refTo(place)
}
