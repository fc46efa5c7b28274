// The most or the least frequent element of a tuple of compact sets of one kind, found by a workgroup: the sets are sorted, and runs of equal
// ones measured. The counterpart of `elementByCount` in src/primitives/selection.ts.
//
// Work: 1 per element, that of sorting, and that of comparing each element with the one before it for equality.

import { KIND_BITS, TUPLE, elementsAt, isBlock, sizeOf } from '../../../../kernel/blocks.ts'
import { type Heap, NOWHERE, heapTop } from '../../../../kernel/heap.ts'
import { addressOf } from '../../../../kernel/words.ts'
import {
  at,
  atomicLoad,
  atomicMax,
  atomicMin,
  atomicStore,
  heap,
  params,
  put,
  setWork,
  sharedAtomics,
  sharedWords,
  uniformAt,
  waitForGroup,
  waitForHeap,
} from '../intrinsics.ts'
import { DECLINED, LANES, LARGEST, roomOutcome, roomPlace, stretchOf, takeRoom } from './group-queue.ts'
import { EMPTY_COST, compareItems, compared, sortItemsTogether, sortingSpent, spendSorting } from './sorting-items.ts'
import { areSetsOfOneKind } from './sorting-sets.ts'

const commonJob = sharedWords(5)
const COMMON_AT = 0
const COMMON_COUNT = 1
const COMMON_TOP = 2
const COMMON_IS_LEAST = 3
const COMMON_IS_MADE = 4

/** The length of the best run, and its start, or its distance from the last place. */
const commonBest = sharedAtomics(1)
const LENGTH_STEP = 4096

/** Fewer elements are left to one invocation. */
const LEAST_SORTED = 16

export function chooseMostcommon(h: Heap, container: number): boolean {
  return chooseCommon(h, container, false)
}

export function chooseLeastcommon(h: Heap, container: number): boolean {
  return chooseCommon(h, container, true)
}

function chooseCommon(h: Heap, container: number, isLeast: boolean): boolean {
  if (!isBlock(h, container, TUPLE)) return false
  const count = sizeOf(h, container)
  put(h, commonJob, COMMON_AT, elementsAt(container))
  put(h, commonJob, COMMON_COUNT, count)
  put(h, commonJob, COMMON_TOP, heapTop(h))
  put(h, commonJob, COMMON_IS_LEAST, isLeast ? 1 : 0)
  atomicStore(h, commonBest, 0, isLeast ? LARGEST : 0)
  return count >= LEAST_SORTED && count <= LENGTH_STEP && count <= heapTop(h) - elementsAt(container)
}

/** Whether the element at place `k` of a sorted list equals the one before it. */
function isRepeat(h: Heap, list: number, k: number): boolean {
  compareItems(h, at(h, heap, list + k - 1), at(h, heap, list + k))
  return compared.order === 0
}

/** The work of `equals` for the element at place `k` and the one before it. */
function equalityWork(h: Heap, list: number, k: number): number {
  const header = at(h, heap, addressOf(at(h, heap, list + k)))
  if (header !== at(h, heap, addressOf(at(h, heap, list + k - 1)))) return 0
  const size = header >> KIND_BITS
  return size === 0 ? EMPTY_COST : size
}

/** For `mostcommon` and `leastcommon`. */
export function commonTogether(h: Heap, lane: number): number {
  const items = at(h, commonJob, COMMON_AT)
  const count = at(h, commonJob, COMMON_COUNT)
  const isLeast = at(h, commonJob, COMMON_IS_LEAST) !== 0
  const isMade = areSetsOfOneKind(h, items, count, at(h, commonJob, COMMON_TOP), lane)
  if (lane === 0) put(h, commonJob, COMMON_IS_MADE, isMade ? 1 : 0)
  if (uniformAt(h, commonJob, COMMON_IS_MADE) === 0) return DECLINED
  if (lane === 0) takeRoom(h, 3 * count, 0)
  const room = roomPlace(h)
  if (room === NOWHERE) return roomOutcome(h)
  for (let k = lane; k < count; k += LANES) put(h, heap, room + k, at(h, heap, items + k))
  waitForHeap(h)
  const sorted = sortItemsTogether(h, room, uniformAt(h, commonJob, COMMON_COUNT), lane)
  const end = stretchOf(lane + 1, count)
  let work = 0
  for (let k = stretchOf(lane, count); k < end; k++) {
    if (k > 0) work += equalityWork(h, sorted, k)
    if (k === 0 || !isRepeat(h, sorted, k)) {
      let length = 1
      while (k + length < count && isRepeat(h, sorted, k + length)) length++
      if (isLeast) atomicMin(h, commonBest, 0, length * LENGTH_STEP + k)
      else atomicMax(h, commonBest, 0, length * LENGTH_STEP + LENGTH_STEP - 1 - k)
    }
  }
  spendSorting(h, work)
  waitForGroup(h)
  const place = atomicLoad(h, commonBest, 0) & (LENGTH_STEP - 1)
  const total = count + sortingSpent(h)
  if (total >= params.statementBudget) return DECLINED
  setWork(h, total)
  return at(h, heap, sorted + (isLeast ? place : LENGTH_STEP - 1 - place))
}
