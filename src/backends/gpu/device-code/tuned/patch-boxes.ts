// Boxes by a workgroup: the part of a grid under the box around a patch, and all indices of a box or of a grid. The counterpart of `subgrid` in
// src/primitives/grids.ts, `backdrop` in boxes.ts and `asindices` in conversions.ts for sets of pairs and of cells and for grids.
//
// Work: 1 per cell of the result and 2 for its header; for indices, 1 each and 1 for the header; for `backdrop` also 4.

import {
  CELL_SET,
  KIND_BITS,
  PAIR_SET,
  elementsAt,
  gridCols,
  gridRows,
  kindOf,
  sizeOf,
} from '../../../../kernel/blocks.ts'
import { cellCol, cellRow } from '../../../../kernel/cells.ts'
import { type Heap, NOWHERE, divideTowardsZero, heapTop } from '../../../../kernel/heap.ts'
import { packPair, pairCol, pairRow, refTo } from '../../../../kernel/words.ts'
import {
  at,
  atomicLoad,
  atomicMax,
  atomicMin,
  atomicStore,
  heap,
  put,
  sharedAtomics,
  sharedWords,
  uniformAt,
  waitForGroup,
} from '../intrinsics.ts'
import {
  DECLINED,
  LANES,
  LARGEST,
  LEAST_TOGETHER,
  declineRoom,
  roomOutcome,
  roomPlace,
  takeRoom,
} from './group-queue.ts'
import { isCommonGrid, noteSlice, strideTogether } from './striding.ts'

const boxJob = sharedWords(6)
const BOX_AT = 0
const BOX_COUNT = 1
const BOX_CELLS = 2
const BOX_GRID = 3
/** The work besides that of the result; whether the result is large enough. */
const BOX_WORK = 4
const BOX_IS_LARGE = 5

/** The top row, the left column, the bottom row and the right column. */
const boxEdges = sharedAtomics(4)

const BOUNDS_WORK_OF_BOX = 4
const MOST_BOXED = 1048576

/** Notes the patch of a box; false for any other value than a set of pairs or cells. */
function noteBoxed(h: Heap, patch: number): boolean {
  const kind = kindOf(h, patch)
  if (kind !== PAIR_SET && kind !== CELL_SET) return false
  const count = sizeOf(h, patch)
  put(h, boxJob, BOX_AT, elementsAt(patch))
  put(h, boxJob, BOX_COUNT, count)
  put(h, boxJob, BOX_CELLS, kind === CELL_SET ? 1 : 0)
  put(h, boxJob, BOX_WORK, BOUNDS_WORK_OF_BOX)
  setEdges(h, LARGEST, LARGEST, -LARGEST, -LARGEST)
  return count > 0 && count <= heapTop(h) - elementsAt(patch)
}

function setEdges(h: Heap, top: number, left: number, bottom: number, right: number): void {
  atomicStore(h, boxEdges, 0, top)
  atomicStore(h, boxEdges, 1, left)
  atomicStore(h, boxEdges, 2, bottom)
  atomicStore(h, boxEdges, 3, right)
}

export function chooseSubgrid(h: Heap, patch: number, grid: number): boolean {
  put(h, boxJob, BOX_GRID, grid)
  return isCommonGrid(h, grid) && noteBoxed(h, patch)
}

/** For `backdrop` of all dialects. */
export function chooseBackdrop(h: Heap, patch: number): boolean {
  return noteBoxed(h, patch)
}

export function chooseAsindices(h: Heap, grid: number): boolean {
  if (!isCommonGrid(h, grid)) return false
  put(h, boxJob, BOX_COUNT, 0)
  put(h, boxJob, BOX_WORK, 0)
  setEdges(h, 0, 0, gridRows(h, grid) - 1, gridCols(h, grid) - 1)
  return true
}

/** Finds the edges of the box around the patch, if there is one. */
function measureBox(h: Heap, lane: number): void {
  const from = at(h, boxJob, BOX_AT)
  const count = at(h, boxJob, BOX_COUNT)
  const isOfCells = at(h, boxJob, BOX_CELLS) !== 0
  let top = LARGEST
  let left = LARGEST
  let bottom = -LARGEST
  let right = -LARGEST
  for (let k = lane; k < count; k += LANES) {
    const word = at(h, heap, from + k)
    const row = isOfCells ? cellRow(h, word) : pairRow(word)
    const col = isOfCells ? cellCol(h, word) : pairCol(word)
    top = row < top ? row : top
    left = col < left ? col : left
    bottom = row > bottom ? row : bottom
    right = col > right ? col : right
  }
  if (lane < count) {
    atomicMin(h, boxEdges, 0, top)
    atomicMin(h, boxEdges, 1, left)
    atomicMax(h, boxEdges, 2, bottom)
    atomicMax(h, boxEdges, 3, right)
  }
  waitForGroup(h)
}

export function subgridTogether(h: Heap, lane: number): number {
  measureBox(h, lane)
  if (lane === 0) {
    const bottom = atomicLoad(h, boxEdges, 2) + 1
    const right = atomicLoad(h, boxEdges, 3) + 1
    const top = atomicLoad(h, boxEdges, 0)
    const isLarge = noteSlice(h, at(h, boxJob, BOX_GRID), top, bottom, atomicLoad(h, boxEdges, 1), right)
    put(h, boxJob, BOX_IS_LARGE, isLarge ? 1 : 0)
  }
  return uniformAt(h, boxJob, BOX_IS_LARGE) === 0 ? DECLINED : strideTogether(h, lane)
}

/** For `backdrop` and `asindices`. */
export function indicesTogether(h: Heap, lane: number): number {
  measureBox(h, lane)
  const top = atomicLoad(h, boxEdges, 0)
  const left = atomicLoad(h, boxEdges, 1)
  const rows = atomicLoad(h, boxEdges, 2) - top + 1
  const cols = atomicLoad(h, boxEdges, 3) - left + 1
  const count = rows * cols
  if (lane === 0) {
    if (count >= LEAST_TOGETHER && count <= MOST_BOXED) takeRoom(h, count + 1, at(h, boxJob, BOX_WORK) + count + 1)
    else declineRoom(h)
  }
  const place = roomPlace(h)
  if (place === NOWHERE) return roomOutcome(h)
  if (lane === 0) put(h, heap, place, (count << KIND_BITS) | PAIR_SET)
  for (let k = lane; k < count; k += LANES) {
    const row = divideTowardsZero(k, cols)
    put(h, heap, place + 1 + k, packPair(top + row, left + k - row * cols))
  }
  return refTo(place)
}
