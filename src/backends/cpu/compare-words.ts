// The border of comparing many words at once. The function has a twin in translate/wasm/prelude.ts and in translate/c/prelude.ts.

import { BOUNDS_ERROR } from '../../kernel/errors.ts'
import { type Heap, raise } from '../../kernel/heap.ts'
import type { Address } from '../../kernel/words.ts'

/**
 * The number of places at which `count` words of the heap from `a` on differ from those of the scratch memory from `list` on, with
 * bounds checked once.
 */
export function countUnequal(h: Heap, a: Address, list: Address, count: number): number {
  if (count <= 0) return 0
  if (a < 0 || count > h.top - a || list < 0 || count > h.scratchTop - list) {
    raise(h, BOUNDS_ERROR)
    return count
  }
  const { words, scratch } = h
  let unequal = 0
  for (let k = 0; k < count; k++) if (words[a + k] !== scratch[list + k]) unequal++
  return unequal
}
