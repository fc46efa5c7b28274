// The rows of a grid without repeats, by a workgroup: rows are sorted as blocks of their own, the first of equal ones stays. The counterpart of
// `dedupe` in src/primitives/containers.ts for grids whose rows are no pairs and no cells.
//
// Work: of the set of rows, 1 per cell and 2 per row, that of sorting and of dropping repeats, 1 per distinct row and 1. With repeats also 1 per cell and
// 1 per row, a binary search and a test for equality for each row, 2 per distinct row, 1 per cell of the result and 2 for its header.

import { GRID, INTS, KIND_BITS, cellsAt, gridCols, gridRows, isBlock } from '../../../../kernel/blocks.ts'
import { type Heap, NOWHERE, divideTowardsZero, heapTop } from '../../../../kernel/heap.ts'
import { addressOf, refTo } from '../../../../kernel/words.ts'
import { at, heap, params, put, setWork, sharedWords, uniformAt, waitForHeap } from '../intrinsics.ts'
import { DECLINED, LANES, MOST_SIDE, roomOutcome, roomPlace, stretchOf, takeRoom } from './group-queue.ts'
import {
  compareItems,
  compared,
  sortItemsTogether,
  sortingSpent,
  spendSorting,
  sumBefore,
  sumOfAll,
} from './sorting-items.ts'

const rowJob = sharedWords(4)
const ROW_GRID = 0
const ROW_COUNT = 1
const ROW_COLS = 2
const ROW_CELLS_AT = 3

/** Shorter rows may be pairs or cells. */
const LEAST_COLS = 4
/** Smaller grids are left to one invocation. */
const LEAST_CELLS = 36

export function chooseDedupe(h: Heap, grid: number): boolean {
  if (!isBlock(h, grid, GRID)) return false
  const rows = gridRows(h, grid)
  const cols = gridCols(h, grid)
  put(h, rowJob, ROW_GRID, grid)
  put(h, rowJob, ROW_COUNT, rows)
  put(h, rowJob, ROW_COLS, cols)
  put(h, rowJob, ROW_CELLS_AT, cellsAt(grid))
  const isSmall = rows > 0 && rows <= MOST_SIDE && cols >= LEAST_COLS && cols <= MOST_SIDE
  return isSmall && rows * cols >= LEAST_CELLS && rows * cols <= heapTop(h) - cellsAt(grid)
}

/** Whether the row at place `k` of a sorted list is the first of equal ones. */
function isFirstRow(h: Heap, list: number, k: number): boolean {
  if (k === 0) return true
  compareItems(h, at(h, heap, list + k - 1), at(h, heap, list + k))
  return compared.order !== 0
}

/** The comparisons of a binary search that ends at a place of `count`. */
function searchSteps(place: number, count: number): number {
  let low = 0
  let high = count
  let steps = 0
  while (low < high) {
    const middle = (low + high) >> 1
    if (middle < place) low = middle + 1
    else high = middle
    steps++
  }
  return steps
}

/** Writes the rows as blocks, and references to them; both in the room. */
function writeRows(h: Heap, list: number, blocks: number, rows: number, cols: number, lane: number): void {
  const cells = at(h, rowJob, ROW_CELLS_AT)
  const size = cols + 1
  for (let k = lane; k < rows * size; k += LANES) {
    const row = divideTowardsZero(k, size)
    const j = k - row * size
    put(h, heap, blocks + k, j === 0 ? (cols << KIND_BITS) | INTS : at(h, heap, cells + row * cols + j - 1))
  }
  for (let k = lane; k < rows; k += LANES) put(h, heap, list + k, refTo(blocks + k * size))
  waitForHeap(h)
}

export function dedupeTogether(h: Heap, lane: number): number {
  const rows = uniformAt(h, rowJob, ROW_COUNT)
  const cols = at(h, rowJob, ROW_COLS)
  const size = cols + 1
  if (lane === 0) takeRoom(h, rows * (size + 5), 0)
  const room = roomPlace(h)
  if (room === NOWHERE) return roomOutcome(h)
  // Three lists of references, a mark for each row that stays, the numbers of these rows, all rows.
  const marks = room + 3 * rows
  const kept = room + 4 * rows
  const blocks = room + 5 * rows
  writeRows(h, room, blocks, rows, cols, lane)
  const sorted = sortItemsTogether(h, room, rows, lane)
  const begin = stretchOf(lane, rows)
  const end = stretchOf(lane + 1, rows)
  let own = 0
  for (let k = begin; k < end; k++) own += isFirstRow(h, sorted, k) ? 1 : 0
  let place = sumBefore(h, lane, own) - 1
  const distinct = sumOfAll(h)
  const sortWork = rows * size + rows + (rows - 1) * size + distinct + 1
  if (distinct === rows) {
    const total = sortWork + sortingSpent(h)
    if (total >= params.statementBudget) return DECLINED
    setWork(h, total)
    return at(h, rowJob, ROW_GRID)
  }
  let work = 0
  for (let k = begin; k < end; k++) {
    const isFirst = isFirstRow(h, sorted, k)
    place += isFirst ? 1 : 0
    const row = divideTowardsZero(addressOf(at(h, heap, sorted + k)) - blocks, size)
    put(h, heap, marks + row, isFirst ? 1 : 0)
    work += searchSteps(place, distinct) * size + cols
  }
  spendSorting(h, work)
  waitForHeap(h)
  own = 0
  for (let k = begin; k < end; k++) own += at(h, heap, marks + k)
  let to = kept + sumBefore(h, lane, own)
  for (let k = begin; k < end; k++) {
    if (at(h, heap, marks + k) !== 0) put(h, heap, to, k)
    to += at(h, heap, marks + k)
  }
  waitForHeap(h)
  const cells = distinct * cols
  if (lane === 0) takeRoom(h, cells + 2, sortWork + sortingSpent(h) + 2 * distinct + rows * size + cells + 2)
  const grid = roomPlace(h)
  if (grid === NOWHERE) return roomOutcome(h)
  if (lane === 0) {
    put(h, heap, grid, (distinct << KIND_BITS) | GRID)
    put(h, heap, grid + 1, cols)
  }
  const from = at(h, rowJob, ROW_CELLS_AT)
  for (let k = lane; k < cells; k += LANES) {
    const row = divideTowardsZero(k, cols)
    put(h, heap, grid + 2 + k, at(h, heap, from + at(h, heap, kept + row) * cols + k - row * cols))
  }
  return refTo(grid)
}
