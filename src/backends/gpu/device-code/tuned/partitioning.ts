// The cells of a grid by colour, by a workgroup: counted by colour and invocation, then each written to its place. The counterpart of
// `partition` and `fgpartition` in src/primitives/segmentation.ts for grids of the colours 0 to 15.
//
// Work: as that of `objects` (objects.ts), the regions being the colours; in layout t, where the runs are listed by colour and by place, 1 more a run
// and 16.

import { CELL_SET, KIND_BITS, SET } from '../../../../kernel/blocks.ts'
import { packCell } from '../../../../kernel/cells.ts'
import { COUNTED_COLORS } from '../../../../kernel/colors.ts'
import { EMPTY_SET, type Heap, NOWHERE, divideTowardsZero, hasTriples } from '../../../../kernel/heap.ts'
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
  waitForGroup,
} from '../intrinsics.ts'
import {
  tallyOfColor,
  gridCellsAt,
  gridCellsCols,
  gridCellsCount,
  hasStrangeColors,
  noteGridCells,
  takePlaceOfColor,
  tallyColors,
} from './cells-by-color.ts'
import { LANES, LARGEST, declineRoom, roomOutcome, roomPlace, stretchOf, takeRoom } from './group-queue.ts'
import { MOST_COLOR_WORK } from './most-color.ts'

const partitionJob = sharedWords(3)
const PART_IS_WITHOUT_BACKGROUND = 0
const PART_BACKGROUND = 1
const PART_COUNT = 2
const NO_BACKGROUND_COLOR = -1

/** By colour the address of its part, and what orders the parts: in layout t, the place of its first cell. */
const partStarts = sharedWords(COUNTED_COLORS)
const partKeys = sharedAtomics(COUNTED_COLORS)
const partRuns = sharedAtomics(1)

const LEAST_PARTED_CELLS = 64

function choosePartitioning(h: Heap, grid: number, isWithoutBackground: number): boolean {
  put(h, partitionJob, PART_IS_WITHOUT_BACKGROUND, isWithoutBackground)
  atomicStore(h, partRuns, 0, 0)
  for (let color = 0; color < COUNTED_COLORS; color++) atomicStore(h, partKeys, color, LARGEST)
  return noteGridCells(h, grid, LEAST_PARTED_CELLS)
}

export function choosePartition(h: Heap, grid: number): boolean {
  return choosePartitioning(h, grid, 0)
}

export function chooseFgpartition(h: Heap, grid: number): boolean {
  return choosePartitioning(h, grid, 1)
}

/** Finds the most frequent colour, the smallest of several, and counts the parts. */
function chooseParted(h: Heap): void {
  let background = NO_BACKGROUND_COLOR
  let most = 0
  let parts = 0
  for (let color = 0; color < COUNTED_COLORS; color++) {
    const count = tallyOfColor(h, color)
    if (count > 0) parts++
    if (count > most) {
      background = color
      most = count
    }
  }
  const isWithout = at(h, partitionJob, PART_IS_WITHOUT_BACKGROUND) !== 0
  put(h, partitionJob, PART_BACKGROUND, isWithout ? background : NO_BACKGROUND_COLOR)
  put(h, partitionJob, PART_COUNT, isWithout ? parts - 1 : parts)
}

/** Counts the runs that are left, and finds the first cell of each colour. */
function inspectCells(h: Heap, lane: number): void {
  const from = gridCellsAt(h)
  const cols = gridCellsCols(h)
  const count = gridCellsCount(h)
  const background = at(h, partitionJob, PART_BACKGROUND)
  let runs = 0
  for (let k = lane; k < count; k += LANES) {
    const color = at(h, heap, from + k)
    const isStart = k % cols === 0 || at(h, heap, from + k - 1) !== color
    if (isStart && color !== background) {
      runs++
      atomicMin(h, partKeys, color, hasTriples(h) ? k : color)
    }
  }
  atomicAdd(h, partRuns, 0, runs)
}

/** Allocates the set and its parts, with the work of the whole call. */
function takeParts(h: Heap): void {
  const background = at(h, partitionJob, PART_BACKGROUND)
  const count = gridCellsCount(h)
  const parts = at(h, partitionJob, PART_COUNT)
  const left = background === NO_BACKGROUND_COLOR ? count : count - tallyOfColor(h, background)
  const runs = atomicLoad(h, partRuns, 0)
  const counting = at(h, partitionJob, PART_IS_WITHOUT_BACKGROUND) !== 0 ? MOST_COLOR_WORK : 0
  const listing = COUNTED_COLORS + (hasTriples(h) ? 2 * runs : runs)
  const header = parts > 0 ? 1 : 0
  takeRoom(h, header + 2 * parts + left, counting + 5 * count + listing + left + 3 * parts + header)
}

/** How many cells, and how many parts, come before a colour. */
const beforePart = { cells: 0, parts: 0 }

function countBeforePart(h: Heap, own: number): void {
  const key = atomicLoad(h, partKeys, own)
  beforePart.cells = 0
  beforePart.parts = 0
  for (let color = 0; color < COUNTED_COLORS; color++) {
    if (atomicLoad(h, partKeys, color) < key) {
      beforePart.cells += tallyOfColor(h, color)
      beforePart.parts++
    }
  }
}

/** For both. */
export function partitionTogether(h: Heap, lane: number): number {
  tallyColors(h, lane)
  if (lane === 0) chooseParted(h)
  waitForGroup(h)
  if (!hasStrangeColors(h)) inspectCells(h, lane)
  waitForGroup(h)
  if (lane === 0) {
    if (hasStrangeColors(h)) declineRoom(h)
    else takeParts(h)
  }
  const place = roomPlace(h)
  if (place === NOWHERE) return roomOutcome(h)
  const parts = at(h, partitionJob, PART_COUNT)
  if (lane < COUNTED_COLORS && atomicLoad(h, partKeys, lane) < LARGEST) {
    countBeforePart(h, lane)
    const block = place + 1 + parts + beforePart.parts + beforePart.cells
    put(h, heap, block, (tallyOfColor(h, lane) << KIND_BITS) | CELL_SET)
    put(h, heap, place + 1 + beforePart.parts, refTo(block))
    put(h, partStarts, lane, block + 1)
  }
  if (lane === 0 && parts > 0) put(h, heap, place, (parts << KIND_BITS) | SET)
  waitForGroup(h)
  const from = gridCellsAt(h)
  const cols = gridCellsCols(h)
  const background = at(h, partitionJob, PART_BACKGROUND)
  const end = stretchOf(lane + 1, gridCellsCount(h))
  for (let k = stretchOf(lane, gridCellsCount(h)); k < end; k++) {
    const color = at(h, heap, from + k)
    const row = divideTowardsZero(k, cols)
    const before = takePlaceOfColor(h, color, lane)
    if (color !== background) put(h, heap, at(h, partStarts, color) + before, packCell(h, color, row, k - row * cols))
  }
  return parts === 0 ? EMPTY_SET : refTo(place)
}
