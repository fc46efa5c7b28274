// Mirrored and turned grids and parts of grids by a workgroup, a cell of the result an invocation. The counterpart of `strideGrid` in
// src/kernel/grids.ts.
//
// Work: 1 per cell of the result and 2 for its header.

import { GRID, KIND_BITS, cellsAt, gridCols, gridRows, isBlock } from '../../../../kernel/blocks.ts'
import { type Heap, NOWHERE, divideTowardsZero, heapTop } from '../../../../kernel/heap.ts'
import { clipBound } from '../../../../kernel/slicing.ts'
import { isPair, pairCol, pairRow, refTo } from '../../../../kernel/words.ts'
import { at, heap, put, sharedWords } from '../intrinsics.ts'
import { LANES, LEAST_TOGETHER, MOST_SIDE, roomOutcome, roomPlace, takeRoom } from './group-queue.ts'

const strideJob = sharedWords(5)
const STRIDE_ROWS = 0
const STRIDE_COLS = 1
/** The address of the first cell, and the steps to the next row and to the next column of the result. */
const STRIDE_START = 2
const STRIDE_ROW_STEP = 3
const STRIDE_COL_STEP = 4

/** Whether a value is a grid of a common size. */
function isCommonGrid(h: Heap, grid: number): boolean {
  if (!isBlock(h, grid, GRID)) return false
  const rows = gridRows(h, grid)
  const cols = gridCols(h, grid)
  const isSmall = rows > 0 && rows <= MOST_SIDE && cols > 0 && cols <= MOST_SIDE
  return isSmall && rows * cols >= LEAST_TOGETHER && rows * cols <= heapTop(h) - cellsAt(grid)
}

function noteStride(h: Heap, rows: number, cols: number, start: number, rowStep: number, colStep: number): void {
  put(h, strideJob, STRIDE_ROWS, rows)
  put(h, strideJob, STRIDE_COLS, cols)
  put(h, strideJob, STRIDE_START, start)
  put(h, strideJob, STRIDE_ROW_STEP, rowStep)
  put(h, strideJob, STRIDE_COL_STEP, colStep)
}

export function chooseHmirror(h: Heap, grid: number): boolean {
  if (!isCommonGrid(h, grid)) return false
  const rows = gridRows(h, grid)
  const cols = gridCols(h, grid)
  noteStride(h, rows, cols, cellsAt(grid) + (rows - 1) * cols, -cols, 1)
  return true
}

export function chooseVmirror(h: Heap, grid: number): boolean {
  if (!isCommonGrid(h, grid)) return false
  const cols = gridCols(h, grid)
  noteStride(h, gridRows(h, grid), cols, cellsAt(grid) + cols - 1, cols, -1)
  return true
}

export function chooseDmirror(h: Heap, grid: number): boolean {
  if (!isCommonGrid(h, grid)) return false
  const cols = gridCols(h, grid)
  noteStride(h, cols, gridRows(h, grid), cellsAt(grid), 1, cols)
  return true
}

export function chooseCmirror(h: Heap, grid: number): boolean {
  if (!isCommonGrid(h, grid)) return false
  const rows = gridRows(h, grid)
  const cols = gridCols(h, grid)
  noteStride(h, cols, rows, cellsAt(grid) + rows * cols - 1, -1, -cols)
  return true
}

export function chooseRot90(h: Heap, grid: number): boolean {
  if (!isCommonGrid(h, grid)) return false
  const rows = gridRows(h, grid)
  const cols = gridCols(h, grid)
  noteStride(h, cols, rows, cellsAt(grid) + (rows - 1) * cols, 1, -cols)
  return true
}

export function chooseRot180(h: Heap, grid: number): boolean {
  if (!isCommonGrid(h, grid)) return false
  const rows = gridRows(h, grid)
  const cols = gridCols(h, grid)
  noteStride(h, rows, cols, cellsAt(grid) + rows * cols - 1, -cols, -1)
  return true
}

export function chooseRot270(h: Heap, grid: number): boolean {
  if (!isCommonGrid(h, grid)) return false
  const cols = gridCols(h, grid)
  noteStride(h, cols, gridRows(h, grid), cellsAt(grid) + cols - 1, -1, cols)
  return true
}

/** Notes a part of a common grid: the rows and columns from one bound of a slice to the other; whether it is large enough. */
function noteSlice(h: Heap, grid: number, top: number, bottom: number, left: number, right: number): boolean {
  const cols = gridCols(h, grid)
  const first = clipBound(top, gridRows(h, grid))
  const from = clipBound(left, cols)
  const height = clipBound(bottom, gridRows(h, grid)) - first
  const width = clipBound(right, cols) - from
  noteStride(h, height, width, cellsAt(grid) + first * cols + from, cols, 1)
  return height > 0 && width > 0 && height * width >= LEAST_TOGETHER
}

export function chooseTrim(h: Heap, grid: number): boolean {
  return isCommonGrid(h, grid) && noteSlice(h, grid, 1, -1, 1, -1)
}

export function chooseTophalf(h: Heap, grid: number): boolean {
  return isCommonGrid(h, grid) && noteSlice(h, grid, 0, gridRows(h, grid) >> 1, 0, gridCols(h, grid))
}

export function chooseBottomhalf(h: Heap, grid: number): boolean {
  if (!isCommonGrid(h, grid)) return false
  const rows = gridRows(h, grid)
  return noteSlice(h, grid, rows - (rows >> 1), rows, 0, gridCols(h, grid))
}

export function chooseLefthalf(h: Heap, grid: number): boolean {
  return isCommonGrid(h, grid) && noteSlice(h, grid, 0, gridRows(h, grid), 0, gridCols(h, grid) >> 1)
}

export function chooseRighthalf(h: Heap, grid: number): boolean {
  if (!isCommonGrid(h, grid)) return false
  const cols = gridCols(h, grid)
  return noteSlice(h, grid, 0, gridRows(h, grid), cols - (cols >> 1), cols)
}

export function chooseCrop(h: Heap, grid: number, start: number, dims: number): boolean {
  if (!isPair(start) || !isPair(dims) || !isCommonGrid(h, grid)) return false
  const top = pairRow(start)
  const left = pairCol(start)
  return noteSlice(h, grid, top, top + pairRow(dims), left, left + pairCol(dims))
}

/** In layout t, a part that is not wholly in the grid is another result. */
export function chooseCropT(h: Heap, grid: number, start: number, dims: number): boolean {
  if (!isPair(start) || !isPair(dims) || !isCommonGrid(h, grid)) return false
  const top = pairRow(start)
  const left = pairCol(start)
  const isInside = top >= 0 && left >= 0
  const ends = top + pairRow(dims) <= gridRows(h, grid) && left + pairCol(dims) <= gridCols(h, grid)
  return isInside && ends && noteSlice(h, grid, top, top + pairRow(dims), left, left + pairCol(dims))
}

/** For all of them. */
export function strideTogether(h: Heap, lane: number): number {
  const rows = at(h, strideJob, STRIDE_ROWS)
  const cols = at(h, strideJob, STRIDE_COLS)
  const start = at(h, strideJob, STRIDE_START)
  const rowStep = at(h, strideJob, STRIDE_ROW_STEP)
  const colStep = at(h, strideJob, STRIDE_COL_STEP)
  const count = rows * cols
  if (lane === 0) takeRoom(h, count + 2, count + 2)
  const place = roomPlace(h)
  if (place === NOWHERE) return roomOutcome(h)
  if (lane === 0) {
    put(h, heap, place, (rows << KIND_BITS) | GRID)
    put(h, heap, place + 1, cols)
  }
  for (let k = lane; k < count; k += LANES) {
    const row = divideTowardsZero(k, cols)
    put(h, heap, place + 2 + k, at(h, heap, start + row * rowStep + (k - row * cols) * colStep))
  }
  return refTo(place)
}
