// Labelling by a workgroup, for a GRID of at most 1024 cells of the colours 0 to 15: the counterpart of src/kernel/labelling.ts.
//
// The cells that are not background are listed in the order of their words: by colour in layout a, by place in layout t.
// Regions are joined over these places, the later on the earlier, so that a region's root is its first cell and regions
// come in the order of their roots. Sorting the list by region then leaves each region's cells together and in order.
//
// Work: 16 for the most frequent colour if it is left out, 5 a cell and, in layout a, 16 for the runs, 1 a run and 1 a cell of those
// that are left, 3 a region (its header, its place in the list, its place in the set), 1 for the header of the set.

import {
  CELL_SET,
  GRID,
  KIND_BITS,
  SET,
  cellCount,
  cellsAt,
  gridCols,
  isBlock,
  isTruthy,
} from '../../../../kernel/blocks.ts'
import { packCell } from '../../../../kernel/cells.ts'
import { EMPTY_SET, type Heap, NOWHERE, divideTowardsZero, hasTriples, heapTop } from '../../../../kernel/heap.ts'
import { refTo } from '../../../../kernel/words.ts'
import {
  at,
  atomicAdd,
  atomicLoad,
  atomicMin,
  atomicStore,
  heap,
  put,
  sharedAtomics,
  sharedWords,
  uniformAt,
  waitForGroup,
} from '../intrinsics.ts'
import { DECLINED, LANES, groupSums, roomOutcome, roomPlace, takeRoom } from './group-queue.ts'
import { MOST_COLOR_WORK, countCellsTogether, countOfColor, hasOtherColors, mostCounted } from './most-color.ts'
import { ABSENT, MOST_ENTRIES, lists, sortByDigit, stretchBegin } from './sort-pass.ts'

/** The call, then what is found on the way. */
const labelJob = sharedWords(10)
const LABEL_COLS = 0
const LABEL_CELLS = 1
const LABEL_CELLS_AT = 2
const LABEL_IS_UNIVALUED = 3
/** How many neighbours of a cell come before it. */
const LABEL_SIDES = 4
const LABEL_IS_WITHOUT_BACKGROUND = 5
const LABEL_BACKGROUND = 6
const LABEL_FOREGROUND = 7
const LABEL_IS_COMMON = 8
const LABEL_REGIONS = 9

const NO_BACKGROUND = -1
// An entry of a list: the cell, its colour, and the number of its region.
const ENTRY_CELL_MASK = 1023
const ENTRY_COLOR_SHIFT = 10
const ENTRY_REGION_SHIFT = 14

const labelRuns = sharedAtomics(1)
const parents = sharedAtomics(MOST_ENTRIES)

export function chooseObjects(
  h: Heap,
  grid: number,
  univalued: number,
  diagonal: number,
  withoutBackground: number,
): boolean {
  if (!isBlock(h, grid, GRID)) return false
  const cells = cellCount(h, grid)
  put(h, labelJob, LABEL_COLS, gridCols(h, grid))
  put(h, labelJob, LABEL_CELLS, cells)
  put(h, labelJob, LABEL_CELLS_AT, cellsAt(grid))
  put(h, labelJob, LABEL_IS_UNIVALUED, isTruthy(h, univalued) ? 1 : 0)
  put(h, labelJob, LABEL_SIDES, isTruthy(h, diagonal) ? 4 : 2)
  put(h, labelJob, LABEL_IS_WITHOUT_BACKGROUND, isTruthy(h, withoutBackground) ? 1 : 0)
  return cells > 0 && cells <= MOST_ENTRIES && cells <= heapTop(h) - cellsAt(grid)
}

function regionRoot(h: Heap, place: number): number {
  let root = place
  let parent = atomicLoad(h, parents, root)
  while (parent !== root) {
    root = parent
    parent = atomicLoad(h, parents, root)
  }
  return root
}

/** Attaches the later of two roots to the earlier one; repeats from the new root if another invocation was faster. */
function joinRegions(h: Heap, a: number, b: number): void {
  let x = regionRoot(h, a)
  let y = regionRoot(h, b)
  while (x !== y) {
    const later = x > y ? x : y
    y = x > y ? y : x
    const found = atomicMin(h, parents, later, y)
    x = found === later ? y : found
  }
}

/** Joins a cell of the list at `origin` with its neighbours before it; the other list has the place of each cell. */
function joinNeighboursOf(h: Heap, origin: number, p: number): void {
  const cols = at(h, labelJob, LABEL_COLS)
  const sides = at(h, labelJob, LABEL_SIDES)
  const isUnivalued = at(h, labelJob, LABEL_IS_UNIVALUED) !== 0
  const entry = at(h, lists, origin + p)
  const cell = entry & ENTRY_CELL_MASK
  const row = divideTowardsZero(cell, cols)
  const col = cell - row * cols
  for (let side = 0; side < sides; side++) {
    // Left, above, above to the left, above to the right.
    const up = side === 0 ? 0 : 1
    const isLeft = (side & 1) === 0
    const isThere = row >= up && (isLeft ? col > 0 : side === 1 || col + 1 < cols)
    if (isThere) {
      const other = at(h, lists, MOST_ENTRIES - origin + cell - up * cols + (isLeft ? -1 : side >> 1))
      if (other !== ABSENT) {
        const isAlike = at(h, lists, origin + other) >> ENTRY_COLOR_SHIFT === entry >> ENTRY_COLOR_SHIFT
        if (isAlike || !isUnivalued) joinRegions(h, p, other)
      }
    }
  }
}

/** Joins adjacent cells of the list at `origin`; the other list then has the root of each. */
function joinCells(h: Heap, origin: number, count: number, lane: number): void {
  for (let p = lane; p < count; p += LANES) {
    put(h, lists, MOST_ENTRIES - origin + (at(h, lists, origin + p) & ENTRY_CELL_MASK), p)
    atomicStore(h, parents, p, p)
  }
  waitForGroup(h)
  for (let p = lane; p < count; p += LANES) joinNeighboursOf(h, origin, p)
  waitForGroup(h)
  for (let p = lane; p < count; p += LANES) atomicStore(h, parents, p, regionRoot(h, p))
  waitForGroup(h)
}

/** Writes the number of its region into every entry of the list at `origin`; returns the number of regions. */
function numberRegions(h: Heap, origin: number, count: number, lane: number): number {
  const begin = stretchBegin(lane, count)
  const end = stretchBegin(lane + 1, count)
  let rootCount = 0
  for (let p = begin; p < end; p++) {
    if (atomicLoad(h, parents, p) === p) rootCount++
  }
  put(h, groupSums, lane, rootCount)
  waitForGroup(h)
  let number = 0
  for (let k = 0; k < lane; k++) number += at(h, groupSums, k)
  if (lane === LANES - 1) put(h, labelJob, LABEL_REGIONS, number + rootCount)
  for (let p = begin; p < end; p++) {
    if (atomicLoad(h, parents, p) === p) {
      put(h, lists, origin + p, at(h, lists, origin + p) | (number << ENTRY_REGION_SHIFT))
      number++
    }
  }
  waitForGroup(h)
  for (let p = lane; p < count; p += LANES) {
    const root = atomicLoad(h, parents, p)
    if (root !== p) {
      const region = at(h, lists, origin + root) >> ENTRY_REGION_SHIFT
      put(h, lists, origin + p, at(h, lists, origin + p) | (region << ENTRY_REGION_SHIFT))
    }
  }
  return uniformAt(h, labelJob, LABEL_REGIONS)
}

/** Finds the background, and whether all colours are from 0 to 15. */
function chooseBackground(h: Heap): void {
  let background = NO_BACKGROUND
  let foreground = at(h, labelJob, LABEL_CELLS)
  if (at(h, labelJob, LABEL_IS_WITHOUT_BACKGROUND) !== 0) {
    background = mostCounted(h)
    foreground -= countOfColor(h, background)
  }
  put(h, labelJob, LABEL_BACKGROUND, background)
  put(h, labelJob, LABEL_FOREGROUND, foreground)
  put(h, labelJob, LABEL_IS_COMMON, hasOtherColors(h) ? 0 : 1)
  atomicStore(h, labelRuns, 0, 0)
}

/** Lists the cells, those of the background as absent, and counts the runs of equal cells in rows. */
function listCells(h: Heap, lane: number): void {
  const cols = at(h, labelJob, LABEL_COLS)
  const cells = at(h, labelJob, LABEL_CELLS)
  const cellsFrom = at(h, labelJob, LABEL_CELLS_AT)
  const background = at(h, labelJob, LABEL_BACKGROUND)
  let runs = 0
  for (let k = lane; k < cells; k += LANES) {
    const color = at(h, heap, cellsFrom + k)
    const isLeft = color === background
    const isStart = k % cols === 0 || at(h, heap, cellsFrom + k - 1) !== color
    put(h, lists, k, isLeft ? ABSENT : (color << ENTRY_COLOR_SHIFT) | k)
    if (isStart && !isLeft) runs++
  }
  atomicAdd(h, labelRuns, 0, runs)
  waitForGroup(h)
}

/** The work of the whole call. */
function labellingWork(h: Heap, count: number, regions: number): number {
  const background = at(h, labelJob, LABEL_IS_WITHOUT_BACKGROUND) !== 0 ? MOST_COLOR_WORK : 0
  const runs = (hasTriples(h) ? 0 : 16) + atomicLoad(h, labelRuns, 0)
  return background + 5 * at(h, labelJob, LABEL_CELLS) + runs + count + 3 * regions + (regions > 0 ? 1 : 0)
}

/** Writes the regions behind their set at `place`; their cells are in the list at `origin`, region by region. */
function writeRegions(h: Heap, place: number, origin: number, count: number, regions: number, lane: number): void {
  const cols = at(h, labelJob, LABEL_COLS)
  const regionsAt = place + 1 + regions
  const firstsAt = MOST_ENTRIES - origin
  for (let p = lane; p < count; p += LANES) {
    const entry = at(h, lists, origin + p)
    const region = entry >> ENTRY_REGION_SHIFT
    const cell = entry & ENTRY_CELL_MASK
    const row = divideTowardsZero(cell, cols)
    const word = packCell(h, (entry >> ENTRY_COLOR_SHIFT) & 15, row, cell - row * cols)
    put(h, heap, regionsAt + 1 + region + p, word)
    const isFirst = p === 0 || at(h, lists, origin + p - 1) >> ENTRY_REGION_SHIFT !== region
    if (isFirst) put(h, lists, firstsAt + region, p)
  }
  waitForGroup(h)
  for (let region = lane; region < regions; region += LANES) {
    const first = at(h, lists, firstsAt + region)
    let end = count
    if (region + 1 < regions) end = at(h, lists, firstsAt + region + 1)
    const block = regionsAt + region + first
    put(h, heap, block, ((end - first) << KIND_BITS) | CELL_SET)
    put(h, heap, place + 1 + region, refTo(block))
  }
  if (lane === 0) put(h, heap, place, (regions << KIND_BITS) | SET)
}

export function objectsTogether(h: Heap, lane: number): number {
  countCellsTogether(h, at(h, labelJob, LABEL_CELLS_AT), at(h, labelJob, LABEL_CELLS), lane)
  if (lane === 0) chooseBackground(h)
  if (uniformAt(h, labelJob, LABEL_IS_COMMON) === 0) return DECLINED
  listCells(h, lane)
  // The first pass is by colour, the others, as many as there are digits, by region. In layout t cells are ordered by place alone: all
  // have the digit 0, as the numbers of regions are not written yet.
  const count = at(h, labelJob, LABEL_FOREGROUND)
  const firstShift = hasTriples(h) ? ENTRY_REGION_SHIFT : ENTRY_COLOR_SHIFT
  sortByDigit(h, 0, MOST_ENTRIES, at(h, labelJob, LABEL_CELLS), firstShift, lane)
  joinCells(h, MOST_ENTRIES, count, lane)
  const regions = numberRegions(h, MOST_ENTRIES, count, lane)
  let origin = MOST_ENTRIES
  for (let shift = 0; (regions - 1) >> shift > 0; shift += 4) {
    sortByDigit(h, origin, MOST_ENTRIES - origin, count, ENTRY_REGION_SHIFT + shift, lane)
    origin = MOST_ENTRIES - origin
  }
  if (lane === 0) takeRoom(h, count + 2 * regions + (regions > 0 ? 1 : 0), labellingWork(h, count, regions))
  const place = roomPlace(h)
  if (place === NOWHERE) return roomOutcome(h)
  if (regions === 0) return EMPTY_SET
  writeRegions(h, place, origin, count, regions, lane)
  return refTo(place)
}
