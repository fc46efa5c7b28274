// Cells in one word: 13 bits of row, 13 of column and 4 of colour, in the order of the heap's layout, so that the order of
// the words is the order of the values. The column stands right below the row in both layouts.
//   layout a   (colour, (row, column))   colour at bit 26, row at bit 13, column at bit 0
//   layout t   (row, column, colour)     row at bit 17, column at bit 4, colour at bit 0

import { type Heap, hasTriples } from './heap.ts'
import { CELL_BASE, CELL_COLORS, CELL_REACH, PAIR_BASE, PAIR_BITS, PAIR_REACH, type Word } from './words.ts'

/** Bits of a row and of a column in the word of a cell. */
export const CELL_BITS = 13
const COLOR_BITS = 4
const FIELD_MASK = 8191
export const COLOR_MASK = 15
/** The bits of row and column, and those of the row, in a cell without its colour. */
const INDEX_MASK = 67108863
const ROW_MASK = 67100672
/** A pair has other halves of ranges added to row and column. */
const INDEX_ORIGIN = PAIR_BASE + (PAIR_REACH - CELL_REACH) * (1 << PAIR_BITS) + PAIR_REACH - CELL_REACH

/** The lowest bit of the column; that of the row is CELL_BITS above it. */
export function cellShift(h: Heap): number {
  return hasTriples(h) ? COLOR_BITS : 0
}

/** The lowest bit of the colour of a cell. */
export function colorShift(h: Heap): number {
  return hasTriples(h) ? 0 : CELL_BITS + CELL_BITS
}

/** The number of parts of a cell: colour and index, or row, column and colour. */
export function cellParts(h: Heap): number {
  return hasTriples(h) ? 3 : 2
}

/** The place of the colour among these parts. */
export function colorPart(h: Heap): number {
  return hasTriples(h) ? 2 : 0
}

/** Whether row, column and colour fit the word of a cell. */
export function fitsCell(color: number, row: number, col: number): boolean {
  return (
    color >= 0 &&
    color < CELL_COLORS &&
    row >= -CELL_REACH &&
    row < CELL_REACH &&
    col >= -CELL_REACH &&
    col < CELL_REACH
  )
}

/** The cell in one word; only where `fitsCell`. */
export function packCell(h: Heap, color: number, row: number, col: number): Word {
  const index = ((row + CELL_REACH) << CELL_BITS) | (col + CELL_REACH)
  return CELL_BASE + ((color << colorShift(h)) | (index << cellShift(h)))
}

export function cellColor(h: Heap, cell: Word): number {
  return (cell >> colorShift(h)) & COLOR_MASK
}

export function cellRow(h: Heap, cell: Word): number {
  return ((cell >> (CELL_BITS + cellShift(h))) & FIELD_MASK) - CELL_REACH
}

export function cellCol(h: Heap, cell: Word): number {
  return ((cell >> cellShift(h)) & FIELD_MASK) - CELL_REACH
}

/** The index (row, column) of a cell. Every cell's index fits a pair. */
export function cellIndex(h: Heap, cell: Word): Word {
  const index = (cell >> cellShift(h)) & INDEX_MASK
  // With the row added once more, it stands one bit higher, as in a pair.
  return INDEX_ORIGIN + index + (index & ROW_MASK)
}
