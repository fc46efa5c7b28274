// A round on the device: begins the calls of its sites, resumes frames and starts the calls of the maps that they open; then sorts all
// entries by kernel.

import { elementsAt } from '../../../kernel/blocks.ts'
import { PENDING } from '../../../kernel/errors.ts'
import { type Heap, load } from '../../../kernel/heap.ts'
import { MAX_KERNELS, callArityIn } from '../../../kernel/primitive-facts.ts'
import { PRIMITIVE_BASE, isError } from '../../../kernel/words.ts'
import { factsOf } from '../../facts-table.ts'
import {
  DONE,
  F_COUNTER,
  F_DEPTH,
  F_FUNCTION,
  F_LEFT,
  F_LENGTH,
  F_OUTCOMES,
  RESUME,
  START,
  call,
  giveUp,
} from './frames.ts'
import {
  arena,
  at,
  atomicAdd,
  atomicLoad,
  atomicMax,
  atomicStore,
  calls,
  clearInvocation,
  isBelow,
  params,
  put,
  sharedWords,
  state,
  tables,
  uniformAt,
  waitForGroup,
  waitForHeap,
} from './intrinsics.ts'
import { isDoomed } from './queue-calls.ts'
import { runCall } from './resume-frames.ts'
import { itemOfRow, valueOfSlot } from './slots.ts'
import { ENTRY_QUEUE, ENTRY_PLACE, ENTRY_WORDS, FIRST_ROW, STATE } from './state-layout.ts'
import { ROUND_WORDS, SITE_WORDS, TABLE } from './table-layout.ts'

/** The invocations of a workgroup. */
const GROUP_SIZE = 64
/** The kernels whose queues one of them sums up. */
const KERNELS_EACH = MAX_KERNELS >> 6

/** The rows and frames of a round, for all invocations of a workgroup. */
const roundEnd = sharedWords(1)
/** By invocation the map that it has opened, or a negative number; its elements; and the sum of these up to it. */
const openedMaps = sharedWords(GROUP_SIZE)
const mapLengths = sharedWords(GROUP_SIZE)
const elementEnds = sharedWords(GROUP_SIZE)

const queueSums = sharedWords(GROUP_SIZE)
/** By kernel the first place of its queue. */
const groupStarts = sharedWords(MAX_KERNELS)

/** Begins the call of a site in a row. */
function launchCall(h: Heap, site: number, row: number): void {
  const rows = at(h, tables, site + 1)
  const list = at(h, tables, site + 5)
  const tasks = at(h, tables, site + 6)
  call.count = at(h, tables, site + 4)
  call.place = at(h, tables, site + 2) + row
  call.waiter = FIRST_ROW - at(h, tables, site + 7) - row
  call.depth = 0
  call.callee = valueOfSlot(h, at(h, tables, site + 3), row, tasks, rows)
  let error = isError(call.callee) ? call.callee : 0
  let isPending = call.callee === PENDING
  for (let k = 0; k < call.count; k++) {
    const value = valueOfSlot(h, at(h, tables, list + k), row, tasks, rows)
    isPending = isPending || value === PENDING
    error = error === 0 && isError(value) ? value : error
    if (k === 0) call.a0 = value
    if (k === 1) call.a1 = value
    if (k === 2) call.a2 = value
    if (k === 3) call.a3 = value
  }
  put(h, arena, call.place, isPending || error === 0 ? PENDING : error)
  call.mode = error === 0 && !isPending ? START : DONE
}

/** The rows and ready frames of this round; none if the chunk is doomed. */
function itemsOfRound(h: Heap, round: number): number {
  if (isDoomed(h)) return 0
  return at(h, tables, round + 2) + atomicLoad(h, state, STATE.readyCount + params.parity)
}

/** Begins a call of this round, or resumes a frame whose results are ready. */
function beginItem(h: Heap, round: number, item: number): void {
  const sites = at(h, tables, TABLE.sites) + at(h, tables, round) * SITE_WORDS
  const rows = at(h, tables, round + 2)
  if (item < rows) {
    const site = itemOfRow(h, sites, at(h, tables, round + 1), SITE_WORDS, item)
    launchCall(h, site, item - at(h, tables, site))
  } else {
    call.frame = at(h, calls, params.readyAt + params.parity * params.readyCapacity + item - rows)
    call.mode = RESUME
  }
}

/** Begins the call of an element of a map. */
function beginElement(h: Heap, map: number, element: number): void {
  const arity = callArityIn(factsOf(h, at(h, arena, map + F_FUNCTION) - PRIMITIVE_BASE))
  const place = elementsAt(at(h, arena, map + F_LEFT)) + element * (arity + 1)
  call.callee = load(h, place)
  call.count = arity
  call.a0 = load(h, place + 1)
  call.a1 = 0
  if (arity > 1) call.a1 = load(h, place + 2)
  call.place = at(h, arena, map + F_OUTCOMES) + 2 * element
  call.waiter = map
  call.depth = at(h, arena, map + F_DEPTH)
  call.mode = START
  // See isHopeless.
  if (!isBelow(atomicLoad(h, state, at(h, arena, map + F_COUNTER) + 1), params.statementBudget)) giveUp(h)
}

/** Lists the maps that the workgroup has just opened; returns the number of their elements, to every invocation the same. */
function listElements(h: Heap, lane: number): number {
  put(h, openedMaps, lane, call.opened)
  put(h, mapLengths, lane, call.opened < 0 ? 0 : at(h, arena, call.opened + F_LENGTH))
  waitForGroup(h)
  let end = 0
  for (let k = 0; k <= lane; k++) end += at(h, mapLengths, k)
  put(h, elementEnds, lane, end)
  // The frames of the maps are read by other invocations.
  waitForHeap(h)
  return uniformAt(h, elementEnds, GROUP_SIZE - 1)
}

/** The first invocation whose elements end after this one. */
function openerOf(h: Heap, element: number): number {
  let low = 0
  for (let half = GROUP_SIZE >> 1; half > 0; half = half >> 1) {
    if (at(h, elementEnds, low + half - 1) <= element) low += half
  }
  return low
}

/** Begins one of the elements of all maps that the workgroup has opened. */
function beginListed(h: Heap, element: number): void {
  const opener = openerOf(h, element)
  const length = at(h, mapLengths, opener)
  beginElement(h, at(h, openedMaps, opener), element - (at(h, elementEnds, opener) - length))
}

/**
 * Begins the calls of this round and resumes the frames whose results are ready. A workgroup takes as many as it has invocations, and
 * then starts the elements of the maps that were opened on the way, one after the other: starting an element opens no map.
 */
export function advanceCalls(h: Heap, group: number, groups: number, lane: number): void {
  const round = at(h, tables, TABLE.rounds) + atomicLoad(h, state, STATE.round) * ROUND_WORDS
  // Other workgroups may doom the chunk at any time: one invocation tests it, so that control flow stays uniform.
  if (lane === 0) put(h, roundEnd, 0, itemsOfRound(h, round))
  const end = uniformAt(h, roundEnd, 0)
  for (let first = group * GROUP_SIZE; first < end; first += groups * GROUP_SIZE) {
    let elements = 0
    call.opened = -1
    // The first pass is for the items, the others are for elements.
    for (let begin = -GROUP_SIZE; begin < elements; begin += GROUP_SIZE) {
      clearInvocation(h)
      call.mode = DONE
      if (begin >= 0) {
        if (begin + lane < elements) beginListed(h, begin + lane)
      } else if (first + lane < end) beginItem(h, round, first + lane)
      runCall(h)
      if (begin < 0) elements = listElements(h, lane)
    }
    waitForGroup(h)
  }
}

/** The entries of this round. */
function entriesOfRound(h: Heap): number {
  const total = atomicLoad(h, state, STATE.entryCount + params.parity)
  return isBelow(total, params.entryCapacity) ? total : params.entryCapacity
}

/** Writes the queues of some kernels for all who read them, and clears their counters for the next round. */
function writeQueues(h: Heap, first: number): void {
  for (let k = first; k < first + KERNELS_EACH; k++) {
    const start = at(h, groupStarts, k)
    const length = atomicLoad(h, state, STATE.queueCounts + params.parity * MAX_KERNELS + k)
    atomicStore(h, state, STATE.queueStarts + k, start)
    atomicStore(h, state, STATE.queueLengths + k, length)
    atomicStore(h, state, STATE.restCounts + k, 0)
    atomicStore(h, state, STATE.queueCounts + (1 - params.parity) * MAX_KERNELS + k, 0)
    atomicAdd(h, state, STATE.queueTotals + k, length)
    // The copy kernel, the last one, is no work of the programs.
    if (k === MAX_KERNELS - 1) atomicAdd(h, state, STATE.callCount, start)
  }
}

/** Resets the other counters for the next round. */
function endRound(h: Heap): void {
  atomicStore(h, state, STATE.entryCount + 1 - params.parity, 0)
  atomicStore(h, state, STATE.readyCount + params.parity, 0)
  atomicStore(h, state, STATE.exportStart, atomicLoad(h, state, STATE.heapTop))
  atomicMax(h, state, STATE.mostEntries, atomicLoad(h, state, STATE.entryCount + params.parity))
  atomicAdd(h, state, STATE.round, 1)
}

/** Computes where the queues of all kernels begin by a prefix sum, in every workgroup for itself. */
function sumQueues(h: Heap, lane: number): void {
  const first = lane * KERNELS_EACH
  const counts = STATE.queueCounts + params.parity * MAX_KERNELS
  let count = 0
  for (let k = first; k < first + KERNELS_EACH; k++) count += atomicLoad(h, state, counts + k)
  put(h, queueSums, lane, count)
  waitForGroup(h)
  let start = 0
  for (let k = 0; k < lane; k++) start += at(h, queueSums, k)
  for (let k = first; k < first + KERNELS_EACH; k++) {
    put(h, groupStarts, k, start)
    start += atomicLoad(h, state, counts + k)
  }
  waitForGroup(h)
}

/**
 * Lists the entries by kernel; the first workgroup writes the queues and begins the next round. What the others read is not changed: counters
 * of the other parity are cleared.
 */
export function scatterEntries(h: Heap, group: number, groups: number, lane: number): void {
  sumQueues(h, lane)
  if (group === 0) {
    writeQueues(h, lane * KERNELS_EACH)
    if (lane === 0) endRound(h)
  }
  if (isDoomed(h)) return
  const count = entriesOfRound(h)
  for (let k = group * GROUP_SIZE + lane; k < count; k += groups * GROUP_SIZE) {
    const queue = at(h, calls, k * ENTRY_WORDS + ENTRY_QUEUE)
    const place = at(h, calls, k * ENTRY_WORDS + ENTRY_PLACE)
    put(h, calls, params.orderAt + at(h, groupStarts, queue) + place, k)
  }
}
