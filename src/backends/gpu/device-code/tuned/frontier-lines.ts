// The rows and columns of a grid that have one colour, by a workgroup: each invocation examines lines and writes objects, which are then sorted
// as in sorting-sets.ts. The counterpart of `frontiers` in src/primitives/frontiers.ts for grids.
//
// Work: 1 per row and column; for each object, 1 per cell, 1 for its header and 1 for its place in the list; then that of `finishSet`.

import { CELL_SET, GRID, KIND_BITS, cellsAt, gridCols, gridRows, isBlock } from '../../../../kernel/blocks.ts'
import { fitsCell, packCell } from '../../../../kernel/cells.ts'
import { EMPTY_SET, type Heap, NOWHERE, heapTop } from '../../../../kernel/heap.ts'
import { refTo } from '../../../../kernel/words.ts'
import {
  at,
  atomicLoad,
  atomicOr,
  atomicStore,
  heap,
  params,
  put,
  setWork,
  sharedAtomics,
  sharedWords,
  uniformAt,
  waitForGroup,
  waitForHeap,
} from '../intrinsics.ts'
import { DECLINED, LANES, declineRoom, roomOutcome, roomPlace, takeRoom } from './group-queue.ts'
import { sortItemsTogether } from './sorting-items.ts'
import { takeDistinct } from './sorting-sets.ts'

const MOST_LINES = 256
const LEAST_LINED_CELLS = 64

const lineJob = sharedWords(6)
const LINES_ROWS = 0
const LINES_COLS = 1
const LINES_AT = 2
/** The rows and the columns that are objects, and the words of all objects. */
const LINES_ROWS_FOUND = 3
const LINES_FOUND = 4
const LINES_WORDS = 5

/** For each row, then each column, whether it has one colour. */
const lineMarks = sharedWords(MOST_LINES)
/** Whether such a colour does not fit a cell. */
const lineStrange = sharedAtomics(1)

export function chooseFrontiers(h: Heap, grid: number): boolean {
  if (!isBlock(h, grid, GRID)) return false
  const rows = gridRows(h, grid)
  const cols = gridCols(h, grid)
  put(h, lineJob, LINES_ROWS, rows)
  put(h, lineJob, LINES_COLS, cols)
  put(h, lineJob, LINES_AT, cellsAt(grid))
  atomicStore(h, lineStrange, 0, 0)
  const isSmall = rows > 0 && rows < MOST_LINES && cols > 0 && cols < MOST_LINES && rows + cols <= MOST_LINES
  return isSmall && rows * cols >= LEAST_LINED_CELLS && rows * cols <= heapTop(h) - cellsAt(grid)
}

/** Examines the lines of an invocation. */
function markLinesOf(h: Heap, lane: number): void {
  const rows = at(h, lineJob, LINES_ROWS)
  const cols = at(h, lineJob, LINES_COLS)
  for (let line = lane; line < rows + cols; line += LANES) {
    const isRow = line < rows
    const from = at(h, lineJob, LINES_AT) + (isRow ? line * cols : line - rows)
    const step = isRow ? 1 : cols
    const size = isRow ? cols : rows
    const color = at(h, heap, from)
    let k = 1
    while (k < size && at(h, heap, from + k * step) === color) k++
    put(h, lineMarks, line, k === size ? 1 : 0)
    if (k === size && !fitsCell(color, 0, 0)) atomicOr(h, lineStrange, 0, 1)
  }
}

/** How many of the first lines are objects. */
function linesBefore(h: Heap, end: number): number {
  let count = 0
  for (let line = 0; line < end; line++) count += at(h, lineMarks, line)
  return count
}

function countLines(h: Heap): void {
  const rows = at(h, lineJob, LINES_ROWS)
  const cols = at(h, lineJob, LINES_COLS)
  const rowsFound = linesBefore(h, rows)
  const found = linesBefore(h, rows + cols)
  put(h, lineJob, LINES_ROWS_FOUND, rowsFound)
  put(h, lineJob, LINES_FOUND, found)
  put(h, lineJob, LINES_WORDS, rowsFound * (cols + 1) + (found - rowsFound) * (rows + 1))
}

/** Writes the objects of an invocation to `room`, and their references to `list`. */
function writeLines(h: Heap, room: number, list: number, lane: number): void {
  const rows = at(h, lineJob, LINES_ROWS)
  const cols = at(h, lineJob, LINES_COLS)
  const rowsFound = at(h, lineJob, LINES_ROWS_FOUND)
  for (let line = lane; line < rows + cols; line += LANES) {
    if (at(h, lineMarks, line) !== 0) {
      const isRow = line < rows
      const number = linesBefore(h, line)
      const block = isRow
        ? room + number * (cols + 1)
        : room + rowsFound * (cols + 1) + (number - rowsFound) * (rows + 1)
      const size = isRow ? cols : rows
      const color = at(h, heap, at(h, lineJob, LINES_AT) + (isRow ? line * cols : line - rows))
      put(h, heap, list + number, refTo(block))
      put(h, heap, block, (size << KIND_BITS) | CELL_SET)
      for (let k = 0; k < size; k++) {
        put(h, heap, block + 1 + k, packCell(h, color, isRow ? line : k, isRow ? k : line - rows))
      }
    }
  }
}

export function frontiersTogether(h: Heap, lane: number): number {
  markLinesOf(h, lane)
  waitForGroup(h)
  if (lane === 0) countLines(h)
  const found = uniformAt(h, lineJob, LINES_FOUND)
  const words = at(h, lineJob, LINES_WORDS)
  const work = at(h, lineJob, LINES_ROWS) + at(h, lineJob, LINES_COLS) + words + found
  if (found === 0) {
    // Sorting an empty list counts its one run.
    if (work + 1 >= params.statementBudget) return DECLINED
    setWork(h, work + 1)
    return EMPTY_SET
  }
  if (lane === 0) {
    if (atomicLoad(h, lineStrange, 0) === 0) takeRoom(h, words + 3 * found, 0)
    else declineRoom(h)
  }
  const room = roomPlace(h)
  if (room === NOWHERE) return roomOutcome(h)
  writeLines(h, room, room + words, lane)
  waitForHeap(h)
  const sorted = sortItemsTogether(h, room + words, found, lane)
  return takeDistinct(h, sorted, found, work, lane)
}
