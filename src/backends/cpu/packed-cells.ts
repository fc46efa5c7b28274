// The border of cells that stand on the heap as bytes, four in a word, the lowest byte first. Each function has a twin in
// translate/wasm/prelude.ts and in translate/c/prelude.ts.

import { BOUNDS_ERROR } from '../../kernel/errors.ts'
import { FIRST_FREE, type Heap, raise } from '../../kernel/heap.ts'
import type { Address } from '../../kernel/words.ts'

/** Stores `count` words from `into` on: the bytes from the word at `packed` on. Bounds are checked once. */
export function unpackCells(h: Heap, into: Address, packed: Address, count: number): void {
  if (count <= 0) return
  if (into < FIRST_FREE || count > h.top - into || !holdsBytes(h, packed, count)) {
    raise(h, BOUNDS_ERROR)
    return
  }
  const { words } = h
  for (let k = 0; k < count; k++) words[into + k] = byteAt(h, packed, k)
}

/** The number of places at which `count` words from `a` on differ from the bytes from the word at `packed` on. */
export function countUnequalCells(h: Heap, a: Address, packed: Address, count: number): number {
  if (count <= 0) return 0
  if (a < 0 || count > h.top - a || !holdsBytes(h, packed, count)) {
    raise(h, BOUNDS_ERROR)
    return count
  }
  const { words } = h
  let unequal = 0
  for (let k = 0; k < count; k++) if (words[a + k] !== byteAt(h, packed, k)) unequal++
  return unequal
}

/** Whether `count` bytes from the word at `packed` on are below the top of the heap. */
function holdsBytes(h: Heap, packed: Address, count: number): boolean {
  return packed >= 0 && packed <= h.top && count <= 4 * (h.top - packed)
}

function byteAt(h: Heap, packed: Address, k: number): number {
  return (h.words[packed + (k >> 2)]! >>> (8 * (k & 3))) & 255
}
