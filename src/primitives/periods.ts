// Periods: after how many rows or columns an object repeats itself.

import { CELL_SET, elementsAt, itemAt, kindOf, sizeOf } from '../kernel/blocks.ts'
import { boundsOf } from '../kernel/bounds.ts'
import { cellCol, cellColor, cellRow, packCell } from '../kernel/cells.ts'
import { OVERFLOW_ERROR, TYPE_ERROR } from '../kernel/errors.ts'
import { type Heap, failed, faultWord, load, peek, push, scratchTop, spend } from '../kernel/heap.ts'
import { spanOf } from '../kernel/measuring.ts'
import { COLUMN, ROW, colorAt, colorIn, coordinateOf, holdsCells, locationAt, locationIn } from '../kernel/patches.ts'
import { finishSet, setHas } from '../kernel/sets.ts'
import { indexCol, indexRow, newCell } from '../kernel/tuples.ts'
import { FALSE, type Word, isError, isInt } from '../kernel/words.ts'
import type { Integer, Object_ } from './signature.ts'

/**
 * The least number of columns by which it can be moved left onto itself, what leaves its box not counting; or its width.
 * @example hperiod(<12312/45645>)
 */
export function hperiod(h: Heap, obj: Object_): Integer {
  return periodAlong(h, obj, COLUMN)
}

/**
 * The least number of rows by which it can be moved up onto itself, what leaves its box not counting; or its height.
 * @example vperiod(<12/34/12/34>)
 */
export function vperiod(h: Heap, obj: Object_): Integer {
  return periodAlong(h, obj, ROW)
}

function periodAlong(h: Heap, obj: Word, axis: number): Word {
  if (sizeOf(h, obj) === 0) return 0
  const bounds = boundsOf(h, obj, true)
  if (isError(bounds)) return bounds
  const start = peek(h, bounds + axis)
  const span = spanOf(start, peek(h, bounds + 2 + axis))
  if (!isInt(span)) return OVERFLOW_ERROR
  if (holdsCells(h, obj) === FALSE) return span > 1 ? TYPE_ERROR : span
  const cells = cellSetOf(h, obj)
  if (isError(cells)) return cells
  const compact = kindOf(h, cells) === CELL_SET
  let period = 1
  while (period < span && spend(h, sizeOf(h, cells))) {
    const rowStep = axis === ROW ? period : 0
    const colStep = axis === ROW ? 0 : period
    const least = start + period
    const repeats = compact
      ? repeatsCells(h, cells, axis, least, rowStep, colStep)
      : repeatsAnything(h, cells, axis, least, rowStep, colStep)
    if (repeats) return failed(h) ? faultWord(h) : period
    period++
  }
  return failed(h) ? faultWord(h) : span
}

/** The cells of an object that has bounds, but may be a tuple or hold cells that are sets of two. */
function cellSetOf(h: Heap, obj: Word): Word {
  if (kindOf(h, obj) === CELL_SET) return obj
  const count = sizeOf(h, obj)
  const list = scratchTop(h)
  for (let k = 0; k < count; k++) {
    const place = locationAt(h, obj, true, k)
    push(h, newCell(h, colorAt(h, obj, k), coordinateOf(h, place, ROW), coordinateOf(h, place, COLUMN)))
  }
  return finishSet(h, list)
}

/** Whether every cell from row or column `least` on has an equal cell the given number of rows up or columns to the left. */
function repeatsCells(h: Heap, cells: Word, axis: number, least: number, rowStep: number, colStep: number): boolean {
  const from = elementsAt(cells)
  const end = from + sizeOf(h, cells)
  // Moving keeps the order, so that one walk along the cells meets all that are looked for.
  let met = from
  for (let a = from; a < end; a++) {
    const cell = load(h, a)
    const row = cellRow(h, cell)
    const col = cellCol(h, cell)
    if ((axis === ROW ? row : col) >= least) {
      const like = packCell(h, cellColor(h, cell), row - rowStep, col - colStep)
      while (met < a && load(h, met) < like) met++
      if (load(h, met) !== like) return false
    }
  }
  return true
}

/** The same for cells that are not in their compact form. */
function repeatsAnything(h: Heap, cells: Word, axis: number, least: number, rowStep: number, colStep: number): boolean {
  const count = sizeOf(h, cells)
  for (let k = 0; k < count; k++) {
    const cell = itemAt(h, cells, k)
    const index = locationIn(h, cell)
    const row = indexRow(h, index)
    const col = indexCol(h, index)
    if ((axis === ROW ? row : col) >= least) {
      if (!setHas(h, cells, newCell(h, colorIn(h, cell), row - rowStep, col - colStep))) return false
    }
  }
  return true
}
