// Tuples made by a workgroup from a list of words, or from the elements of a list of containers. The counterpart of `finishTuple` in
// src/kernel/tuples.ts for lists of 64 words and more.
//
// Work: 1 per word; then the result: 1 per word and 1 for its header, or for a grid, which words of pairs become, 1 per cell and 2.

import { CELL_SET, GRID, INTS, KIND_BITS, KIND_MASK, TUPLE } from '../../../../kernel/blocks.ts'
import { cellCol, cellColor, cellRow } from '../../../../kernel/cells.ts'
import { EMPTY_SET, EMPTY_TUPLE, type Heap, NOWHERE, hasTriples } from '../../../../kernel/heap.ts'
import { addressOf, isCell, isError, isInt, isPair, isRef, pairCol, pairRow, refTo } from '../../../../kernel/words.ts'
import {
  at,
  atomicLoad,
  atomicOr,
  atomicStore,
  heap,
  put,
  sharedAtomics,
  sharedWords,
  uniformAt,
  waitForGroup,
  waitForHeap,
} from '../intrinsics.ts'
import { DECLINED, LANES, headerAt, roomOutcome, roomPlace, stretchOf, takeRoom } from './group-queue.ts'
import { sumBefore, sumOfAll } from './sorting-items.ts'

/** Shorter lists are left to one invocation; those of two or three words may be pairs or cells. */
export const LEAST_LISTED = 64
const MOST_LISTED = 1048576
const MOST_INNER = 32768

/** A bit for each sort of word in the list; for a strange item, also a bit. */
const listedSorts = sharedAtomics(1)
const SORT_INT = 1
const SORT_PAIR = 2
const SORT_CELL = 4
/** A reference to a tuple of integers, which may be a row of a grid. */
const SORT_ROW = 8
const SORT_OTHER = 16
const SORT_STRANGE_ITEM = 32

const tupleJob = sharedWords(2)
/** Whether the list is common, and the words of each element in the result: 1, or the columns of a grid. */
const TUPLE_IS_COMMON = 0
const TUPLE_COLS = 1

/** The container that was read last: the address of its elements and their number, -1 for another value. */
const inner = { place: 0, size: 0 }

/** Reads the container at an address; a word that is not nested counts as one of itself. */
function readInner(h: Heap, place: number, top: number, isNested: boolean): void {
  inner.place = place
  inner.size = 1
  if (!isNested) return
  const word = at(h, heap, place)
  const isInHeap = isRef(word) && addressOf(word) < top
  const block = isInHeap ? addressOf(word) : 0
  const header = at(h, heap, block)
  const kind = header & KIND_MASK
  const size = header >> KIND_BITS
  const hasWords = isInHeap && kind >= TUPLE && kind <= CELL_SET && kind !== GRID
  const isCommon = hasWords && size > 0 && size <= MOST_INNER && size <= top - block - 1
  inner.place = block + 1
  inner.size = isCommon ? size : word === EMPTY_SET || word === EMPTY_TUPLE ? 0 : -1
}

function sortOf(h: Heap, word: number): number {
  if (isInt(word)) return SORT_INT
  if (isPair(word)) return SORT_PAIR
  if (isCell(word)) return SORT_CELL
  if (isError(word)) return SORT_STRANGE_ITEM
  return (headerAt(h, word) & KIND_MASK) === INTS ? SORT_ROW : SORT_OTHER
}

/** The words that each element has in the result, or 0 if the list is not common: as `makeTuple` decides by the first one. */
function colsOfTuple(h: Heap, sorts: number, head: number): number {
  const first = sortOf(h, head)
  const isOfInts = first === SORT_PAIR || (first === SORT_CELL && hasTriples(h))
  if ((sorts & SORT_STRANGE_ITEM) !== 0 || first === SORT_ROW) return 0
  if (!isOfInts) return 1
  if (sorts === first) return first === SORT_PAIR ? 2 : 3
  return (sorts & SORT_ROW) !== 0 ? 0 : 1
}

/** Sums up the elements of a lane's items; returns those of the lanes before, `sumOfAll` returns those of all. */
function countInner(h: Heap, items: number, count: number, top: number, lane: number): number {
  const end = stretchOf(lane + 1, count)
  let own = 0
  for (let k = stretchOf(lane, count); k < end; k++) {
    readInner(h, items + k, top, true)
    if (inner.size < 0) atomicOr(h, listedSorts, 0, SORT_STRANGE_ITEM)
    else own += inner.size
  }
  return sumBefore(h, lane, own)
}

/** Writes where the elements of a lane's items begin to `room`. */
function listStarts(
  h: Heap,
  items: number,
  count: number,
  top: number,
  room: number,
  before: number,
  lane: number,
): void {
  const end = stretchOf(lane + 1, count)
  let start = before
  for (let k = stretchOf(lane, count); k < end; k++) {
    readInner(h, items + k, top, true)
    put(h, heap, room + k, start)
    if (inner.size > 0) start += inner.size
  }
  waitForHeap(h)
}

/** Writes an element to the result. */
function putElement(h: Heap, to: number, cols: number, word: number): void {
  if (cols === 1) put(h, heap, to, word)
  else {
    put(h, heap, to, cols === 2 ? pairRow(word) : cellRow(h, word))
    put(h, heap, to + 1, cols === 2 ? pairCol(word) : cellCol(h, word))
    if (cols === 3) put(h, heap, to + 2, cellColor(h, word))
  }
}

/** Notes the sorts of all words, or writes them to the result at `to`. Eight invocations share the elements of a container. */
function walkElements(
  h: Heap,
  items: number,
  count: number,
  top: number,
  isNested: boolean,
  starts: number,
  to: number,
  lane: number,
): void {
  const cols = at(h, tupleJob, TUPLE_COLS)
  let sorts = 0
  for (let k = isNested ? lane >> 3 : lane; k < count; k += isNested ? LANES >> 3 : LANES) {
    readInner(h, items + k, top, isNested)
    const start = isNested ? at(h, heap, starts + k) : k
    for (let e = isNested ? lane & 7 : 0; e < inner.size; e += 8) {
      const word = at(h, heap, inner.place + e)
      if (to === NOWHERE) sorts |= sortOf(h, word)
      else putElement(h, to + (start + e) * cols, cols, word)
    }
  }
  if (to === NOWHERE) atomicOr(h, listedSorts, 0, sorts)
}

/** Finds the first word and decides the form of the result, in invocation 0. */
function planTuple(h: Heap, items: number, count: number, top: number, isNested: boolean): void {
  let head = 0
  let isFound = false
  for (let k = 0; k < count && !isFound; k++) {
    readInner(h, items + k, top, isNested)
    if (inner.size > 0) {
      head = at(h, heap, inner.place)
      isFound = true
    }
  }
  const cols = isFound ? colsOfTuple(h, atomicLoad(h, listedSorts, 0), head) : 0
  put(h, tupleJob, TUPLE_COLS, cols)
  put(h, tupleJob, TUPLE_IS_COMMON, cols)
}

/** The tuple of the `count` words at `items` in the heap, whose first free word is `top`, or of their elements. */
export function gatherTupleTogether(
  h: Heap,
  items: number,
  count: number,
  top: number,
  isNested: boolean,
  lane: number,
): number {
  if (lane === 0) atomicStore(h, listedSorts, 0, 0)
  waitForGroup(h)
  let total = count
  let before = 0
  if (isNested) {
    before = countInner(h, items, count, top, lane)
    total = sumOfAll(h)
  }
  if (total < LEAST_LISTED || total > MOST_LISTED) return DECLINED
  let starts = 0
  if (isNested) {
    if (lane === 0) takeRoom(h, count, 0)
    starts = roomPlace(h)
    if (starts === NOWHERE) return roomOutcome(h)
    listStarts(h, items, count, top, starts, before, lane)
  }
  walkElements(h, items, count, top, isNested, starts, NOWHERE, lane)
  waitForGroup(h)
  if (lane === 0) planTuple(h, items, count, top, isNested)
  if (uniformAt(h, tupleJob, TUPLE_IS_COMMON) === 0) return DECLINED
  const cols = at(h, tupleJob, TUPLE_COLS)
  const words = cols === 1 ? total + 1 : cols * total + 2
  if (lane === 0) takeRoom(h, words, total + words)
  const place = roomPlace(h)
  if (place === NOWHERE) return roomOutcome(h)
  if (lane === 0) {
    const isOfInts = atomicLoad(h, listedSorts, 0) === SORT_INT
    put(h, heap, place, (total << KIND_BITS) | (cols > 1 ? GRID : isOfInts ? INTS : TUPLE))
    if (cols > 1) put(h, heap, place + 1, cols)
  }
  walkElements(h, items, count, top, isNested, starts, cols > 1 ? place + 2 : place + 1, lane)
  return refTo(place)
}
