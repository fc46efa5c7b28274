// The distance between two patches by a workgroup: each invocation searches from its stretch of the first one. The counterpart of `distanceBetween`
// in src/kernel/distance.ts for sets of pairs and of cells.
//
// A search ends where the rows are farther away than the best distance until then, so its work depends on the searches before it. An invocation
// searches twice: first for the best distance of its stretch; then, as it knows the best one of the stretches before, as a single invocation would.
//
// Work: 1 per element of both; unless the indices of the second patch ascend, that of sorting them; for each search until the distance is 0,
// the indices that it looks at, and 1.

import { CELL_SET, elementsAt, kindOf, sizeOf } from '../../../../kernel/blocks.ts'
import { cellColor } from '../../../../kernel/cells.ts'
import { type Heap, NOWHERE, divideTowardsZero, hasTriples } from '../../../../kernel/heap.ts'
import { workOfSorting } from '../../../../kernel/sort.ts'
import { INT_MAX, pairCol, pairRow, truth } from '../../../../kernel/words.ts'
import {
  at,
  atomicAdd,
  atomicLoad,
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
import { DECLINED, LANES, groupSums, roomOutcome, roomPlace, stretchOf, takeRoom } from './group-queue.ts'
import { FIRST_PATCH, SECOND_PATCH, indexOfElement, notePatch, patchAt, patchCount } from './two-patches.ts'

const nearJob = sharedWords(3)
/** Whether the result is the test for distance 1. */
const NEAR_IS_TEST = 0
/** Whether the second patch is of cells, and whether these are of several colours. */
const NEAR_IS_COPIED = 1
const NEAR_IS_SORTED = 2

const nearFound = sharedAtomics(3)
const NEAR_BEST = 0
const NEAR_WORK = 1
/** Whether a lesser index follows in the second patch. */
const NEAR_DESCENTS = 2

/** Fewer pairs of indices are left to one invocation. */
const LEAST_PAIRS = 64
const MOST_PAIRS = 4194304
/** The sort compares each with each. */
const MOST_SORTED = 512

/** The search: the best distance until now, and the work. */
const search = { best: 0, work: 0 }

function chooseDistance(h: Heap, a: number, b: number, isTest: number): boolean {
  if (!notePatch(h, FIRST_PATCH, a) || !notePatch(h, SECOND_PATCH, b)) return false
  const count = sizeOf(h, a)
  const other = sizeOf(h, b)
  const isOfCells = kindOf(h, b) === CELL_SET
  let isSorted = false
  if (isOfCells && !hasTriples(h)) {
    const from = elementsAt(b)
    isSorted = cellColor(h, at(h, heap, from)) !== cellColor(h, at(h, heap, from + other - 1))
  }
  put(h, nearJob, NEAR_IS_TEST, isTest)
  put(h, nearJob, NEAR_IS_COPIED, isOfCells ? 1 : 0)
  put(h, nearJob, NEAR_IS_SORTED, isSorted ? 1 : 0)
  atomicStore(h, nearFound, NEAR_BEST, INT_MAX)
  atomicStore(h, nearFound, NEAR_WORK, 0)
  atomicStore(h, nearFound, NEAR_DESCENTS, 0)
  if (count > divideTowardsZero(MOST_PAIRS, other) || count * other < LEAST_PAIRS) return false
  return !isSorted || other <= MOST_SORTED
}

export function chooseManhattan(h: Heap, a: number, b: number): boolean {
  return chooseDistance(h, a, b, 0)
}

/** For `adjacent` of all dialects. */
export function chooseAdjacent(h: Heap, a: number, b: number): boolean {
  return chooseDistance(h, a, b, 1)
}

function gapOf(a: number, b: number): number {
  return a < b ? b - a : a - b
}

function noteDistance(h: Heap, from: number, place: number): void {
  const to = at(h, heap, place)
  const distance = gapOf(pairRow(from), pairRow(to)) + gapOf(pairCol(from), pairCol(to))
  if (distance < search.best) search.best = distance
}

/** Walks along the ascending pairs at `list` away from the row of one index, as long as a nearer pair is possible. */
function searchFrom(h: Heap, from: number, list: number, count: number): void {
  let low = list
  let high = list + count
  while (low < high) {
    const middle = (low + high) >> 1
    if (at(h, heap, middle) < from) low = middle + 1
    else high = middle
  }
  let up = low
  while (up < list + count && pairRow(at(h, heap, up)) - pairRow(from) < search.best) {
    noteDistance(h, from, up)
    up++
  }
  let down = low - 1
  while (down >= list && pairRow(from) - pairRow(at(h, heap, down)) < search.best) {
    noteDistance(h, from, down)
    down--
  }
  search.work += up - down
}

/** Searches from the indices of a stretch until the distance is 0. */
function searchStretch(h: Heap, best: number, list: number, other: number, lane: number): void {
  const count = patchCount(h, FIRST_PATCH)
  const end = stretchOf(lane + 1, count)
  search.best = best
  search.work = 0
  for (let k = stretchOf(lane, count); k < end && search.best > 0; k++) {
    searchFrom(h, indexOfElement(h, FIRST_PATCH, k), list, other)
  }
}

/** Writes the indices of the second patch to `room`, and behind them, if they may not ascend, in order. */
function copyIndices(h: Heap, room: number, count: number, lane: number): void {
  for (let k = lane; k < count; k += LANES) put(h, heap, room + k, indexOfElement(h, SECOND_PATCH, k))
  waitForHeap(h)
  if (uniformAt(h, nearJob, NEAR_IS_SORTED) === 0) return
  for (let k = lane; k < count; k += LANES) {
    const word = at(h, heap, room + k)
    if (k > 0 && at(h, heap, room + k - 1) > word) atomicStore(h, nearFound, NEAR_DESCENTS, 1)
    let before = 0
    for (let j = 0; j < count; j++) {
      const other = at(h, heap, room + j)
      if (other < word || (other === word && j < k)) before++
    }
    put(h, heap, room + count + before, word)
  }
  waitForHeap(h)
}

/** For both. */
export function distanceTogether(h: Heap, lane: number): number {
  const other = patchCount(h, SECOND_PATCH)
  const isSorted = at(h, nearJob, NEAR_IS_SORTED) !== 0
  let list = patchAt(h, SECOND_PATCH)
  if (uniformAt(h, nearJob, NEAR_IS_COPIED) !== 0) {
    if (lane === 0) takeRoom(h, isSorted ? 2 * other : other, 0)
    const room = roomPlace(h)
    if (room === NOWHERE) return roomOutcome(h)
    copyIndices(h, room, other, lane)
    list = isSorted ? room + other : room
  }
  searchStretch(h, INT_MAX, list, other, lane)
  put(h, groupSums, lane, search.best)
  waitForGroup(h)
  let before = INT_MAX
  for (let k = 0; k < lane; k++) before = at(h, groupSums, k) < before ? at(h, groupSums, k) : before
  searchStretch(h, before, list, other, lane)
  atomicMin(h, nearFound, NEAR_BEST, search.best)
  atomicAdd(h, nearFound, NEAR_WORK, search.work)
  waitForGroup(h)
  const best = atomicLoad(h, nearFound, NEAR_BEST)
  // Cells of several colours may ascend nevertheless.
  const sorting = atomicLoad(h, nearFound, NEAR_DESCENTS) !== 0 ? workOfSorting(other) : 0
  const work = patchCount(h, FIRST_PATCH) + other + sorting + atomicLoad(h, nearFound, NEAR_WORK)
  if (work >= params.statementBudget) return DECLINED
  setWork(h, work)
  return at(h, nearJob, NEAR_IS_TEST) !== 0 ? truth(best === 1) : best
}
