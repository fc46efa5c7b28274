// The layout of the memory of translated code, in bytes: variables of the heap, scratch, words of the heap. WebAssembly and C have
// the same.

/**
 * The heap's own variables. Those of eight bytes are never negative and have 32 bits: WebAssembly and the host use the lower
 * half. In C they are no int32_t, so that a store of a word cannot change them.
 */
const VARIABLES = {
  top: 8,
  scratchTop: 8,
  work: 8,
  budget: 8,
  capacity: 8,
  kernelCount: 8,
  reach: 8,
  /** The most words that the machine gives; only native code asks. */
  ceiling: 8,
  /** The words that native code needed when the machine's memory ended; 0 before. */
  missingWords: 8,
  fault: 4,
  wasRefused: 4,
} as const

export type HeapVariable = keyof typeof VARIABLES

/** The offset of each variable. */
export const STATE = placeVariables()

function placeVariables(): Readonly<Record<HeapVariable, number>> {
  let end = 0
  return Object.fromEntries(
    Object.entries(VARIABLES).map(([name, size]) => {
      end += size
      return [name, end - size]
    }),
  ) as Record<HeapVariable, number>
}

/** The variables in C, in their order. */
export const cVariables = Object.entries(VARIABLES).map(([name, size]) => ({ name, type: `int${8 * size}_t` }))

/** The facts of primitives in WebAssembly, a word each. */
export const FACTS_BASE = 1024

/** The start of the scratch memory: the second page. */
export const SCRATCH_BASE = 65536

/** The start of the heap, behind scratch memory of its largest size: memory that is never touched costs nothing. */
export function heapBase(scratchWords: number): number {
  return SCRATCH_BASE + 4 * scratchWords
}
