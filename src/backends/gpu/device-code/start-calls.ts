// Starting calls on the device. The order of calls, the errors and the counted work are those of cpu/apply.ts.

import { CLOSURE, isBlock } from '../../../kernel/blocks.ts'
import { CALL_DEPTH_ERROR, MAX_CALL_DEPTH, closureMaker } from '../../../kernel/closures.ts'
import { ARITY_ERROR, NOT_CALLABLE_ERROR } from '../../../kernel/errors.ts'
import type { Heap } from '../../../kernel/heap.ts'
import { arityIn, callsIn, isHigherOrderIn, isShortIn, kernelIn } from '../../../kernel/primitive-facts.ts'
import { NONE, PRIMITIVE_BASE, isPrimitive } from '../../../kernel/words.ts'
import { factsOf } from '../../facts-table.ts'
import { arityOf } from '../../function-arity.ts'
import { bindArgument, returnConstant, runStage } from './closure-stages.generated.ts'
import { call, endWith, enqueue, openFrame } from './frames.ts'

function startPrimitive(h: Heap): void {
  const facts = factsOf(h, call.callee - PRIMITIVE_BASE)
  if (facts < 0) endWith(h, NOT_CALLABLE_ERROR)
  else if (isShortIn(facts, call.count)) {
    // Adds None for the first omitted argument; the caller starts the call again.
    if (call.count === 0) call.a0 = NONE
    if (call.count === 1) call.a1 = NONE
    if (call.count === 2) call.a2 = NONE
    if (call.count === 3) call.a3 = NONE
    call.count++
  } else if (arityIn(facts) !== call.count) endWith(h, ARITY_ERROR)
  else if (!isHigherOrderIn(facts)) {
    enqueue(h, kernelIn(facts), call.a0, call.a1, call.a2, call.a3, call.place, call.waiter)
  } else if (openFrame(h)) {
    enqueue(h, callsIn(facts), call.a0, call.a1, call.a2, 0, call.place, call.waiter)
  }
}

function startClosure(h: Heap): void {
  if (!isBlock(h, call.callee, CLOSURE)) {
    endWith(h, NOT_CALLABLE_ERROR)
    return
  }
  if (call.depth >= MAX_CALL_DEPTH) {
    endWith(h, CALL_DEPTH_ERROR)
    return
  }
  call.depth++
  const maker = closureMaker(h, call.callee)
  if (returnConstant(h, maker)) return
  if (call.count !== arityOf(h, call.callee)) {
    endWith(h, ARITY_ERROR)
    return
  }
  if (bindArgument(h, maker)) return
  const closure = call.callee
  if (!openFrame(h)) return
  call.word = call.a0
  call.work = 0
  runStage(h, closure)
}

/** Starts the call, removes one binding from its function, or adds one omitted argument. */
export function startCall(h: Heap): void {
  if (isPrimitive(call.callee)) startPrimitive(h)
  else startClosure(h)
}
