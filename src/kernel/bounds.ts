// Bounds: the box around a patch, found in one walk over it.

import { elementsAt, gridCols, kindOf, sizeOf } from './blocks.ts'
import { EMPTY_ERROR, TYPE_ERROR } from './errors.ts'
import { indexBits, indexShift, leastIn, mostIn, rowRange } from './fields.ts'
import { isGrid } from './grids.ts'
import { type Heap, fieldRange, peek, poke, reserveScratch } from './heap.ts'
import { coordinateOf, holdsCells, locationAt } from './patches.ts'
import { type Address, TRUE, type Word, isError } from './words.ts'

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
  const count = sizeOf(h, patch)
  const rows = rowRange(h, from, count, bits + shift, mask)
  const cols = fieldRange(h, from, count, shift, mask)
  // Rows and columns are kept in a word with half their range added.
  const zero = 1 << (bits - 1)
  poke(h, bounds, leastIn(rows) - zero)
  poke(h, bounds + 1, leastIn(cols) - zero)
  poke(h, bounds + 2, mostIn(rows) - zero)
  poke(h, bounds + 3, mostIn(cols) - zero)
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
