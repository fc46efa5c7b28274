// Sorts a list of blocks by a workgroup: compact sets of one kind, or rows of integers. The counterpart of `sortScratch` in
// src/kernel/sort.ts for such lists: the same runs are merged, each invocation a stretch of the result.
//
// Work: 1 per run; for several runs, 1 per item for each level and once more; all comparisons of finding runs and merging them.

import { KIND_BITS } from '../../../../kernel/blocks.ts'
import { FRAME_SIZE } from '../../../../kernel/compare.ts'
import type { Heap } from '../../../../kernel/heap.ts'
import { addressOf } from '../../../../kernel/words.ts'
import {
  at,
  atomicAdd,
  atomicLoad,
  atomicStore,
  heap,
  put,
  sharedAtomics,
  sharedWords,
  uniformAt,
  waitForGroup,
  waitForHeap,
} from '../intrinsics.ts'
import { LANES, groupSums, stretchOf } from './group-queue.ts'

/** The work of a comparison with an empty set. */
export const EMPTY_COST = 1 + FRAME_SIZE

/** The sum of all lanes. */
const sumOfLanes = sharedWords(1)
/** The work of sorting. */
const sortSpent = sharedAtomics(1)

/** The last comparison: -1, 0 or 1, and the work that it counts as. */
export const compared = { order: 0, work: 0 }

/** Compares two of the blocks, as `compare` does. */
export function compareItems(h: Heap, x: number, y: number): void {
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

/** Sums up a number of each lane; returns the sum of the lanes before, `sumOfAll` returns that of all. */
export function sumBefore(h: Heap, lane: number, own: number): number {
  put(h, groupSums, lane, own)
  waitForGroup(h)
  let before = 0
  for (let k = 0; k < lane; k++) before += at(h, groupSums, k)
  if (lane === LANES - 1) put(h, sumOfLanes, 0, before + own)
  waitForGroup(h)
  return before
}

/** The last sum of all lanes. */
export function sumOfAll(h: Heap): number {
  return uniformAt(h, sumOfLanes, 0)
}

/** Adds work to that of sorting. */
export function spendSorting(h: Heap, work: number): void {
  atomicAdd(h, sortSpent, 0, work)
}

/** The work of sorting, and what was added to it, once all invocations have waited for each other. */
export function sortingSpent(h: Heap): number {
  return atomicLoad(h, sortSpent, 0)
}

/** Lists where runs begin; returns the number of runs. */
function findRuns(h: Heap, list: number, count: number, runs: number, lane: number): number {
  const begin = stretchOf(lane, count)
  const end = stretchOf(lane + 1, count)
  let work = 0
  let descents = 0
  for (let k = begin > 0 ? begin : 1; k < end; k++) {
    compareItems(h, at(h, heap, list + k - 1), at(h, heap, list + k))
    work += compared.work
    if (compared.order > 0) descents++
  }
  spendSorting(h, work)
  let to = runs + 1 + sumBefore(h, lane, descents)
  if (lane === 0) put(h, heap, runs, 0)
  for (let k = begin > 0 ? begin : 1; k < end; k++) {
    compareItems(h, at(h, heap, list + k - 1), at(h, heap, list + k))
    if (compared.order > 0) {
      put(h, heap, to, k)
      to++
    }
  }
  waitForHeap(h)
  return sumOfAll(h) + 1
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
    compareItems(h, at(h, heap, left + middle), at(h, heap, right + done - 1 - middle))
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
        compareItems(h, at(h, heap, from + left), at(h, heap, from + right))
        work += compared.work
        takesLeft = compared.order <= 0
      }
      put(h, heap, to + place, at(h, heap, from + (takesLeft ? left : right)))
      if (takesLeft) left++
      else right++
    }
  }
  spendSorting(h, work)
  waitForHeap(h)
}

/**
 * Sorts `count` blocks, whose references are at `list` in a room of three times as many words; returns the address of the sorted
 * references.
 */
export function sortItemsTogether(h: Heap, list: number, count: number, lane: number): number {
  if (lane === 0) atomicStore(h, sortSpent, 0, 0)
  waitForGroup(h)
  let from = list
  let to = list + count
  const runs = list + 2 * count
  let runCount = findRuns(h, from, count, runs, lane)
  let work = runCount
  if (runCount > 1) work += count
  for (let level = 0; runCount > 1; level++) {
    mergeLevel(h, from, to, count, runs, runCount, level, lane)
    const swap = from
    from = to
    to = swap
    runCount = (runCount + 1) >> 1
    work += count
  }
  if (lane === 0) spendSorting(h, work)
  return from
}
