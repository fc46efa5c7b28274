// Runs: a table as the stretches of equal cells within its rows, from top to bottom, left to right.
//
// A run is five words of scratch: the rank of its value, the place of its first cell, the place after its last cell, and, for
// joining runs, its parent (itself at first) and the total length of all runs below it. Cell (i, j) has place i * stride + j,
// where every row is shorter than the stride: cells of two rows never adjoin. The rank is the value's place in a set, the
// palette; or, without one, the value itself, a colour from 0 to 15.

import { cellsAt, gridCols, gridRows, sizeOf } from './blocks.ts'
import { COUNTED_COLORS } from './colors.ts'
import { BUDGET_ERROR } from './errors.ts'
import {
  EDGE_WORDS,
  type Heap,
  divideTowardsZero,
  edgesOf,
  failed,
  fillScratch,
  load,
  lowestBit,
  peek,
  poke,
  pokeFive,
  raise,
  releaseScratch,
  reserveScratch,
} from './heap.ts'
import { placeInSet } from './sets.ts'
import { rowItem, rowSize } from './tables.ts'
import { type Address, CELL_REACH, ERROR_BASE, INT_MAX, type Word } from './words.ts'

export const RUN_RANK = 0
export const RUN_START = 1
export const RUN_STOP = 2
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
  let colors = 0
  for (let i = 0; i < rows && !failed(h); i++) {
    const from = cellsAt(grid) + i * cols
    const place = i * CELL_STRIDE
    let color = load(h, from)
    let start = place
    for (let left = 0; left < cols; left += EDGE_WORDS) {
      let edges = edgesOf(h, from + left, cols - left)
      if (left === 0) edges &= ~1
      while (edges !== 0) {
        const j = left + lowestBit(edges)
        edges &= edges - 1
        beginRun(h, run, color, start, place + j)
        colors |= color
        // The next run overwrites one of the background.
        run += color === background ? 0 : RUN_SIZE
        color = load(h, from + j)
        start = place + j
      }
    }
    beginRun(h, run, color, start, place + cols)
    colors |= color
    run += color === background ? 0 : RUN_SIZE
  }
  releaseScratch(h, run)
  return (colors & ~(COUNTED_COLORS - 1)) === 0
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
      if (rank >= 0 && rank !== left) beginRun(h, reserveScratch(h, RUN_SIZE), rank, i * stride + j, i * stride + j + 1)
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

/** Writes a run that is its own parent. */
export function beginRun(h: Heap, run: Address, rank: number, start: number, stop: number): void {
  pokeFive(h, run, rank, start, stop, run, stop - start)
}

/** The end of a list of runs. */
export const NO_RUN: Address = -1

/**
 * Lists the runs from `runs` to `end` by rank, each list by place: together the order of cells that begin with the colour. Returns
 * the address, in scratch, of the first run of each rank or NO_RUN. The rank of a run in a list is replaced by the next run.
 */
export function listByRank(h: Heap, runs: Address, end: Address, palette: Word): Address {
  const ranks = rankCount(h, palette)
  const heads = reserveScratch(h, ranks)
  fillScratch(h, heads, ranks, NO_RUN)
  countOrder(h, runs, end)
  for (let run = end - RUN_SIZE; run >= runs && !failed(h); run -= RUN_SIZE) {
    const head = heads + peek(h, run + RUN_RANK)
    poke(h, run + RUN_RANK, peek(h, head))
    poke(h, head, run)
  }
  return heads
}

/** Counts a word of scratch for each run: the cost of putting them in order. */
export function countOrder(h: Heap, runs: Address, end: Address): void {
  reserveScratch(h, divideTowardsZero(end - runs, RUN_SIZE))
}

/** The number of different ranks. */
export function rankCount(h: Heap, palette: Word): number {
  return palette === NO_PALETTE ? COUNTED_COLORS : sizeOf(h, palette)
}
