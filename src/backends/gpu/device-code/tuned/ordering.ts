// The elements of a set in the order of their keys, by a workgroup: places are merged from below, each invocation finds the new places of some by binary
// searches in the run beside theirs. The counterpart of `order` in src/primitives/mapping.ts for keys that are integers; shorter lists are
// sorted as Python sorts them, by another algorithm.
//
// Work: 4 per element, 1 per element for each level of merging; then the result: for pairs 2 per element and 2, else 1 per element and 1.

import {
  CELL_SET,
  GRID,
  INTS,
  KIND_BITS,
  KIND_MASK,
  LIST,
  PAIR_SET,
  SET,
  TUPLE,
  elementsAt,
  isBlock,
  kindOf,
  sizeOf,
} from '../../../../kernel/blocks.ts'
import { type Heap, NOWHERE, hasTriples, heapTop } from '../../../../kernel/heap.ts'
import { LONG } from '../../../../kernel/stable-order.ts'
import { NONE, isInt, isRef, pairCol, pairRow, refTo } from '../../../../kernel/words.ts'
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
import { LANES, declineRoom, headerAt, roomOutcome, roomPlace, takeRoom } from './group-queue.ts'

const orderJob = sharedWords(4)
const ORDER_AT = 0
const ORDER_COUNT = 1
const ORDER_KEYS = 2
const ORDER_KIND = 3

/** Whether a key is no integer, or an element might be a row of a grid. */
const orderStrange = sharedAtomics(1)

const MOST_ORDERED = 4096

export function chooseOrder(h: Heap, container: number, compfunc: number, results: number): boolean {
  const kind = kindOf(h, container)
  const isCommon = kind === SET || kind === PAIR_SET || (kind === CELL_SET && !hasTriples(h))
  if (!isCommon || compfunc === NONE || !isBlock(h, results, LIST)) return false
  const count = sizeOf(h, container)
  put(h, orderJob, ORDER_AT, elementsAt(container))
  put(h, orderJob, ORDER_COUNT, count)
  put(h, orderJob, ORDER_KEYS, elementsAt(results))
  put(h, orderJob, ORDER_KIND, kind)
  atomicStore(h, orderStrange, 0, 0)
  const hasKeys = sizeOf(h, results) >= count && count <= heapTop(h) - elementsAt(results)
  return hasKeys && count >= LONG && count <= MOST_ORDERED && count <= heapTop(h) - elementsAt(container)
}

/** Whether the tuple of such elements is no grid and no tuple of integers. */
function isPlain(h: Heap, element: number): boolean {
  return isRef(element) && (headerAt(h, element) & KIND_MASK) !== INTS
}

/** The number of places [low, high) of a run whose keys are less than this one, or not greater. */
function countBelow(h: Heap, list: number, low: number, high: number, key: number, withEqual: boolean): number {
  const keys = at(h, orderJob, ORDER_KEYS)
  let first = low
  let end = high
  while (first < end) {
    const middle = (first + end) >> 1
    const own = at(h, heap, keys + at(h, heap, list + middle))
    if (own < key || (withEqual && own === key)) first = middle + 1
    else end = middle
  }
  return first - low
}

/** Merges the runs of a width in pairs. */
function mergePlacesOf(h: Heap, from: number, to: number, count: number, width: number, lane: number): void {
  const keys = at(h, orderJob, ORDER_KEYS)
  for (let k = lane; k < count; k += LANES) {
    const place = at(h, heap, from + k)
    const key = at(h, heap, keys + place)
    const start = k & -(2 * width)
    const middle = start + width < count ? start + width : count
    const end = middle + width < count ? middle + width : count
    // Of equal keys, those of the left run come first.
    const before =
      k < middle ? countBelow(h, from, middle, end, key, false) : countBelow(h, from, start, middle, key, true)
    put(h, heap, to + (k < middle ? k + before : start + k - middle + before), place)
  }
  waitForHeap(h)
}

export function orderTogether(h: Heap, lane: number): number {
  const count = uniformAt(h, orderJob, ORDER_COUNT)
  const items = at(h, orderJob, ORDER_AT)
  const keys = at(h, orderJob, ORDER_KEYS)
  const kind = at(h, orderJob, ORDER_KIND)
  let strange = 0
  for (let k = lane; k < count; k += LANES) {
    const isStrange = !isInt(at(h, heap, keys + k)) || (kind === SET && !isPlain(h, at(h, heap, items + k)))
    if (isStrange) strange = 1
  }
  atomicOr(h, orderStrange, 0, strange)
  waitForGroup(h)
  if (lane === 0) {
    if (atomicLoad(h, orderStrange, 0) === 0) takeRoom(h, 2 * count, 0)
    else declineRoom(h)
  }
  const room = roomPlace(h)
  if (room === NOWHERE) return roomOutcome(h)
  let from = room
  let to = room + count
  for (let k = lane; k < count; k += LANES) put(h, heap, from + k, k)
  waitForHeap(h)
  let work = 4 * count
  for (let width = 1; width < count; width *= 2) {
    mergePlacesOf(h, from, to, count, width, lane)
    const swap = from
    from = to
    to = swap
    work += count
  }
  const words = kind === PAIR_SET ? 2 * count + 2 : count + 1
  if (lane === 0) takeRoom(h, words, work + words)
  const result = roomPlace(h)
  if (result === NOWHERE) return roomOutcome(h)
  if (lane === 0) {
    put(h, heap, result, (count << KIND_BITS) | (kind === PAIR_SET ? GRID : TUPLE))
    if (kind === PAIR_SET) put(h, heap, result + 1, 2)
  }
  for (let k = lane; k < count; k += LANES) {
    const element = at(h, heap, items + at(h, heap, from + k))
    if (kind === PAIR_SET) {
      put(h, heap, result + 2 + 2 * k, pairRow(element))
      put(h, heap, result + 3 + 2 * k, pairCol(element))
    } else put(h, heap, result + 1 + k, element)
  }
  return refTo(result)
}
