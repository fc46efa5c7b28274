// Turns of grids, and mirrors and turns by a selector. A quarter turn cuts ragged rows to the shortest; a half turn keeps them.

import { gridCols, isTuple, itemAt, sizeOf } from '../kernel/blocks.ts'
import { TYPE_ERROR } from '../kernel/errors.ts'
import { isGrid, strideGrid } from '../kernel/grids.ts'
import { type Heap, failed, push, scratchTop } from '../kernel/heap.ts'
import { reverseRows, reverseTable, transposeReversed, transposeTable } from '../kernel/mirroring.ts'
import { reverseTuple } from '../kernel/slicing.ts'
import { sharedCols, strideTable } from '../kernel/striding.ts'
import { finishTuple } from '../kernel/tuples.ts'
import { isError } from '../kernel/words.ts'
import type { A8, Grid } from './signature.ts'

/**
 * The grid turned a quarter clockwise.
 * @example rot90([123/456])
 */
export function rot90(h: Heap, grid: Grid): Grid {
  if (!isTuple(h, grid)) return TYPE_ERROR
  const cols = sharedCols(h, grid)
  if (isError(cols)) return cols
  const rows = sizeOf(h, grid)
  return strideTable(h, grid, cols, cols, rows, (rows - 1) * cols, 1, -cols)
}

/**
 * The grid turned upside down.
 * @example rot180([123/456])
 */
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

/**
 * The grid turned a quarter anticlockwise.
 * @example rot270([123/456])
 */
export function rot270(h: Heap, grid: Grid): Grid {
  if (!isTuple(h, grid)) return TYPE_ERROR
  const cols = sharedCols(h, grid)
  if (isError(cols)) return cols
  return strideTable(h, grid, cols, cols, sizeOf(h, grid), cols - 1, -1, cols)
}

/**
 * A grid as hmirror_t (0), dmirror_t (1), vmirror_t (2), cmirror_t (3), rot90 (4), rot180 (5) or rot270 (6); the grid itself
 * for any other selector.
 * @as t mir_rot_t(grid: Grid, type: A8): Grid
 * @example mir_rot_t([123/456], 4)
 */
export function mir_rot_t(h: Heap, grid: Grid, type: A8): Grid {
  if (type === 0) return reverseTable(h, grid)
  if (type === 1) return transposeTable(h, grid)
  if (type === 2) return reverseRows(h, grid)
  if (type === 3) return transposeReversed(h, grid)
  if (type === 4) return rot90(h, grid)
  if (type === 5) return rot180(h, grid)
  return type === 6 ? rot270(h, grid) : grid
}
