// A patch moved by a workgroup. The counterpart of `shiftCompact` in src/kernel/shifting.ts.
//
// Work: 1 per cell and 1 for the header.

import { CELL_SET, KIND_BITS, PAIR_SET, elementsAt, kindOf, sizeOf } from '../../../../kernel/blocks.ts'
import { indexBits, indexShift } from '../../../../kernel/fields.ts'
import { type Heap, NOWHERE, heapTop } from '../../../../kernel/heap.ts'
import { isPair, pairCol, pairRow, refTo } from '../../../../kernel/words.ts'
import {
  at,
  atomicLoad,
  atomicOr,
  atomicStore,
  heap,
  put,
  sharedAtomics,
  sharedWords,
  waitForGroup,
} from '../intrinsics.ts'
import { LANES, LEAST_TOGETHER, declineRoom, roomOutcome, roomPlace, takeRoom } from './group-queue.ts'

const shiftJob = sharedWords(5)
const SHIFT_KIND = 0
const SHIFT_COUNT = 1
const SHIFT_AT = 2
const SHIFT_DOWN = 3
const SHIFT_RIGHT = 4

/** Has a bit outside of the mask once a row or column has left the range. */
const shiftReached = sharedAtomics(1)

export function chooseShift(h: Heap, patch: number, directions: number): boolean {
  const kind = kindOf(h, patch)
  if ((kind !== PAIR_SET && kind !== CELL_SET) || !isPair(directions)) return false
  const count = sizeOf(h, patch)
  put(h, shiftJob, SHIFT_KIND, kind)
  put(h, shiftJob, SHIFT_COUNT, count)
  put(h, shiftJob, SHIFT_AT, elementsAt(patch))
  put(h, shiftJob, SHIFT_DOWN, pairRow(directions))
  put(h, shiftJob, SHIFT_RIGHT, pairCol(directions))
  atomicStore(h, shiftReached, 0, 0)
  return count >= LEAST_TOGETHER && count <= heapTop(h) - elementsAt(patch)
}

export function shiftTogether(h: Heap, lane: number): number {
  const kind = at(h, shiftJob, SHIFT_KIND)
  const count = at(h, shiftJob, SHIFT_COUNT)
  const from = at(h, shiftJob, SHIFT_AT)
  const down = at(h, shiftJob, SHIFT_DOWN)
  const right = at(h, shiftJob, SHIFT_RIGHT)
  const bits = indexBits(kind)
  const shift = indexShift(h, kind)
  const mask = (1 << bits) - 1
  let reached = 0
  for (let k = lane; k < count; k += LANES) {
    const w = at(h, heap, from + k)
    reached |= (((w >> (bits + shift)) & mask) + down) | (((w >> shift) & mask) + right)
  }
  atomicOr(h, shiftReached, 0, reached)
  waitForGroup(h)
  if (lane === 0) {
    if ((atomicLoad(h, shiftReached, 0) & ~mask) === 0) takeRoom(h, count + 1, count + 1)
    else declineRoom(h)
  }
  const place = roomPlace(h)
  if (place === NOWHERE) return roomOutcome(h)
  if (lane === 0) put(h, heap, place, (count << KIND_BITS) | kind)
  const step = (((down << bits) + right) << shift) | 0
  for (let k = lane; k < count; k += LANES) put(h, heap, place + 1 + k, (at(h, heap, from + k) + step) | 0)
  return refTo(place)
}
