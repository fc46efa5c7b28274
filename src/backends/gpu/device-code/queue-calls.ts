// The calls of a kernel's queue, one after the other in an invocation: arguments in, outcome and work to whoever waits.

import { BUDGET_ERROR, PENDING, ROOM_ERROR } from '../../../kernel/errors.ts'
import { type Heap, faultWord } from '../../../kernel/heap.ts'
import { isError } from '../../../kernel/words.ts'
import {
  arena,
  at,
  atomicAdd,
  atomicLoad,
  atomicOr,
  calls,
  clearInvocation,
  isBelow,
  params,
  put,
  state,
  workDone,
} from './intrinsics.ts'
import {
  ENTRY_ARGUMENTS,
  ENTRY_TARGET,
  ENTRY_WAITER,
  ENTRY_WORDS,
  FIRST_ROW,
  FRAME_COUNTER,
  HOST,
  LACKS,
  NOBODY,
  STATE,
} from './state-layout.ts'

/** The work of a row is not added up beyond this: 32 bits must not overflow. It is more than any memory allowance. */
const MOST_ROW_WORK = 1 << 28
/** The fault of scratch memory that has run out, ROOM_ERROR for everyone else. */
export const SCRATCH_FULL = ROOM_ERROR + 65536

/** The next turn of the invocation in a queue, the end of the queue, and its first place in the order. */
export const turns = { next: 0, end: 0, start: 0 }

/** Whether a memory has run out: the chunk is run again, so all further work would be in vain. */
export function isDoomed(h: Heap): boolean {
  return atomicLoad(h, state, STATE.lacking) !== 0
}

export function beginTurns(_h: Heap, invocation: number): void {
  turns.next = invocation
  turns.end = 0
}

/** Goes on to the queue of a kernel. The queues of a family count as one: turns go on in the next where they left the last. */
export function openQueue(h: Heap, kernel: number): void {
  turns.start = params.orderAt + atomicLoad(h, state, STATE.queueStarts + kernel) - turns.end
  turns.end += atomicLoad(h, state, STATE.queueLengths + kernel)
}

/** Goes on to the calls of a queue of long calls that the tuned form of a kernel left. */
export function openRest(h: Heap, queue: number): void {
  turns.start = params.restAt + atomicLoad(h, state, STATE.queueStarts + queue) - turns.end
  turns.end += atomicLoad(h, state, STATE.restCounts + queue)
}

export function hasTurn(_h: Heap): boolean {
  return turns.next < turns.end
}

/** Begins the next call: its entry. */
export function takeTurn(h: Heap, step: number): number {
  const entry = at(h, calls, turns.start + turns.next) * ENTRY_WORDS
  turns.next += step
  clearInvocation(h)
  return entry
}

export function argumentOf(h: Heap, entry: number, k: number): number {
  return at(h, calls, entry + ENTRY_ARGUMENTS + k)
}

/** Returns the first argument that is an error, or 0. */
export function wrongArgument(h: Heap, entry: number, arity: number): number {
  let wrong = 0
  for (let k = 0; k < arity; k++) {
    const argument = argumentOf(h, entry, k)
    wrong = wrong === 0 && isError(argument) ? argument : wrong
  }
  return wrong
}

/** The outcome of a call that is not made: an argument is an error, or the call is in vain. 0 if it is to be made. */
export function refusal(h: Heap, entry: number, arity: number): number {
  const wrong = wrongArgument(h, entry, arity)
  return isHopeless(h, entry) ? PENDING : wrong
}

/**
 * Whether the call is one of a map whose calls have used up the budget together. One after the other, most of them would
 * never be made; side by side, each would have a budget to itself. It then counts as not done, and if that matters, which
 * the map finds out when it goes through its outcomes in order, the CPU does the row.
 */
export function isHopeless(h: Heap, entry: number): boolean {
  const waiter = at(h, calls, entry + ENTRY_WAITER)
  if (waiter < 0) return false
  const counter = at(h, arena, waiter + FRAME_COUNTER)
  return counter !== 0 && !isBelow(atomicLoad(h, state, counter + 1), params.statementBudget)
}

/** Adds a frame to the list that the next round reads. */
export function makeReady(h: Heap, frame: number): void {
  const next = 1 - params.parity
  const place = atomicAdd(h, state, STATE.readyCount + next, 1)
  if (isBelow(place, params.readyCapacity)) put(h, calls, params.readyAt + next * params.readyCapacity + place, frame)
  else atomicOr(h, state, STATE.lacking, LACKS.entries)
}

/** Adds the work of a statement to that of its row: an upper bound of the words that the row has allocated. */
export function addRowWork(h: Heap, waiter: number, work: number): void {
  const place = params.counterAt + FIRST_ROW - waiter
  if (isBelow(atomicLoad(h, state, place), MOST_ROW_WORK)) {
    atomicAdd(h, state, place, work < MOST_ROW_WORK ? work : MOST_ROW_WORK)
  }
}

/** Delivers the outcome of a call. A kernel counts as one piece of work besides its own; its budget is one less for that. */
export function endCall(h: Heap, entry: number, given: number): void {
  const fault = faultWord(h)
  // A call that is too long for the device, but not for its statement, counts as not done.
  const isCutShort = fault === BUDGET_ERROR && params.budget + 1 < params.statementBudget
  const found = isCutShort ? PENDING : fault !== 0 ? fault : given
  const lacking = found === SCRATCH_FULL ? LACKS.scratch : found === ROOM_ERROR ? LACKS.heap : 0
  const place = at(h, calls, entry + ENTRY_TARGET)
  const waiter = at(h, calls, entry + ENTRY_WAITER)
  put(h, arena, place, lacking !== 0 ? ROOM_ERROR : found)
  // The host reads ROOM_ERROR from the outcome and runs just that call again.
  if (lacking !== 0 && waiter !== HOST) atomicOr(h, state, STATE.lacking, lacking)
  if (waiter === NOBODY) return
  if (waiter <= FIRST_ROW) {
    addRowWork(h, waiter, workDone(h) + 1)
    return
  }
  put(h, arena, place + 1, workDone(h) + 1)
  if (waiter < 0) return
  const counter = at(h, arena, waiter + FRAME_COUNTER)
  if (counter !== 0) {
    atomicAdd(h, state, counter + 1, workDone(h) + 1)
    if (atomicAdd(h, state, counter, -1) !== 1) return
  }
  makeReady(h, waiter)
}
