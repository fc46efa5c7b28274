// All cells of a grid as an object, by a workgroup: counted by colour, then each written to its place. The counterpart of `asobject` in
// src/primitives/conversions.ts for grids of the colours 0 to 15.
//
// Work: 16 for the counts, 1 per cell and 1 for the header.

import { CELL_SET, GRID, KIND_BITS, cellsAt, gridCols, gridRows, isBlock } from '../../../../kernel/blocks.ts'
import { packCell } from '../../../../kernel/cells.ts'
import { COUNTED_COLORS } from '../../../../kernel/colors.ts'
import { type Heap, NOWHERE, divideTowardsZero, hasTriples, heapTop } from '../../../../kernel/heap.ts'
import { refTo } from '../../../../kernel/words.ts'
import {
  at,
  atomicLoad,
  atomicOr,
  atomicStore,
  heap,
  isBelow,
  put,
  sharedAtomics,
  sharedWords,
  waitForGroup,
} from '../intrinsics.ts'
import {
  LANES,
  LEAST_TOGETHER,
  MOST_SIDE,
  declineRoom,
  roomOutcome,
  roomPlace,
  stretchOf,
  takeRoom,
} from './group-queue.ts'

const cellsJob = sharedWords(3)
const CELLS_ROWS = 0
const CELLS_COLS = 1
const CELLS_AT = 2

/** Whether there is another colour. */
const otherColor = sharedAtomics(1)
/** For each pair of colours and each invocation the counts of its cells: the second colour in the upper half of the word. */
const colorTally = sharedWords(512)
/** For each pair of colours the counts of all. */
const colorTotals = sharedWords(8)

const MOST_OBJECT_CELLS = 32767

/** Notes the cells of a grid; false for another value, and where they are not many enough or too many. */
function noteGridCells(h: Heap, grid: number, least: number): boolean {
  if (!isBlock(h, grid, GRID)) return false
  const rows = gridRows(h, grid)
  const cols = gridCols(h, grid)
  put(h, cellsJob, CELLS_ROWS, rows)
  put(h, cellsJob, CELLS_COLS, cols)
  put(h, cellsJob, CELLS_AT, cellsAt(grid))
  atomicStore(h, otherColor, 0, 0)
  if (rows <= 0 || rows > MOST_SIDE || cols <= 0 || cols > MOST_SIDE) return false
  const count = rows * cols
  return count >= least && count <= MOST_OBJECT_CELLS && count <= heapTop(h) - cellsAt(grid)
}

export function chooseAsobject(h: Heap, grid: number): boolean {
  return noteGridCells(h, grid, LEAST_TOGETHER)
}

function gridCellsAt(h: Heap): number {
  return at(h, cellsJob, CELLS_AT)
}

function gridCellsCols(h: Heap): number {
  return at(h, cellsJob, CELLS_COLS)
}

function gridCellsCount(h: Heap): number {
  return at(h, cellsJob, CELLS_ROWS) * at(h, cellsJob, CELLS_COLS)
}

/** The upper half of a word of the tally is for odd colours. */
function halfOfColor(color: number): number {
  return (color & 1) * 16
}

/** Counts the cells of each lane's stretch, then replaces each count by the sum of those of the lanes before. */
function tallyColors(h: Heap, lane: number): void {
  const from = gridCellsAt(h)
  const count = gridCellsCount(h)
  for (let pair = 0; pair < COUNTED_COLORS >> 1; pair++) put(h, colorTally, pair * LANES + lane, 0)
  const end = stretchOf(lane + 1, count)
  for (let k = stretchOf(lane, count); k < end; k++) {
    const color = at(h, heap, from + k)
    if (isBelow(color, COUNTED_COLORS)) {
      const place = (color >> 1) * LANES + lane
      put(h, colorTally, place, at(h, colorTally, place) + (1 << halfOfColor(color)))
    } else atomicOr(h, otherColor, 0, 1)
  }
  waitForGroup(h)
  if (lane < COUNTED_COLORS >> 1) {
    let sum = 0
    for (let k = lane * LANES; k < (lane + 1) * LANES; k++) {
      const own = at(h, colorTally, k)
      put(h, colorTally, k, sum)
      sum += own
    }
    put(h, colorTotals, lane, sum)
  }
  waitForGroup(h)
}

/** Whether there are other colours than those that are counted. */
function hasStrangeColors(h: Heap): boolean {
  return atomicLoad(h, otherColor, 0) !== 0
}

/** The number of all cells of a colour. */
function tallyOfColor(h: Heap, color: number): number {
  return (at(h, colorTotals, color >> 1) >> halfOfColor(color)) & 65535
}

/** How many cells of a colour come before the next one of the lane; counts that one. */
function takePlaceOfColor(h: Heap, color: number, lane: number): number {
  const tallied = (color >> 1) * LANES + lane
  const before = at(h, colorTally, tallied)
  put(h, colorTally, tallied, before + (1 << halfOfColor(color)))
  return (before >> halfOfColor(color)) & 65535
}

/** The cells of all colours before this one. */
function cellsBefore(h: Heap, color: number): number {
  let sum = 0
  for (let k = 0; k < color; k++) sum += tallyOfColor(h, k)
  return sum
}

export function asobjectTogether(h: Heap, lane: number): number {
  const cols = gridCellsCols(h)
  const count = gridCellsCount(h)
  const from = gridCellsAt(h)
  tallyColors(h, lane)
  if (lane === 0) {
    if (hasStrangeColors(h)) declineRoom(h)
    else takeRoom(h, count + 1, COUNTED_COLORS + count + 1)
  }
  const place = roomPlace(h)
  if (place === NOWHERE) return roomOutcome(h)
  if (lane === 0) put(h, heap, place, (count << KIND_BITS) | CELL_SET)
  const end = stretchOf(lane + 1, count)
  for (let k = stretchOf(lane, count); k < end; k++) {
    const color = at(h, heap, from + k)
    const row = divideTowardsZero(k, cols)
    const before = takePlaceOfColor(h, color, lane)
    const to = hasTriples(h) ? k : cellsBefore(h, color) + before
    put(h, heap, place + 1 + to, packCell(h, color, row, k - row * cols))
  }
  return refTo(place)
}
