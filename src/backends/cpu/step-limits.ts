// The border between steps and the limits of the heap that they run on. Each function has a twin in translate/wasm/prelude.ts and
// in translate/c/prelude.ts.

import type { Heap } from '../../kernel/heap.ts'
import type { Address } from '../../kernel/words.ts'

/** Begins the work of a statement: the heap may reach up to `reach`, and the budget is whole. */
export function beginWork(h: Heap, budget: number, reach: Address): void {
  h.budget = budget
  h.work = 0
  h.reach = reach
}

/** Whether growing was refused since the last question. */
export function takeRefusal(h: Heap): boolean {
  const { wasRefused } = h
  h.wasRefused = false
  return wasRefused
}

/** Frees the heap from `top` on and clears the fault. */
export function dropResults(h: Heap, top: Address): void {
  h.top = top
  h.fault = 0
}

/** The work of the statement so far. */
export function workSoFar(h: Heap): number {
  return h.work
}

/** Sets the work of the statement back to an earlier sum. */
export function rewindWork(h: Heap, work: number): void {
  h.work = work
}

/** The kernels run since the host began to count. */
export function kernelsRun(h: Heap): number {
  return h.kernelCount
}

/** Whether the machine's memory has ended. Only native code, which cannot throw, runs on until it is asked. */
export function isOutOfMemory(_h: Heap): boolean {
  return false
}
