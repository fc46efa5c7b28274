// A grid whose cells are enlarged by a workgroup, a cell of the result an invocation. The counterpart of `scaleGrid`
// in src/primitives/scaling.ts.
//
// Work: 1 per cell of the result and 2 for its header.

import { GRID, KIND_BITS, cellsAt, gridCols, gridRows, isBlock } from '../../../../kernel/blocks.ts'
import { type Heap, NOWHERE, divideTowardsZero, heapTop } from '../../../../kernel/heap.ts'
import { isInt, refTo } from '../../../../kernel/words.ts'
import { at, heap, put, sharedWords } from '../intrinsics.ts'
import { LANES, MOST_SIDE, roomOutcome, roomPlace, takeRoom } from './group-queue.ts'

const scaleJob = sharedWords(5)
const SCALE_ROWS = 0
const SCALE_COLS = 1
const SCALE_CELLS_AT = 2
const SCALE_ROW_FACTOR = 3
const SCALE_COL_FACTOR = 4

const MOST_FACTOR = 64

/** For `upscale` and `upscale_t`. */
export function chooseUpscale(h: Heap, grid: number, factor: number): boolean {
  return isInt(factor) && chooseScaling(h, grid, factor, factor)
}

export function chooseHupscale(h: Heap, grid: number, factor: number): boolean {
  return isInt(factor) && chooseScaling(h, grid, 1, factor)
}

export function chooseVupscale(h: Heap, grid: number, factor: number): boolean {
  return isInt(factor) && chooseScaling(h, grid, factor, 1)
}

function chooseScaling(h: Heap, grid: number, down: number, right: number): boolean {
  if (!isBlock(h, grid, GRID)) return false
  const rows = gridRows(h, grid)
  const cols = gridCols(h, grid)
  put(h, scaleJob, SCALE_ROWS, rows)
  put(h, scaleJob, SCALE_COLS, cols)
  put(h, scaleJob, SCALE_CELLS_AT, cellsAt(grid))
  put(h, scaleJob, SCALE_ROW_FACTOR, down)
  put(h, scaleJob, SCALE_COL_FACTOR, right)
  const isScaled = down > 0 && down <= MOST_FACTOR && right > 0 && right <= MOST_FACTOR
  const isSmall = rows > 0 && rows <= MOST_SIDE && cols > 0 && cols <= MOST_SIDE
  return isScaled && isSmall && rows * cols <= heapTop(h) - cellsAt(grid)
}

export function upscaleTogether(h: Heap, lane: number): number {
  const cols = at(h, scaleJob, SCALE_COLS)
  const down = at(h, scaleJob, SCALE_ROW_FACTOR)
  const right = at(h, scaleJob, SCALE_COL_FACTOR)
  const cellsFrom = at(h, scaleJob, SCALE_CELLS_AT)
  const outRows = at(h, scaleJob, SCALE_ROWS) * down
  const outCols = cols * right
  const count = outRows * outCols
  if (lane === 0) takeRoom(h, count + 2, count + 2)
  const place = roomPlace(h)
  if (place === NOWHERE) return roomOutcome(h)
  if (lane === 0) {
    put(h, heap, place, (outRows << KIND_BITS) | GRID)
    put(h, heap, place + 1, outCols)
  }
  for (let k = lane; k < count; k += LANES) {
    const outRow = divideTowardsZero(k, outCols)
    const row = divideTowardsZero(outRow, down)
    const col = divideTowardsZero(k - outRow * outCols, right)
    put(h, heap, place + 2 + k, at(h, heap, cellsFrom + row * cols + col))
  }
  return refTo(place)
}
