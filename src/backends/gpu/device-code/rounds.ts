// A round on the device: begins the calls of its sites, resumes frames, starts the calls of maps, and sorts all entries by kernel.

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
  waitForGroup,
} from './intrinsics.ts'
import { isDoomed } from './queue-calls.ts'
import { runCall } from './resume-frames.ts'
import { itemOfRow, valueOfSlot } from './slots.ts'
import { ENTRY_KERNEL, ENTRY_PLACE, ENTRY_WORDS, FIRST_ROW, SPAWN_CHUNK, SPAWN_WORDS, STATE } from './state-layout.ts'
import { ROUND_WORDS, SITE_WORDS, TABLE } from './table-layout.ts'

/** The invocations of a workgroup that scatters, each of which sums up the queues of some kernels. */
const SCATTER_SIZE = 64
const KERNELS_EACH = MAX_KERNELS >> 6

const queueSums = sharedWords(SCATTER_SIZE)
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

/** Begins the calls of this round and resumes the frames whose results are ready. */
export function advanceCalls(h: Heap, invocation: number, invocations: number): void {
  if (isDoomed(h)) return
  const round = at(h, tables, TABLE.rounds) + atomicLoad(h, state, STATE.round) * ROUND_WORDS
  const sites = at(h, tables, TABLE.sites) + at(h, tables, round) * SITE_WORDS
  const siteCount = at(h, tables, round + 1)
  const rows = at(h, tables, round + 2)
  const end = rows + atomicLoad(h, state, STATE.readyCount + params.parity)
  const readyAt = params.readyAt + params.parity * params.readyCapacity
  for (let k = invocation; k < end; k += invocations) {
    clearInvocation(h)
    if (k < rows) {
      const site = itemOfRow(h, sites, siteCount, SITE_WORDS, k)
      launchCall(h, site, k - at(h, tables, site))
    } else {
      call.frame = at(h, calls, readyAt + k - rows)
      call.mode = RESUME
    }
    runCall(h)
  }
}

/** Starts some calls of a map whose list of calls is ready. */
function startRecord(h: Heap, record: number): void {
  const map = at(h, calls, record)
  const begin = at(h, calls, record + 1)
  const length = at(h, arena, map + F_LENGTH)
  const end = begin + SPAWN_CHUNK < length ? begin + SPAWN_CHUNK : length
  const arity = callArityIn(factsOf(h, at(h, arena, map + F_FUNCTION) - PRIMITIVE_BASE))
  const list = elementsAt(at(h, arena, map + F_LEFT))
  const outcomes = at(h, arena, map + F_OUTCOMES)
  const counter = at(h, arena, map + F_COUNTER)
  for (let element = begin; element < end; element++) {
    clearInvocation(h)
    const place = list + element * (arity + 1)
    call.callee = load(h, place)
    call.count = arity
    call.a0 = load(h, place + 1)
    call.a1 = 0
    if (arity > 1) call.a1 = load(h, place + 2)
    call.place = outcomes + 2 * element
    call.waiter = map
    call.depth = at(h, arena, map + F_DEPTH)
    call.mode = START
    // See isHopeless.
    if (!isBelow(atomicLoad(h, state, counter + 1), params.statementBudget)) giveUp(h)
    runCall(h)
  }
}

/** Starts the calls of the maps whose lists of calls are ready. */
export function spawnCalls(h: Heap, invocation: number, invocations: number): void {
  if (isDoomed(h)) return
  const count = atomicLoad(h, state, STATE.spawnCount)
  for (let k = invocation; k < count; k += invocations) startRecord(h, params.spawnAt + k * SPAWN_WORDS)
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
  atomicStore(h, state, STATE.spawnCount, 0)
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
  for (let k = group * SCATTER_SIZE + lane; k < count; k += groups * SCATTER_SIZE) {
    const kernel = at(h, calls, k * ENTRY_WORDS + ENTRY_KERNEL)
    const place = at(h, calls, k * ENTRY_WORDS + ENTRY_PLACE)
    put(h, calls, params.orderAt + at(h, groupStarts, kernel) + place, k)
  }
}
