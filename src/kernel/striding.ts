// Striding: tables whose cells are read from another one in steps of constant size, such as turns and halves.

import { gridCols, isContainer, itemAt, sizeOf } from './blocks.ts'
import { TYPE_ERROR } from './errors.ts'
import { isGrid, strideGrid } from './grids.ts'
import { type Heap, divideTowardsZero, failed, push, scratchTop } from './heap.ts'
import { finishTable, rowItem } from './tables.ts'
import type { Word } from './words.ts'

/**
 * The number of columns of Python's `zip(*table)`: the length of the shortest row, 0 without rows. An error word if it is
 * no container of rows.
 */
export function sharedCols(h: Heap, table: Word): Word {
  if (isGrid(h, table)) return gridCols(h, table)
  if (!isContainer(h, table)) return TYPE_ERROR
  const rows = sizeOf(h, table)
  let least = 0
  for (let i = 0; i < rows; i++) {
    const size = sizeOf(h, itemAt(h, table, i))
    if (size < 0) return TYPE_ERROR
    if (i === 0 || size < least) least = size
  }
  return least
}

/** As `strideGrid`, for any table whose rows have `width` columns or more, of which only those count. */
export function strideTable(
  h: Heap,
  table: Word,
  width: number,
  rows: number,
  cols: number,
  start: number,
  rowStep: number,
  colStep: number,
): Word {
  if (isGrid(h, table)) return strideGrid(h, table, rows, cols, start, rowStep, colStep)
  const list = scratchTop(h)
  for (let i = 0; i < rows && !failed(h); i++) {
    for (let j = 0; j < cols; j++) {
      const place = start + i * rowStep + j * colStep
      const row = divideTowardsZero(place, width)
      push(h, rowItem(h, table, row, place - row * width))
    }
  }
  return finishTable(h, list, rows, cols)
}
