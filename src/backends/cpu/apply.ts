// Calls of function values: primitives, higher-order ones by a loop, closures by what they were made of. Kernel
// TypeScript but for its recursion, which the GPU does not have (gpu/call-steps.ts does this there); it is translated to
// WebAssembly together with the kernels.

import { CLOSURE, elementsAt, isBlock, isTruthy, shortenBlock, sizeOf } from '../../kernel/blocks.ts'
import {
  CHAIN,
  COMPOSE,
  FORK,
  LBIND,
  MATCHER,
  POWER,
  RBIND,
  SAFE,
  closureArgument,
  closureMaker,
} from '../../kernel/closures.ts'
import { ARITY_ERROR, NESTING_RULE, NOT_CALLABLE_ERROR, RULE_STEP, TYPE_ERROR } from '../../kernel/errors.ts'
import { EMPTY_TUPLE, type Heap, divideTowardsZero, load, store } from '../../kernel/heap.ts'
import { PRIMITIVE_BASE, type Word, isError, isPrimitive } from '../../kernel/words.ts'
import { callKernel, countKernel, equalityKernel, factsOf, resultsKernel } from './kernel-calls.ts'

/** How deep calls of closures may be nested in each other. */
export const MAX_CALL_DEPTH = 256
export const CALL_DEPTH_ERROR: Word = TYPE_ERROR + NESTING_RULE * RULE_STEP

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
    const facts = factsOf(fn - PRIMITIVE_BASE)
    if (facts < 0) return NOT_CALLABLE_ERROR
    if (arityIn(facts) !== count) return ARITY_ERROR
    if (isHigherOrder(facts)) return applyHigherOrder(h, facts, count, a, b, c, depth)
    countKernel(h)
    return callKernel(h, kernelIn(facts), a, b, c, d)
  }
  if (!isBlock(h, fn, CLOSURE)) return NOT_CALLABLE_ERROR
  if (depth >= MAX_CALL_DEPTH) return CALL_DEPTH_ERROR
  return applyClosure(h, fn, count, a, b, c, depth + 1)
}

function applyOne(h: Heap, fn: Word, a: Word, depth: number): Word {
  if (isError(a)) return a
  return applyFunction(h, fn, 1, a, 0, 0, 0, depth)
}

function applyClosure(h: Heap, closure: Word, count: number, a: Word, b: Word, c: Word, depth: number): Word {
  const maker = closureMaker(h, closure)
  if (maker === SAFE) return EMPTY_TUPLE
  if (count !== arityOf(h, closure)) return ARITY_ERROR
  const outer = closureArgument(h, closure, 0)
  const second = closureArgument(h, closure, 1)
  if (maker === COMPOSE) return applyOne(h, outer, applyOne(h, second, a, depth), depth)
  if (maker === RBIND) return applyRbind(h, outer, second, count, a, b, c, depth)
  if (maker === LBIND) return applyFunction(h, outer, count + 1, second, a, b, c, depth)
  if (maker === FORK) {
    const left = applyOne(h, second, a, depth)
    if (isError(left)) return left
    const right = applyOne(h, closureArgument(h, closure, 2), a, depth)
    if (isError(right)) return right
    return applyFunction(h, outer, 2, left, right, 0, 0, depth)
  }
  if (maker === CHAIN) {
    const third = closureArgument(h, closure, 2)
    return applyOne(h, outer, applyOne(h, second, applyOne(h, third, a, depth), depth), depth)
  }
  if (maker === MATCHER) {
    const value = applyOne(h, outer, a, depth)
    if (isError(value)) return value
    countKernel(h)
    return callKernel(h, equalityKernel(), value, second, 0, 0)
  }
  if (maker !== POWER) return NOT_CALLABLE_ERROR
  let value = a
  for (let k = 0; k < second && !isError(value); k++) value = applyOne(h, outer, value, depth)
  return value
}

function applyRbind(h: Heap, fn: Word, bound: Word, count: number, a: Word, b: Word, c: Word, depth: number): Word {
  if (count === 1) return applyFunction(h, fn, 2, a, bound, 0, 0, depth)
  if (count === 2) return applyFunction(h, fn, 3, a, b, bound, 0, depth)
  return applyFunction(h, fn, 4, a, b, c, bound, depth)
}

/** The calls that a higher-order primitive asks for, one by one, then its kernel over their results. */
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
    if (isLazy(facts) && isTruthy(h, result)) {
      shortenBlock(h, results, k + 1)
      break
    }
  }
  countKernel(h)
  if (count === 2) return callKernel(h, kernelIn(facts), a, b, results, 0)
  return callKernel(h, kernelIn(facts), a, b, c, results)
}

/** The number of arguments that a function value takes; -1 for what is no function. */
export function arityOf(h: Heap, fn: Word): number {
  let inner = fn
  let bindings = 0
  // A closure that was never made properly may hold itself.
  while (isBlock(h, inner, CLOSURE) && bindings < MAX_CALL_DEPTH) {
    const maker = closureMaker(h, inner)
    if (maker === SAFE) return arityAfterBinding(0, bindings)
    if (maker !== RBIND && maker !== LBIND) return arityAfterBinding(1, bindings)
    inner = closureArgument(h, inner, 0)
    bindings++
  }
  const facts = isPrimitive(inner) ? factsOf(inner - PRIMITIVE_BASE) : -1
  return facts < 0 ? -1 : arityAfterBinding(arityIn(facts), bindings)
}

/** Binding leaves one argument of two and two of three; of any other number it leaves three, as in Python. */
function arityAfterBinding(arity: number, bindings: number): number {
  let left = arity
  for (let k = 0; k < bindings; k++) {
    if (left === 2) left = 1
    else left = left === 3 ? 2 : 3
  }
  return left
}

// What a primitive is to a caller, in one number: see packFacts in translate/wasm/primitive-facts.ts.

function kernelIn(facts: number): number {
  return facts & 1023
}

function callsIn(facts: number): number {
  return (facts >> 10) & 1023
}

function arityIn(facts: number): number {
  return (facts >> 20) & 7
}

function callArityIn(facts: number): number {
  return (facts >> 23) & 3
}

function isLazy(facts: number): boolean {
  return ((facts >> 25) & 1) === 1
}

function isHigherOrder(facts: number): boolean {
  return ((facts >> 26) & 1) === 1
}
