// How a heap grows: as far as its statement may reach, and as far as the machine gives memory. Only the host runs this.

import type { Address } from './words.ts'

/** The most words that any heap has: references have room for twice as many. */
export const MAX_HEAP_WORDS = 268435456

/** The most words that one program, or one output of a batt, may allocate on a sample. */
export const DEFAULT_ALLOWANCE = 67108864
/** Half a heap: a statement needs room beside those before it. */
export const MAX_ALLOWANCE = 134217728

/** Thrown where the machine's memory ends, never for what a program does: the caller runs less at a time. */
export class HeapFullError extends Error {
  override readonly name = 'HeapFullError'
}

/** The part of a heap that decides how it grows. */
export interface GrowingHeap {
  readonly words: Int32Array
  readonly reach: Address
  readonly ceiling: number
  wasRefused: boolean
}

/** How many words a heap that needs `needed` of them gets; 0 if its statement may not have them. */
export function grownCount(h: GrowingHeap, needed: number): number {
  if (needed > h.reach) {
    h.wasRefused = true
    return 0
  }
  if (needed > h.ceiling) throw new HeapFullError(`the heap needs ${needed} words of ${h.ceiling}`)
  return Math.max(needed, Math.min(h.ceiling, h.words.length * 2))
}
