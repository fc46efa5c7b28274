// Bounds: the box around a patch, found in one walk over it.

import { CELL_SET, PAIR_SET, elementsAt, gridCols, kindOf, sizeOf } from './blocks.ts'
import { CELL_BITS, cellShift } from './cells.ts'
import { EMPTY_ERROR, TYPE_ERROR } from './errors.ts'
import { isGrid } from './grids.ts'
import { type Heap, load, peek, poke, reserveScratch } from './heap.ts'
import { coordinateOf, holdsCells, locationAt } from './patches.ts'
import { type Address, PAIR_BITS, TRUE, type Word, isError } from './words.ts'

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

/**
 * The top row, left column, bottom row and right column of a patch, in four new words of scratch; an error word if it is
 * empty or no patch. If `exact`, every index must have two coordinates, as where Python takes it apart; otherwise only
 * the shortest one, as where Python zips them all.
 */
export function boundsOf(h: Heap, patch: Word, exact: boolean): Address {
  const count = sizeOf(h, patch)
  if (count < 0) return TYPE_ERROR
  if (count === 0) return EMPTY_ERROR
  const bounds = reserveScratch(h, 4)
  if (indexBits(kindOf(h, patch)) > 0) {
    compactBounds(h, patch, bounds)
    return bounds
  }
  const cells = holdsCells(h, patch)
  if (isError(cells)) return cells
  if (cells !== TRUE && isGrid(h, patch) && gridCols(h, patch) !== 2) return TYPE_ERROR
  let fewest = 3
  for (let k = 0; k < count; k++) {
    const place = locationAt(h, patch, cells === TRUE, k)
    const coordinates = sizeOf(h, place)
    if (coordinates < 2 || (exact && coordinates > 2)) return TYPE_ERROR
    if (coordinates < fewest) fewest = coordinates
    for (let axis = 0; axis < 2; axis++) {
      const v = coordinateOf(h, place, axis)
      if (isError(v)) return v
      if (k === 0 || v < peek(h, bounds + axis)) poke(h, bounds + axis, v)
      if (k === 0 || v > peek(h, bounds + 2 + axis)) poke(h, bounds + 2 + axis, v)
    }
  }
  return fewest === 2 ? bounds : TYPE_ERROR
}

function compactBounds(h: Heap, patch: Word, bounds: Address): void {
  const bits = indexBits(kindOf(h, patch))
  const shift = indexShift(h, kindOf(h, patch))
  const mask = (1 << bits) - 1
  const from = elementsAt(patch)
  const end = from + sizeOf(h, patch)
  const first = load(h, from) >> (bits + shift)
  const last = load(h, end - 1) >> (bits + shift)
  let top = first & mask
  let bottom = last & mask
  let left = mask
  let right = 0
  for (let a = from; a < end; a++) {
    const col = (load(h, a) >> shift) & mask
    if (col < left) left = col
    if (col > right) right = col
  }
  // Where a colour stands above the row, rows ascend within one colour only.
  if (first >> bits !== last >> bits) {
    for (let a = from; a < end; a++) {
      const row = (load(h, a) >> (bits + shift)) & mask
      if (row < top) top = row
      if (row > bottom) bottom = row
    }
  }
  // Rows and columns are kept in a word with half their range added.
  const zero = 1 << (bits - 1)
  poke(h, bounds, top - zero)
  poke(h, bounds + 1, left - zero)
  poke(h, bounds + 2, bottom - zero)
  poke(h, bounds + 3, right - zero)
}

export function topOf(h: Heap, bounds: Address): number {
  return peek(h, bounds)
}

export function leftOf(h: Heap, bounds: Address): number {
  return peek(h, bounds + 1)
}

export function bottomOf(h: Heap, bounds: Address): number {
  return peek(h, bounds + 2)
}

export function rightOf(h: Heap, bounds: Address): number {
  return peek(h, bounds + 3)
}
