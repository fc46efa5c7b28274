// Resuming frames when their results are ready, and delivering outcomes. The order of calls, the errors and the counted work are those
// of cpu/apply.ts.

import { KIND_BITS, LIST, isTruthy, sizeOf } from '../../../kernel/blocks.ts'
import { BUDGET_ERROR } from '../../../kernel/errors.ts'
import { EMPTY_TUPLE, type Heap, divideTowardsZero } from '../../../kernel/heap.ts'
import { arityIn, callArityIn, hasLastCallIn, isLazyIn, kernelIn } from '../../../kernel/primitive-facts.ts'
import { PRIMITIVE_BASE, isError, isPrimitive } from '../../../kernel/words.ts'
import { factsOf } from '../../facts-table.ts'
import { runStage } from './closure-stages.generated.ts'
import {
  DONE,
  F_A,
  F_B,
  F_C,
  F_COUNTER,
  F_FUNCTION,
  F_LEFT,
  F_LENGTH,
  F_OUTCOMES,
  F_STATE,
  F_WORD,
  F_WORK,
  RESUME,
  START,
  call,
  callNext,
  closeFrame,
  enqueue,
  frameWord,
  noteLack,
  setFrameWord,
} from './frames.ts'
import { arena, at, atomicAdd, atomicStore, heap, params, put, state, takeFrom } from './intrinsics.ts'
import { addRowWork, makeReady } from './queue-calls.ts'
import { startCall } from './start-calls.ts'
import { LACKS, STATE } from './state-layout.ts'

// States of a map, whose first one is 1: waits for its list of calls. The state of a closure is its next stage, counted from 1.
const WAITS_FOR_ELEMENTS = 2
const WAITS_FOR_RESULT = 3
const WAITS_FOR_LAST_CALL = 4

/** Adds the work that the frame has used before to the outcome; the sum may exceed the budget. */
function addWork(_h: Heap, before: number): void {
  if (call.work > params.statementBudget - before) {
    call.word = BUDGET_ERROR
    call.work = params.statementBudget
  } else call.work += before
}

function resumeClosure(h: Heap, closure: number): void {
  addWork(h, frameWord(h, F_WORK))
  if (isError(call.word)) {
    closeFrame(h)
    return
  }
  setFrameWord(h, F_WORK, call.work)
  runStage(h, closure)
}

/** Makes one value of the results of a map, by its kernel. */
function gatherResults(h: Heap, facts: number, list: number): void {
  setFrameWord(h, F_STATE, WAITS_FOR_RESULT)
  setFrameWord(h, F_COUNTER, 0)
  const c = frameWord(h, F_C)
  const third = arityIn(facts) === 2 ? list : c
  enqueue(h, kernelIn(facts), frameWord(h, F_A), frameWord(h, F_B), third, list, call.frame + F_WORD, call.frame)
}

/** The address of a new list of results; -1 if there is no room. */
function newResultList(h: Heap, length: number): number {
  const list = takeFrom(h, STATE.heapTop, length + 1, params.heapWords)
  if (list < 0) noteLack(h, LACKS.heap)
  else put(h, heap, list, (length << KIND_BITS) | LIST)
  return list
}

/** Makes room for the outcomes of a map's elements, which the workgroup then starts. */
function openElements(h: Heap, length: number): void {
  const outcomes = takeFrom(h, STATE.arenaTop, length * 2, params.arenaWords)
  // Two counters: calls that are not done, and the work of those that are.
  const counter = takeFrom(h, STATE.counterTop, 2, params.counterCapacity)
  if (outcomes < 0 || counter < 0) {
    noteLack(h, LACKS.arena)
    return
  }
  atomicStore(h, state, params.counterAt + counter, length)
  atomicStore(h, state, params.counterAt + counter + 1, 0)
  setFrameWord(h, F_COUNTER, params.counterAt + counter)
  setFrameWord(h, F_OUTCOMES, outcomes)
  setFrameWord(h, F_STATE, WAITS_FOR_ELEMENTS)
  call.opened = call.frame
  call.mode = DONE
}

/** Reads the outcomes of the elements in order: the first error counts, and a lazy map ends with the first true one. */
function collectElements(h: Heap, facts: number): void {
  const length = frameWord(h, F_LENGTH)
  const outcomes = frameWord(h, F_OUTCOMES)
  const isLazy = isLazyIn(facts)
  let total = frameWord(h, F_WORK)
  let count = length
  for (let k = 0; k < count; k++) {
    call.word = at(h, arena, outcomes + 2 * k)
    call.work = at(h, arena, outcomes + 2 * k + 1)
    addWork(h, total)
    if (isError(call.word)) {
      closeFrame(h)
      return
    }
    total = call.work
    if (isLazy && isTruthy(h, call.word)) count = k + 1
  }
  setFrameWord(h, F_WORK, total)
  const list = newResultList(h, count)
  if (list < 0) return
  for (let k = 0; k < count; k++) put(h, heap, list + 1 + k, at(h, arena, outcomes + 2 * k))
  gatherResults(h, facts, EMPTY_TUPLE + list)
}

/** The list of calls of a map is ready. */
function startElements(h: Heap, facts: number): void {
  if (isError(call.word)) {
    closeFrame(h)
    return
  }
  const list = call.word
  const length = divideTowardsZero(sizeOf(h, list), callArityIn(facts) + 1)
  // Making the list of results is one call and a block of that length, as on the CPU.
  const before = call.work
  call.work = length + 2
  addWork(h, before)
  if (isError(call.word)) {
    closeFrame(h)
    return
  }
  setFrameWord(h, F_WORK, call.work)
  setFrameWord(h, F_LEFT, list)
  setFrameWord(h, F_LENGTH, length)
  if (length > 0) {
    openElements(h, length)
    return
  }
  const empty = newResultList(h, 0)
  if (empty >= 0) gatherResults(h, facts, EMPTY_TUPLE + empty)
}

/** The kernel of a map, or its last call, is done. */
function finishMap(h: Heap, facts: number, stage: number): void {
  addWork(h, frameWord(h, F_WORK))
  if (stage === WAITS_FOR_RESULT && hasLastCallIn(facts) && !isError(call.word)) {
    setFrameWord(h, F_STATE, WAITS_FOR_LAST_CALL)
    setFrameWord(h, F_WORK, call.work)
    const last = frameWord(h, arityIn(facts) === 2 ? F_B : F_C)
    callNext(h, last, call.word, 0, 1)
    return
  }
  closeFrame(h)
}

function resumeMap(h: Heap, primitive: number): void {
  const facts = factsOf(h, primitive - PRIMITIVE_BASE)
  const stage = frameWord(h, F_STATE)
  if (stage === WAITS_FOR_ELEMENTS) collectElements(h, facts)
  else if (stage === WAITS_FOR_RESULT || stage === WAITS_FOR_LAST_CALL) finishMap(h, facts, stage)
  else startElements(h, facts)
}

function resumeFrame(h: Heap): void {
  call.word = frameWord(h, F_WORD)
  call.work = frameWord(h, F_WORD + 1)
  const f = frameWord(h, F_FUNCTION)
  if (isPrimitive(f)) resumeMap(h, f)
  else resumeClosure(h, f)
}

function deliverOutcome(h: Heap): void {
  call.mode = DONE
  put(h, arena, call.place, call.word)
  if (call.waiter < 0) {
    addRowWork(h, call.waiter, call.work)
    return
  }
  put(h, arena, call.place + 1, call.work)
  const counter = at(h, arena, call.waiter + F_COUNTER)
  if (counter === 0) {
    // No other invocation reads or writes that frame.
    call.frame = call.waiter
    call.mode = RESUME
    return
  }
  atomicAdd(h, state, counter + 1, call.work)
  if (atomicAdd(h, state, counter, -1) === 1) makeReady(h, call.waiter)
}

/** Goes on with the call until it waits or is done. */
export function runCall(h: Heap): void {
  while (call.mode !== DONE) {
    if (call.mode === START) startCall(h)
    else if (call.mode === RESUME) resumeFrame(h)
    else deliverOutcome(h)
  }
}
