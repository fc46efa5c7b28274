// Moving patches: shifts and mirrors map each index to another one and keep the colours.

import { elementsAt, kindOf, newBlock, sizeOf } from './blocks.ts'
import { cellColor } from './cells.ts'
import { COORDINATES_RULE, TYPE_ERROR, deviation } from './errors.ts'
import { indexBits, indexShift, leastIn, mostIn, rowRange } from './fields.ts'
import { type Heap, copySums, fieldRange, load, push, scratchTop } from './heap.ts'
import { COLUMN, ROW, colorAt, coordinateOf, holdsCells, locationAt } from './patches.ts'
import { finishSet } from './sets.ts'
import { newCell, newIndex } from './tuples.ts'
import { TRUE, type Word, isError, isInt } from './words.ts'

/** The patch with (di, dj) added to every index: a set; an empty patch is returned as it is. */
export function shiftPatch(h: Heap, patch: Word, di: number, dj: number): Word {
  if (sizeOf(h, patch) === 0) return patch
  const moved = shiftCompact(h, patch, di, dj)
  return moved !== 0 ? moved : relocatePatch(h, patch, false, di, 1, dj, 1)
}

/** The shift of a PAIR_SET or CELL_SET, which keeps its order; 0 if it is none or an index leaves the small range. */
function shiftCompact(h: Heap, patch: Word, di: number, dj: number): Word {
  const kind = kindOf(h, patch)
  const bits = indexBits(kind)
  if (bits === 0) return 0
  const shift = indexShift(h, kind)
  const mask = (1 << bits) - 1
  const count = sizeOf(h, patch)
  const out = newBlock(h, kind, count)
  if (isError(out)) return out
  const from = elementsAt(patch)
  const rows = rowRange(h, from, count, bits + shift, mask)
  const cols = fieldRange(h, from, count, shift, mask)
  // Has a bit outside the mask if a row or column leaves the range.
  const reached = (leastIn(rows) + di) | (mostIn(rows) + di) | (leastIn(cols) + dj) | (mostIn(cols) + dj)
  if ((reached & ~mask) !== 0) return 0
  copySums(h, elementsAt(out), from, count, (((di << bits) + dj) << shift) | 0)
  return out
}

/**
 * The set of the indices or cells of a patch that is not empty, each index (i, j) mapped to
 * (rowStart + rowSign * i, colStart + colSign * j), or with i and j exchanged first if `transposed`.
 */
export function relocatePatch(
  h: Heap,
  patch: Word,
  transposed: boolean,
  rowStart: number,
  rowSign: number,
  colStart: number,
  colSign: number,
): Word {
  const cells = holdsCells(h, patch)
  if (isError(cells)) return cells
  const bits = indexBits(kindOf(h, patch))
  const shift = indexShift(h, kindOf(h, patch))
  const mask = (1 << bits) - 1
  const list = scratchTop(h)
  const count = sizeOf(h, patch)
  for (let k = 0; k < count; k++) {
    let value = 0
    let i = 0
    let j = 0
    if (bits > 0) {
      const w = load(h, elementsAt(patch) + k)
      value = cellColor(h, w)
      i = ((w >> (bits + shift)) & mask) - (1 << (bits - 1))
      j = ((w >> shift) & mask) - (1 << (bits - 1))
    } else {
      const place = locationAt(h, patch, cells === TRUE, k)
      if (sizeOf(h, place) !== 2) return TYPE_ERROR
      if (cells === TRUE) value = colorAt(h, patch, k)
      i = coordinateOf(h, place, ROW)
      j = coordinateOf(h, place, COLUMN)
      if (!isInt(i) || !isInt(j)) return deviation(COORDINATES_RULE)
    }
    const row = rowStart + rowSign * (transposed ? j : i)
    const col = colStart + colSign * (transposed ? i : j)
    const moved = cells === TRUE ? newCell(h, value, row, col) : newIndex(h, row, col)
    push(h, moved)
  }
  return finishSet(h, list)
}
