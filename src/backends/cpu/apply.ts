// Calls of function values on the CPU. Kernel TypeScript but for its recursion, which WGSL does not have; translated to
// WebAssembly together with the kernels. Calls of closures are generated from the table of combinators.

import { CLOSURE, GRID, elementsAt, isBlock, isTruthy, shortenBlock, sizeOf } from '../../kernel/blocks.ts'
import { CALL_DEPTH_ERROR, MAX_CALL_DEPTH } from '../../kernel/closures.ts'
import { ARITY_ERROR, NOT_CALLABLE_ERROR } from '../../kernel/errors.ts'
import { type Heap, divideTowardsZero, load, store } from '../../kernel/heap.ts'
import {
  FUNCTION_FIRST,
  arityIn,
  callArityIn,
  callsIn,
  eachIn,
  hasLastCallIn,
  isHigherOrderIn,
  isLazyIn,
  isPlainIn,
  isShortIn,
  kernelIn,
} from '../../kernel/primitive-facts.ts'
import { type Address, NONE, PRIMITIVE_BASE, type Word, isError, isPrimitive, isRef } from '../../kernel/words.ts'
import { factsOf } from '../facts-table.ts'
import { arityOf } from '../function-arity.ts'
// oxlint-disable-next-line import/no-cycle -- functions call closures, closures call functions
import { applyBinding, applyOne } from './apply-closure.generated.ts'
// oxlint-disable-next-line import/no-cycle
import { MAX_COLUMN, MIN_COLUMN, mapColumn, mapColumns } from './columns.ts'
import {
  callKernel,
  callKernel1,
  callKernel2,
  countKernel,
  hasColumns,
  reserveCalls,
  resultsKernel,
} from './kernel-calls.ts'

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
  if (count === 1) return applyOne(h, fn, a, depth)
  if (!isBlock(h, fn, CLOSURE)) return NOT_CALLABLE_ERROR
  if (depth >= MAX_CALL_DEPTH) return CALL_DEPTH_ERROR
  return applyBinding(h, fn, count, a, b, c, depth + 1)
}

/** Calls a function value with two arguments, neither of which is an error. */
export function applyTwo(h: Heap, fn: Word, a: Word, b: Word, depth: number): Word {
  if (isPrimitive(fn)) {
    const facts = factsOf(h, fn - PRIMITIVE_BASE)
    if (isPlainIn(facts, 2)) return callKernel2(h, kernelIn(facts), a, b)
  }
  return applyFunction(h, fn, 2, a, b, 0, 0, depth)
}

/** Whether a binding takes one argument; of a primitive, the usual case, that is seen without a walk. */
export function bindsOneOfTwo(h: Heap, binding: Word, bound: Word): boolean {
  if (isPrimitive(bound)) return arityIn(factsOf(h, bound - PRIMITIVE_BASE)) === 2
  return arityOf(h, binding) === 1
}

/** Calls a primitive without its last argument, which is None then. */
function applyShort(h: Heap, fn: Word, count: number, a: Word, b: Word, c: Word, depth: number): Word {
  if (count === 0) return applyFunction(h, fn, 1, NONE, 0, 0, 0, depth)
  if (count === 1) return applyFunction(h, fn, 2, a, NONE, 0, 0, depth)
  if (count === 2) return applyFunction(h, fn, 3, a, b, NONE, 0, depth)
  return applyFunction(h, fn, 4, a, b, c, NONE, depth)
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

/** Runs the calls that a higher-order primitive lists, one by one, and finishes them. */
function applyHigherOrder(h: Heap, facts: number, count: number, a: Word, b: Word, c: Word, depth: number): Word {
  const each = eachIn(facts)
  if (each !== 0) {
    const fn = each === FUNCTION_FIRST ? a : b
    const container = each === FUNCTION_FIRST ? b : a
    // Rows of a grid are made with the list of calls.
    if (fn !== NONE && isRef(container) && !isBlock(h, container, GRID) && sizeOf(h, container) > 0)
      return applyToEach(h, facts, fn, container, a, b, depth)
  }
  countKernel(h)
  const calls = callKernel(h, callsIn(facts), a, b, c, 0)
  if (isError(calls)) return calls
  const arity = callArityIn(facts)
  const length = divideTowardsZero(sizeOf(h, calls), arity + 1)
  const results = callKernel(h, resultsKernel(), length, 0, 0, 0)
  if (isError(results)) return results
  const isLazy = isLazyIn(facts)
  const from = elementsAt(calls) + 1
  const to = elementsAt(results)
  let mapped = 0
  if (!isLazy && hasColumns(h)) {
    // All calls of these kinds have one function.
    if (arity === 2) mapped = mapPairs(h, a, from, to, length, depth)
    else if (each !== 0) mapped = mapWords(h, each === FUNCTION_FIRST ? a : b, from, 2, to, length, depth)
  }
  for (let k = mapped; k < length; k++) {
    const at = from - 1 + k * (arity + 1)
    const argument = load(h, at + 1)
    let result = argument
    if (arity === 1) result = applyOne(h, load(h, at), argument, depth)
    else result = applyTwo(h, load(h, at), argument, load(h, at + 2), depth)
    if (isError(result)) return result
    store(h, to + k, result)
    if (isLazy && isTruthy(h, result)) {
      shortenBlock(h, results, k + 1)
      break
    }
  }
  return finishCalls(h, facts, count, a, b, c, results, depth)
}

/** Runs the kernel of a higher-order primitive over the results of its calls, then the last call. */
function finishCalls(
  h: Heap,
  facts: number,
  count: number,
  a: Word,
  b: Word,
  c: Word,
  results: Word,
  depth: number,
): Word {
  countKernel(h)
  const third = count === 2 ? results : c
  const result = callKernel(h, kernelIn(facts), a, b, third, results)
  if (!hasLastCallIn(facts) || isError(result)) return result
  return applyOne(h, count === 2 ? b : c, result, depth)
}

/** The same for calls of a function with each element of a block that is no grid: their list need not be written. */
function applyToEach(h: Heap, facts: number, fn: Word, container: Word, a: Word, b: Word, depth: number): Word {
  const length = sizeOf(h, container)
  const calls = reserveCalls(h, callsIn(facts), length, a, b)
  if (isError(calls)) return calls
  const results = callKernel(h, resultsKernel(), length, 0, 0, 0)
  if (isError(results)) return results
  const isLazy = isLazyIn(facts)
  const from = elementsAt(container)
  const to = elementsAt(results)
  const own = isPrimitive(fn) ? factsOf(h, fn - PRIMITIVE_BASE) : -1
  const isPlain = isPlainIn(own, 1)
  let mapped = 0
  if (!isLazy && hasColumns(h)) mapped = mapWords(h, fn, from, 1, to, length, depth)
  for (let k = mapped; k < length; k++) {
    const element = load(h, from + k)
    let result = element
    if (isPlain) result = callKernel1(h, kernelIn(own), element)
    else result = applyOne(h, fn, element, depth)
    if (isError(result)) return result
    store(h, to + k, result)
    if (isLazy && isTruthy(h, result)) {
      shortenBlock(h, results, k + 1)
      break
    }
  }
  return finishCalls(h, facts, 2, a, b, 0, results, depth)
}

/**
 * Stores results of calls with the words from `from` on, each `step` words behind the one before it, as many as succeed in columns;
 * returns their number.
 */
function mapWords(h: Heap, fn: Word, from: Address, step: number, to: Address, count: number, depth: number): number {
  for (let k = 0; k < count; k += MAX_COLUMN) {
    const size = count - k < MAX_COLUMN ? count - k : MAX_COLUMN
    if (size < MIN_COLUMN || !mapColumn(h, fn, from + k * step, step, to + k, size, depth)) return k
  }
  return count
}

/** The same for calls with two arguments: a list of calls has the function before each pair. */
function mapPairs(h: Heap, fn: Word, from: Address, to: Address, count: number, depth: number): number {
  for (let k = 0; k < count; k += MAX_COLUMN) {
    const size = count - k < MAX_COLUMN ? count - k : MAX_COLUMN
    if (size < MIN_COLUMN || !mapColumns(h, fn, from + k * 3, 3, to + k, size, depth)) return k
  }
  return count
}
