// Mirroring: tables and patches reflected. A patch stays within the box around it.

import { elementsAt, gridCols, gridRows, isContainer, isTuple, itemAt, kindOf, newBlock, sizeOf } from './blocks.ts'
import { bottomOf, boundsOf, leftOf, rightOf, topOf } from './bounds.ts'
import { OVERFLOW_ERROR, TYPE_ERROR } from './errors.ts'
import { indexBits, indexShift } from './fields.ts'
import { isGrid, strideGrid } from './grids.ts'
import { type Heap, failed, load, push, scratchTop, store } from './heap.ts'
import { relocatePatch } from './shifting.ts'
import { reverseTuple } from './slicing.ts'
import { sharedCols, strideTable } from './striding.ts'
import { finishTable, rowItem, rowSize } from './tables.ts'
import { finishTuple } from './tuples.ts'
import { type Address, type Word, isError, isInt } from './words.ts'

/** Python's `table[::-1]`: a tuple with its last row first. */
export function reverseTable(h: Heap, table: Word): Word {
  if (!isTuple(h, table)) return TYPE_ERROR
  if (!isGrid(h, table)) return reverseTuple(h, table)
  const rows = gridRows(h, table)
  const cols = gridCols(h, table)
  return strideGrid(h, table, rows, cols, (rows - 1) * cols, -cols, 1)
}

/** Python's `tuple(row[::-1] for row in table)`: the table may be a set, its rows are tuples. */
export function reverseRows(h: Heap, table: Word): Word {
  if (!isContainer(h, table)) return TYPE_ERROR
  const rows = sizeOf(h, table)
  if (isGrid(h, table)) {
    const cols = gridCols(h, table)
    return strideGrid(h, table, rows, cols, cols - 1, cols, -1)
  }
  const list = scratchTop(h)
  for (let i = 0; i < rows && !failed(h); i++) {
    const row = itemAt(h, table, i)
    if (!isTuple(h, row)) return TYPE_ERROR
    push(h, reverseTuple(h, row))
  }
  return finishTuple(h, list)
}

/** Python's `tuple(zip(*table))`: table and rows may be sets. */
export function transposeTable(h: Heap, table: Word): Word {
  const cols = sharedCols(h, table)
  return isError(cols) ? cols : strideTable(h, table, cols, cols, sizeOf(h, table), 0, 1, cols)
}

/** Python's `tuple(zip(*(row[::-1] for row in table[::-1])))`: table and rows are tuples. */
export function transposeReversed(h: Heap, table: Word): Word {
  if (!isTuple(h, table)) return TYPE_ERROR
  const rows = sizeOf(h, table)
  const cols = sharedCols(h, table)
  if (isError(cols)) return cols
  if (isGrid(h, table)) return strideGrid(h, table, cols, rows, rows * cols - 1, -1, -cols)
  for (let i = 0; i < rows; i++) if (!isTuple(h, itemAt(h, table, i))) return TYPE_ERROR
  // Rows are reversed before they are cut to the shortest: they lose their beginnings.
  const list = scratchTop(h)
  for (let j = 0; j < cols && !failed(h); j++) {
    for (let i = rows - 1; i >= 0; i--) push(h, rowItem(h, table, i, rowSize(h, table, i) - 1 - j))
  }
  return finishTable(h, list, cols, rows)
}

/**
 * Exchanges rows and columns of a patch if `transposed`, then reverses the order of rows or of columns within the new box.
 * An error word if the patch is empty.
 */
export function mirrorPatch(h: Heap, patch: Word, transposed: boolean, flipRows: boolean, flipCols: boolean): Word {
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
