// Writing: a table with rows of any kind, opened as a sheet in scratch memory, changed cell by cell, and closed again.
//
// A sheet is its number of rows, then the address of each row and the end of the last one, then all cells row by row.

import { isTuple, sizeOf } from './blocks.ts'
import { INDEX_ERROR, TYPE_ERROR } from './errors.ts'
import { type Heap, failed, faultWord, peek, poke, push, releaseScratch, reserveScratch, scratchTop } from './heap.ts'
import { hasRows, rowItem, rowSize } from './tables.ts'
import { finishTuple } from './tuples.ts'
import { type Address, type Word, isInt } from './words.ts'

/** The result of `placeOnSheet` for a place outside the sheet. */
export const OFF_SHEET = -1

/** The sheet of a tuple of one or more rows, be they tuples or sets; an error word if it is none. */
export function openSheet(h: Heap, table: Word): Address {
  if (!isTuple(h, table) || !hasRows(h, table)) return TYPE_ERROR
  const rows = sizeOf(h, table)
  if (rows === 0) return INDEX_ERROR
  const sheet = reserveScratch(h, rows + 2)
  poke(h, sheet, rows)
  for (let i = 0; i < rows && !failed(h); i++) {
    poke(h, sheet + 1 + i, scratchTop(h))
    const cols = rowSize(h, table, i)
    for (let j = 0; j < cols; j++) push(h, rowItem(h, table, i, j))
  }
  poke(h, sheet + 1 + rows, scratchTop(h))
  return failed(h) ? faultWord(h) : sheet
}

/**
 * The address of cell (row, column) of a sheet in scratch memory; OFF_SHEET beyond its height or its first row's width,
 * an error word where a later row is shorter than that. The column is not looked at if the row is outside.
 */
export function placeOnSheet(h: Heap, sheet: Address, row: Word, col: Word): Address {
  if (!isInt(row)) return TYPE_ERROR
  if (row < 0 || row >= peek(h, sheet)) return OFF_SHEET
  if (!isInt(col)) return TYPE_ERROR
  if (col < 0 || col >= peek(h, sheet + 2) - peek(h, sheet + 1)) return OFF_SHEET
  const place = peek(h, sheet + 1 + row) + col
  return place < peek(h, sheet + 2 + row) ? place : INDEX_ERROR
}

/** The table of a sheet; the sheet is released. */
export function closeSheet(h: Heap, sheet: Address): Word {
  if (failed(h)) return faultWord(h)
  const rows = peek(h, sheet)
  const list = scratchTop(h)
  for (let i = 0; i < rows && !failed(h); i++) {
    const cells = scratchTop(h)
    const end = peek(h, sheet + 2 + i)
    for (let k = peek(h, sheet + 1 + i); k < end; k++) push(h, peek(h, k))
    push(h, finishTuple(h, cells))
  }
  const table = finishTuple(h, list)
  releaseScratch(h, sheet)
  return table
}
