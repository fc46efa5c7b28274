// Mirrors: of grids, which every tuple is taken for, and of patches, which stay within the box around them.

import { elementsAt, gridCols, gridRows, isTuple, itemAt, kindOf, newBlock, sizeOf } from '../kernel/blocks.ts'
import { bottomOf, boundsOf, indexBits, indexShift, leftOf, rightOf, topOf } from '../kernel/bounds.ts'
import { OVERFLOW_ERROR, TYPE_ERROR } from '../kernel/errors.ts'
import { isGrid, strideGrid } from '../kernel/grids.ts'
import { type Heap, failed, load, push, scratchTop, store } from '../kernel/heap.ts'
import { relocatePatch } from '../kernel/shifting.ts'
import { reverseTuple } from '../kernel/slicing.ts'
import { sharedCols, strideTable } from '../kernel/striding.ts'
import { finishTable, rowItem, rowSize } from '../kernel/tables.ts'
import { finishTuple } from '../kernel/tuples.ts'
import { type Address, type Word, isError, isInt } from '../kernel/words.ts'
import type { Piece } from './signature.ts'

/**
 * Upside down: the first row becomes the last.
 * @as ar hmirror(piece: Piece): Piece
 */
export function hmirror(h: Heap, piece: Piece): Piece {
  if (!isTuple(h, piece)) return mirrorPatch(h, piece, false, true, false)
  if (!isGrid(h, piece)) return reverseTuple(h, piece)
  const rows = gridRows(h, piece)
  const cols = gridCols(h, piece)
  return strideGrid(h, piece, rows, cols, (rows - 1) * cols, -cols, 1)
}

/**
 * Left to right: the first column becomes the last.
 * @as ar vmirror(piece: Piece): Piece
 */
export function vmirror(h: Heap, piece: Piece): Piece {
  if (!isTuple(h, piece)) return mirrorPatch(h, piece, false, false, true)
  const rows = sizeOf(h, piece)
  if (isGrid(h, piece)) {
    const cols = gridCols(h, piece)
    return strideGrid(h, piece, rows, cols, cols - 1, cols, -1)
  }
  const list = scratchTop(h)
  for (let i = 0; i < rows && !failed(h); i++) {
    const row = itemAt(h, piece, i)
    if (!isTuple(h, row)) return TYPE_ERROR
    push(h, reverseTuple(h, row))
  }
  return finishTuple(h, list)
}

/**
 * Transposed: rows become columns, and the upper left corner stays.
 * @as ar dmirror(piece: Piece): Piece
 */
export function dmirror(h: Heap, piece: Piece): Piece {
  if (!isTuple(h, piece)) return mirrorPatch(h, piece, true, false, false)
  const cols = sharedCols(h, piece)
  return isError(cols) ? cols : strideTable(h, piece, cols, cols, sizeOf(h, piece), 0, 1, cols)
}

/**
 * Transposed along the other diagonal: the upper right corner of a grid stays.
 * @as ar cmirror(piece: Piece): Piece
 */
export function cmirror(h: Heap, piece: Piece): Piece {
  if (!isTuple(h, piece)) return mirrorPatch(h, piece, true, true, true)
  const rows = sizeOf(h, piece)
  const cols = sharedCols(h, piece)
  if (isError(cols)) return cols
  if (isGrid(h, piece)) return strideGrid(h, piece, cols, rows, rows * cols - 1, -1, -cols)
  for (let i = 0; i < rows; i++) if (!isTuple(h, itemAt(h, piece, i))) return TYPE_ERROR
  // Rows are reversed before they are cut to the shortest: they lose their beginnings.
  const list = scratchTop(h)
  for (let j = 0; j < cols && !failed(h); j++) {
    for (let i = rows - 1; i >= 0; i--) push(h, rowItem(h, piece, i, rowSize(h, piece, i) - 1 - j))
  }
  return finishTable(h, list, cols, rows)
}

/** Exchanges rows and columns if `transposed`, then turns the order of rows or of columns round within the new box. */
function mirrorPatch(h: Heap, patch: Word, transposed: boolean, flipRows: boolean, flipCols: boolean): Word {
  const bounds = boundsOf(h, patch, true)
  if (isError(bounds)) return bounds
  const top = topOf(h, bounds)
  const left = leftOf(h, bounds)
  const bottom = bottomOf(h, bounds)
  const right = rightOf(h, bounds)
  if (!isInt(bottom - top) || !isInt(right - left)) return OVERFLOW_ERROR
  if (!transposed && indexBits(kindOf(h, patch)) > 0)
    return flipCompact(h, patch, flipRows, flipRows ? top + bottom : left + right)
  const rowStart = flipRows ? top + (transposed ? right : bottom) : top - (transposed ? left : top)
  const colStart = flipCols ? left + (transposed ? bottom : right) : left - (transposed ? top : left)
  return relocatePatch(h, patch, transposed, rowStart, flipRows ? -1 : 1, colStart, flipCols ? -1 : 1)
}

/** A PAIR_SET or CELL_SET with every row, or else every column, taken from `sum`. Nothing need be sorted for it. */
function flipCompact(h: Heap, patch: Word, flipRows: boolean, sum: number): Word {
  const kind = kindOf(h, patch)
  const bits = indexBits(kind)
  const shift = indexShift(h, kind)
  const rowShift = bits + shift
  const mask = (1 << bits) - 1
  const count = sizeOf(h, patch)
  const out = newBlock(h, kind, count)
  if (isError(out)) return out
  const from = elementsAt(patch)
  const to = elementsAt(out)
  // Rows and columns are kept in a word with half their range added.
  const fieldSum = sum + (1 << bits)
  for (let k = 0; k < count; k++) {
    const w = load(h, from + k)
    const moved = flipRows
      ? w + ((fieldSum - 2 * ((w >> rowShift) & mask)) << rowShift)
      : w + ((fieldSum - 2 * ((w >> shift) & mask)) << shift)
    store(h, to + k, moved)
  }
  if (flipRows) reverseRuns(h, to, count, bits + rowShift)
  reverseRuns(h, to, count, rowShift)
  // Where the colour stands below the column, cells of one place must come by colour again.
  if (!flipRows && shift > 0) reverseRuns(h, to, count, shift)
  return out
}

/** Turns the order round within every run of words that are equal but for their lowest `bits` bits. */
function reverseRuns(h: Heap, words: Address, count: number, bits: number): void {
  let start = 0
  while (start < count) {
    const run = load(h, words + start) >> bits
    let end = start + 1
    while (end < count && load(h, words + end) >> bits === run) end++
    let low = words + start
    let high = words + end - 1
    while (low < high) {
      const w = load(h, low)
      store(h, low, load(h, high))
      store(h, high, w)
      low++
      high--
    }
    start = end
  }
}
