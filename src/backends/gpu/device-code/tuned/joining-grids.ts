// Grids of one colour and grids side by side, written by a workgroup. The counterpart of `canvas` in src/primitives/grids.ts, and of
// `hconcat` and `vconcat` in src/primitives/splitting.ts for grids that fit each other.
//
// Work: 1 per cell of the result and 2 for its header.

import { GRID, KIND_BITS, cellsAt, gridCols, gridRows, isBlock } from '../../../../kernel/blocks.ts'
import { type Heap, NOWHERE, divideTowardsZero, heapTop } from '../../../../kernel/heap.ts'
import { isInt, isPair, pairCol, pairRow, refTo } from '../../../../kernel/words.ts'
import { at, heap, put, sharedWords } from '../intrinsics.ts'
import { LANES, LEAST_TOGETHER, roomOutcome, roomPlace, takeRoom } from './group-queue.ts'

/** The result, and its two parts: the columns of both, and where their cells are. */
const joinJob = sharedWords(7)
const JOIN_ROWS = 0
const JOIN_COLS = 1
const JOIN_FIRST_COLS = 2
const JOIN_FIRST_COUNT = 3
const JOIN_FIRST_AT = 4
const JOIN_SECOND_AT = 5
const JOIN_COLOR = 6

const MOST_JOINED_SIDE = 4096

/** Notes the size of the result; whether it is worth a workgroup. */
function chooseSize(h: Heap, rows: number, cols: number): boolean {
  put(h, joinJob, JOIN_ROWS, rows)
  put(h, joinJob, JOIN_COLS, cols)
  const isSmall = rows > 0 && rows <= MOST_JOINED_SIDE && cols > 0 && cols <= MOST_JOINED_SIDE
  return isSmall && rows * cols >= LEAST_TOGETHER
}

export function chooseCanvas(h: Heap, value: number, dimensions: number): boolean {
  put(h, joinJob, JOIN_COLOR, value)
  return isInt(value) && isPair(dimensions) && chooseSize(h, pairRow(dimensions), pairCol(dimensions))
}

/** Notes both grids; whether they are grids that are whole and not too large. */
function chooseParts(h: Heap, a: number, b: number): boolean {
  if (!isBlock(h, a, GRID) || !isBlock(h, b, GRID)) return false
  const aRows = gridRows(h, a)
  const bRows = gridRows(h, b)
  const aCols = gridCols(h, a)
  const bCols = gridCols(h, b)
  put(h, joinJob, JOIN_FIRST_COLS, aCols)
  put(h, joinJob, JOIN_FIRST_AT, cellsAt(a))
  put(h, joinJob, JOIN_SECOND_AT, cellsAt(b))
  const isSmall =
    aRows <= MOST_JOINED_SIDE && bRows <= MOST_JOINED_SIDE && aCols <= MOST_JOINED_SIDE && bCols <= MOST_JOINED_SIDE
  if (!isSmall) return false
  put(h, joinJob, JOIN_FIRST_COUNT, aRows * aCols)
  return aRows * aCols <= heapTop(h) - cellsAt(a) && bRows * bCols <= heapTop(h) - cellsAt(b)
}

export function chooseVconcat(h: Heap, a: number, b: number): boolean {
  if (!chooseParts(h, a, b) || gridCols(h, a) !== gridCols(h, b)) return false
  return chooseSize(h, gridRows(h, a) + gridRows(h, b), gridCols(h, a))
}

export function chooseHconcat(h: Heap, a: number, b: number): boolean {
  if (!chooseParts(h, a, b)) return false
  const rows = gridRows(h, a) < gridRows(h, b) ? gridRows(h, a) : gridRows(h, b)
  return chooseSize(h, rows, gridCols(h, a) + gridCols(h, b))
}

/** The address of a new grid of the noted size, or NOWHERE. */
function newGridTogether(h: Heap, lane: number): number {
  const rows = at(h, joinJob, JOIN_ROWS)
  const cols = at(h, joinJob, JOIN_COLS)
  if (lane === 0) takeRoom(h, rows * cols + 2, rows * cols + 2)
  const place = roomPlace(h)
  if (place !== NOWHERE && lane === 0) {
    put(h, heap, place, (rows << KIND_BITS) | GRID)
    put(h, heap, place + 1, cols)
  }
  return place
}

export function canvasTogether(h: Heap, lane: number): number {
  const place = newGridTogether(h, lane)
  if (place === NOWHERE) return roomOutcome(h)
  const count = at(h, joinJob, JOIN_ROWS) * at(h, joinJob, JOIN_COLS)
  const color = at(h, joinJob, JOIN_COLOR)
  for (let k = lane; k < count; k += LANES) put(h, heap, place + 2 + k, color)
  return refTo(place)
}

export function vconcatTogether(h: Heap, lane: number): number {
  const place = newGridTogether(h, lane)
  if (place === NOWHERE) return roomOutcome(h)
  const count = at(h, joinJob, JOIN_ROWS) * at(h, joinJob, JOIN_COLS)
  const firstCount = at(h, joinJob, JOIN_FIRST_COUNT)
  const firstAt = at(h, joinJob, JOIN_FIRST_AT)
  const secondAt = at(h, joinJob, JOIN_SECOND_AT) - firstCount
  for (let k = lane; k < count; k += LANES) {
    put(h, heap, place + 2 + k, at(h, heap, (k < firstCount ? firstAt : secondAt) + k))
  }
  return refTo(place)
}

export function hconcatTogether(h: Heap, lane: number): number {
  const place = newGridTogether(h, lane)
  if (place === NOWHERE) return roomOutcome(h)
  const cols = at(h, joinJob, JOIN_COLS)
  const firstCols = at(h, joinJob, JOIN_FIRST_COLS)
  const secondCols = cols - firstCols
  const firstAt = at(h, joinJob, JOIN_FIRST_AT)
  const secondAt = at(h, joinJob, JOIN_SECOND_AT) - firstCols
  const count = at(h, joinJob, JOIN_ROWS) * cols
  for (let k = lane; k < count; k += LANES) {
    const row = divideTowardsZero(k, cols)
    const col = k - row * cols
    const source = col < firstCols ? firstAt + row * firstCols + col : secondAt + row * secondCols + col
    put(h, heap, place + 2 + k, at(h, heap, source))
  }
  return refTo(place)
}
