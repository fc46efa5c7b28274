// Sets that a workgroup makes element by element: of a grid (ofcolor), of a patch (toobject, recolor, toindices) or of selected sets (mfilter).
// The words are listed in a room of their own first, and finished as a set. The counterparts are in src/primitives/conversions.ts
// and `flattenSelected` in src/kernel/gathering.ts.
//
// Work: that of `finishListTogether`, and for `ofcolor` 1 per cell of the grid.

import {
  CELL_SET,
  GRID,
  LIST,
  PAIR_SET,
  SET,
  cellsAt,
  elementsAt,
  gridCols,
  gridRows,
  isBlock,
  kindOf,
  sizeOf,
} from '../../../../kernel/blocks.ts'
import { cellCol, cellRow, fitsCell, packCell } from '../../../../kernel/cells.ts'
import { type Heap, NOWHERE, divideTowardsZero, heapTop } from '../../../../kernel/heap.ts'
import { isInt, packPair, pairCol, pairRow } from '../../../../kernel/words.ts'
import {
  at,
  atomicLoad,
  atomicOr,
  atomicStore,
  heap,
  put,
  sharedAtomics,
  sharedWords,
  uniformAt,
  waitForGroup,
  waitForHeap,
} from '../intrinsics.ts'
import { finishListTogether } from './gathering.ts'
import { LANES, MOST_SIDE, declineRoom, groupSums, roomOutcome, roomPlace, stretchOf, takeRoom } from './group-queue.ts'

const convertJob = sharedWords(8)
const CONVERT_WAY = 0
const CONVERT_AT = 1
const CONVERT_COUNT = 2
/** Whether the elements are cells. */
const CONVERT_CELLS = 3
/** The grid, or the results of a condition; and the colour that is sought or given. */
const CONVERT_GRID_AT = 4
const CONVERT_ROWS = 5
const CONVERT_COLS = 6
const CONVERT_COLOR = 7

const OF_COLOR = 0
const TO_OBJECT = 1
const RECOLOR = 2
const TO_INDICES = 3
const SELECT = 4

/** Whether an element becomes no cell that fits a word. */
const convertStrange = sharedAtomics(1)
const convertTotal = sharedWords(1)

/** Fewer elements than this are left to one invocation; a list of more is not gathered. */
const LEAST_ELEMENTS = 64
const LEAST_SETS = 4
const MOST_ELEMENTS = 4096

/** The word that an element was made to, and their number: 0 or 1. */
const converted = { word: 0, count: 0 }

function chooseGrid(h: Heap, grid: number): boolean {
  if (!isBlock(h, grid, GRID)) return false
  const rows = gridRows(h, grid)
  const cols = gridCols(h, grid)
  put(h, convertJob, CONVERT_GRID_AT, cellsAt(grid))
  put(h, convertJob, CONVERT_ROWS, rows)
  put(h, convertJob, CONVERT_COLS, cols)
  const isSmall = rows > 0 && rows <= MOST_SIDE && cols > 0 && cols <= MOST_SIDE
  return isSmall && rows * cols <= heapTop(h) - cellsAt(grid)
}

function chooseElements(h: Heap, way: number, from: number, count: number): boolean {
  put(h, convertJob, CONVERT_WAY, way)
  put(h, convertJob, CONVERT_AT, from)
  put(h, convertJob, CONVERT_COUNT, count)
  atomicStore(h, convertStrange, 0, 0)
  const least = way === SELECT ? LEAST_SETS : LEAST_ELEMENTS
  return count >= least && count <= MOST_ELEMENTS && count <= heapTop(h) - from
}

function choosePatch(h: Heap, way: number, patch: number): boolean {
  const kind = kindOf(h, patch)
  if (kind !== PAIR_SET && kind !== CELL_SET) return false
  put(h, convertJob, CONVERT_CELLS, kind === CELL_SET ? 1 : 0)
  return chooseElements(h, way, elementsAt(patch), sizeOf(h, patch))
}

export function chooseOfcolor(h: Heap, grid: number, color: number): boolean {
  put(h, convertJob, CONVERT_COLOR, color)
  if (!isInt(color) || !chooseGrid(h, grid)) return false
  return chooseElements(h, OF_COLOR, cellsAt(grid), gridRows(h, grid) * gridCols(h, grid))
}

export function chooseToobject(h: Heap, patch: number, grid: number): boolean {
  return chooseGrid(h, grid) && choosePatch(h, TO_OBJECT, patch)
}

export function chooseRecolor(h: Heap, color: number, patch: number): boolean {
  put(h, convertJob, CONVERT_COLOR, color)
  return isInt(color) && choosePatch(h, RECOLOR, patch)
}

export function chooseToindices(h: Heap, patch: number): boolean {
  return kindOf(h, patch) === CELL_SET && choosePatch(h, TO_INDICES, patch)
}

export function chooseMfilter(h: Heap, container: number, _f: number, results: number): boolean {
  if (!isBlock(h, container, SET) || !isBlock(h, results, LIST)) return false
  put(h, convertJob, CONVERT_GRID_AT, elementsAt(results))
  const count = sizeOf(h, container)
  const hasResults = sizeOf(h, results) === count && count <= heapTop(h) - elementsAt(results)
  const isCommon = chooseElements(h, SELECT, elementsAt(container), count)
  return isCommon && hasResults
}

/** Makes the word of element `k`; returns whether it is strange. */
function convertElement(h: Heap, k: number): boolean {
  const way = at(h, convertJob, CONVERT_WAY)
  const cols = at(h, convertJob, CONVERT_COLS)
  let color = at(h, convertJob, CONVERT_COLOR)
  const element = at(h, heap, at(h, convertJob, CONVERT_AT) + k)
  if (way === SELECT) {
    const result = at(h, heap, at(h, convertJob, CONVERT_GRID_AT) + k)
    converted.word = element
    converted.count = result !== 0 ? 1 : 0
    return !isInt(result)
  }
  const isCell = at(h, convertJob, CONVERT_CELLS) !== 0
  let row = isCell ? cellRow(h, element) : pairRow(element)
  let col = isCell ? cellCol(h, element) : pairCol(element)
  converted.count = 1
  if (way === OF_COLOR) {
    converted.count = element === color ? 1 : 0
    row = divideTowardsZero(k, cols)
    col = k - row * cols
  }
  if (way === TO_OBJECT) {
    const rows = at(h, convertJob, CONVERT_ROWS)
    const isInside = row >= 0 && row < rows && col >= 0 && col < cols
    converted.count = isInside ? 1 : 0
    color = at(h, heap, at(h, convertJob, CONVERT_GRID_AT) + (isInside ? row * cols + col : 0))
  }
  const isPair = way === OF_COLOR || way === TO_INDICES
  converted.word = isPair ? packPair(row, col) : packCell(h, color, row, col)
  return converted.count > 0 && !isPair && !fitsCell(color, row, col)
}

/** For all of them. */
export function convertTogether(h: Heap, lane: number): number {
  const count = at(h, convertJob, CONVERT_COUNT)
  const begin = stretchOf(lane, count)
  const end = stretchOf(lane + 1, count)
  let kept = 0
  let strange = 0
  for (let k = begin; k < end; k++) {
    if (convertElement(h, k)) strange = 1
    kept += converted.count
  }
  atomicOr(h, convertStrange, 0, strange)
  put(h, groupSums, lane, kept)
  waitForGroup(h)
  let before = 0
  for (let k = 0; k < lane; k++) before += at(h, groupSums, k)
  if (lane === LANES - 1) put(h, convertTotal, 0, before + kept)
  const total = uniformAt(h, convertTotal, 0)
  if (lane === 0) {
    if (atomicLoad(h, convertStrange, 0) === 0) takeRoom(h, total, 0)
    else declineRoom(h)
  }
  const list = roomPlace(h)
  if (list === NOWHERE) return roomOutcome(h)
  let to = list + before
  for (let k = begin; k < end; k++) {
    convertElement(h, k)
    if (converted.count > 0) put(h, heap, to, converted.word)
    to += converted.count
  }
  waitForHeap(h)
  const way = uniformAt(h, convertJob, CONVERT_WAY)
  // Sorting an empty list counts its one run.
  const work = way === OF_COLOR ? count : total === 0 ? 1 : 0
  return finishListTogether(h, list, total, way === SELECT, work, lane)
}
