// Runs: a table as the stretches of equal cells within its rows, from top to bottom, left to right.
//
// A run is five words of scratch: the rank of its value, its place, its length, and, for joining runs, its parent (itself
// at first) and the total length of all runs below it. Cell (i, j) has place i * stride + j, where every row is
// shorter than the stride: cells of two rows never adjoin. The rank is the value's place in a set, the palette; or,
// without one, the value itself, a colour from 0 to 15.

import { cellsAt, gridCols, gridRows, sizeOf } from './blocks.ts'
import { COUNTED_COLORS } from './colors.ts'
import { BUDGET_ERROR } from './errors.ts'
import {
  type Heap,
  divideTowardsZero,
  failed,
  load,
  peek,
  poke,
  push,
  raise,
  releaseScratch,
  reserveScratch,
  scratchTop,
} from './heap.ts'
import { placeInSet } from './sets.ts'
import { rowItem, rowSize } from './tables.ts'
import { type Address, CELL_REACH, ERROR_BASE, INT_MAX, type Word } from './words.ts'

export const RUN_RANK = 0
export const RUN_START = 1
export const RUN_LENGTH = 2
export const RUN_PARENT = 3
export const RUN_TOTAL = 4
export const RUN_SIZE = 5

/** Used instead of the palette if there is none. */
export const NO_PALETTE: Word = 0
/** Stands for the value that is left out where none is; no value is this word. */
export const NO_COLOR: Word = ERROR_BASE
/** Stands for the number of columns where every row counts as a whole. */
export const WHOLE_ROWS = -1
/** The stride without a palette: with it, the indices in words of cells are as far apart as their places. */
export const CELL_STRIDE = 2 * CELL_REACH

/** Pushes the runs of a GRID without palette and background; false if a colour or the grid is too great for that. */
export function pushColorRuns(h: Heap, grid: Word, background: Word): boolean {
  const rows = gridRows(h, grid)
  const cols = gridCols(h, grid)
  if (rows > CELL_REACH || cols > CELL_REACH) return false
  let run = reserveScratch(h, rows * cols * RUN_SIZE)
  for (let i = 0; i < rows && !failed(h); i++) {
    const from = cellsAt(grid) + i * cols
    let j = 0
    while (j < cols) {
      const color = load(h, from + j)
      const start = j
      j++
      while (j < cols && load(h, from + j) === color) j++
      if (color < 0 || color >= COUNTED_COLORS) return false
      if (color !== background) {
        writeRun(h, run, color, i * CELL_STRIDE + start, j - start)
        run += RUN_SIZE
      }
    }
  }
  releaseScratch(h, run)
  return true
}

/**
 * Pushes the cells of any table as runs of one cell, without those of the background and those whose value is not in the
 * palette. Of each row the first `cols` cells are taken, or all.
 */
export function pushCellRuns(
  h: Heap,
  table: Word,
  cols: number,
  stride: number,
  palette: Word,
  background: Word,
): void {
  const rows = sizeOf(h, table)
  const left = background === NO_COLOR ? -1 : placeInSet(h, palette, background)
  for (let i = 0; i < rows && !failed(h); i++) {
    const size = cols === WHOLE_ROWS ? rowSize(h, table, i) : cols
    for (let j = 0; j < size; j++) {
      const rank = placeInSet(h, palette, rowItem(h, table, i, j))
      if (rank >= 0 && rank !== left) writeRun(h, reserveScratch(h, RUN_SIZE), rank, i * stride + j, 1)
    }
  }
}

/** A stride for any table: one more than its longest row, or `cols`. A fault if places would not be integers. */
export function strideOf(h: Heap, table: Word, cols: number): number {
  const rows = sizeOf(h, table)
  let longest = cols
  if (cols === WHOLE_ROWS) {
    for (let i = 0; i < rows; i++) {
      const size = rowSize(h, table, i)
      if (size > longest) longest = size
    }
  }
  if (rows > divideTowardsZero(INT_MAX, longest + 2)) raise(h, BUDGET_ERROR)
  return longest + 1
}

function writeRun(h: Heap, run: Address, rank: number, start: number, length: number): void {
  poke(h, run + RUN_RANK, rank)
  poke(h, run + RUN_START, start)
  poke(h, run + RUN_LENGTH, length)
  poke(h, run + RUN_PARENT, run)
  poke(h, run + RUN_TOTAL, length)
}

/** Pushes the runs from `runs` to `end` by place: the order of cells that begin with row and column. */
export function orderByPlace(h: Heap, runs: Address, end: Address): Address {
  const order = scratchTop(h)
  for (let run = runs; run < end; run += RUN_SIZE) push(h, run)
  return order
}

/** Pushes the runs from `runs` to `end` by rank, then by place: the order of cells that begin with the colour. */
export function orderByRank(h: Heap, runs: Address, end: Address, palette: Word): Address {
  const ranks = palette === NO_PALETTE ? COUNTED_COLORS : sizeOf(h, palette)
  const places = reserveScratch(h, ranks)
  for (let rank = 0; rank < ranks; rank++) poke(h, places + rank, 0)
  for (let run = runs; run < end; run += RUN_SIZE) {
    const place = places + peek(h, run + RUN_RANK)
    poke(h, place, peek(h, place) + 1)
  }
  const order = scratchTop(h)
  let next = order
  for (let rank = 0; rank < ranks; rank++) {
    const count = peek(h, places + rank)
    poke(h, places + rank, next)
    next += count
  }
  reserveScratch(h, next - order)
  for (let run = runs; run < end; run += RUN_SIZE) {
    const place = places + peek(h, run + RUN_RANK)
    const at = peek(h, place)
    poke(h, at, run)
    poke(h, place, at + 1)
  }
  return order
}
