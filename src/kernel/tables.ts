// Tables: any tuple of rows, read the way Python indexes and iterates it, and built row by row into its one form.

import { cellsAt, gridCols, isContainer, isTuple, itemAt, partAt, sizeOf } from './blocks.ts'
import { INDEX_ERROR, TYPE_ERROR } from './errors.ts'
import { type Heap, failed, faultWord, load, peek, push, releaseScratch, scratchTop, store } from './heap.ts'
import { isGrid, newGrid } from './grids.ts'
import { finishTuple } from './tuples.ts'
import { type Address, type Word, isError, isInt } from './words.ts'

/** Length of row `i` of a tuple or set of rows; -1 if that row is no container. Allocates nothing. */
export function rowSize(h: Heap, table: Word, i: number): number {
  return isGrid(h, table) ? gridCols(h, table) : sizeOf(h, partAt(h, table, i))
}

/** Python's `table[i][j]` for i, j >= 0: both must be tuples and long enough, else an error word. */
export function tableCell(h: Heap, table: Word, i: number, j: number): Word {
  if (isGrid(h, table)) {
    if (i >= sizeOf(h, table) || j >= gridCols(h, table)) return INDEX_ERROR
    return load(h, cellsAt(table) + i * gridCols(h, table) + j)
  }
  if (!isTuple(h, table)) return TYPE_ERROR
  if (i >= sizeOf(h, table)) return INDEX_ERROR
  const row = partAt(h, table, i)
  if (!isTuple(h, row)) return TYPE_ERROR
  return j < sizeOf(h, row) ? itemAt(h, row, j) : INDEX_ERROR
}

/** Element `j` of row `i` in iteration order: rows may be tuples or sets; 0 <= j < rowSize. Allocates nothing. */
export function rowItem(h: Heap, table: Word, i: number, j: number): Word {
  if (isGrid(h, table)) return load(h, cellsAt(table) + i * gridCols(h, table) + j)
  return itemAt(h, partAt(h, table, i), j)
}

/** Whether every element of a container is itself a container, so that it can be iterated as rows. */
export function hasRows(h: Heap, table: Word): boolean {
  if (isGrid(h, table)) return true
  if (!isContainer(h, table)) return false
  const count = sizeOf(h, table)
  for (let i = 0; i < count; i++) if (!isContainer(h, partAt(h, table, i))) return false
  return true
}

/** The table of `rows` × `cols` words pushed since `list`, which are released: a grid if all are integers. */
export function finishTable(h: Heap, list: Address, rows: number, cols: number): Word {
  if (failed(h)) return faultWord(h)
  const count = rows > 0 && cols > 0 ? rows * cols : 0
  let allInts = true
  for (let k = 0; k < count; k++) if (!isInt(peek(h, list + k))) allInts = false
  const table = allInts ? gridFrom(h, list, rows, cols) : tupleOfRows(h, list, rows, cols)
  releaseScratch(h, list)
  return failed(h) ? faultWord(h) : table
}

function gridFrom(h: Heap, list: Address, rows: number, cols: number): Word {
  const grid = newGrid(h, rows, cols)
  if (isError(grid) || rows <= 0 || cols <= 0) return grid
  const count = rows * cols
  for (let k = 0; k < count; k++) store(h, cellsAt(grid) + k, peek(h, list + k))
  return grid
}

function tupleOfRows(h: Heap, list: Address, rows: number, cols: number): Word {
  const rowList = scratchTop(h)
  for (let i = 0; i < rows && !failed(h); i++) {
    const cells = scratchTop(h)
    for (let j = 0; j < cols; j++) push(h, peek(h, list + i * cols + j))
    push(h, finishTuple(h, cells))
  }
  return finishTuple(h, rowList)
}

/** Python's `len(table[0])`: the columns of a table. An error word if there is no first row. */
export function firstRowSize(h: Heap, table: Word): Word {
  if (!isTuple(h, table)) return TYPE_ERROR
  if (sizeOf(h, table) === 0) return INDEX_ERROR
  const cols = rowSize(h, table, 0)
  return cols < 0 ? TYPE_ERROR : cols
}
