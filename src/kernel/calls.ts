// Calls: the lists that higher-order primitives hand to the evaluator. A call is a function word, then its arguments.

import { LIST, elementsAt, itemAt, newBlock, sizeOf } from './blocks.ts'
import { BUDGET_ERROR, TYPE_ERROR } from './errors.ts'
import { type Heap, divideTowardsZero, load, store } from './heap.ts'
import { NONE, type Word, isError } from './words.ts'

// So that the length of a list of calls with two arguments fits the header of its block.
export const MAX_CALLS = 33554432

/** An empty list for the results of a number of calls. */
export function newResults(h: Heap, count: number): Word {
  return newBlock(h, LIST, count)
}

/** The calls function(e) for each element e of the container, which must be one. */
export function callEach(h: Heap, fn: Word, container: Word): Word {
  return callEachAndZero(h, fn, container, false)
}

/** `callEach`, and behind it, if `withZero`, the call function(0). */
export function callEachAndZero(h: Heap, fn: Word, container: Word, withZero: boolean): Word {
  const count = sizeOf(h, container)
  if (count < 0) return TYPE_ERROR
  const calls = newBlock(h, LIST, (withZero ? count + 1 : count) * 2)
  if (isError(calls)) return calls
  for (let k = 0; k < count; k++) storeCall1(h, calls, k, fn, itemAt(h, container, k))
  if (withZero) storeCall1(h, calls, count, fn, 0)
  return calls
}

/** `callEach` for keys that elements are compared by: without a function (None) there are no calls. */
export function callKeys(h: Heap, fn: Word, container: Word): Word {
  return fn === NONE && sizeOf(h, container) >= 0 ? newBlock(h, LIST, 0) : callEach(h, fn, container)
}

/** The keys of the elements: the results of these calls, or, without a function, the elements themselves. */
export function keysOf(h: Heap, fn: Word, container: Word, results: Word): Word {
  if (fn !== NONE) return results
  const count = sizeOf(h, container)
  const keys = newBlock(h, LIST, count)
  if (isError(keys)) return keys
  for (let k = 0; k < count; k++) store(h, elementsAt(keys) + k, itemAt(h, container, k))
  return keys
}

/** The calls f(value) for each element f of the container, which must be one. */
export function callAll(h: Heap, functions: Word, value: Word): Word {
  const count = sizeOf(h, functions)
  if (count < 0) return TYPE_ERROR
  const calls = newBlock(h, LIST, count * 2)
  if (isError(calls)) return calls
  for (let k = 0; k < count; k++) storeCall1(h, calls, k, itemAt(h, functions, k), value)
  return calls
}

/** `callEach`, or for an empty container the one call function(0). */
export function callEachOrZero(h: Heap, fn: Word, container: Word): Word {
  return callEachAndZero(h, fn, container, sizeOf(h, container) === 0)
}

/** The calls function(i, j) for the elements at equal places, as many as the shorter container has. */
export function callZipped(h: Heap, fn: Word, a: Word, b: Word): Word {
  const aCount = sizeOf(h, a)
  const bCount = sizeOf(h, b)
  if (aCount < 0 || bCount < 0) return TYPE_ERROR
  const count = aCount < bCount ? aCount : bCount
  const calls = newBlock(h, LIST, count * 3)
  if (isError(calls)) return calls
  for (let k = 0; k < count; k++) storeCall2(h, calls, k, fn, itemAt(h, a, k), itemAt(h, b, k))
  return calls
}

/** The calls function(i, j) for all i of `a` and j of `b`, `i` changing fastest. Without a j, `a` may be anything. */
export function callCrossed(h: Heap, fn: Word, a: Word, b: Word): Word {
  const bCount = sizeOf(h, b)
  if (bCount < 0) return TYPE_ERROR
  const aCount = bCount === 0 ? 0 : sizeOf(h, a)
  if (aCount < 0) return TYPE_ERROR
  if (aCount > 0 && bCount > divideTowardsZero(MAX_CALLS, aCount)) return BUDGET_ERROR
  const calls = newBlock(h, LIST, aCount * bCount * 3)
  if (isError(calls)) return calls
  for (let n = 0; n < bCount; n++) {
    const j = itemAt(h, b, n)
    for (let k = 0; k < aCount; k++) {
      // The row of a grid is made once, not again for every j.
      const i = n === 0 ? itemAt(h, a, k) : load(h, elementsAt(calls) + k * 3 + 1)
      storeCall2(h, calls, n * aCount + k, fn, i, j)
    }
  }
  return calls
}

function storeCall1(h: Heap, calls: Word, k: number, fn: Word, argument: Word): void {
  const at = elementsAt(calls) + k * 2
  store(h, at, fn)
  store(h, at + 1, argument)
}

function storeCall2(h: Heap, calls: Word, k: number, fn: Word, a: Word, b: Word): void {
  const at = elementsAt(calls) + k * 3
  store(h, at, fn)
  store(h, at + 1, a)
  store(h, at + 2, b)
}
