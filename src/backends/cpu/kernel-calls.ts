// The border between calls and kernels: a kernel by its number, and what is known of a primitive. Its functions are
// written twice, here for JavaScript and in translate/wasm/prelude.ts for WebAssembly.

import { BUDGET_ERROR } from '../../kernel/errors.ts'
import type { Heap } from '../../kernel/heap.ts'
import type { Word } from '../../kernel/words.ts'
import { kernelTable } from './kernel-table.ts'
import { kernelIndexes, primitiveFacts } from '../kernel-numbers.generated.ts'
import { WasmHeap } from './wasm-heap.ts'

/** One kernel: its scratch memory is free again afterwards, and an error below its own code is its result. */
export function callKernel(h: Heap, kernel: number, a: Word, b: Word, c: Word, d: Word): Word {
  if (h instanceof WasmHeap) return h.run(kernel, a, b, c, d)
  if (h.work >= h.budget) return BUDGET_ERROR
  h.work++
  h.fault = 0
  const scratch = h.scratchTop
  const result = kernelTable[kernel]!(h, a, b, c, d)
  h.scratchTop = scratch
  return h.fault === 0 ? result : h.fault
}

/** Counts a kernel that is about to run. */
export function countKernel(h: Heap): void {
  h.kernelCount++
}

/** What is known of the primitive of that number, packed; -1 where there is none. */
export function factsOf(primitive: number): number {
  return primitiveFacts[primitive] ?? -1
}

/** The kernel that compares two values. */
export function equalityKernel(): number {
  return kernelIndexes['equality']!
}

/** The kernel that makes an empty list of so many results. */
export function resultsKernel(): number {
  return kernelIndexes['newResults']!
}
