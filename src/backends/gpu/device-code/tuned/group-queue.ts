// Tuned kernels: a whole workgroup makes one long call at a time (long-calls.ts). Invocation 0 acts for it; what it decides, all read from
// shared memory.
//
// A tuned kernel has two functions. Invocation 0 runs the first one on the arguments: it returns whether the call is a common one, and
// prepares shared memory. All invocations then run the second one in uniform control flow; invocation 0 returns the outcome: a word,
// or DECLINED before any work was counted. Calls that are declined are left to the ordinary kernel, which is dispatched afterwards, an
// invocation for each. Result and counted work must be those of the ordinary kernel; a call beyond the budget must be declined. Several
// tuned kernels, the members of a module, share a dispatch.

import { PENDING } from '../../../../kernel/errors.ts'
import { type Heap, NOWHERE, allocate, faultWord } from '../../../../kernel/heap.ts'
import { ERROR_BASE, addressOf, isRef } from '../../../../kernel/words.ts'
import {
  at,
  atomicAdd,
  atomicLoad,
  calls,
  chooseWay,
  clearInvocation,
  heap,
  memberCount,
  memberQueue,
  params,
  put,
  runTogether,
  setWork,
  sharedWords,
  state,
  uniformAt,
  waitForGroup,
} from '../intrinsics.ts'
import { endCall, isDoomed, isHopeless } from '../queue-calls.ts'
import { ENTRY_WORDS, STATE } from '../state-layout.ts'

/** The invocations of a workgroup. */
export const LANES = 64
/** The largest word. */
export const LARGEST = 2147483647
/** Fewer cells than this are quicker written by one invocation, beside others. */
export const LEAST_TOGETHER = 256
/** The most rows or columns of a grid. */
export const MOST_SIDE = 1024
/** Tuned kernels of a module, and of all modules: each has a bit in three parameters. */
const MOST_MEMBERS = 96
/** The outcome of a call that is declined; no value is this word. */
export const DECLINED = ERROR_BASE

const groupTurn = sharedWords(4)
const TURN_END = 0
const TURN_MEMBER = 1
const TURN_NUMBER = 2
const TURN_IS_COMMON = 3
/** By member the turn after its last one. */
const memberEnds = sharedWords(MOST_MEMBERS)

/** The address of the result, or NOWHERE if it was not allocated, and the outcome in that case. */
export const groupRoom = sharedWords(2)
export const ROOM_PLACE = 0
const ROOM_OUTCOME = 1

/** A word for each invocation, for sums over all. */
export const groupSums = sharedWords(LANES)

/** The header of a block, 0 for a word that refers to none. Only invocation 0 knows the extent of the heap, which `headerOf` needs. */
export function headerAt(h: Heap, word: number): number {
  if (!isRef(word)) return 0
  return at(h, heap, addressOf(word))
}

/** The first place of a lane's stretch of `count`. */
export function stretchOf(lane: number, count: number): number {
  const begin = lane * ((count + LANES - 1) >> 6)
  return begin < count ? begin : count
}

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

/** Finds the call of a turn and whether it is common, in invocation 0; returns its outcome if it is in vain, else DECLINED. */
function beginGroupTurn(h: Heap, turn: number): number {
  // Turns only rise.
  let member = at(h, groupTurn, TURN_MEMBER)
  while (at(h, memberEnds, member) <= turn) member++
  const start = atomicLoad(h, state, STATE.queueStarts + memberQueue(h, member))
  const before = member > 0 ? at(h, memberEnds, member - 1) : 0
  const number = at(h, calls, params.orderAt + start + turn - before)
  const entry = number * ENTRY_WORDS
  clearInvocation(h)
  const isVain = isHopeless(h, entry)
  put(h, groupTurn, TURN_MEMBER, member)
  put(h, groupTurn, TURN_NUMBER, number)
  put(h, groupTurn, TURN_IS_COMMON, !isVain && chooseWay(h, member, entry) ? 1 : 0)
  return isVain ? PENDING : DECLINED
}

/** Delivers the outcome of a call, or leaves the call to a single invocation. */
function endGroupTurn(h: Heap, member: number, outcome: number): void {
  const number = at(h, groupTurn, TURN_NUMBER)
  if (outcome !== DECLINED) {
    endCall(h, number * ENTRY_WORDS, outcome)
    return
  }
  const queue = memberQueue(h, member)
  const place = atomicAdd(h, state, STATE.restCounts + queue, 1)
  put(h, calls, params.restAt + atomicLoad(h, state, STATE.queueStarts + queue) + place, number)
}

/** Makes the calls in the queues of all members, each by a workgroup. */
export function runGroupQueues(h: Heap, group: number, groups: number, lane: number): void {
  const members = memberCount(h)
  for (let member = lane; member < members; member += LANES) {
    put(h, memberEnds, member, atomicLoad(h, state, STATE.queueLengths + memberQueue(h, member)))
  }
  waitForGroup(h)
  // Other workgroups may doom the chunk at any time: one invocation tests it, so that control flow stays uniform.
  if (lane === 0) {
    let end = 0
    for (let member = 0; member < members; member++) {
      end += at(h, memberEnds, member)
      put(h, memberEnds, member, end)
    }
    put(h, groupTurn, TURN_END, isDoomed(h) ? 0 : end)
    put(h, groupTurn, TURN_MEMBER, 0)
  }
  const end = uniformAt(h, groupTurn, TURN_END)
  for (let turn = group; turn < end; turn += groups) {
    let outcome = DECLINED
    if (lane === 0) outcome = beginGroupTurn(h, turn)
    const member = uniformAt(h, groupTurn, TURN_MEMBER)
    if (uniformAt(h, groupTurn, TURN_IS_COMMON) !== 0) outcome = runTogether(h, member, lane)
    if (lane === 0) endGroupTurn(h, member, outcome)
    waitForGroup(h)
  }
}
