// How the one memory of the WebAssembly module is laid out, in bytes: the state of the heap, its scratch, its words.

/** The heap's own variables, one word each. */
export const STATE = { top: 0, scratchTop: 4, work: 8, budget: 12, fault: 16, capacity: 20, kernelCount: 24 } as const

/** What is known of primitives, a word each. */
export const FACTS_BASE = 1024

/** Where the scratch memory begins: at the second page. */
export const SCRATCH_BASE = 65536

/** Where the heap begins, behind scratch memory of so many words; memory that is never touched costs nothing. */
export function heapBase(scratchWords: number): number {
  return SCRATCH_BASE + 4 * scratchWords
}
