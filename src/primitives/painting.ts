// Painting: patches and objects written onto grids. What lies outside the grid is left out.

import {
  CELL_SET,
  PAIR_SET,
  cellsAt,
  elementsAt,
  gridCols,
  gridRows,
  isBlock,
  itemAt,
  kindOf,
  sizeOf,
} from '../kernel/blocks.ts'
import { cellCol, cellColor, cellRow } from '../kernel/cells.ts'
import { backgroundOf } from '../kernel/colors.ts'
import { equals } from '../kernel/compare.ts'
import { TYPE_ERROR } from '../kernel/errors.ts'
import { indexBits, indexShift } from '../kernel/fields.ts'
import { copyGrid, isGrid } from '../kernel/grids.ts'
import { type Heap, load, peek, poke, store } from '../kernel/heap.ts'
import { colorIn, indicesOf, locationIn } from '../kernel/patches.ts'
import { indexCol, indexRow, isIndex } from '../kernel/tuples.ts'
import { type Address, ERROR_BASE, type Word, isError, isInt } from '../kernel/words.ts'
import { OFF_SHEET, closeSheet, openSheet, placeOnSheet } from '../kernel/writing.ts'
import { shift, shiftT } from './geometry.ts'
import type { Grid, IJ, Integer, IntegerTuple, Object_, Patch } from './signature.ts'

/** Stands for the colour that may be painted over where there is no such restriction; no value is this word. */
const ANYTHING = ERROR_BASE

/**
 * The grid with a value at every index of a patch.
 * @as ar fill(grid: Grid, value: Integer, patch: Patch): Grid
 * @as t fill(grid: Grid, color: C_, patch: Patch): Grid
 * @example fill([000/000/000], 4, <.x./xxx/.x.>)
 */
export function fill(h: Heap, grid: Grid, value: Integer, patch: Patch): Grid {
  return fillOver(h, grid, value, patch, ANYTHING)
}

/**
 * The grid with the cells of an object on it; of several at one place the last one counts.
 * @example paint([111/111/111], <.2./234/.4.>)
 */
export function paint(h: Heap, grid: Grid, obj: Object_): Grid {
  return paintOver(h, grid, obj, ANYTHING)
}

/**
 * As fill, but only where the grid has its most frequent colour.
 * @as ar underfill(grid: Grid, value: Integer, patch: Patch): Grid
 * @as t underfill(grid: Grid, color: C_, patch: Patch): Grid
 * @example underfill([030/030/030], 4, <.../xxx/...>)
 */
export function underfill(h: Heap, grid: Grid, value: Integer, patch: Patch): Grid {
  const background = backgroundOf(h, grid)
  return isError(background) ? background : fillOver(h, grid, value, patch, background)
}

/**
 * As paint, but only where the grid has its most frequent colour.
 * @example underpaint([030/030/030], <6../666/..7>)
 */
export function underpaint(h: Heap, grid: Grid, obj: Object_): Grid {
  const background = backgroundOf(h, grid)
  return isError(background) ? background : paintOver(h, grid, obj, background)
}

/**
 * The grid with its most frequent colour at every index of a patch.
 * @example cover([0000/0330/0300/0000], <..../.33./.3../....>)
 */
export function cover(h: Heap, grid: Grid, patch: Patch): Grid {
  const background = backgroundOf(h, grid)
  if (isError(background)) return background
  // Colours are dropped here and once more by the filling, as in Python; it shows where an index looks like a cell.
  const indices = isBlock(h, patch, CELL_SET) ? patch : indicesOf(h, patch)
  return isError(indices) ? indices : fillOver(h, grid, background, indices, ANYTHING)
}

/**
 * The grid with an object covered and painted again at an offset.
 * @as ar move(grid: Grid, obj: Object, offset: IntegerTuple): Grid
 * @example move([2200/0200/0000], <22../.2../....>, (1, 2))
 */
export function move(h: Heap, grid: Grid, obj: Object_, offset: IntegerTuple): Grid {
  if (isGrid(h, grid) && isBlock(h, obj, CELL_SET) && isIndex(h, offset)) return moveCells(h, grid, obj, offset)
  const covered = cover(h, grid, obj)
  if (isError(covered)) return covered
  const moved = shift(h, obj, offset)
  return isError(moved) ? moved : paintOver(h, covered, moved, ANYTHING)
}

/**
 * The grid with an object covered and painted again at an offset; at its place if the offset is the empty tuple.
 * @as t move(grid: Grid, obj: Object, offset: IJ): Grid
 * @example move([2200/0200/0000], <22../.2../....>, (1, 1))
 */
export function moveT(h: Heap, grid: Grid, obj: Object_, offset: IJ): Grid {
  if (isGrid(h, grid) && isBlock(h, obj, CELL_SET) && isIndex(h, offset)) return moveCells(h, grid, obj, offset)
  const covered = cover(h, grid, obj)
  if (isError(covered)) return covered
  const moved = shiftT(h, obj, offset)
  return isError(moved) ? moved : paintOver(h, covered, moved, ANYTHING)
}

function moveCells(h: Heap, grid: Word, obj: Word, offset: Word): Word {
  const background = backgroundOf(h, grid)
  if (isError(background)) return background
  const out = copyGrid(h, grid)
  if (isError(out)) return out
  fillCells(h, out, background, obj, ANYTHING)
  paintCells(h, out, obj, indexRow(h, offset), indexCol(h, offset), ANYTHING)
  return out
}

/** Writes the value at the patch's indices, where the grid has the colour `under` or that is ANYTHING. */
function fillOver(h: Heap, grid: Word, value: Word, patch: Word, under: Word): Word {
  const kind = kindOf(h, patch)
  if (isGrid(h, grid) && isInt(value) && (kind === PAIR_SET || kind === CELL_SET)) {
    const out = copyGrid(h, grid)
    if (!isError(out)) fillCells(h, out, value, patch, under)
    return out
  }
  const indices = indicesOf(h, patch)
  if (isError(indices)) return indices
  const count = sizeOf(h, indices)
  if (count === 0 && isGrid(h, grid)) return grid
  const sheet = openSheet(h, grid)
  if (isError(sheet)) return sheet
  for (let k = 0; k < count; k++) {
    const place = writeOnSheet(h, sheet, itemAt(h, indices, k), value, under)
    if (isError(place)) return place
  }
  return closeSheet(h, sheet)
}

/** Writes the cells of an object, in its order, where the grid has the colour `under` or that is ANYTHING. */
function paintOver(h: Heap, grid: Word, obj: Word, under: Word): Word {
  if (isGrid(h, grid) && isBlock(h, obj, CELL_SET)) {
    const out = copyGrid(h, grid)
    if (!isError(out)) paintCells(h, out, obj, 0, 0, under)
    return out
  }
  const count = sizeOf(h, obj)
  if (count < 0) return TYPE_ERROR
  if (count === 0 && isGrid(h, grid)) return grid
  const sheet = openSheet(h, grid)
  if (isError(sheet)) return sheet
  for (let k = 0; k < count; k++) {
    const cell = itemAt(h, obj, k)
    const index = locationIn(h, cell)
    if (isError(index)) return index
    const place = writeOnSheet(h, sheet, index, colorIn(h, cell), under)
    if (isError(place)) return place
  }
  return closeSheet(h, sheet)
}

/** `fillOver` for a PAIR_SET or CELL_SET, on a GRID that nobody else has seen yet. */
function fillCells(h: Heap, out: Word, value: number, patch: Word, under: Word): void {
  const rows = gridRows(h, out)
  const cols = gridCols(h, out)
  const kind = kindOf(h, patch)
  const bits = indexBits(kind)
  const shift = indexShift(h, kind)
  const mask = (1 << bits) - 1
  const zero = 1 << (bits - 1)
  const from = elementsAt(patch)
  const end = from + sizeOf(h, patch)
  for (let a = from; a < end; a++) {
    const w = load(h, a)
    const i = ((w >> (bits + shift)) & mask) - zero
    const j = ((w >> shift) & mask) - zero
    if (isInside(i, j, rows, cols)) writeCell(h, cellsAt(out) + i * cols + j, value, under)
  }
}

/** `paintOver` for a CELL_SET moved by (di, dj), on a GRID that nobody else has seen yet. */
function paintCells(h: Heap, out: Word, obj: Word, di: number, dj: number, under: Word): void {
  const rows = gridRows(h, out)
  const cols = gridCols(h, out)
  const count = sizeOf(h, obj)
  for (let k = 0; k < count; k++) {
    const cell = load(h, elementsAt(obj) + k)
    const i = cellRow(h, cell) + di
    const j = cellCol(h, cell) + dj
    if (isInside(i, j, rows, cols)) writeCell(h, cellsAt(out) + i * cols + j, cellColor(h, cell), under)
  }
}

/** Whether a grid of this size has the cell (i, j), in one test: all four distances are not negative. */
function isInside(i: number, j: number, rows: number, cols: number): boolean {
  return (i | j | (rows - 1 - i) | (cols - 1 - j)) >= 0
}

function writeCell(h: Heap, a: Address, color: number, under: Word): void {
  if (under === ANYTHING || load(h, a) === under) store(h, a, color)
}

/** Writes at an index that may be anything: the place written to, OFF_SHEET, or an error word. */
function writeOnSheet(h: Heap, sheet: Address, index: Word, value: Word, under: Word): Address {
  if (sizeOf(h, index) !== 2) return TYPE_ERROR
  const place = placeOnSheet(h, sheet, itemAt(h, index, 0), itemAt(h, index, 1))
  if (place === OFF_SHEET || isError(place)) return place
  if (under === ANYTHING || equals(h, peek(h, place), under)) poke(h, place, value)
  return place
}
