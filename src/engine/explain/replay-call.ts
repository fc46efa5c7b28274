// Repeats a failed call step by step, by the table of combinators and the call lists of higher-order primitives, and stops at
// the innermost call that fails. Kernels run as on the CPU backend: in the same order, with the same work and memory.

import { callKernel } from '../../backends/cpu/kernel-calls.ts'
import { arityOf } from '../../backends/function-arity.ts'
import { completeArguments, primitiveOf } from '../../backends/function-values.ts'
import { kernelIndexes } from '../../backends/kernel-numbers.generated.ts'
import { CLOSURE, elementsAt, isBlock, isTruthy, shortenBlock, sizeOf } from '../../kernel/blocks.ts'
import { CALL_DEPTH_ERROR, MAX_CALL_DEPTH, closureArgument, closureMaker } from '../../kernel/closures.ts'
import { combinatorOf } from '../../kernel/combinator-table.ts'
import { ARITY_ERROR, NOT_CALLABLE_ERROR, ROOM_ERROR } from '../../kernel/errors.ts'
import type { Heap } from '../../kernel/heap.ts'
import { NONE, type Word, isError } from '../../kernel/words.ts'
import { primitiveWord } from '../../language/names.ts'
import type { HigherOrderPrimitive } from '../../primitives/primitive.ts'

/** The role of a call in the call around it. */
export type CallRole =
  /** The call of the statement itself. */
  | { readonly kind: 'statement' }
  /** The call of argument `argument` of a closure. */
  | { readonly kind: 'part'; readonly argument: number }
  /** Call `index` of `count` that `power` makes, from 0. */
  | { readonly kind: 'repetition'; readonly index: number; readonly count: number }
  /** Call `index` of `count` that a higher-order primitive lists, from 0. */
  | { readonly kind: 'element'; readonly index: number; readonly count: number }
  /** The call of the last argument of a primitive with the result of its kernel. */
  | { readonly kind: 'last' }
  /** A comparison that a combinator makes. */
  | { readonly kind: 'equality' }

/** One call that was not finished at the failure. */
export interface CallFrame {
  readonly fn: Word
  readonly args: readonly Word[]
  readonly role: CallRole
}

/** A failure: the calls around it, the outermost first and the failed one last. */
export interface ReplayedFailure {
  readonly error: Word
  readonly frames: readonly CallFrame[]
  /** The results of the listed calls, if a higher-order primitive failed after them. */
  readonly results: readonly Word[] | undefined
}

/** The limits of the statement. */
export interface ReplayLimits {
  readonly budget: number
  readonly allowance: number
}

/** Repeats a call of words none of which is an error; undefined if it does not fail. */
export function replayCall(
  h: Heap,
  fn: Word,
  args: readonly Word[],
  limits: ReplayLimits,
): ReplayedFailure | undefined {
  const replay = new Replay(h, limits)
  const result = replay.call(fn, args, { kind: 'statement' }, 0)
  return isError(result) ? { error: result, frames: replay.frames, results: replay.results } : undefined
}

class Replay {
  /** The open calls. An error ends all of them, so that the stack remains as it was at the failure. */
  readonly frames: CallFrame[] = []
  results: Word[] | undefined
  readonly #h: Heap
  readonly #end: number

  constructor(h: Heap, { budget, allowance }: ReplayLimits) {
    this.#h = h
    this.#end = h.top + allowance
    h.budget = budget
    h.work = 0
    h.reach = this.#end
    h.wasRefused = false
  }

  call(fn: Word, args: readonly Word[], role: CallRole, depth: number): Word {
    this.frames.push({ fn, args, role })
    const result = this.#dispatch(fn, args, depth)
    if (!isError(result)) this.frames.pop()
    return result
  }

  #dispatch(fn: Word, args: readonly Word[], depth: number): Word {
    const h = this.#h
    const primitive = primitiveOf(h, fn)
    if (primitive !== undefined) {
      const given = completeArguments(primitive, args, NONE)
      if (given === undefined) return ARITY_ERROR
      if (primitive.sort === 'higher-order') return this.#callHigherOrder(primitive, given, depth)
      return this.#runKernel(primitive.kernelName, given)
    }
    if (!isBlock(h, fn, CLOSURE)) return NOT_CALLABLE_ERROR
    return depth < MAX_CALL_DEPTH ? this.#callClosure(fn, args, depth + 1) : CALL_DEPTH_ERROR
  }

  #runKernel(name: string, [a = 0, b = 0, c = 0, d = 0]: readonly Word[]): Word {
    const h = this.#h
    const result = callKernel(h, kernelIndexes[name]!, a, b, c, d)
    return h.wasRefused || h.top > this.#end ? ROOM_ERROR : result
  }

  #callClosure(closure: Word, args: readonly Word[], depth: number): Word {
    const h = this.#h
    const combinator = combinatorOf(closureMaker(h, closure))
    if (combinator?.form === 'constant') return combinator.value
    if (args.length !== arityOf(h, closure)) return ARITY_ERROR
    if (combinator === undefined) return NOT_CALLABLE_ERROR
    const own = (k: number): Word => closureArgument(h, closure, k)
    const callPart = (k: number, given: readonly Word[]): Word =>
      this.call(own(k), given, { kind: 'part', argument: k }, depth)
    switch (combinator.form) {
      case 'binding':
        return callPart(0, combinator.side === 'before' ? [own(1), ...args] : [...args, own(1)])
      case 'stages': {
        const argument = args[0]!
        let [previous, saved] = [argument, 0]
        for (const { run, operands, isSaved } of combinator.stages) {
          const given = operands.map((operand) =>
            typeof operand === 'number' ? own(operand) : { argument, previous, saved }[operand],
          )
          previous =
            run === 'equality'
              ? this.call(primitiveWord('equality'), given, { kind: 'equality' }, depth)
              : callPart(run, given)
          if (isError(previous)) return previous
          if (isSaved === true) saved = previous
        }
        return previous
      }
      case 'repetition': {
        const count = own(1)
        let previous = args[0]!
        for (let index = 0; index < count && !isError(previous); index++)
          previous = this.call(own(0), [previous], { kind: 'repetition', index, count }, depth)
        return previous
      }
      default:
        throw combinator satisfies never
    }
  }

  #callHigherOrder(primitive: HigherOrderPrimitive, args: readonly Word[], depth: number): Word {
    const h = this.#h
    const calls = this.#runKernel(primitive.callsName, args)
    if (isError(calls)) return calls
    const stride = primitive.callArity + 1
    const count = sizeOf(h, calls) / stride
    const list = this.#runKernel('newResults', [count])
    if (isError(list)) return list
    const results: Word[] = []
    for (let index = 0; index < count; index++) {
      const at = elementsAt(calls) + index * stride
      const [fn, ...given] = h.words.subarray(at, at + stride)
      const result = this.call(fn!, given, { kind: 'element', index, count }, depth)
      if (isError(result)) return result
      h.words[elementsAt(list) + index] = result
      results.push(result)
      if (primitive.lazy && isTruthy(h, result)) {
        shortenBlock(h, list, index + 1)
        break
      }
    }
    const made = this.#runKernel(primitive.kernelName, [...args, list])
    if (isError(made)) this.results = results
    if (!primitive.toLast || isError(made)) return made
    return this.call(args.at(-1)!, [made], { kind: 'last' }, depth)
  }
}
