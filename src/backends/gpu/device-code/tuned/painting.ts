// Painting by a workgroup: every invocation marks cells of the patch in shared memory, then writes cells of the grid according to their
// marks. The counterpart of src/primitives/painting.ts for a GRID and a compact patch.
//
// Work: 1 a cell, 2 for the header, and 16 where the most frequent colour is needed.

import {
  CELL_SET,
  GRID,
  KIND_BITS,
  PAIR_SET,
  cellCount,
  cellsAt,
  elementsAt,
  gridCols,
  gridRows,
  isBlock,
  kindOf,
  sizeOf,
} from '../../../../kernel/blocks.ts'
import { indexBits, indexShift } from '../../../../kernel/fields.ts'
import { cellColor } from '../../../../kernel/cells.ts'
import { type Heap, NOWHERE, heapTop } from '../../../../kernel/heap.ts'
import { isInt, isPair, pairCol, pairRow, refTo } from '../../../../kernel/words.ts'
import {
  at,
  atomicLoad,
  atomicMax,
  atomicStore,
  heap,
  put,
  sharedAtomics,
  sharedWords,
  uniformAt,
  waitForGroup,
} from '../intrinsics.ts'
import { LANES, declineRoom, roomOutcome, roomPlace, takeRoom } from './group-queue.ts'
import { MOST_COLOR_WORK, countCellsTogether, hasOtherColors, mostCounted } from './most-color.ts'

const paintJob = sharedWords(12)
const PAINT_ROWS = 0
const PAINT_COLS = 1
const PAINT_CELLS = 2
const PAINT_CELLS_AT = 3
const PAINT_COUNT = 4
const PAINT_PATCH_AT = 5
/** The bits of the row and of the column in a word of the patch. */
const PAINT_BITS = 6
/** The lowest bit of the column; the row is above it. */
const PAINT_SHIFT = 7
const PAINT_VALUE = 8
const PAINT_DOWN = 9
const PAINT_RIGHT = 10
const PAINT_BACKGROUND = 11

/** Cells that are marked at once. */
const TILE = 1024
const paintMarks = sharedAtomics(TILE)
const FILLED = 1
/** And from there on, which cell of the patch. */
const PAINTED = 2

function choosePainting(h: Heap, grid: number, value: number, patch: number, down: number, right: number): boolean {
  const kind = kindOf(h, patch)
  if (!isBlock(h, grid, GRID) || (kind !== PAIR_SET && kind !== CELL_SET)) return false
  const cells = cellCount(h, grid)
  const count = sizeOf(h, patch)
  put(h, paintJob, PAINT_ROWS, gridRows(h, grid))
  put(h, paintJob, PAINT_COLS, gridCols(h, grid))
  put(h, paintJob, PAINT_CELLS, cells)
  put(h, paintJob, PAINT_CELLS_AT, cellsAt(grid))
  put(h, paintJob, PAINT_COUNT, count)
  put(h, paintJob, PAINT_PATCH_AT, elementsAt(patch))
  put(h, paintJob, PAINT_BITS, indexBits(kind))
  put(h, paintJob, PAINT_SHIFT, indexShift(h, kind))
  put(h, paintJob, PAINT_VALUE, value)
  put(h, paintJob, PAINT_DOWN, down)
  put(h, paintJob, PAINT_RIGHT, right)
  return cells > 0 && cells <= heapTop(h) - cellsAt(grid) && count <= heapTop(h) - elementsAt(patch)
}

/** For `fill` and `underfill`. */
export function chooseFill(h: Heap, grid: number, value: number, patch: number): boolean {
  return isInt(value) && choosePainting(h, grid, value, patch, 0, 0)
}

/** For `paint`, `underpaint` and `cover`. */
export function choosePaint(h: Heap, grid: number, obj: number): boolean {
  return isBlock(h, obj, CELL_SET) && choosePainting(h, grid, 0, obj, 0, 0)
}

export function chooseMove(h: Heap, grid: number, obj: number, offset: number): boolean {
  return (
    isBlock(h, obj, CELL_SET) && isPair(offset) && choosePainting(h, grid, 0, obj, pairRow(offset), pairCol(offset))
  )
}

/** Marks a cell, if it is on the grid and among the cells from `tile` on. */
function markCell(h: Heap, tile: number, row: number, col: number, rank: number): void {
  const cols = at(h, paintJob, PAINT_COLS)
  const place = row * cols + col - tile
  const isOnGrid = row >= 0 && row < at(h, paintJob, PAINT_ROWS) && col >= 0 && col < cols
  if (isOnGrid && place >= 0 && place < TILE) atomicMax(h, paintMarks, place, rank)
}

/** Marks the cells of the patch; see `paintTogether`. */
function markPatch(h: Heap, tile: number, lane: number, fills: boolean, paints: boolean, isUnder: boolean): void {
  const count = at(h, paintJob, PAINT_COUNT)
  const patchAt = at(h, paintJob, PAINT_PATCH_AT)
  const bits = at(h, paintJob, PAINT_BITS)
  const shift = at(h, paintJob, PAINT_SHIFT)
  const background = at(h, paintJob, PAINT_BACKGROUND)
  const sides = (1 << bits) - 1
  const zero = 1 << (bits - 1)
  for (let k = lane; k < count; k += LANES) {
    const e = at(h, heap, patchAt + k)
    const row = ((e >> (bits + shift)) & sides) - zero
    const col = ((e >> shift) & sides) - zero
    if (fills) markCell(h, tile, row, col, FILLED)
    if (paints) {
      // The last cell at a place counts; for underpainting, the first one that changes the grid.
      const rank = isUnder ? count - 1 - k : k
      if (!isUnder || cellColor(h, e) !== background) {
        markCell(h, tile, row + at(h, paintJob, PAINT_DOWN), col + at(h, paintJob, PAINT_RIGHT), PAINTED + rank)
      }
    }
  }
}

/** Writes the cells of a tile behind `into`. */
function writeTile(
  h: Heap,
  into: number,
  tile: number,
  here: number,
  lane: number,
  filling: number,
  isUnder: boolean,
): void {
  const count = at(h, paintJob, PAINT_COUNT)
  const patchAt = at(h, paintJob, PAINT_PATCH_AT)
  const cellsFrom = at(h, paintJob, PAINT_CELLS_AT)
  const background = at(h, paintJob, PAINT_BACKGROUND)
  for (let k = lane; k < here; k += LANES) {
    const cell = at(h, heap, cellsFrom + tile + k)
    const rank = atomicLoad(h, paintMarks, k)
    let painted = rank === FILLED ? filling : cell
    if (rank >= PAINTED) {
      const place = rank - PAINTED
      painted = cellColor(h, at(h, heap, patchAt + (isUnder ? count - 1 - place : place)))
    }
    put(h, heap, into + tile + k, !isUnder || cell === background ? painted : cell)
  }
}

/**
 * Paints a grid. `fills`: every cell of the patch gets one value, that of the call or the background; `paints`: the colours of the patch
 * are written, after the fill; `isUnder`: only cells of the background change.
 */
function paintTogether(
  h: Heap,
  lane: number,
  fills: boolean,
  fillsBackground: boolean,
  paints: boolean,
  isUnder: boolean,
): number {
  const cells = at(h, paintJob, PAINT_CELLS)
  const needsBackground = isUnder || fillsBackground
  if (needsBackground) countCellsTogether(h, at(h, paintJob, PAINT_CELLS_AT), cells, lane)
  if (lane === 0) {
    if (needsBackground) {
      put(h, paintJob, PAINT_BACKGROUND, mostCounted(h))
      if (hasOtherColors(h)) declineRoom(h)
      else takeRoom(h, cells + 2, cells + 2 + MOST_COLOR_WORK)
    } else takeRoom(h, cells + 2, cells + 2)
  }
  const place = roomPlace(h)
  if (place === NOWHERE) return roomOutcome(h)
  if (lane === 0) {
    put(h, heap, place, (at(h, paintJob, PAINT_ROWS) << KIND_BITS) | GRID)
    put(h, heap, place + 1, at(h, paintJob, PAINT_COLS))
  }
  const filling = at(h, paintJob, fillsBackground ? PAINT_BACKGROUND : PAINT_VALUE)
  const end = uniformAt(h, paintJob, PAINT_CELLS)
  for (let tile = 0; tile < end; tile += TILE) {
    const here = end - tile < TILE ? end - tile : TILE
    for (let k = lane; k < here; k += LANES) atomicStore(h, paintMarks, k, 0)
    waitForGroup(h)
    markPatch(h, tile, lane, fills, paints, isUnder)
    waitForGroup(h)
    writeTile(h, place + 2, tile, here, lane, filling, isUnder)
    waitForGroup(h)
  }
  return refTo(place)
}

export function fillTogether(h: Heap, lane: number): number {
  return paintTogether(h, lane, true, false, false, false)
}

export function underfillTogether(h: Heap, lane: number): number {
  return paintTogether(h, lane, true, false, false, true)
}

export function paintAllTogether(h: Heap, lane: number): number {
  return paintTogether(h, lane, false, false, true, false)
}

export function underpaintTogether(h: Heap, lane: number): number {
  return paintTogether(h, lane, false, false, true, true)
}

export function coverTogether(h: Heap, lane: number): number {
  return paintTogether(h, lane, true, true, false, false)
}

export function moveTogether(h: Heap, lane: number): number {
  return paintTogether(h, lane, true, true, true, false)
}
