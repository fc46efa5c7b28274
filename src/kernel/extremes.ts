// Extremes: Python's `max` and `min`, which keep the first of several that no other one beats.

import { itemAt, kindOf, sizeOf } from './blocks.ts'
import { isWordOrdered } from './compare.ts'
import { type Heap, failed, raise } from './heap.ts'
import { lessThan } from './order.ts'
import { LEAST } from './patches.ts'
import { type Word, TRUE, isError, isInt, truth } from './words.ts'

/** The place of the LEAST or GREATEST item of a container or list that has one; a fault if two cannot be compared. */
export function extremePlace(h: Heap, items: Word, end: number): number {
  const count = sizeOf(h, items)
  if (isWordOrdered(kindOf(h, items))) return end === LEAST ? 0 : count - 1
  let place = 0
  let best = itemAt(h, items, 0)
  for (let k = 1; k < count && !failed(h); k++) {
    const item = itemAt(h, items, k)
    const low = end === LEAST ? item : best
    const high = end === LEAST ? best : item
    const better = isInt(low) && isInt(high) ? truth(low < high) : lessThan(h, low, high)
    if (isError(better)) raise(h, better)
    if (better === TRUE) {
      place = k
      best = item
    }
  }
  return place
}
