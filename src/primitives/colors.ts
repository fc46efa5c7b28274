// Colours of grids and objects. In dialects a and r, a tuple is a grid, and every element of a set is a cell.

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
import { colorSetOf, leastColorOf, mostColorOf } from '../kernel/colors.ts'
import { equals } from '../kernel/compare.ts'
import { EMPTY_ERROR, INDEX_ERROR, TYPE_ERROR } from '../kernel/errors.ts'
import { isGrid } from '../kernel/grids.ts'
import { type Heap, faultWord, load, scratchTop, spend } from '../kernel/heap.ts'
import { rowItem, rowSize, tableCell } from '../kernel/tables.ts'
import { finishTuple, pushElements } from '../kernel/tuples.ts'
import { NONE, type Word, isError, isInt } from '../kernel/words.ts'
import type {
  C_,
  Element,
  FrozenSet,
  Grid,
  IJ,
  Integer,
  IntegerSet,
  IntegerTuple,
  Object_,
  Tuple,
} from './signature.ts'

/**
 * The most frequent colour; the smallest of several.
 * @as ar mostcolor(element: Element): Integer
 * @example mostcolor([112/113/113])
 */
export function mostcolor(h: Heap, element: Element): Integer {
  return mostColorOf(h, element, isTuple(h, element))
}

/**
 * The least frequent of the colours that occur; the smallest of several.
 * @as ar leastcolor(element: Element): Integer
 * @example leastcolor([112/113/113])
 */
export function leastcolor(h: Heap, element: Element): Integer {
  return leastColorOf(h, element, isTuple(h, element))
}

/**
 * How many cells have the colour.
 * @as ar colorcount(element: Element, value: Integer): Integer
 * @example colorcount([202/022/200], 2)
 */
export function colorcount(h: Heap, element: Element, value: Integer): Integer {
  return countColor(h, element, value, isTuple(h, element))
}

/**
 * All its colours.
 * @as ar palette(element: Element): IntegerSet
 * @example palette([303/010/303])
 */
export function palette(h: Heap, element: Element): IntegerSet {
  return colorSetOf(h, element, isTuple(h, element))
}

/**
 * How many different colours it has.
 * @as ar numcolors(element: Element): IntegerSet
 * @example numcolors([112/113/113])
 */
export function numcolors(h: Heap, element: Element): IntegerSet {
  const colors = colorSetOf(h, element, isTuple(h, element))
  return isError(colors) ? colors : sizeOf(h, colors)
}

/**
 * The most frequent colour of a grid; the smallest of several.
 * @as t mostcolor_t(grid: Grid): Integer
 * @example mostcolor_t([003/030/300])
 */
export function mostcolor_t(h: Heap, grid: Grid): Integer {
  return mostColorOf(h, grid, true)
}

/**
 * The most frequent colour of an object; the smallest of several.
 * @as t mostcolor_f(obj: Object): Integer
 * @example mostcolor_f(<.12/113/1.3>)
 */
export function mostcolor_f(h: Heap, obj: Object_): Integer {
  return mostColorOf(h, obj, false)
}

/**
 * The least frequent of the colours of a grid; the smallest of several.
 * @as t leastcolor_t(grid: Grid): Integer
 * @example leastcolor_t([112/113/113])
 */
export function leastcolor_t(h: Heap, grid: Grid): Integer {
  return leastColorOf(h, grid, true)
}

/**
 * The least frequent of the colours of an object; the smallest of several.
 * @as t leastcolor_f(obj: Object): Integer
 * @example leastcolor_f(<112/113/113>)
 */
export function leastcolor_f(h: Heap, obj: Object_): Integer {
  return leastColorOf(h, obj, false)
}

/**
 * How many cells of a grid have the colour.
 * @as t colorcount_t(grid: Grid, color: C_): Integer
 * @example colorcount_t([202/022/200], 0)
 */
export function colorcount_t(h: Heap, grid: Grid, color: C_): Integer {
  return countColor(h, grid, color, true)
}

/**
 * How many cells of an object have the colour.
 * @as t colorcount_f(obj: Object, color: C_): Integer
 * @example colorcount_f(<2.3/223>, 3)
 */
export function colorcount_f(h: Heap, obj: Object_, color: C_): Integer {
  return countColor(h, obj, color, false)
}

/**
 * All colours of a grid.
 * @as t palette_t(element: Tuple): IntegerSet
 * @example palette_t([303/010/303])
 */
export function palette_t(h: Heap, element: Tuple): IntegerSet {
  return colorSetOf(h, element, true)
}

/**
 * All colours of an object.
 * @as t palette_f(element: FrozenSet): IntegerSet
 * @as t p_f(element: FrozenSet): IntegerSet
 * @example palette_f(<.44/6.4>)
 */
export function palette_f(h: Heap, element: FrozenSet): IntegerSet {
  return colorSetOf(h, element, false)
}

/**
 * All colours of a grid as an ascending tuple.
 * @as t p_g(grid: Grid): IntegerSet
 * @example p_g([303/010/303])
 */
export function p_g(h: Heap, grid: Grid): IntegerSet {
  return colorTuple(h, grid, true)
}

/**
 * All colours of an object as an ascending tuple.
 * @as t p_o(obj: Object): IntegerSet
 * @example p_o(<.44/6.4>)
 */
export function p_o(h: Heap, obj: Object_): IntegerSet {
  return colorTuple(h, obj, false)
}

/**
 * How many different colours a grid has.
 * @as t numcolors_t(grid: Grid): Integer
 * @example numcolors_t([112/113/413])
 */
export function numcolors_t(h: Heap, grid: Grid): Integer {
  const colors = colorSetOf(h, grid, true)
  return isError(colors) ? colors : sizeOf(h, colors)
}

/**
 * How many different colours an object has.
 * @as t numcolors_f(obj: Object): Integer
 * @example numcolors_f(<.44/4.6>)
 */
export function numcolors_f(h: Heap, obj: Object_): Integer {
  const colors = colorSetOf(h, obj, false)
  return isError(colors) ? colors : sizeOf(h, colors)
}

function colorTuple(h: Heap, element: Word, byRows: boolean): Word {
  const colors = colorSetOf(h, element, byRows)
  if (isError(colors)) return colors
  const list = scratchTop(h)
  pushElements(h, colors)
  return finishTuple(h, list)
}

/**
 * The colour of its first cell.
 * @as art color(obj: Object): Integer
 * @example color(<.44/.4.>)
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
 * @example index([123/456], (1, 2))
 */
export function index(h: Heap, grid: Grid, loc: IntegerTuple): Integer {
  return colorAtPlace(h, grid, loc, NONE)
}

/**
 * The colour at a place of the grid; an error outside it.
 * @as t index(grid: Grid, loc: IJ): Integer
 * @example index([123/456], (0, 1))
 */
export function indexT(h: Heap, grid: Grid, loc: IJ): Integer {
  return colorAtPlace(h, grid, loc, INDEX_ERROR)
}

function colorAtPlace(h: Heap, grid: Word, loc: Word, outside: Word): Word {
  if (!isTuple(h, grid) || sizeOf(h, loc) !== 2) return TYPE_ERROR
  const rows = sizeOf(h, grid)
  if (rows === 0) return INDEX_ERROR
  const cols = rowSize(h, grid, 0)
  const i = itemAt(h, loc, 0)
  const j = itemAt(h, loc, 1)
  if (cols < 0 || !isInt(i)) return TYPE_ERROR
  if (i < 0 || i >= rows) return outside
  if (!isInt(j)) return TYPE_ERROR
  if (j < 0 || j >= cols) return outside
  return isTuple(h, loc) ? tableCell(h, grid, i, j) : TYPE_ERROR
}

function countColor(h: Heap, element: Word, value: Word, byRows: boolean): Word {
  const isCompact = kindOf(h, element) === (byRows ? GRID : CELL_SET)
  return isCompact ? countCompact(h, element, value, byRows) : countEqual(h, element, value, byRows)
}

function countCompact(h: Heap, element: Word, value: Word, byRows: boolean): number {
  const from = byRows ? cellsAt(element) : elementsAt(element)
  const size = byRows ? cellCount(h, element) : sizeOf(h, element)
  let count = 0
  for (let a = from; a < from + size; a++) {
    const w = load(h, a)
    if ((byRows ? w : cellColor(h, w)) === value) count++
  }
  return count
}

/** Counts in the rows, which must be tuples, or among the colours of the elements, all of them cells. */
function countEqual(h: Heap, element: Word, value: Word, byRows: boolean): Word {
  const size = sizeOf(h, element)
  if (size < 0) return TYPE_ERROR
  let count = 0
  for (let i = 0; i < size; i++) {
    const cols = rowSize(h, element, i)
    if (byRows ? !isTuple(h, partAt(h, element, i)) : cols !== cellParts(h)) return TYPE_ERROR
    const from = byRows ? 0 : colorPart(h)
    const end = byRows ? cols : from + 1
    if (!spend(h, end - from)) return faultWord(h)
    for (let j = from; j < end; j++) if (equals(h, rowItem(h, element, i, j), value)) count++
  }
  return count
}
