// Sets of sets built by a workgroup from a list of compact sets of one kind (apply, prapply). The counterpart of `finishSet` in
// src/kernel/sets.ts for such lists.
//
// Work: 1 per item and that of `dropRepeatedSets`; then of the items that are left: 1 and 1 per further run; for several runs, 1 per item for each level and once more; all comparisons of
// finding runs, merging them and dropping repeats; 1 per element of the result and 1 for its header.

import { KIND_BITS, KIND_MASK, SET } from '../../../../kernel/blocks.ts'
import { isWordOrdered } from '../../../../kernel/compare.ts'
import { dropRepeatedSets } from '../../../../kernel/distinct-sets.ts'
import {
  EMPTY_SET,
  type Heap,
  NOWHERE,
  failed,
  peek,
  pushWords,
  releaseScratch,
  scratchTop,
} from '../../../../kernel/heap.ts'
import { addressOf, isRef, refTo } from '../../../../kernel/words.ts'
import {
  at,
  atomicLoad,
  atomicOr,
  atomicStore,
  heap,
  put,
  setWork,
  sharedAtomics,
  sharedWords,
  uniformAt,
  waitForGroup,
  waitForHeap,
  workDone,
} from '../intrinsics.ts'
import {
  DECLINED,
  LANES,
  ROOM_PLACE,
  declineRoom,
  groupRoom,
  roomOutcome,
  roomPlace,
  stretchOf,
  takeRoom,
} from './group-queue.ts'
import {
  compareItems,
  compared,
  sortItemsTogether,
  sortingSpent,
  spendSorting,
  sumBefore,
  sumOfAll,
} from './sorting-items.ts'

/** Larger sets are left to the ordinary kernel: the sum of all work must fit into a word. */
const MOST_SIZE = 4096
/** Whether the call is common, the items without repeats, and the work until then. */
const sortTotals = sharedWords(3)
const TOTAL_IS_COMMON = 0
const TOTAL_KEPT = 1
const TOTAL_WORK = 2

const sortCounts = sharedAtomics(2)
/** A bit for each kind of item that is not empty. */
const SORT_KINDS = 0
const SORT_STRANGE = 1

/** Notes what the items of a lane are. */
function inspectSets(h: Heap, items: number, count: number, top: number, lane: number): void {
  let kinds = 0
  let strange = 0
  for (let k = lane; k < count; k += LANES) {
    const word = at(h, heap, items + k)
    const block = isRef(word) && addressOf(word) < top ? addressOf(word) : 0
    const header = at(h, heap, block)
    const size = header >> KIND_BITS
    const kind = header & KIND_MASK
    if (word !== EMPTY_SET) {
      kinds |= 1 << kind
      const isCompact = block > 0 && isWordOrdered(kind) && size > 0 && size <= MOST_SIZE && size < top - block
      if (!isCompact) strange = 1
    }
  }
  atomicOr(h, sortCounts, SORT_KINDS, kinds)
  atomicOr(h, sortCounts, SORT_STRANGE, strange)
}

/** Whether the `count` words at `items` are compact sets of one kind, or empty. */
export function areSetsOfOneKind(h: Heap, items: number, count: number, top: number, lane: number): boolean {
  if (lane === 0) {
    atomicStore(h, sortCounts, SORT_KINDS, 0)
    atomicStore(h, sortCounts, SORT_STRANGE, 0)
  }
  waitForGroup(h)
  inspectSets(h, items, count, top, lane)
  waitForGroup(h)
  const kinds = atomicLoad(h, sortCounts, SORT_KINDS)
  return atomicLoad(h, sortCounts, SORT_STRANGE) === 0 && (kinds & ((kinds - 1) | 0)) === 0
}

/**
 * Copies the items to a new room, without repeats, in invocation 0: those that remain, and the counted work, depend on their order. The room
 * is one of two lists and of the beginnings of runs.
 */
function keepDistinctItems(h: Heap, items: number, count: number): void {
  const list = scratchTop(h)
  setWork(h, 0)
  pushWords(h, items, count)
  dropRepeatedSets(h, list)
  const kept = scratchTop(h) - list
  put(h, sortTotals, TOTAL_KEPT, kept)
  put(h, sortTotals, TOTAL_WORK, workDone(h))
  if (failed(h)) {
    declineRoom(h)
    return
  }
  takeRoom(h, 3 * kept, 0)
  const room = at(h, groupRoom, ROOM_PLACE)
  if (room !== NOWHERE) for (let k = 0; k < kept; k++) put(h, heap, room + k, peek(h, list + k))
  releaseScratch(h, list)
}

/** Writes the elements of a sorted list to a new set, without repeats. */
function takeDistinct(h: Heap, list: number, count: number, work: number, lane: number): number {
  const begin = stretchOf(lane, count)
  const end = stretchOf(lane + 1, count)
  let kept = 0
  let spent = 0
  for (let k = begin; k < end; k++) {
    if (k > 0) {
      // Equal sets are equally long, so the work is that of a comparison with the first of them.
      compareItems(h, at(h, heap, list + k - 1), at(h, heap, list + k))
      spent += compared.work
    }
    if (k === 0 || compared.order !== 0) kept++
  }
  spendSorting(h, spent)
  const before = sumBefore(h, lane, kept)
  const total = sumOfAll(h)
  if (lane === 0) takeRoom(h, total + 1, work + sortingSpent(h) + total + 1)
  const place = roomPlace(h)
  if (place === NOWHERE) return roomOutcome(h)
  if (lane === 0) put(h, heap, place, (total << KIND_BITS) | SET)
  let to = place + 1 + before
  for (let k = begin; k < end; k++) {
    const word = at(h, heap, list + k)
    if (k > 0) compareItems(h, at(h, heap, list + k - 1), word)
    if (k === 0 || compared.order !== 0) {
      put(h, heap, to, word)
      to++
    }
  }
  return refTo(place)
}

/** The set of the `count` words at `items` in the heap, whose first free word is `top`; DECLINED if they are not common. */
export function sortSetsTogether(h: Heap, items: number, count: number, top: number, lane: number): number {
  const isCommon = areSetsOfOneKind(h, items, count, top, lane)
  if (lane === 0) {
    put(h, sortTotals, TOTAL_IS_COMMON, isCommon ? 1 : 0)
    if (isCommon) keepDistinctItems(h, items, count)
  }
  if (uniformAt(h, sortTotals, TOTAL_IS_COMMON) === 0) return DECLINED
  const room = roomPlace(h)
  if (room === NOWHERE) return roomOutcome(h)
  waitForHeap(h)
  const kept = uniformAt(h, sortTotals, TOTAL_KEPT)
  const sorted = sortItemsTogether(h, room, kept, lane)
  return takeDistinct(h, sorted, kept, uniformAt(h, sortTotals, TOTAL_WORK), lane)
}
