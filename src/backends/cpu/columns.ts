// Maps in columns: a function value called with many words at once, one stage for all of them before the next stage, so that the
// function is read once for all words. Kernel TypeScript but for its recursion, translated to WebAssembly and C.
//
// A column is a stretch of scratch memory. The sum of the counted work does not depend on the order of calls, but errors and
// limits do: wherever a call fails, the words of the map are restored and their calls are made one by one.

import {
  type Heap,
  copyScratch,
  failed,
  fetchWords,
  fillScratch,
  heapTop,
  holdScratch,
  load,
  peek,
  poke,
  releaseScratch,
  spend,
  storeWords,
} from '../../kernel/heap.ts'
import { isPlainIn, kernelIn } from '../../kernel/primitive-facts.ts'
import { type Address, PRIMITIVE_BASE, type Word, isError, isPrimitive } from '../../kernel/words.ts'
import { factsOf } from '../facts-table.ts'
// oxlint-disable-next-line import/no-cycle -- functions call closures, closures call functions
import { applyTwo } from './apply.ts'
// oxlint-disable-next-line import/no-cycle
import { applyOne } from './apply-closure.generated.ts'
// oxlint-disable-next-line import/no-cycle
import { applyClosureColumn } from './closure-columns.generated.ts'
import { NO_LOOP, runLoop1, runLoop2 } from './kernel-loops.generated.ts'
import { callKernel, countKernel, countKernels } from './kernel-calls.ts'
import { dropResults, kernelsRun, rewindWork, takeRefusal, workSoFar } from './step-limits.ts'

/** Fewer words are faster one by one. */
export const MIN_COLUMN = 4
/** The most words of a column: those of a function with many stages stay in the cache. */
export const MAX_COLUMN = 128

/**
 * Calls a function with `count` words of the heap, the first at `from` and each `step` words behind the one before it, and stores the
 * results at `to`; false, with nothing changed or counted, if a call fails.
 */
export function mapColumn(
  h: Heap,
  fn: Word,
  from: Address,
  step: number,
  to: Address,
  count: number,
  depth: number,
): boolean {
  const top = heapTop(h)
  const work = workSoFar(h)
  const kernels = kernelsRun(h)
  const column = fetchColumn(h, from, step, count)
  const isDone = !failed(h) && applyColumn(h, fn, column, count, depth) && !failed(h)
  if (isDone) storeWords(h, to, column, count)
  return endMap(h, isDone, column, top, work, kernels)
}

/** The same for a function of two arguments, each pair of which is adjacent. */
export function mapColumns(
  h: Heap,
  fn: Word,
  from: Address,
  step: number,
  to: Address,
  count: number,
  depth: number,
): boolean {
  const top = heapTop(h)
  const work = workSoFar(h)
  const kernels = kernelsRun(h)
  const first = fetchColumn(h, from, step, count)
  const second = fetchColumn(h, from + 1, step, count)
  const isDone = !failed(h) && applyColumns(h, fn, first, second, first, count, depth) && !failed(h)
  if (isDone) storeWords(h, to, first, count)
  return endMap(h, isDone, first, top, work, kernels)
}

/** A new column of words of the heap that are `step` words apart. */
function fetchColumn(h: Heap, from: Address, step: number, count: number): Address {
  const column = holdScratch(h, count)
  if (step === 1) fetchWords(h, column, from, count)
  else for (let k = 0; k < count; k++) poke(h, column + k, load(h, from + k * step))
  return column
}

/** Releases the columns of a map; if a call has failed, restores the state before the map, too. */
function endMap(h: Heap, isDone: boolean, column: Address, top: Address, work: number, kernels: number): boolean {
  releaseScratch(h, column)
  if (isDone) return true
  dropResults(h, top)
  takeRefusal(h)
  countKernels(h, kernels - kernelsRun(h))
  rewindWork(h, work)
  return false
}

/** Replaces the words of a column by the results of a function for them; false if a call fails. */
export function applyColumn(h: Heap, fn: Word, column: Address, count: number, depth: number): boolean {
  if (!isPrimitive(fn)) return applyClosureColumn(h, fn, column, count, depth)
  const facts = factsOf(h, fn - PRIMITIVE_BASE)
  return isPlainIn(facts, 1) ? runColumn(h, kernelIn(facts), column, count) : applyEach(h, fn, column, count, depth)
}

/** The same, with one call after the other. */
export function applyEach(h: Heap, fn: Word, column: Address, count: number, depth: number): boolean {
  for (let k = 0; k < count; k++) {
    const result = applyOne(h, fn, peek(h, column + k), depth)
    if (isError(result)) return false
    poke(h, column + k, result)
  }
  return true
}

/** Writes the results of a function for the words of columns `a` and `b` to column `to`, which may be one of them; false if a call fails. */
export function applyColumns(
  h: Heap,
  fn: Word,
  a: Address,
  b: Address,
  to: Address,
  count: number,
  depth: number,
): boolean {
  if (isPrimitive(fn)) {
    const facts = factsOf(h, fn - PRIMITIVE_BASE)
    if (isPlainIn(facts, 2)) return runColumns(h, kernelIn(facts), a, b, to, count)
  }
  for (let k = 0; k < count; k++) {
    const result = applyTwo(h, fn, peek(h, a + k), peek(h, b + k), depth)
    if (isError(result)) return false
    poke(h, to + k, result)
  }
  return true
}

function runColumn(h: Heap, kernel: number, column: Address, count: number): boolean {
  const result = runLoop1(h, kernel, column, column + count)
  if (result !== NO_LOOP) return endLoop(h, result, count)
  for (let k = 0; k < count; k++) {
    countKernel(h)
    const word = callKernel(h, kernel, peek(h, column + k), 0, 0, 0)
    if (isError(word)) return false
    poke(h, column + k, word)
  }
  return true
}

/** Runs a kernel on the words of two columns, as `applyColumns` does. */
export function runColumns(h: Heap, kernel: number, a: Address, b: Address, to: Address, count: number): boolean {
  const result = runLoop2(h, kernel, a, b, to, count)
  if (result !== NO_LOOP) return endLoop(h, result, count)
  for (let k = 0; k < count; k++) {
    countKernel(h)
    const word = callKernel(h, kernel, peek(h, a + k), peek(h, b + k), 0, 0)
    if (isError(word)) return false
    poke(h, to + k, word)
  }
  return true
}

/** Counts the kernels of a loop and their calls; false if it ended with an error or a fault. */
function endLoop(h: Heap, result: Word, count: number): boolean {
  countKernels(h, count)
  return spend(h, count) && !isError(result)
}

/** A new column that is a copy. */
export function copyColumn(h: Heap, column: Address, count: number): Address {
  const copy = holdScratch(h, count)
  copyScratch(h, copy, column, count)
  return copy
}

/** A new column of one word. */
export function constantColumn(h: Heap, word: Word, count: number): Address {
  const column = holdScratch(h, count)
  fillScratch(h, column, count, word)
  return column
}
