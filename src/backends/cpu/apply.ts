// Calls of function values on the CPU. Kernel TypeScript but for its recursion, which WGSL does not have; translated to
// WebAssembly together with the kernels. Calls of closures are generated from the table of combinators.

import { CLOSURE, elementsAt, isBlock, isTruthy, shortenBlock, sizeOf } from '../../kernel/blocks.ts'
import { CALL_DEPTH_ERROR, MAX_CALL_DEPTH } from '../../kernel/closures.ts'
import { ARITY_ERROR, NOT_CALLABLE_ERROR } from '../../kernel/errors.ts'
import { type Heap, divideTowardsZero, load, store } from '../../kernel/heap.ts'
import {
  arityIn,
  callArityIn,
  callsIn,
  hasLastCallIn,
  isHigherOrderIn,
  isLazyIn,
  isShortIn,
  kernelIn,
} from '../../kernel/primitive-facts.ts'
import { NONE, PRIMITIVE_BASE, type Word, isError, isPrimitive } from '../../kernel/words.ts'
import { factsOf } from '../facts-table.ts'
// oxlint-disable-next-line import/no-cycle -- functions call closures, closures call functions
import { applyClosure } from './apply-closure.generated.ts'
import { callKernel, countKernel, resultsKernel } from './kernel-calls.ts'

/** Calls a function value with the first `count` of four argument words, none of which is an error. */
export function applyFunction(
  h: Heap,
  fn: Word,
  count: number,
  a: Word,
  b: Word,
  c: Word,
  d: Word,
  depth: number,
): Word {
  if (isPrimitive(fn)) {
    const facts = factsOf(h, fn - PRIMITIVE_BASE)
    if (facts < 0) return NOT_CALLABLE_ERROR
    if (isShortIn(facts, count)) return applyShort(h, fn, count, a, b, c, depth)
    if (arityIn(facts) !== count) return ARITY_ERROR
    if (isHigherOrderIn(facts)) return applyHigherOrder(h, facts, count, a, b, c, depth)
    countKernel(h)
    return callKernel(h, kernelIn(facts), a, b, c, d)
  }
  if (!isBlock(h, fn, CLOSURE)) return NOT_CALLABLE_ERROR
  if (depth >= MAX_CALL_DEPTH) return CALL_DEPTH_ERROR
  return applyClosure(h, fn, count, a, b, c, depth + 1)
}

/** Calls a primitive without its last argument, which is None then. */
function applyShort(h: Heap, fn: Word, count: number, a: Word, b: Word, c: Word, depth: number): Word {
  if (count === 0) return applyFunction(h, fn, 1, NONE, 0, 0, 0, depth)
  if (count === 1) return applyFunction(h, fn, 2, a, NONE, 0, 0, depth)
  if (count === 2) return applyFunction(h, fn, 3, a, b, NONE, 0, depth)
  return applyFunction(h, fn, 4, a, b, c, NONE, depth)
}

/** Calls a function value with one argument; an argument that is an error is the result. */
export function applyOne(h: Heap, fn: Word, a: Word, depth: number): Word {
  if (isError(a)) return a
  return applyFunction(h, fn, 1, a, 0, 0, 0, depth)
}

/** Calls a function value with one, two or three arguments and the bound one behind them. */
export function applyBehind(
  h: Heap,
  fn: Word,
  bound: Word,
  count: number,
  a: Word,
  b: Word,
  c: Word,
  depth: number,
): Word {
  if (count === 1) return applyFunction(h, fn, 2, a, bound, 0, 0, depth)
  if (count === 2) return applyFunction(h, fn, 3, a, b, bound, 0, depth)
  return applyFunction(h, fn, 4, a, b, c, bound, depth)
}

/** Runs the calls that a higher-order primitive lists, one by one, then its kernel over their results, then the last call. */
function applyHigherOrder(h: Heap, facts: number, count: number, a: Word, b: Word, c: Word, depth: number): Word {
  countKernel(h)
  const calls = callKernel(h, callsIn(facts), a, b, c, 0)
  if (isError(calls)) return calls
  const arity = callArityIn(facts)
  const length = divideTowardsZero(sizeOf(h, calls), arity + 1)
  const results = callKernel(h, resultsKernel(), length, 0, 0, 0)
  if (isError(results)) return results
  for (let k = 0; k < length; k++) {
    const at = elementsAt(calls) + k * (arity + 1)
    const second = arity > 1 ? load(h, at + 2) : 0
    const result = applyFunction(h, load(h, at), arity, load(h, at + 1), second, 0, 0, depth)
    if (isError(result)) return result
    store(h, elementsAt(results) + k, result)
    if (isLazyIn(facts) && isTruthy(h, result)) {
      shortenBlock(h, results, k + 1)
      break
    }
  }
  countKernel(h)
  const third = count === 2 ? results : c
  const result = callKernel(h, kernelIn(facts), a, b, third, results)
  if (!hasLastCallIn(facts) || isError(result)) return result
  return applyFunction(h, count === 2 ? b : c, 1, result, 0, 0, 0, depth)
}
