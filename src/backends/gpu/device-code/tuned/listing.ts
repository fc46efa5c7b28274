// The calls of a function with each element of a container, written by a workgroup. The counterpart of `callEach` in
// src/kernel/calls.ts for containers whose elements are words of a block.
//
// Work: 2 per call and 1 for the header of the list.

import { KIND_BITS, LIST, elementsAt, sizeOf } from '../../../../kernel/blocks.ts'
import { type Heap, NOWHERE } from '../../../../kernel/heap.ts'
import { NONE, refTo } from '../../../../kernel/words.ts'
import { at, heap, put, sharedWords } from '../intrinsics.ts'
import { hasListedElements } from './crossing.ts'
import { LANES, LEAST_TOGETHER, roomOutcome, roomPlace, takeRoom } from './group-queue.ts'

const listJob = sharedWords(3)
const LIST_CALLEE = 0
const LIST_COUNT = 1
const LIST_AT = 2

/** For `applyCalls` and `mapplyCalls`. */
export function chooseApplyCalls(h: Heap, callee: number, container: number): boolean {
  if (callee === NONE || !hasListedElements(h, container)) return false
  const count = sizeOf(h, container)
  put(h, listJob, LIST_CALLEE, callee)
  put(h, listJob, LIST_COUNT, count)
  put(h, listJob, LIST_AT, elementsAt(container))
  return 2 * count >= LEAST_TOGETHER
}

/** For the others, whose container comes first. */
export function chooseCallsOfEach(h: Heap, container: number, callee: number): boolean {
  return chooseApplyCalls(h, callee, container)
}

export function callsOfEachTogether(h: Heap, lane: number): number {
  const callee = at(h, listJob, LIST_CALLEE)
  const count = at(h, listJob, LIST_COUNT)
  const from = at(h, listJob, LIST_AT)
  if (lane === 0) takeRoom(h, 2 * count + 1, 2 * count + 1)
  const place = roomPlace(h)
  if (place === NOWHERE) return roomOutcome(h)
  if (lane === 0) put(h, heap, place, ((2 * count) << KIND_BITS) | LIST)
  for (let k = lane; k < count; k += LANES) {
    put(h, heap, place + 1 + 2 * k, callee)
    put(h, heap, place + 2 + 2 * k, at(h, heap, from + k))
  }
  return refTo(place)
}
