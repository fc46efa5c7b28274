// The slots of a plan that no step writes: constants and primitives, then the inputs I and C of a sample.

import type { GridData } from '../data/task.ts'
import type { Heap } from '../kernel/heap.ts'
import { NONE, type Word } from '../kernel/words.ts'
import { type Plan, SLOT_OF } from '../plan/plan.ts'
import { encodeConstant } from './encode-constant.ts'

/** Stores the word of a slot. */
export type StoreSlot = (slot: number, word: Word) => void

/** Encodes the constants of a plan onto the heap; calls `store` for each constant and each primitive. */
export function storeConstants(heap: Heap, { constants, primitives }: Plan, store: StoreSlot): void {
  let slot = SLOT_OF.C + 1
  for (let k = 0; k < constants.length; k++) store(slot++, encodeConstant(heap, constants[k]!))
  for (let k = 0; k < primitives.length; k++) store(slot++, primitives[k]!)
}

/** Calls `store` for I and for C, which is None where the sample has no candidate. */
export function storeSample(
  input: GridData,
  candidate: GridData | undefined,
  encode: (grid: GridData) => Word,
  store: StoreSlot,
): void {
  store(SLOT_OF.I, encode(input))
  store(SLOT_OF.C, candidate === undefined ? NONE : encode(candidate))
}
