// The layout of the WebAssembly module's memory, in bytes: variables of the heap, scratch, words of the heap.

/** The heap's own variables, one word each. */
export const STATE = { top: 0, scratchTop: 4, work: 8, budget: 12, fault: 16, capacity: 20, kernelCount: 24 } as const

/** The facts of primitives, a word each. */
export const FACTS_BASE = 1024

/** The start of the scratch memory: the second page. */
export const SCRATCH_BASE = 65536

/** The start of the heap, behind scratch memory of its largest size: memory that is never touched costs nothing. */
export function heapBase(scratchWords: number): number {
  return SCRATCH_BASE + 4 * scratchWords
}
