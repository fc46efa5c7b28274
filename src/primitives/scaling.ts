// Scaling: cells, rows and objects repeated by a factor, and grids thinned by one.

import {
  CELL_SET,
  cellsAt,
  elementsAt,
  gridCols,
  gridRows,
  isBlock,
  isContainer,
  isTuple,
  itemAt,
  newBlock,
  sizeOf,
} from '../kernel/blocks.ts'
import { CELL_BITS, cellCol, cellRow, cellShift } from '../kernel/cells.ts'
import { INDEX_ERROR, OVERFLOW_ERROR, TYPE_ERROR, VALUE_ERROR } from '../kernel/errors.ts'
import { isGrid, newGrid, strideGrid } from '../kernel/grids.ts'
import {
  EMPTY_SET,
  EMPTY_TUPLE,
  type Heap,
  copyStrided,
  copyWords,
  divideTowardsZero,
  failed,
  faultWord,
  load,
  poke,
  push,
  reserveScratch,
  scratchTop,
  spend,
  store,
} from '../kernel/heap.ts'
import { pushRepeated, scaleSize } from '../kernel/joining.ts'
import { COLUMN, GREATEST, LEAST, ROW, colorIn, extremeOf, holdsCells, locationIn } from '../kernel/patches.ts'
import { finishSet } from '../kernel/sets.ts'
import { rowSize, tableCell } from '../kernel/tables.ts'
import { finishTuple, indexCol, indexRow, newCell } from '../kernel/tuples.ts'
import { CELL_REACH, INT_MAX, TRUE, type Word, isError, isInt } from '../kernel/words.ts'
import type { Element, Grid, Integer, Object_ } from './signature.ts'

/**
 * Every cell repeated along its row.
 * @example hupscale([12/34], 2)
 */
export function hupscale(h: Heap, grid: Grid, factor: Integer): Grid {
  if (isGrid(h, grid) && isInt(factor)) return scaleGrid(h, grid, 1, factor)
  return isContainer(h, grid) ? scaleTable(h, grid, 1, factor) : TYPE_ERROR
}

/**
 * Every row repeated.
 * @example vupscale([12/34], 2)
 */
export function vupscale(h: Heap, grid: Grid, factor: Integer): Grid {
  if (isGrid(h, grid) && isInt(factor)) return scaleGrid(h, grid, factor, 1)
  const rows = sizeOf(h, grid)
  if (rows < 0 || (rows > 0 && !isInt(factor))) return TYPE_ERROR
  const list = scratchTop(h)
  for (let i = 0; i < rows; i++) pushRepeated(h, itemAt(h, grid, i), factor)
  return finishTuple(h, list)
}

/**
 * A grid with every cell enlarged to a square of factor × factor cells, or an object scaled about its upper left corner.
 * @as ar upscale(element: Element, factor: Integer): Element
 * @example upscale([12/34], 2)
 */
export function upscale(h: Heap, element: Element, factor: Integer): Element {
  if (sizeOf(h, element) === 0) return element
  if (!isInt(factor) || !isContainer(h, element)) return TYPE_ERROR
  if (isGrid(h, element)) return scaleGrid(h, element, factor, factor)
  return isTuple(h, element) ? scaleTable(h, element, factor, factor) : scaleObject(h, element, factor)
}

/**
 * A grid with every cell made a square of that many cells.
 * @as t upscale_t(grid: Grid, factor: Integer): Grid
 * @example upscale_t([12/34], 2)
 */
export function upscale_t(h: Heap, grid: Grid, factor: Integer): Grid {
  if (sizeOf(h, grid) === 0) return EMPTY_TUPLE
  if (!isInt(factor) || !isContainer(h, grid)) return TYPE_ERROR
  return isGrid(h, grid) ? scaleGrid(h, grid, factor, factor) : scaleTable(h, grid, factor, factor)
}

/**
 * An object scaled about its upper left corner.
 * @as t upscale_f(obj: Object, factor: Integer): Object
 * @example upscale_f(<2.../22../..../....>, 2)
 */
export function upscale_f(h: Heap, obj: Object_, factor: Integer): Object_ {
  if (sizeOf(h, obj) === 0) return EMPTY_SET
  return isInt(factor) && isContainer(h, obj) ? scaleObject(h, obj, factor) : TYPE_ERROR
}

function scaleGrid(h: Heap, grid: Word, rowFactor: number, colFactor: number): Word {
  const rows = gridRows(h, grid)
  const cols = gridCols(h, grid)
  const outRows = scaleSize(rows, rowFactor)
  const outCols = scaleSize(cols, colFactor)
  if (isError(outRows)) return outRows
  if (isError(outCols)) return outCols
  const out = newGrid(h, outRows, outCols)
  if (isError(out) || outRows === 0 || outCols === 0) return out
  let to = cellsAt(out)
  for (let i = 0; i < rows; i++) {
    const from = cellsAt(grid) + i * cols
    const row = to
    // Each cell as often as the factor says: a step of 0 between them.
    copyStrided(h, to, from, cols, colFactor, 1, 0)
    to += outCols
    for (let n = 1; n < rowFactor; n++) {
      copyWords(h, to, row, outCols)
      to += outCols
    }
  }
  return out
}

/** As `scaleGrid` for any container of rows; the column factor need not be a number where no row has a cell. */
function scaleTable(h: Heap, table: Word, rowFactor: number, colFactor: Word): Word {
  const rows = sizeOf(h, table)
  const list = scratchTop(h)
  for (let i = 0; i < rows; i++) {
    const row = itemAt(h, table, i)
    const cols = sizeOf(h, row)
    if (cols < 0 || (cols > 0 && !isInt(colFactor))) return TYPE_ERROR
    const cells = scratchTop(h)
    // A factor of 0 or less leaves nothing of a row: walking along it would not be counted.
    if (colFactor > 0) for (let j = 0; j < cols; j++) pushRepeated(h, itemAt(h, row, j), colFactor)
    // The rows are one and the same, but cost what they hold, as those of a grid do.
    const cellCount = scaleSize(scratchTop(h) - cells, rowFactor)
    if (isError(cellCount)) return cellCount
    if (!spend(h, cellCount)) return faultWord(h)
    pushRepeated(h, finishTuple(h, cells), rowFactor)
  }
  return finishTuple(h, list)
}

function scaleObject(h: Heap, obj: Word, factor: number): Word {
  if (holdsCells(h, obj) !== TRUE) return TYPE_ERROR
  const top = extremeOf(h, obj, ROW, LEAST)
  if (isError(top)) return top
  const left = extremeOf(h, obj, COLUMN, LEAST)
  if (isError(left)) return left
  if (factor <= 0) return EMPTY_SET
  const blockCount = scaleSize(factor, factor)
  const cellCount = isError(blockCount) ? blockCount : scaleSize(sizeOf(h, obj), blockCount)
  if (isError(cellCount)) return cellCount
  if (isBlock(h, obj, CELL_SET)) {
    const bottom = scaleFrom(top, extremeOf(h, obj, ROW, GREATEST) + 1, factor)
    const right = scaleFrom(left, extremeOf(h, obj, COLUMN, GREATEST) + 1, factor)
    if (bottom <= CELL_REACH && right <= CELL_REACH) return scaleCells(h, obj, top, left, factor, cellCount)
  }
  const count = sizeOf(h, obj)
  const list = reserveScratch(h, cellCount)
  if (failed(h)) return faultWord(h)
  let to = list
  for (let k = 0; k < count; k++) {
    const cell = itemAt(h, obj, k)
    const index = locationIn(h, cell)
    const row = scaleFrom(top, indexRow(h, index), factor)
    const col = scaleFrom(left, indexCol(h, index), factor)
    if (row === TOO_FAR || col === TOO_FAR) return OVERFLOW_ERROR
    for (let i = 0; i < factor; i++) {
      for (let j = 0; j < factor; j++) poke(h, to + j, newCell(h, colorIn(h, cell), row + i, col + j))
      to += factor
    }
  }
  return finishSet(h, list)
}

const TOO_FAR = 2147483647

/** Where the start of a cell's block goes when what lies from `origin` on is scaled; TOO_FAR where numbers end. */
function scaleFrom(origin: number, place: number, factor: number): number {
  const distance = place - origin
  return distance < divideTowardsZero(INT_MAX, factor) ? origin + distance * factor : TOO_FAR
}

/** `scaleObject` for a CELL_SET of which every cell stays small. */
function scaleCells(h: Heap, obj: Word, top: number, left: number, factor: number, cellCount: number): Word {
  const out = newBlock(h, CELL_SET, cellCount)
  if (isError(out)) return out
  const count = sizeOf(h, obj)
  const from = elementsAt(obj)
  let to = elementsAt(out)
  const shift = cellShift(h)
  const rowShift = shift + CELL_BITS
  let k = 0
  while (k < count) {
    // The cells of one row (in layout a, of one row and colour) are scaled together: so the result comes out ascending.
    const head = load(h, from + k)
    const row = scaleFrom(top, cellRow(h, head), factor)
    let end = k + 1
    while (end < count && load(h, from + end) >> rowShift === head >> rowShift) end++
    for (let i = 0; i < factor; i++) {
      let m = from + k
      while (m < from + end) {
        // The cells of one place, which differ in the bits below the column.
        const w = load(h, m)
        let next = m + 1
        if (shift > 0) while (next < from + end && load(h, next) >> shift === w >> shift) next++
        const down = row + i - cellRow(h, w)
        const right = scaleFrom(left, cellCol(h, w), factor) - cellCol(h, w)
        for (let j = 0; j < factor; j++) {
          const step = ((down << CELL_BITS) + right + j) << shift
          for (let a = m; a < next; a++) {
            store(h, to, load(h, a) + step)
            to++
          }
        }
        m = next
      }
    }
    k = end
  }
  return out
}

/**
 * Every factor-th row and column, beginning with the first.
 * @example downscale([1122/1122/3344/3344], 2)
 */
export function downscale(h: Heap, grid: Grid, factor: Integer): Grid {
  if (!isTuple(h, grid) || !isInt(factor)) return TYPE_ERROR
  const rows = sizeOf(h, grid)
  if (rows === 0) return INDEX_ERROR
  const cols = rowSize(h, grid, 0)
  if (cols < 0) return TYPE_ERROR
  if (factor === 0) return VALUE_ERROR
  const longest = rows > cols ? rows : cols
  const size = factor < 0 ? -factor : factor
  const step = size < longest ? size : longest
  if (isGrid(h, grid)) {
    return strideGrid(h, grid, stepCount(rows, step), stepCount(cols, step), 0, step * cols, step)
  }
  const list = scratchTop(h)
  for (let i = 0; i < rows; i++) {
    const cells = scratchTop(h)
    // Python reads the rows that are dropped, too: one that is too short is an error.
    for (let j = 0; j < cols; j += step) push(h, tableCell(h, grid, i, j))
    const row = finishTuple(h, cells)
    if (isError(row)) return row
    if (i % step === 0) push(h, row)
  }
  return finishTuple(h, list)
}

/** How many of the numbers 0, step, 2 * step ... are less than the length, which is not 0. */
function stepCount(length: number, step: number): number {
  return divideTowardsZero(length - 1, step) + 1
}
