// A call as a coroutine: it runs until it needs a kernel, says which and with what, and goes on with the answer. So the
// calls of all programs can wait together, and one dispatch serves all that wait for the same kernel.

import { CLOSURE, elementsAt, isBlock, isTruthy, sizeOf } from '../../../kernel/blocks.ts'
import {
  SAFE,
  CHAIN,
  COMPOSE,
  FORK,
  LBIND,
  MATCHER,
  POWER,
  RBIND,
  closureArgument,
  closureMaker,
} from '../../../kernel/closures.ts'
import { ARITY_ERROR, BUDGET_ERROR, NOT_CALLABLE_ERROR } from '../../../kernel/errors.ts'
import { EMPTY_TUPLE, type Heap } from '../../../kernel/heap.ts'
import { type Word, isError } from '../../../kernel/words.ts'
import type { HigherOrderPrimitive } from '../../../primitives/primitive.ts'
import { CALL_DEPTH_ERROR, MAX_CALL_DEPTH, arityOf, primitiveOf } from '../../function-values.ts'

/** What a call waits for: a kernel's result, a list of results put onto the device, or other calls run side by side. */
export type Request =
  | { readonly want: 'kernel'; readonly kernel: string; readonly args: readonly Word[] }
  | { readonly want: 'list'; readonly words: readonly Word[] }
  | { readonly want: 'calls'; readonly steps: readonly Steps[] }

/** What it gets: a word, and what it cost; for calls side by side, the outcome of each. */
export interface Outcome {
  readonly word: Word
  readonly work: number
}

export type Steps = Generator<Request, Outcome, readonly Outcome[]>

/** Reads blocks that are on the device, from the host's copy of them. */
export type ReadHeap = () => Heap

/** The steps of one call: the same order, errors and counted work as the CPU's. */
export function* stepsOfCall(read: ReadHeap, budget: number, fn: Word, args: readonly Word[], depth = 0): Steps {
  const primitive = primitiveOf(fn)
  if (primitive !== undefined) {
    if (primitive.parameters.length !== args.length) return failure(ARITY_ERROR)
    if (primitive.sort === 'higher-order') return yield* stepsOfMap(read, budget, primitive, args, depth)
    return yield* runKernel(primitive.kernelName, args)
  }
  if (!isBlock(read(), fn, CLOSURE)) return failure(NOT_CALLABLE_ERROR)
  if (depth >= MAX_CALL_DEPTH) return failure(CALL_DEPTH_ERROR)
  return yield* stepsOfClosure(read, budget, fn, args, depth + 1)
}

function failure(word: Word): Outcome {
  return { word, work: 0 }
}

function* runKernel(kernel: string, args: readonly Word[]): Steps {
  const [outcome] = yield { want: 'kernel', kernel, args }
  return outcome!
}

function* stepsOfClosure(read: ReadHeap, budget: number, closure: Word, args: readonly Word[], depth: number): Steps {
  const h = read()
  if (closureMaker(h, closure) === SAFE) return { word: EMPTY_TUPLE, work: 0 }
  if (args.length !== arityOf(h, closure)) return failure(ARITY_ERROR)
  const inner = closureArgument(h, closure, 0)
  const second = closureArgument(h, closure, 1)
  const call = (fn: Word, ...given: Word[]): Steps => stepsOfCall(read, budget, fn, given, depth)
  switch (closureMaker(h, closure)) {
    case COMPOSE:
      return yield* inTurn(budget, args[0]!, [(x) => call(second, x), (x) => call(inner, x)])
    case CHAIN: {
      const third = closureArgument(h, closure, 2)
      return yield* inTurn(budget, args[0]!, [(x) => call(third, x), (x) => call(second, x), (x) => call(inner, x)])
    }
    case MATCHER:
      return yield* inTurn(budget, args[0]!, [(x) => call(inner, x), (x) => runKernel('equality', [x, second])])
    case FORK: {
      const third = closureArgument(h, closure, 2)
      const left = yield* call(second, args[0]!)
      if (isError(left.word)) return left
      const right = addWork(yield* call(third, args[0]!), left.work, budget)
      if (isError(right.word)) return right
      return addWork(yield* call(inner, left.word, right.word), right.work, budget)
    }
    case RBIND:
      return yield* call(inner, ...args, second)
    case LBIND:
      return yield* call(inner, second, ...args)
    case POWER:
      return yield* inTurn(
        budget,
        args[0]!,
        repeated((x) => call(inner, x), second),
      )
    default:
      return failure(NOT_CALLABLE_ERROR)
  }
}

/** One after the other, each on what the one before gave; the first error ends it. */
function* inTurn(budget: number, first: Word, calls: Iterable<(x: Word) => Steps>): Steps {
  let outcome: Outcome = { word: first, work: 0 }
  for (const call of calls) {
    if (isError(outcome.word)) return outcome
    outcome = addWork(yield* call(outcome.word), outcome.work, budget)
  }
  return outcome
}

function* repeated<T>(item: T, count: number): Generator<T> {
  for (let k = 0; k < count; k++) yield item
}

/** The outcome after work that was done before it: together they may use up the budget, as they would one by one. */
export function addWork(outcome: Outcome, before: number, budget: number): Outcome {
  const work = before + outcome.work
  return work > budget ? { word: BUDGET_ERROR, work: budget } : { word: outcome.word, work }
}

/** A higher-order primitive: its calls, all side by side, then its kernel over their results. */
function* stepsOfMap(
  read: ReadHeap,
  budget: number,
  primitive: HigherOrderPrimitive,
  args: readonly Word[],
  depth: number,
): Steps {
  const calls = yield* runKernel(primitive.callsName, args)
  if (isError(calls.word)) return calls
  const h = read()
  const stride = primitive.callArity + 1
  const length = sizeOf(h, calls.word) / stride
  const steps = Array.from({ length }, (_, k) => {
    const [fn, ...given] = h.words.subarray(
      elementsAt(calls.word) + k * stride,
      elementsAt(calls.word) + (k + 1) * stride,
    )
    return stepsOfCall(read, budget, fn!, given, depth)
  })
  // Making the list of results is one call and a block of that length, as on the CPU.
  let last = addWork({ word: calls.word, work: length + 2 }, calls.work, budget)
  if (isError(last.word)) return last
  const outcomes = length === 0 ? [] : yield { want: 'calls', steps }
  const words: Word[] = []
  for (const outcome of outcomes) {
    last = addWork(outcome, last.work, budget)
    if (isError(last.word)) return last
    words.push(last.word)
    if (primitive.lazy && isTruthy(read(), last.word)) break
  }
  const [list] = yield { want: 'list', words }
  return addWork(yield* runKernel(primitive.kernelName, [...args, list!.word]), last.work, budget)
}
