// A map of places in the memory of a workgroup: a bit for each.

import type { Heap } from '../../../../kernel/heap.ts'
import { atomicLoad, atomicOr, atomicStore, sharedAtomics } from '../intrinsics.ts'
import { LANES } from './group-queue.ts'

/** Words of the map, and their bits. */
export const MAP_WORDS = 512
export const MOST_PLACES = 16384

const placeBits = sharedAtomics(MAP_WORDS)

/** Clears the first words of the map. */
export function clearMap(h: Heap, words: number, lane: number): void {
  for (let k = lane; k < words; k += LANES) atomicStore(h, placeBits, k, 0)
}

export function markPlace(h: Heap, place: number): void {
  atomicOr(h, placeBits, place >> 5, 1 << (place & 31))
}

export function isPlaceMarked(h: Heap, place: number): boolean {
  return ((atomicLoad(h, placeBits, place >> 5) >> (place & 31)) & 1) !== 0
}

/** The 32 bits from place `32 * word` on. */
export function marksOfWord(h: Heap, word: number): number {
  return atomicLoad(h, placeBits, word)
}
