// Frontiers: the rows and columns of a grid that have only one colour, and the grid without them.

import { CELL_SET, cellsAt, elementsAt, gridCols, gridRows, isTuple, newBlock, sizeOf } from '../kernel/blocks.ts'
import { cellShift, fitsCell, packCell } from '../kernel/cells.ts'
import { equals } from '../kernel/compare.ts'
import { TYPE_ERROR } from '../kernel/errors.ts'
import { isGrid, newGrid } from '../kernel/grids.ts'
import {
  type Heap,
  failed,
  faultWord,
  hasTriples,
  load,
  peek,
  poke,
  push,
  reserveScratch,
  scratchTop,
  spend,
  store,
  storeSteps,
} from '../kernel/heap.ts'
import { CELL_STRIDE } from '../kernel/runs.ts'
import { finishSet, finishSortedSet } from '../kernel/sets.ts'
import { sharedCols } from '../kernel/striding.ts'
import { firstRowSize, hasRows, rowItem, rowSize, tableCell } from '../kernel/tables.ts'
import { finishTuple, newCell } from '../kernel/tuples.ts'
import { type Address, FALSE, TRUE, type Word, isError, truth } from '../kernel/words.ts'
import { dmirror } from './mirrors.ts'
import type { Grid, Objects } from './signature.ts'

/**
 * The rows and the columns that have only one colour, each as an object.
 * @example frontiers([120/555/034/555])
 */
export function frontiers(h: Heap, grid: Grid): Objects {
  const cols = firstRowSize(h, grid)
  if (isError(cols)) return cols
  const rows = sizeOf(h, grid)
  const rowMarks = markLines(h, grid, false)
  if (isError(rowMarks)) return rowMarks
  const colMarks = markLines(h, grid, true)
  if (isError(colMarks)) return colMarks
  const shared = scratchTop(h) - colMarks
  const list = scratchTop(h)
  for (let i = 0; i < rows; i++) if (peek(h, rowMarks + i) === TRUE) push(h, lineObject(h, grid, i, 0, cols, 0, 1))
  for (let j = 0; j < shared; j++) if (peek(h, colMarks + j) === TRUE) push(h, lineObject(h, grid, 0, j, rows, 1, 0))
  return finishSet(h, list)
}

/** So many cells of a table, all of one value, from (i, j) on in steps down or to the right. */
function lineObject(h: Heap, table: Word, i: number, j: number, count: number, down: number, right: number): Word {
  const list = scratchTop(h)
  if (isGrid(h, table)) {
    const color = tableCell(h, table, i, j)
    if (fitsCell(color, i + (count - 1) * down, j + (count - 1) * right)) {
      return cellLine(h, packCell(h, color, i, j), count, (down * CELL_STRIDE + right) << cellShift(h))
    }
  }
  for (let k = 0; k < count; k++) {
    const row = i + k * down
    const col = j + k * right
    const value = tableCell(h, table, row, col)
    if (isError(value)) return value
    push(h, newCell(h, value, row, col))
  }
  return finishSortedSet(h, list)
}

function cellLine(h: Heap, first: Word, count: number, step: number): Word {
  const out = newBlock(h, CELL_SET, count)
  if (isError(out)) return out
  storeSteps(h, elementsAt(out), count, first, step)
  return out
}

/**
 * The grid without the rows and the columns that have only one colour.
 * @example compress([1020/0000/3040])
 */
export function compress(h: Heap, grid: Grid): Grid {
  const rowMarks = markLines(h, grid, false)
  if (isError(rowMarks)) return rowMarks
  // The columns are the elements of `dmirror`, which in dialect a mirrors a set as a patch.
  const isTable = isTuple(h, grid) || hasTriples(h)
  const mirrored = isTable ? grid : dmirror(h, grid)
  if (isError(mirrored)) return mirrored
  const colMarks = markLines(h, mirrored, isTable)
  if (isError(colMarks)) return colMarks
  const rows = sizeOf(h, grid)
  const shared = scratchTop(h) - colMarks
  if (isGrid(h, grid)) return withoutMarked(h, grid, rowMarks, rows, colMarks, shared)
  const list = scratchTop(h)
  for (let i = 0; i < rows && !failed(h); i++) {
    if (peek(h, rowMarks + i) === FALSE) {
      const row = scratchTop(h)
      const size = rowSize(h, grid, i)
      for (let j = 0; j < size; j++) if (j >= shared || peek(h, colMarks + j) === FALSE) push(h, rowItem(h, grid, i, j))
      push(h, finishTuple(h, row))
    }
  }
  return finishTuple(h, list)
}

function withoutMarked(h: Heap, grid: Word, rowMarks: Address, rows: number, colMarks: Address, cols: number): Word {
  const out = newGrid(h, countUnmarked(h, rowMarks, rows), countUnmarked(h, colMarks, cols))
  if (isError(out)) return out
  let to = cellsAt(out)
  for (let i = 0; i < rows; i++) {
    if (peek(h, rowMarks + i) === FALSE) {
      const from = cellsAt(grid) + i * cols
      for (let j = 0; j < cols; j++) {
        if (peek(h, colMarks + j) === FALSE) {
          store(h, to, load(h, from + j))
          to++
        }
      }
    }
  }
  return out
}

function countUnmarked(h: Heap, marks: Address, size: number): number {
  let count = 0
  for (let k = 0; k < size; k++) if (peek(h, marks + k) === FALSE) count++
  return count
}

/** For each row, or else each column, of a table a new word of scratch: TRUE if all its cells are one value. */
function markLines(h: Heap, table: Word, columns: boolean): Address {
  if (isGrid(h, table)) return markGridLines(h, table, columns)
  if (!hasRows(h, table)) return TYPE_ERROR
  const rows = sizeOf(h, table)
  const lines = columns ? sharedCols(h, table) : rows
  if (isError(lines)) return lines
  const marks = reserveScratch(h, lines)
  for (let i = 0; i < lines; i++) {
    const size = columns ? rows : rowSize(h, table, i)
    if (!spend(h, size)) return faultWord(h)
    const first = size > 0 ? rowItem(h, table, columns ? 0 : i, columns ? i : 0) : 0
    let k = 1
    while (k < size && equals(h, first, rowItem(h, table, columns ? k : i, columns ? i : k))) k++
    poke(h, marks + i, truth(k === size))
  }
  return failed(h) ? faultWord(h) : marks
}

function markGridLines(h: Heap, grid: Word, columns: boolean): Address {
  const lines = columns ? gridCols(h, grid) : gridRows(h, grid)
  const size = columns ? gridRows(h, grid) : gridCols(h, grid)
  const lineStep = columns ? 1 : size
  const cellStep = columns ? lines : 1
  const marks = reserveScratch(h, lines)
  for (let i = 0; i < lines && !failed(h); i++) {
    const from = cellsAt(grid) + i * lineStep
    const value = load(h, from)
    let k = 1
    while (k < size && load(h, from + k * cellStep) === value) k++
    poke(h, marks + i, truth(k === size))
  }
  return failed(h) ? faultWord(h) : marks
}
