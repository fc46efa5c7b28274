// The border between calls and kernels: running a kernel by its number. Each function has a twin for WebAssembly in
// translate/wasm/prelude.ts.

import { BUDGET_ERROR } from '../../kernel/errors.ts'
import type { Heap } from '../../kernel/heap.ts'
import type { Word } from '../../kernel/words.ts'
import { kernelTable } from './kernel-table.ts'
import { kernelIndexes } from '../kernel-numbers.generated.ts'
import { KernelHeap } from './kernel-heap.ts'

/** Runs one kernel and releases its scratch memory; a fault is its result. */
export function callKernel(h: Heap, kernel: number, a: Word, b: Word, c: Word, d: Word): Word {
  if (h instanceof KernelHeap) return h.run(kernel, a, b, c, d)
  if (h.work >= h.budget) return BUDGET_ERROR
  h.work++
  h.fault = 0
  const scratch = h.scratchTop
  const result = kernelTable[kernel]!(h, a, b, c, d)
  h.scratchTop = scratch
  return h.fault === 0 ? result : h.fault
}

/** Counts and runs a kernel with one argument. */
export function callKernel1(h: Heap, kernel: number, a: Word): Word {
  countKernel(h)
  return callKernel(h, kernel, a, 0, 0, 0)
}

/** Counts and runs a kernel with two arguments. */
export function callKernel2(h: Heap, kernel: number, a: Word, b: Word): Word {
  countKernel(h)
  return callKernel(h, kernel, a, b, 0, 0)
}

/**
 * Counts the kernel that lists `count` calls of one argument, and makes the list without writing it, for a caller that does
 * not read it. The kernel itself runs where an observer is to see it.
 */
export function reserveCalls(h: Heap, kernel: number, count: number, a: Word, b: Word): Word {
  countKernel(h)
  if (h instanceof KernelHeap) return h.run(kernel, a, b, 0, 0)
  return callKernel(h, resultsKernel(), 2 * count, 0, 0, 0)
}

/** Counts a kernel that is about to run. */
export function countKernel(h: Heap): void {
  h.kernelCount++
}

/** Counts kernels that have run; a negative number takes them back. */
export function countKernels(h: Heap, count: number): void {
  h.kernelCount += count
}

/**
 * Whether maps run in columns (columns.ts): in translated code. In JavaScript calls are made one by one: that is the reference, and
 * an observer sees every kernel once.
 */
export function hasColumns(_h: Heap): boolean {
  return false
}

/** The kernel that compares two values. */
export function equalityKernel(): number {
  return kernelIndexes['equality']!
}

/** The kernel that makes an empty list for results. */
export function resultsKernel(): number {
  return kernelIndexes['newResults']!
}
