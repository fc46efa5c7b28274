// Fields: rows and columns inside the words of a set of pairs or cells, and the range of a field over a set.

import { CELL_SET, PAIR_SET } from './blocks.ts'
import { CELL_BITS, cellShift } from './cells.ts'
import { type Heap, fieldRange, load } from './heap.ts'
import { type Address, PAIR_BITS } from './words.ts'

/**
 * The bits of the row and of the column in the words of a CELL_SET or PAIR_SET; 0 for every other kind. With it and
 * `indexShift`, one loop reads indices and cells.
 */
export function indexBits(kind: number): number {
  if (kind === CELL_SET) return CELL_BITS
  return kind === PAIR_SET ? PAIR_BITS : 0
}

/** The lowest bit of the column in those words; the row stands right above the column. */
export function indexShift(h: Heap, kind: number): number {
  return kind === CELL_SET ? cellShift(h) : 0
}

/** `fieldRange` of ascending words in which only a colour may stand above the field: rows ascend within one colour. */
export function rowRange(h: Heap, from: Address, count: number, shift: number, mask: number): number {
  const first = load(h, from) >> shift
  const last = load(h, from + count - 1) >> shift
  const isAscending = (first & ~mask) === (last & ~mask)
  return isAscending ? ((last & mask) << 16) | (first & mask) : fieldRange(h, from, count, shift, mask)
}

/** The least value of a range. */
export function leastIn(range: number): number {
  return range & 65535
}

/** The greatest value of a range. */
export function mostIn(range: number): number {
  return range >> 16
}
