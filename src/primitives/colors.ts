// Colours of grids and objects. A tuple is a grid; every element of a set is a cell.

import {
  CELL_SET,
  GRID,
  cellCount,
  cellsAt,
  elementsAt,
  gridCols,
  isTuple,
  itemAt,
  kindOf,
  partAt,
  sizeOf,
} from '../kernel/blocks.ts'
import { cellColor, cellParts, colorPart } from '../kernel/cells.ts'
import { COUNTED_COLORS, UNCOUNTED, countColors, leastColorOf, mostColorOf, pushColors } from '../kernel/colors.ts'
import { equals } from '../kernel/compare.ts'
import { EMPTY_ERROR, INDEX_ERROR, TYPE_ERROR } from '../kernel/errors.ts'
import { isGrid } from '../kernel/grids.ts'
import { type Heap, faultWord, load, peek, push, scratchTop, spend } from '../kernel/heap.ts'
import { finishSet } from '../kernel/sets.ts'
import { rowSize, tableCell } from '../kernel/tables.ts'
import { NONE, type Word, isError, isInt } from '../kernel/words.ts'
import type { Element, Grid, Integer, IntegerSet, IntegerTuple, Object_ } from './signature.ts'

/**
 * The most frequent colour; the smallest of several.
 * @as ar mostcolor(element: Element): Integer
 */
export function mostcolor(h: Heap, element: Element): Integer {
  return mostColorOf(h, element)
}

/**
 * The least frequent of the colours that occur; the smallest of several.
 * @as ar leastcolor(element: Element): Integer
 */
export function leastcolor(h: Heap, element: Element): Integer {
  return leastColorOf(h, element)
}

/**
 * How many cells have the colour.
 * @as ar colorcount(element: Element, value: Integer): Integer
 */
export function colorcount(h: Heap, element: Element, value: Integer): Integer {
  const kind = kindOf(h, element)
  return kind === GRID || kind === CELL_SET ? countCompact(h, element, value) : countEqual(h, element, value)
}

function countCompact(h: Heap, element: Word, value: Word): number {
  const isCellSet = kindOf(h, element) === CELL_SET
  const from = isCellSet ? elementsAt(element) : cellsAt(element)
  const size = isCellSet ? sizeOf(h, element) : cellCount(h, element)
  let count = 0
  for (let a = from; a < from + size; a++) {
    const w = load(h, a)
    if ((isCellSet ? cellColor(h, w) : w) === value) count++
  }
  return count
}

/** Counts in the rows of a tuple, which must be tuples too, or among the colours of a set's elements, all of them cells. */
function countEqual(h: Heap, element: Word, value: Word): Word {
  const isTable = isTuple(h, element)
  const size = sizeOf(h, element)
  if (size < 0) return TYPE_ERROR
  let count = 0
  for (let i = 0; i < size; i++) {
    const row = partAt(h, element, i)
    const cols = sizeOf(h, row)
    if ((isTable && !isTuple(h, row)) || (!isTable && cols !== cellParts(h))) return TYPE_ERROR
    const from = isTable ? 0 : colorPart(h)
    const end = isTable ? cols : from + 1
    if (!spend(h, end - from)) return faultWord(h)
    for (let j = from; j < end; j++) if (equals(h, itemAt(h, row, j), value)) count++
  }
  return count
}

/**
 * All its colours.
 * @as ar palette(element: Element): IntegerSet
 */
export function palette(h: Heap, element: Element): IntegerSet {
  return colorSet(h, element)
}

/**
 * How many different colours it has.
 * @as ar numcolors(element: Element): IntegerSet
 */
export function numcolors(h: Heap, element: Element): IntegerSet {
  const colors = colorSet(h, element)
  return isError(colors) ? colors : sizeOf(h, colors)
}

function colorSet(h: Heap, element: Word): Word {
  const counts = countColors(h, element)
  const list = scratchTop(h)
  if (counts === UNCOUNTED) {
    const pushed = pushColors(h, element)
    if (isError(pushed)) return pushed
  } else {
    for (let color = 0; color < COUNTED_COLORS; color++) if (peek(h, counts + color) > 0) push(h, color)
  }
  return finishSet(h, list)
}

/**
 * The colour of its first cell.
 * @as ar color(obj: Object): Integer
 */
export function color(h: Heap, obj: Object_): Integer {
  const size = sizeOf(h, obj)
  if (size < 1) return size < 0 ? TYPE_ERROR : EMPTY_ERROR
  const part = colorPart(h)
  if (isGrid(h, obj)) return part < gridCols(h, obj) ? load(h, cellsAt(obj) + part) : INDEX_ERROR
  const cell = itemAt(h, obj, 0)
  if (!isTuple(h, cell)) return TYPE_ERROR
  return sizeOf(h, cell) > part ? itemAt(h, cell, part) : INDEX_ERROR
}

/**
 * The colour at a place of the grid; None outside it.
 * @as ar index(grid: Grid, loc: IntegerTuple): Integer
 */
export function index(h: Heap, grid: Grid, loc: IntegerTuple): Integer {
  if (!isTuple(h, grid) || sizeOf(h, loc) !== 2) return TYPE_ERROR
  const rows = sizeOf(h, grid)
  if (rows === 0) return INDEX_ERROR
  const cols = rowSize(h, grid, 0)
  const i = itemAt(h, loc, 0)
  const j = itemAt(h, loc, 1)
  if (cols < 0 || !isInt(i)) return TYPE_ERROR
  if (i < 0 || i >= rows) return NONE
  if (!isInt(j)) return TYPE_ERROR
  if (j < 0 || j >= cols) return NONE
  return isTuple(h, loc) ? tableCell(h, grid, i, j) : TYPE_ERROR
}
