// Slicing: Python's slices of tuples and of tables, with bounds that count from the end and never lie outside.

import { gridCols, isTuple, itemAt, sizeOf } from './blocks.ts'
import { INDEX_ERROR, TYPE_ERROR } from './errors.ts'
import { isGrid, strideGrid } from './grids.ts'
import { EMPTY_TUPLE, type Heap, failed, push, scratchTop } from './heap.ts'
import { finishTuple } from './tuples.ts'
import { type Word, isInt } from './words.ts'

/** Python's `tuple[k]` for k >= 0, which must be an integer; otherwise an error word. */
export function integerAt(h: Heap, tuple: Word, k: number): Word {
  if (!isTuple(h, tuple)) return TYPE_ERROR
  if (k >= sizeOf(h, tuple)) return INDEX_ERROR
  const w = itemAt(h, tuple, k)
  return isInt(w) ? w : TYPE_ERROR
}

/** The place of a slice's bound in a tuple of this size; negative bounds count from its end. */
export function clipBound(bound: number, size: number): number {
  const place = bound < 0 ? bound + size : bound
  if (place < 0) return 0
  return place > size ? size : place
}

/** Python's `tuple[from:to]`. */
export function sliceTuple(h: Heap, tuple: Word, from: number, to: number): Word {
  const size = sizeOf(h, tuple)
  const first = clipBound(from, size)
  const last = clipBound(to, size)
  if (first >= last) return EMPTY_TUPLE
  if (last - first === size) return tuple
  if (isGrid(h, tuple)) {
    const cols = gridCols(h, tuple)
    return strideGrid(h, tuple, last - first, cols, first * cols, cols, 1)
  }
  const list = scratchTop(h)
  for (let k = first; k < last; k++) push(h, itemAt(h, tuple, k))
  return finishTuple(h, list)
}

/** Python's `tuple(row[left:right] for row in table[top:bottom])`: both must be tuples. */
export function sliceTable(h: Heap, table: Word, top: number, bottom: number, left: number, right: number): Word {
  if (!isTuple(h, table)) return TYPE_ERROR
  const size = sizeOf(h, table)
  const first = clipBound(top, size)
  const last = clipBound(bottom, size)
  if (isGrid(h, table)) {
    const cols = gridCols(h, table)
    const from = clipBound(left, cols)
    return strideGrid(h, table, last - first, clipBound(right, cols) - from, first * cols + from, cols, 1)
  }
  const list = scratchTop(h)
  for (let i = first; i < last && !failed(h); i++) {
    const row = itemAt(h, table, i)
    if (!isTuple(h, row)) return TYPE_ERROR
    push(h, sliceTuple(h, row, left, right))
  }
  return finishTuple(h, list)
}

/** Python's `tuple[::-1]`; grids have faster kernels. */
export function reverseTuple(h: Heap, tuple: Word): Word {
  const last = sizeOf(h, tuple) - 1
  const list = scratchTop(h)
  for (let k = 0; k <= last; k++) push(h, itemAt(h, tuple, last - k))
  return finishTuple(h, list)
}
