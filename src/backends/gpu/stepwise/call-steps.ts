// A call as a coroutine: it runs until it needs a kernel, yields a request, and resumes with the outcome. So the calls of all
// programs can wait together, and one dispatch serves all that wait for the same kernel.

import { CLOSURE, elementsAt, isBlock, isTruthy, sizeOf } from '../../../kernel/blocks.ts'
import { CALL_DEPTH_ERROR, MAX_CALL_DEPTH, closureArgument, closureMaker } from '../../../kernel/closures.ts'
import { combinatorOf } from '../../../kernel/combinator-table.ts'
import { ARITY_ERROR, BUDGET_ERROR, NOT_CALLABLE_ERROR } from '../../../kernel/errors.ts'
import type { Heap } from '../../../kernel/heap.ts'
import { NONE, type Word, isError } from '../../../kernel/words.ts'
import type { HigherOrderPrimitive } from '../../../primitives/primitive.ts'
import { arityOf } from '../../function-arity.ts'
import { completeArguments, primitiveOf } from '../../function-values.ts'

/** A request of a call: to run a kernel, to put a list of results onto the device, or to run other calls side by side. */
export type Request =
  | { readonly want: 'kernel'; readonly kernel: string; readonly args: readonly Word[] }
  | { readonly want: 'list'; readonly words: readonly Word[] }
  | { readonly want: 'calls'; readonly steps: readonly Steps[] }

/** The answer to a request, one for each call: a word and its work. */
export interface Outcome {
  readonly word: Word
  readonly work: number
}

export type Steps = Generator<Request, Outcome, readonly Outcome[]>

/** The host's copy of the heap on the device. */
export type ReadHeap = () => Heap

/** The steps of one call: order, errors and counted work are those of the CPU. */
export function* stepsOfCall(read: ReadHeap, budget: number, fn: Word, args: readonly Word[], depth = 0): Steps {
  const primitive = primitiveOf(read(), fn)
  if (primitive !== undefined) {
    const given = completeArguments(primitive, args, NONE)
    if (given === undefined) return failure(ARITY_ERROR)
    if (primitive.sort === 'higher-order') return yield* stepsOfMap(read, budget, primitive, given, depth)
    return yield* runKernel(primitive.kernelName, given)
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
  const combinator = combinatorOf(closureMaker(h, closure))
  if (combinator?.form === 'constant') return { word: combinator.value, work: 0 }
  if (args.length !== arityOf(h, closure)) return failure(ARITY_ERROR)
  if (combinator === undefined) return failure(NOT_CALLABLE_ERROR)
  const own = (k: number): Word => closureArgument(h, closure, k)
  const call = (fn: number, given: readonly Word[]): Steps => stepsOfCall(read, budget, own(fn), given, depth)
  switch (combinator.form) {
    case 'binding':
      return yield* call(0, combinator.side === 'before' ? [own(1), ...args] : [...args, own(1)])
    case 'stages': {
      let saved = 0
      return yield* inTurn(budget, args[0]!, combinator.stages, function* (previous, { run, operands, isSaved }) {
        const given = operands.map((operand) =>
          typeof operand === 'number' ? own(operand) : { argument: args[0]!, previous, saved }[operand],
        )
        const outcome = yield* run === 'equality' ? runKernel('equality', given) : call(run, given)
        if (isSaved === true) saved = outcome.word
        return outcome
      })
    }
    case 'repetition':
      return yield* inTurn(budget, args[0]!, repeated(0, own(1)), (previous, fn) => call(fn, [previous]))
    default:
      throw combinator satisfies never
  }
}

/** Runs the items in order, each on the result of the one before; the first error ends it. */
function* inTurn<T>(budget: number, first: Word, items: Iterable<T>, run: (previous: Word, item: T) => Steps): Steps {
  let outcome: Outcome = { word: first, work: 0 }
  for (const item of items) {
    if (isError(outcome.word)) return outcome
    outcome = addWork(yield* run(outcome.word, item), outcome.work, budget)
  }
  return outcome
}

function* repeated<T>(item: T, count: number): Generator<T> {
  for (let k = 0; k < count; k++) yield item
}

/** The outcome with the work done before it added; the sum may exceed the budget. */
export function addWork(outcome: Outcome, before: number, budget: number): Outcome {
  const work = before + outcome.work
  return work > budget ? { word: BUDGET_ERROR, work: budget } : { word: outcome.word, work }
}

/** A higher-order primitive: all its calls side by side, then its kernel over their results. */
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
  const made = addWork(yield* runKernel(primitive.kernelName, [...args, list!.word]), last.work, budget)
  if (!primitive.toLast || isError(made.word)) return made
  return addWork(yield* stepsOfCall(read, budget, args.at(-1)!, [made.word], depth), made.work, budget)
}
