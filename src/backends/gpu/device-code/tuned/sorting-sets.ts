// Sets of sets built by a workgroup from a list of compact sets of one kind (apply, prapply). The counterpart of `finishSet` in
// src/kernel/sets.ts for such lists: the same runs are merged, each invocation a stretch of the result.
//
// Work: 1 per item and that of `dropRepeatedSets`; then of the items that are left: 1 and 1 per further run; for several runs, 1 per item for each level and once more; all comparisons of
// finding runs, merging them and dropping repeats; 1 per element of the result and 1 for its header.

import { KIND_BITS, KIND_MASK, SET } from '../../../../kernel/blocks.ts'
import { FRAME_SIZE, isWordOrdered } from '../../../../kernel/compare.ts'
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
  atomicAdd,
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
  groupSums,
  roomOutcome,
  roomPlace,
  takeRoom,
} from './group-queue.ts'

/** Larger sets are left to the ordinary kernel: the sum of all work must fit into a word. */
const MOST_SIZE = 4096
/** The work of a comparison with an empty set. */
const EMPTY_COST = 1 + FRAME_SIZE

/** How many runs or results there are in all, whether the call is common, the items without repeats, and the work until then. */
const sortTotals = sharedWords(4)
const TOTAL_COUNT = 0
const TOTAL_IS_COMMON = 1
const TOTAL_KEPT = 2
const TOTAL_WORK = 3

const sortCounts = sharedAtomics(3)
/** A bit for each kind of item that is not empty. */
const SORT_KINDS = 0
const SORT_STRANGE = 1
const SORT_WORK = 2

/** The last comparison: -1, 0 or 1, and the work that it counts as. */
const compared = { order: 0, work: 0 }

/** Compares two of the sets, as `compare` does. */
function compareSets(h: Heap, x: number, y: number): void {
  const a = addressOf(x)
  const b = addressOf(y)
  const aSize = at(h, heap, a) >> KIND_BITS
  const bSize = at(h, heap, b) >> KIND_BITS
  const size = aSize < bSize ? aSize : bSize
  compared.work = size === 0 ? EMPTY_COST : 1 + size
  let k = 1
  while (k <= size && at(h, heap, a + k) === at(h, heap, b + k)) k++
  if (k <= size) compared.order = at(h, heap, a + k) < at(h, heap, b + k) ? -1 : 1
  else compared.order = aSize < bSize ? -1 : aSize > bSize ? 1 : 0
}

/** The first place of a lane's stretch of `count`. */
function stretchOf(lane: number, count: number): number {
  const begin = lane * ((count + LANES - 1) >> 6)
  return begin < count ? begin : count
}

/** Sums up a number of each lane; returns the sum of the lanes before, and writes that of all to TOTAL_COUNT. */
function sumBefore(h: Heap, lane: number, own: number): number {
  put(h, groupSums, lane, own)
  waitForGroup(h)
  let before = 0
  for (let k = 0; k < lane; k++) before += at(h, groupSums, k)
  if (lane === LANES - 1) put(h, sortTotals, TOTAL_COUNT, before + own)
  waitForGroup(h)
  return before
}

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

/** Lists where runs begin; returns the number of runs. */
function findRuns(h: Heap, list: number, count: number, runs: number, lane: number): number {
  const begin = stretchOf(lane, count)
  const end = stretchOf(lane + 1, count)
  let work = 0
  let descents = 0
  for (let k = begin > 0 ? begin : 1; k < end; k++) {
    compareSets(h, at(h, heap, list + k - 1), at(h, heap, list + k))
    work += compared.work
    if (compared.order > 0) descents++
  }
  atomicAdd(h, sortCounts, SORT_WORK, work)
  let to = runs + 1 + sumBefore(h, lane, descents)
  if (lane === 0) put(h, heap, runs, 0)
  for (let k = begin > 0 ? begin : 1; k < end; k++) {
    compareSets(h, at(h, heap, list + k - 1), at(h, heap, list + k))
    if (compared.order > 0) {
      put(h, heap, to, k)
      to++
    }
  }
  waitForHeap(h)
  return uniformAt(h, sortTotals, TOTAL_COUNT) + 1
}

/** The last of the runs of a level that begins at a place or before it. */
function runAt(h: Heap, runs: number, runCount: number, level: number, place: number): number {
  let low = 0
  let high = runCount
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (at(h, heap, runs + (middle << level)) <= place) low = middle
    else high = middle
  }
  return low
}

/** How many of the first `done` elements of two merged runs are those of the left one. */
function leftShare(h: Heap, left: number, leftCount: number, right: number, rightCount: number, done: number): number {
  let low = done > rightCount ? done - rightCount : 0
  let high = done < leftCount ? done : leftCount
  while (low < high) {
    const middle = (low + high) >> 1
    compareSets(h, at(h, heap, left + middle), at(h, heap, right + done - 1 - middle))
    if (compared.order <= 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Merges runs in pairs, a lane its stretch of the result. The run `r` of a level begins where run `r << level` began. */
function mergeLevel(
  h: Heap,
  from: number,
  to: number,
  count: number,
  runs: number,
  runCount: number,
  level: number,
  lane: number,
): void {
  const end = stretchOf(lane + 1, count)
  let place = stretchOf(lane, count)
  let work = 0
  while (place < end) {
    const run = runAt(h, runs, runCount, level, place) & -2
    const start = at(h, heap, runs + (run << level))
    const middle = run + 1 < runCount ? at(h, heap, runs + ((run + 1) << level)) : count
    const stop = run + 2 < runCount ? at(h, heap, runs + ((run + 2) << level)) : count
    const own = stop < end ? stop : end
    let left = start + leftShare(h, from + start, middle - start, from + middle, stop - middle, place - start)
    let right = middle + place - left
    for (; place < own; place++) {
      let takesLeft = left < middle
      if (takesLeft && right < stop) {
        compareSets(h, at(h, heap, from + left), at(h, heap, from + right))
        work += compared.work
        takesLeft = compared.order <= 0
      }
      put(h, heap, to + place, at(h, heap, from + (takesLeft ? left : right)))
      if (takesLeft) left++
      else right++
    }
  }
  atomicAdd(h, sortCounts, SORT_WORK, work)
  waitForHeap(h)
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
      compareSets(h, at(h, heap, list + k - 1), at(h, heap, list + k))
      spent += compared.work
    }
    if (k === 0 || compared.order !== 0) kept++
  }
  atomicAdd(h, sortCounts, SORT_WORK, spent)
  const before = sumBefore(h, lane, kept)
  const total = uniformAt(h, sortTotals, TOTAL_COUNT)
  if (lane === 0) takeRoom(h, total + 1, work + atomicLoad(h, sortCounts, SORT_WORK) + total + 1)
  const place = roomPlace(h)
  if (place === NOWHERE) return roomOutcome(h)
  if (lane === 0) put(h, heap, place, (total << KIND_BITS) | SET)
  let to = place + 1 + before
  for (let k = begin; k < end; k++) {
    const word = at(h, heap, list + k)
    if (k > 0) compareSets(h, at(h, heap, list + k - 1), word)
    if (k === 0 || compared.order !== 0) {
      put(h, heap, to, word)
      to++
    }
  }
  return refTo(place)
}

/** The set of the `count` words at `items` in the heap, whose first free word is `top`; DECLINED if they are not common. */
export function sortSetsTogether(h: Heap, items: number, count: number, top: number, lane: number): number {
  if (lane === 0) {
    atomicStore(h, sortCounts, SORT_KINDS, 0)
    atomicStore(h, sortCounts, SORT_STRANGE, 0)
    atomicStore(h, sortCounts, SORT_WORK, 0)
  }
  waitForGroup(h)
  inspectSets(h, items, count, top, lane)
  waitForGroup(h)
  if (lane === 0) {
    const kinds = atomicLoad(h, sortCounts, SORT_KINDS)
    const isCommon = atomicLoad(h, sortCounts, SORT_STRANGE) === 0 && (kinds & ((kinds - 1) | 0)) === 0
    put(h, sortTotals, TOTAL_IS_COMMON, isCommon ? 1 : 0)
    if (isCommon) keepDistinctItems(h, items, count)
  }
  if (uniformAt(h, sortTotals, TOTAL_IS_COMMON) === 0) return DECLINED
  const room = roomPlace(h)
  if (room === NOWHERE) return roomOutcome(h)
  waitForHeap(h)
  const kept = uniformAt(h, sortTotals, TOTAL_KEPT)
  let from = room
  let to = room + kept
  const runs = room + 2 * kept
  let runCount = findRuns(h, from, kept, runs, lane)
  let work = uniformAt(h, sortTotals, TOTAL_WORK) + runCount
  if (runCount > 1) work += kept
  for (let level = 0; runCount > 1; level++) {
    mergeLevel(h, from, to, kept, runs, runCount, level, lane)
    const swap = from
    from = to
    to = swap
    runCount = (runCount + 1) >> 1
    work += kept
  }
  return takeDistinct(h, from, kept, work, lane)
}
