// Sets built by a workgroup from the elements of elements (merge, mapply) or from results (apply, prapply). Each word sets
// a bit in a map of all possible values, which is then read in order. The counterpart of `finishSet` in
// src/kernel/sets.ts for integers, indices or cells within a small range.
//
// Work: 1 per gathered word, 1 per element of the result and 1 for its header. Unless the words are strictly ascending,
// also the work of sorting: by place (src/kernel/placing.ts), 1 per 32 places and 1 per word; by merging runs
// (src/kernel/sort.ts), 1 per run and, for several runs, 1 per word for each level and once more.

import {
  CELL_SET,
  INT_SET,
  KIND_BITS,
  LIST,
  PAIR_SET,
  SET,
  TUPLE,
  elementsAt,
  isBlock,
  isSet,
  sizeOf,
} from '../../../../kernel/blocks.ts'
import { packCell } from '../../../../kernel/cells.ts'
import { EMPTY_SET, type Heap, NOWHERE, divideTowardsZero, hasTriples, heapTop } from '../../../../kernel/heap.ts'
import { MAX_PLACES_A_WORD, MIN_COUNT } from '../../../../kernel/placing.ts'
import { packPair, refTo } from '../../../../kernel/words.ts'
import {
  at,
  atomicAdd,
  atomicLoad,
  atomicMax,
  atomicMin,
  atomicOr,
  atomicStore,
  bitCount,
  heap,
  params,
  put,
  setWork,
  sharedAtomics,
  sharedWords,
  uniformAt,
  waitForGroup,
} from '../intrinsics.ts'
import { NOTHING, STRANGE, gathered, highField, lowField, middleField, readItem } from './gathered-items.ts'
import { LEAST_LISTED, gatherTupleTogether } from './gathered-tuples.ts'
import { DECLINED, LANES, LARGEST, groupSums, roomOutcome, roomPlace, takeRoom } from './group-queue.ts'
import { MAP_WORDS, MOST_PLACES, clearMap, markPlace, marksOfWord } from './place-map.ts'
import { sortSetsTogether } from './sorting-sets.ts'

/** The call, then the plan: what lies between the least and the greatest of the words, and what finishing the set costs. */
const gatherJob = sharedWords(14)
const GATHER_ITEMS = 0
const GATHER_COUNT = 1
const GATHER_TOP = 2
const GATHER_IS_COMMON = 3
/** In place of GATHER_IS_COMMON: words of one sort, close together; or nothing but references. */
const COMMON = 1
const REFERENCES = 2
const GATHER_KIND = 4
const GATHER_LEAST = 5
const GATHER_AREA = 8
const GATHER_COLS = 9
const GATHER_PLACES = 10
/** But for the result itself. */
const GATHER_WORK = 11
/** Work of the call besides gathering. */
const GATHER_BEFORE = 12
/** Whether the result is a tuple. */
const GATHER_IS_TUPLE = 13

const gatherCounts = sharedAtomics(10)
/** A bit for each kind of item. */
const COUNT_KINDS = 0
const COUNT_WORDS = 1
/** Places where a lesser word follows, and where an equal one does. */
const COUNT_DESCENTS = 2
const COUNT_REPEATS = 3
/** The least and the greatest of the three fields of a word. */
const COUNT_LOWS = 4
const COUNT_HIGHS = 7

const MOST_ITEMS = 4096

/** How many places are marked before each word of the map. */
const bitsBefore = sharedWords(MAP_WORDS)
const keptCount = sharedWords(1)

function chooseGathering(h: Heap, list: number, isTuple: boolean): boolean {
  put(h, gatherJob, GATHER_IS_TUPLE, isTuple ? 1 : 0)
  const count = sizeOf(h, list)
  noteItems(h, elementsAt(list), count, 0)
  return count > 0 && count <= MOST_ITEMS && count <= heapTop(h) - elementsAt(list)
}

/** Notes the items at an address of the heap, and the work before. */
function noteItems(h: Heap, items: number, count: number, work: number): void {
  put(h, gatherJob, GATHER_ITEMS, items)
  put(h, gatherJob, GATHER_COUNT, count)
  put(h, gatherJob, GATHER_TOP, heapTop(h))
  put(h, gatherJob, GATHER_BEFORE, work)
  for (let k = 0; k < COUNT_LOWS; k++) atomicStore(h, gatherCounts, k, 0)
  for (let k = 0; k < 3; k++) {
    atomicStore(h, gatherCounts, COUNT_LOWS + k, LARGEST)
    atomicStore(h, gatherCounts, COUNT_HIGHS + k, -LARGEST)
  }
}

export function chooseMerge(h: Heap, containers: number): boolean {
  const isTuple = isBlock(h, containers, TUPLE)
  return (isTuple || isBlock(h, containers, SET)) && chooseGathering(h, containers, isTuple)
}

export function chooseApply(h: Heap, _f: number, container: number, results: number): boolean {
  if (!isBlock(h, results, LIST)) return false
  const isTuple = !isSet(h, container)
  return (!isTuple || sizeOf(h, results) >= LEAST_LISTED) && chooseGathering(h, results, isTuple)
}

export function chooseMapply(h: Heap, _f: number, container: number, results: number): boolean {
  return isBlock(h, results, LIST) && chooseGathering(h, results, !isSet(h, container))
}

export function choosePrapply(h: Heap, _f: number, _a: number, _b: number, results: number): boolean {
  return isBlock(h, results, LIST) && chooseGathering(h, results, false)
}

export function choosePapply(h: Heap, f: number, a: number, b: number, results: number): boolean {
  return sizeOf(h, results) >= LEAST_LISTED && chooseMpapply(h, f, a, b, results)
}

export function chooseMpapply(h: Heap, _f: number, _a: number, _b: number, results: number): boolean {
  return isBlock(h, results, LIST) && chooseGathering(h, results, true)
}

export function chooseTotuple(h: Heap, container: number): boolean {
  return isSet(h, container) && sizeOf(h, container) >= LEAST_LISTED && chooseGathering(h, container, true)
}

/** Item `k` of the call. */
function readItemOf(h: Heap, k: number, isNested: boolean): void {
  readItem(h, at(h, gatherJob, GATHER_ITEMS) + k, at(h, gatherJob, GATHER_TOP), isNested)
}

/** Examines every item: the kind of its words, their number, and the descents between items. */
function inspectItems(h: Heap, lane: number, isNested: boolean): void {
  const count = at(h, gatherJob, GATHER_COUNT)
  let kinds = 0
  let words = 0
  let descents = 0
  let repeats = 0
  for (let k = lane; k < count; k += LANES) {
    readItemOf(h, k, isNested)
    const place = gathered.place
    const size = gathered.size
    kinds |= 1 << gathered.kind
    words += size
    // The nearest item before it that is not empty.
    gathered.size = 0
    for (let j = size > 0 ? k - 1 : -1; j >= 0 && gathered.size === 0; j--) readItemOf(h, j, isNested)
    if (gathered.size > 0) {
      const before = at(h, heap, gathered.place + gathered.size - 1)
      const after = at(h, heap, place)
      if (before > after) descents++
      if (before === after) repeats++
    }
  }
  atomicOr(h, gatherCounts, COUNT_KINDS, kinds)
  atomicAdd(h, gatherCounts, COUNT_WORDS, words)
  atomicAdd(h, gatherCounts, COUNT_DESCENTS, descents)
  atomicAdd(h, gatherCounts, COUNT_REPEATS, repeats)
}

function noteField(h: Heap, k: number, low: number, high: number): void {
  atomicMin(h, gatherCounts, COUNT_LOWS + k, low)
  atomicMax(h, gatherCounts, COUNT_HIGHS + k, high)
}

/** Several invocations share the words of a nested item. */
function shareOf(lane: number, isNested: boolean): number {
  return isNested ? lane >> 3 : lane
}

/** The first of an invocation's words of an item; the step to the next one is `wordStep`. */
function firstWord(lane: number, isNested: boolean): number {
  return isNested ? lane & 7 : 0
}

function wordStep(isNested: boolean): number {
  return isNested ? 8 : 1
}

function itemStep(isNested: boolean): number {
  return isNested ? LANES >> 3 : LANES
}

/** Finds the least and the greatest of each field. */
function measureItems(h: Heap, lane: number, isNested: boolean): void {
  const count = at(h, gatherJob, GATHER_COUNT)
  let low0 = LARGEST
  let low1 = LARGEST
  let low2 = LARGEST
  let high0 = -LARGEST
  let high1 = -LARGEST
  let high2 = -LARGEST
  for (let k = shareOf(lane, isNested); k < count; k += itemStep(isNested)) {
    readItemOf(h, k, isNested)
    for (let e = firstWord(lane, isNested); e < gathered.size; e += wordStep(isNested)) {
      const word = at(h, heap, gathered.place + e)
      const high = highField(h, word)
      const middle = middleField(h, word)
      const low = lowField(h, word)
      low0 = high < low0 ? high : low0
      low1 = middle < low1 ? middle : low1
      low2 = low < low2 ? low : low2
      high0 = high > high0 ? high : high0
      high1 = middle > high1 ? middle : high1
      high2 = low > high2 ? low : high2
    }
  }
  noteField(h, 0, low0, high0)
  noteField(h, 1, low1, high1)
  noteField(h, 2, low2, high2)
}

/** The number of values of a field; wraps to a negative number where it is too large. */
function sideOf(h: Heap, k: number): number {
  return (atomicLoad(h, gatherCounts, COUNT_HIGHS + k) - atomicLoad(h, gatherCounts, COUNT_LOWS + k) + 1) | 0
}

/** The work of sorting the words, as `finishSet` counts it. */
function sortingWork(h: Heap, count: number, kind: number, places: number): number {
  const descents = atomicLoad(h, gatherCounts, COUNT_DESCENTS)
  if (descents === 0 && atomicLoad(h, gatherCounts, COUNT_REPEATS) === 0) return 0
  const isPlaced = kind !== INT_SET && count >= MIN_COUNT && places <= count * MAX_PLACES_A_WORD
  if (isPlaced) return ((places + 31) >> 5) + count
  let levels = 0
  for (let runs = descents + 1; runs > 1; runs = (runs + 1) >> 1) levels++
  return 1 + descents + (descents > 0 ? count * (1 + levels) : 0)
}

function planGathering(h: Heap, isNested: boolean): void {
  const kinds = atomicLoad(h, gatherCounts, COUNT_KINDS) & ~(1 << NOTHING)
  const count = atomicLoad(h, gatherCounts, COUNT_WORDS)
  const rows = sideOf(h, 1)
  const cols = sideOf(h, 2)
  const isSmall = cols > 0 && cols <= MOST_PLACES && rows > 0 && rows <= MOST_PLACES
  const area = isSmall ? rows * cols : MOST_PLACES + 1
  const high = sideOf(h, 0)
  const places = area <= MOST_PLACES ? area * high : MOST_PLACES + 1
  const kind = kinds === 1 << CELL_SET ? CELL_SET : kinds === 1 << PAIR_SET ? PAIR_SET : INT_SET
  const isCommon = kinds === 1 << kind && count > 0 && places <= MOST_PLACES
  const isSets = !isNested && kinds === 1 << STRANGE
  put(h, gatherJob, GATHER_IS_COMMON, isCommon ? COMMON : isSets ? REFERENCES : 0)
  put(h, gatherJob, GATHER_KIND, kind)
  for (let k = 0; k < 3; k++) put(h, gatherJob, GATHER_LEAST + k, atomicLoad(h, gatherCounts, COUNT_LOWS + k))
  put(h, gatherJob, GATHER_AREA, area)
  put(h, gatherJob, GATHER_COLS, cols)
  put(h, gatherJob, GATHER_PLACES, places)
  const before = at(h, gatherJob, GATHER_BEFORE)
  put(h, gatherJob, GATHER_WORK, before + count + sortingWork(h, count, kind, places))
}

/** Sets the bit of every word. */
function markWords(h: Heap, lane: number, isNested: boolean): void {
  const count = at(h, gatherJob, GATHER_COUNT)
  for (let k = shareOf(lane, isNested); k < count; k += itemStep(isNested)) {
    readItemOf(h, k, isNested)
    for (let e = firstWord(lane, isNested); e < gathered.size; e += wordStep(isNested)) {
      const word = at(h, heap, gathered.place + e)
      const high = (highField(h, word) - at(h, gatherJob, GATHER_LEAST)) * at(h, gatherJob, GATHER_AREA)
      const middle = (middleField(h, word) - at(h, gatherJob, GATHER_LEAST + 1)) * at(h, gatherJob, GATHER_COLS)
      const place = high + middle + lowField(h, word) - at(h, gatherJob, GATHER_LEAST + 2)
      markPlace(h, place)
    }
  }
  waitForGroup(h)
}

/** Sums up the bits before each word of the map; returns the number of all. */
function countBitsTogether(h: Heap, lane: number): number {
  const words = (at(h, gatherJob, GATHER_PLACES) + 31) >> 5
  const share = (words + LANES - 1) >> 6
  const begin = lane * share < words ? lane * share : words
  const end = begin + share < words ? begin + share : words
  let sum = 0
  for (let k = begin; k < end; k++) sum += bitCount(marksOfWord(h, k))
  put(h, groupSums, lane, sum)
  waitForGroup(h)
  let before = 0
  for (let k = 0; k < lane; k++) before += at(h, groupSums, k)
  if (lane === LANES - 1) put(h, keptCount, 0, before + sum)
  for (let k = begin; k < end; k++) {
    put(h, bitsBefore, k, before)
    before += bitCount(marksOfWord(h, k))
  }
  return uniformAt(h, keptCount, 0)
}

/** The word at a place of the map. */
function wordOfPlace(h: Heap, place: number): number {
  const area = at(h, gatherJob, GATHER_AREA)
  const cols = at(h, gatherJob, GATHER_COLS)
  const kind = at(h, gatherJob, GATHER_KIND)
  const top = divideTowardsZero(place, area)
  const rest = place - top * area
  const row = divideTowardsZero(rest, cols)
  const high = top + at(h, gatherJob, GATHER_LEAST)
  const middle = row + at(h, gatherJob, GATHER_LEAST + 1)
  const low = rest - row * cols + at(h, gatherJob, GATHER_LEAST + 2)
  if (kind === INT_SET) return low
  if (kind === PAIR_SET) return packPair(middle, low)
  return hasTriples(h) ? packCell(h, low, high, middle) : packCell(h, high, middle, low)
}

function gatherTogether(h: Heap, lane: number, isNested: boolean): number {
  clearMap(h, MAP_WORDS, lane)
  inspectItems(h, lane, isNested)
  measureItems(h, lane, isNested)
  waitForGroup(h)
  if (lane === 0) planGathering(h, isNested)
  if (uniformAt(h, gatherJob, GATHER_IS_COMMON) !== COMMON) return DECLINED
  markWords(h, lane, isNested)
  const kept = countBitsTogether(h, lane)
  if (lane === 0) takeRoom(h, kept + 1, at(h, gatherJob, GATHER_WORK) + kept + 1)
  const place = roomPlace(h)
  if (place === NOWHERE) return roomOutcome(h)
  if (lane === 0) put(h, heap, place, (kept << KIND_BITS) | at(h, gatherJob, GATHER_KIND))
  const places = at(h, gatherJob, GATHER_PLACES)
  for (let k = lane; k < places; k += LANES) {
    const bits = marksOfWord(h, k >> 5)
    const bit = 1 << (k & 31)
    if ((bits & bit) !== 0) {
      const before = at(h, bitsBefore, k >> 5) + bitCount(bits & ((bit - 1) | 0))
      put(h, heap, place + 1 + before, wordOfPlace(h, k))
    }
  }
  return refTo(place)
}

/** The set of the `count` words at `list` in the heap, or of their elements, after this work; DECLINED if they are not common. */
export function finishListTogether(
  h: Heap,
  list: number,
  count: number,
  isNested: boolean,
  work: number,
  lane: number,
): number {
  if (count === 0) {
    if (work >= params.statementBudget) return DECLINED
    setWork(h, work)
    return EMPTY_SET
  }
  if (lane === 0) noteItems(h, list, count, work)
  waitForGroup(h)
  return gatherTogether(h, lane, isNested)
}

/** The tuple of the items, or of their elements. */
function gatherTuple(h: Heap, lane: number, isNested: boolean): number {
  const items = at(h, gatherJob, GATHER_ITEMS)
  const count = uniformAt(h, gatherJob, GATHER_COUNT)
  return gatherTupleTogether(h, items, count, at(h, gatherJob, GATHER_TOP), isNested, lane)
}

/** For `merge` and the like, whose items are containers. */
export function mergeTogether(h: Heap, lane: number): number {
  if (uniformAt(h, gatherJob, GATHER_IS_TUPLE) !== 0) return gatherTuple(h, lane, true)
  return gatherTogether(h, lane, true)
}

/** For `apply` and the like, whose items are words, or sets that become elements. */
export function applyTogether(h: Heap, lane: number): number {
  if (uniformAt(h, gatherJob, GATHER_IS_TUPLE) !== 0) return gatherTuple(h, lane, false)
  const outcome = gatherTogether(h, lane, false)
  if (uniformAt(h, gatherJob, GATHER_IS_COMMON) !== REFERENCES) return outcome
  const items = at(h, gatherJob, GATHER_ITEMS)
  const count = uniformAt(h, gatherJob, GATHER_COUNT)
  return sortSetsTogether(h, items, count, at(h, gatherJob, GATHER_TOP), lane)
}
