// Sorts integers that lie close together: each sets a bit in a small map, which is then read in order.

import { type Heap, failed, fillScratch, holdScratch, lowestBit, peek, poke, releaseScratch, spend } from './heap.ts'
import { workOfMerging } from './sort.ts'
import type { Address } from './words.ts'

/** The fewest words for which a map is worth its cost, and the most places that it has. */
const MIN_INTEGERS = 32
const MAX_INTEGER_PLACES = 1024

/**
 * Sorts `count` integers of scratch that are not ascending, and drops repeats; returns the number left, or -1, without any
 * change, if they are few or far apart. Counted as merging their runs (`sortScratch`): work must not depend on the way.
 */
export function sortSmallIntegers(h: Heap, list: Address, count: number): number {
  if (count < MIN_INTEGERS) return -1
  let least = peek(h, list)
  let most = least
  let before = least
  let runCount = 1
  for (let k = 1; k < count; k++) {
    const n = peek(h, list + k)
    if (n < least) least = n
    if (n > most) most = n
    if (n < before) runCount++
    before = n
  }
  if (most - least >= MAX_INTEGER_PLACES) return -1
  const mapWords = ((most - least) >> 5) + 1
  const map = holdScratch(h, mapWords)
  if (!spend(h, workOfMerging(count, runCount)) || failed(h)) return 0
  fillScratch(h, map, mapWords, 0)
  for (let k = 0; k < count; k++) {
    const place = peek(h, list + k) - least
    const at = map + (place >> 5)
    poke(h, at, peek(h, at) | (1 << (place & 31)))
  }
  let to = list
  for (let k = 0; k < mapWords; k++) {
    let bits = peek(h, map + k)
    while (bits !== 0) {
      poke(h, to, least + (k << 5) + lowestBit(bits))
      to++
      bits &= bits - 1
    }
  }
  releaseScratch(h, map)
  return to - list
}
