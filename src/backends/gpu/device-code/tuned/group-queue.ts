// Tuned kernels: a whole workgroup makes one call at a time. Invocation 0 acts for it; what it decides, all read from shared memory.
//
// A tuned kernel has two functions. Invocation 0 runs the first one on the arguments: it returns whether the call is a common one, and
// prepares shared memory. All invocations then run the second one in uniform control flow; invocation 0 returns the outcome: a word,
// or DECLINED before any work was counted. The ordinary kernel makes all other calls. Result and counted work must be those of the
// ordinary kernel; a call beyond the budget must be declined.

import { PENDING } from '../../../../kernel/errors.ts'
import { type Heap, NOWHERE, allocate, faultWord } from '../../../../kernel/heap.ts'
import { ERROR_BASE } from '../../../../kernel/words.ts'
import {
  at,
  atomicLoad,
  calls,
  chooseWay,
  clearInvocation,
  params,
  put,
  runAlone,
  runTogether,
  setWork,
  sharedWords,
  state,
  uniformAt,
  waitForGroup,
} from '../intrinsics.ts'
import { endCall, isDoomed, isHopeless, wrongArgument } from '../queue-calls.ts'
import { ENTRY_WORDS, STATE } from '../state-layout.ts'

/** The invocations of a workgroup. */
export const LANES = 64
/** The outcome of a call that is declined; no value is this word. */
export const DECLINED = ERROR_BASE

const groupTurn = sharedWords(3)
const TURN_START = 0
const TURN_LENGTH = 1
const TURN_IS_COMMON = 2

const groupRoom = sharedWords(2)
const ROOM_PLACE = 0
const ROOM_OUTCOME = 1

/** A word for each invocation, for sums over all. */
export const groupSums = sharedWords(LANES)

/**
 * Allocates a result in invocation 0, with the work of the whole call. It is declined where the budget of the statement is too small. The
 * limit of a call is one for a single invocation, and does not count here: allocate finds as much work undone as it adds.
 */
export function takeRoom(h: Heap, words: number, work: number): void {
  if (work >= params.statementBudget) {
    declineRoom(h)
    return
  }
  setWork(h, -words)
  const place = allocate(h, words)
  setWork(h, work)
  put(h, groupRoom, ROOM_PLACE, place)
  put(h, groupRoom, ROOM_OUTCOME, faultWord(h))
}

export function declineRoom(h: Heap): void {
  put(h, groupRoom, ROOM_PLACE, NOWHERE)
  put(h, groupRoom, ROOM_OUTCOME, DECLINED)
}

/** Returns the address of the result in every invocation, or NOWHERE. */
export function roomPlace(h: Heap): number {
  return uniformAt(h, groupRoom, ROOM_PLACE)
}

/** The outcome of a call whose result has no room. */
export function roomOutcome(h: Heap): number {
  return at(h, groupRoom, ROOM_OUTCOME)
}

/** Makes the calls in the queue of a kernel, each by a workgroup. */
export function runGroupQueue(
  h: Heap,
  kernel: number,
  arity: number,
  group: number,
  groups: number,
  lane: number,
): void {
  // Other workgroups may doom the chunk at any time: one invocation tests it, so that control flow stays uniform.
  if (lane === 0) {
    const length = atomicLoad(h, state, STATE.queueLengths + kernel)
    put(h, groupTurn, TURN_START, params.orderAt + atomicLoad(h, state, STATE.queueStarts + kernel))
    put(h, groupTurn, TURN_LENGTH, isDoomed(h) ? 0 : length)
  }
  const end = uniformAt(h, groupTurn, TURN_LENGTH)
  const start = at(h, groupTurn, TURN_START)
  for (let k = group; k < end; k += groups) {
    const entry = at(h, calls, start + k) * ENTRY_WORDS
    let outcome = DECLINED
    if (lane === 0) {
      clearInvocation(h)
      let isCommon = 0
      if (isHopeless(h, entry)) outcome = PENDING
      else if (wrongArgument(h, entry, arity) === 0 && chooseWay(h, entry)) isCommon = 1
      put(h, groupTurn, TURN_IS_COMMON, isCommon)
    }
    if (uniformAt(h, groupTurn, TURN_IS_COMMON) !== 0) outcome = runTogether(h, lane)
    if (lane === 0) {
      if (outcome === DECLINED) {
        // An argument may not have been a block.
        clearInvocation(h)
        outcome = wrongArgument(h, entry, arity)
        if (outcome === 0) outcome = runAlone(h, entry)
      }
      endCall(h, entry, outcome)
    }
    waitForGroup(h)
  }
}
