// Quarter and half turns of grids. A quarter turn cuts ragged rows to the shortest; a half turn keeps them.

import { gridCols, isTuple, itemAt, sizeOf } from '../kernel/blocks.ts'
import { TYPE_ERROR } from '../kernel/errors.ts'
import { isGrid, strideGrid } from '../kernel/grids.ts'
import { type Heap, failed, push, scratchTop } from '../kernel/heap.ts'
import { reverseTuple } from '../kernel/slicing.ts'
import { sharedCols, strideTable } from '../kernel/striding.ts'
import { finishTuple } from '../kernel/tuples.ts'
import { isError } from '../kernel/words.ts'
import type { Grid } from './signature.ts'

/** The grid turned a quarter clockwise. */
export function rot90(h: Heap, grid: Grid): Grid {
  if (!isTuple(h, grid)) return TYPE_ERROR
  const cols = sharedCols(h, grid)
  if (isError(cols)) return cols
  const rows = sizeOf(h, grid)
  return strideTable(h, grid, cols, cols, rows, (rows - 1) * cols, 1, -cols)
}

/** The grid turned upside down. */
export function rot180(h: Heap, grid: Grid): Grid {
  if (!isTuple(h, grid)) return TYPE_ERROR
  const rows = sizeOf(h, grid)
  if (isGrid(h, grid)) {
    const cols = gridCols(h, grid)
    return strideGrid(h, grid, rows, cols, rows * cols - 1, -cols, -1)
  }
  const list = scratchTop(h)
  for (let i = 0; i < rows && !failed(h); i++) {
    const row = itemAt(h, grid, rows - 1 - i)
    if (!isTuple(h, row)) return TYPE_ERROR
    push(h, reverseTuple(h, row))
  }
  return finishTuple(h, list)
}

/** The grid turned a quarter anticlockwise. */
export function rot270(h: Heap, grid: Grid): Grid {
  if (!isTuple(h, grid)) return TYPE_ERROR
  const cols = sharedCols(h, grid)
  if (isError(cols)) return cols
  return strideTable(h, grid, cols, cols, sizeOf(h, grid), cols - 1, -1, cols)
}
