// Conversions: between grids, objects and indices.

import {
  CELL_SET,
  PAIR_SET,
  cellsAt,
  elementsAt,
  gridCols,
  gridRows,
  isTuple,
  itemAt,
  kindOf,
  newBlock,
  partAt,
  sizeOf,
} from '../kernel/blocks.ts'
import { cellCol, cellColor, cellRow, colorShift, fitsCell, packCell } from '../kernel/cells.ts'
import { COUNTED_COLORS, UNCOUNTED, countColors } from '../kernel/colors.ts'
import { equals } from '../kernel/compare.ts'
import { INDEX_ERROR, TYPE_ERROR } from '../kernel/errors.ts'
import { indexBits, leastIn, mostIn, rowRange } from '../kernel/fields.ts'
import { isGrid } from '../kernel/grids.ts'
import {
  EMPTY_SET,
  type Heap,
  copySums,
  failed,
  faultWord,
  fieldRange,
  hasTriples,
  load,
  peek,
  poke,
  push,
  reserveScratch,
  scratchTop,
  spend,
  store,
} from '../kernel/heap.ts'
import { checkSort, holdsCells, indicesOf, locationAt, patchSize } from '../kernel/patches.ts'
import { finishPartOfSet, finishSet, finishSortedSet } from '../kernel/sets.ts'
import { rowItem, rowSize, tableCell } from '../kernel/tables.ts'
import { cellAt, intTupleSize, newCell, newIndex } from '../kernel/tuples.ts'
import {
  type Address,
  CELL_COLORS,
  CELL_REACH,
  PAIR_BITS,
  PAIR_REACH,
  TRUE,
  type Word,
  isError,
  isInt,
  packPair,
  pairCol,
  pairRow,
  truth,
} from '../kernel/words.ts'
import type { Any, C_, Grid, Indices, Integer, Object_, Patch } from './signature.ts'

/**
 * The indices of all cells of a grid, every row taken to be as long as the first.
 * @example asindices([12/34])
 */
export function asindices(h: Heap, grid: Grid): Indices {
  const rows = sizeOf(h, grid)
  if (rows === 0) return EMPTY_SET
  if (!isTuple(h, grid)) return TYPE_ERROR
  const cols = rowSize(h, grid, 0)
  if (cols < 0) return TYPE_ERROR
  if (cols === 0) return EMPTY_SET
  return rows <= PAIR_REACH && cols <= PAIR_REACH ? pairsOfBox(h, rows, cols) : indicesOfBox(h, rows, cols)
}

function pairsOfBox(h: Heap, rows: number, cols: number): Word {
  const pairs = newBlock(h, PAIR_SET, rows * cols)
  if (isError(pairs)) return pairs
  let to = elementsAt(pairs)
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++) {
      store(h, to, packPair(i, j))
      to++
    }
  }
  return pairs
}

/** The same where some do not fit a pair word. */
function indicesOfBox(h: Heap, rows: number, cols: number): Word {
  const list = scratchTop(h)
  for (let i = 0; i < rows && !failed(h); i++) {
    for (let j = 0; j < cols && !failed(h); j++) push(h, newIndex(h, i, j))
  }
  return finishSortedSet(h, list)
}

/**
 * The indices of all cells of this colour.
 * @as ar ofcolor(grid: Grid, value: Integer): Indices
 * @as t f_ofcolor(grid: Grid, color: C_): Indices
 * @example ofcolor([202/022/200], 2)
 * @example f_ofcolor([202/022/200], 2)
 */
export function ofcolor(h: Heap, grid: Grid, value: Integer): Indices {
  const rows = sizeOf(h, grid)
  if (rows < 0) return TYPE_ERROR
  if (isGrid(h, grid) && rows <= PAIR_REACH && gridCols(h, grid) <= PAIR_REACH) return pairsOfColor(h, grid, value)
  const list = scratchTop(h)
  for (let i = 0; i < rows; i++) {
    const cols = rowSize(h, grid, i)
    if (cols < 0) return TYPE_ERROR
    if (!spend(h, cols)) return faultWord(h)
    for (let j = 0; j < cols; j++) if (equals(h, rowItem(h, grid, i, j), value)) push(h, newIndex(h, i, j))
  }
  return finishSortedSet(h, list)
}

/** The same in a GRID whose indices all fit a pair word. */
function pairsOfColor(h: Heap, grid: Word, value: Word): Word {
  const rows = gridRows(h, grid)
  const cols = gridCols(h, grid)
  const list = scratchTop(h)
  for (let i = 0; i < rows; i++) {
    if (!spend(h, cols)) return faultWord(h)
    const from = cellsAt(grid) + i * cols
    const first = packPair(i, 0)
    for (let j = 0; j < cols; j++) if (load(h, from + j) === value) push(h, first + j)
  }
  return finishPartOfSet(h, list, PAIR_SET)
}

/**
 * The indices of a patch, without its colours.
 * @example toindices(<.1./222/.3.>)
 */
export function toindices(h: Heap, patch: Patch): Indices {
  return indicesOf(h, patch)
}

/**
 * The indices of an object, without its colours; indices are an error, a value without length has none.
 * @as t toindices_o(obj: Object): Indices
 * @example toindices_o(<.1./222/.3.>)
 */
export function toindices_o(h: Heap, obj: Object_): Indices {
  if (sizeOf(h, obj) <= 0) return EMPTY_SET
  const sort = checkSort(h, obj, true)
  return isError(sort) ? sort : indicesOf(h, obj)
}

/**
 * Whether it is anything but a tuple of tuples of integers, which may be ragged or empty.
 * @as t is_no_grid(x: Any): Any
 * @example is_no_grid({1, 2})
 */
export function is_no_grid(h: Heap, x: Any): Any {
  return truth(!hasIntegerRows(h, x))
}

function hasIntegerRows(h: Heap, x: Word): boolean {
  if (isGrid(h, x)) return true
  if (!isTuple(h, x)) return false
  const rows = sizeOf(h, x)
  for (let i = 0; i < rows; i++) if (intTupleSize(h, partAt(h, x, i)) < 0) return false
  return true
}

/**
 * All cells of a grid.
 * @as ar asobject(grid: Grid): Object
 * @example asobject([12/30])
 */
export function asobject(h: Heap, grid: Grid): Object_ {
  if (isGrid(h, grid) && gridRows(h, grid) <= CELL_REACH && gridCols(h, grid) <= CELL_REACH) {
    const counts = countColors(h, grid, true)
    if (counts !== UNCOUNTED) return hasTriples(h) ? cellsByPlace(h, grid) : cellsByColor(h, grid, counts)
  }
  const rows = sizeOf(h, grid)
  if (rows < 0) return TYPE_ERROR
  const list = scratchTop(h)
  for (let i = 0; i < rows && !failed(h); i++) {
    const cols = rowSize(h, grid, i)
    if (cols < 0) return TYPE_ERROR
    for (let j = 0; j < cols; j++) push(h, newCell(h, rowItem(h, grid, i, j), i, j))
  }
  return finishSet(h, list)
}

/**
 * All cells of a grid; none if is_no_grid.
 * @as t asobject(grid: Grid): Object
 * @example asobject([12/30])
 */
export function asobjectT(h: Heap, grid: Grid): Object_ {
  return hasIntegerRows(h, grid) ? asobject(h, grid) : EMPTY_SET
}

/** The cells of a GRID of colours 0 to 15 in the order of their places. */
function cellsByPlace(h: Heap, grid: Word): Word {
  const rows = gridRows(h, grid)
  const cols = gridCols(h, grid)
  const cells = newBlock(h, CELL_SET, rows * cols)
  if (isError(cells)) return cells
  let from = cellsAt(grid)
  let to = elementsAt(cells)
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++) {
      store(h, to, packCell(h, load(h, from), i, j))
      from++
      to++
    }
  }
  return cells
}

/** The same in the order of colours, each cell stored right at its place in the set: colour by colour, and row by row within a colour. */
function cellsByColor(h: Heap, grid: Word, counts: Address): Word {
  const rows = gridRows(h, grid)
  const cols = gridCols(h, grid)
  const cells = newBlock(h, CELL_SET, rows * cols)
  if (isError(cells)) return cells
  let next = elementsAt(cells)
  for (let color = 0; color < COUNTED_COLORS; color++) {
    const count = peek(h, counts + color)
    poke(h, counts + color, next)
    next += count
  }
  let from = cellsAt(grid)
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++) {
      const color = load(h, from)
      const to = peek(h, counts + color)
      store(h, to, packCell(h, color, i, j))
      poke(h, counts + color, to + 1)
      from++
    }
  }
  return cells
}

/**
 * The cells of the grid at the indices of the patch that lie within it.
 * @example toobject(<.x./.xx/...>, [123/456/789])
 */
export function toobject(h: Heap, patch: Patch, grid: Grid): Object_ {
  if (!isTuple(h, grid)) return TYPE_ERROR
  const rows = sizeOf(h, grid)
  if (rows === 0) return INDEX_ERROR
  const cols = rowSize(h, grid, 0)
  const count = patchSize(h, patch)
  if (cols < 0 || count < 0) return TYPE_ERROR
  if (count === 0) return EMPTY_SET
  const cells = holdsCells(h, patch)
  if (isError(cells)) return cells
  if (isGrid(h, grid) && indexBits(kindOf(h, patch)) > 0) return cellsAtCompact(h, patch, grid, cells === TRUE)
  const list = scratchTop(h)
  for (let k = 0; k < count; k++) {
    const place = locationAt(h, patch, cells === TRUE, k)
    if (sizeOf(h, place) !== 2) return TYPE_ERROR
    const i = itemAt(h, place, 0)
    const j = itemAt(h, place, 1)
    // The column is not looked at where the row is outside already.
    if (!isInt(i) || (i >= 0 && i < rows && !isInt(j))) return TYPE_ERROR
    if (i >= 0 && i < rows && j >= 0 && j < cols) {
      const value = tableCell(h, grid, i, j)
      if (isError(value)) return value
      push(h, newCell(h, value, i, j))
    }
  }
  return finishSet(h, list)
}

/** The same for a CELL_SET or PAIR_SET and a GRID. */
function cellsAtCompact(h: Heap, patch: Word, grid: Word, cells: boolean): Word {
  const rows = gridRows(h, grid)
  const cols = gridCols(h, grid)
  const from = elementsAt(patch)
  const end = from + sizeOf(h, patch)
  const list = scratchTop(h)
  for (let a = from; a < end; a++) {
    const w = load(h, a)
    const i = cells ? cellRow(h, w) : pairRow(w)
    const j = cells ? cellCol(h, w) : pairCol(w)
    if (i >= 0 && i < rows && j >= 0 && j < cols) push(h, newCell(h, load(h, cellsAt(grid) + i * cols + j), i, j))
  }
  return finishSet(h, list)
}

/**
 * The indices of the patch, all with this colour.
 * @as ar recolor(value: Integer, patch: Patch): Object
 * @example recolor(4, <.1./111/.1.>)
 */
export function recolor(h: Heap, value: Integer, patch: Patch): Object_ {
  if (sizeOf(h, patch) === 0) return EMPTY_SET
  const cells = holdsCells(h, patch)
  return isError(cells) ? cells : cellsOfColor(h, value, patch, cells === TRUE)
}

/**
 * The indices, all with this colour; cells are an error.
 * @as t recolor_i(color: C_, indices: Indices): Object
 * @example recolor_i(4, <.x./xxx/.x.>)
 */
export function recolor_i(h: Heap, color: C_, indices: Indices): Object_ {
  return recolorSort(h, color, indices, false)
}

/**
 * The object, all in this colour; indices are an error.
 * @as t recolor_o(color: C_, obj: Object): Object
 * @example recolor_o(4, <.1./111/.1.>)
 */
export function recolor_o(h: Heap, color: C_, obj: Object_): Object_ {
  return recolorSort(h, color, obj, true)
}

function recolorSort(h: Heap, color: Word, patch: Word, cells: boolean): Word {
  if (sizeOf(h, patch) === 0) return EMPTY_SET
  const sort = checkSort(h, patch, cells)
  return isError(sort) ? sort : cellsOfColor(h, color, patch, cells)
}

/** The same for a CELL_SET or PAIR_SET in layout a; 0, without counting anything, where not every cell fits a word. */
function recolorCompact(h: Heap, color: Word, patch: Word, cells: boolean): Word {
  if (color < 0 || color >= CELL_COLORS) return 0
  const count = sizeOf(h, patch)
  const from = elementsAt(patch)
  if (!cells) return colorPairs(h, color, from, count)
  const first = cellColor(h, load(h, from))
  if (first !== cellColor(h, load(h, from + count - 1))) return recolorCells(h, color, from, count)
  const out = newCellSet(h, count)
  if (!isError(out)) copySums(h, elementsAt(out), from, count, (color - first) << colorShift(h))
  return out
}

/** The cells of one colour at pairs, which ascend as these do; 0 where not every cell fits a word. */
function colorPairs(h: Heap, color: number, from: Address, count: number): Word {
  const mask = (1 << PAIR_BITS) - 1
  const rows = rowRange(h, from, count, PAIR_BITS, mask)
  const cols = fieldRange(h, from, count, 0, mask)
  const top = leastIn(rows) - PAIR_REACH
  const left = leastIn(cols) - PAIR_REACH
  const bottom = mostIn(rows) - PAIR_REACH
  const right = mostIn(cols) - PAIR_REACH
  if (!fitsCell(color, top, left) || !fitsCell(color, bottom, right)) return 0
  const out = newCellSet(h, count)
  if (isError(out)) return out
  const to = elementsAt(out)
  for (let k = 0; k < count; k++) {
    const w = load(h, from + k)
    store(h, to + k, packCell(h, color, pairRow(w), pairCol(w)))
  }
  return out
}

/** Cells of several colours, all in this one. */
function recolorCells(h: Heap, color: number, from: Address, count: number): Word {
  const list = reserveScratch(h, count)
  if (failed(h)) return faultWord(h)
  for (let k = 0; k < count; k++) {
    const w = load(h, from + k)
    poke(h, list + k, packCell(h, color, cellRow(h, w), cellCol(h, w)))
  }
  return finishSet(h, list)
}

/** A new set of cells, to be stored in ascending order; counted as if they were pushed first. */
function newCellSet(h: Heap, count: number): Word {
  return spend(h, count) ? newBlock(h, CELL_SET, count) : faultWord(h)
}

/** The cells of this colour at all places of a patch, which is not empty. */
function cellsOfColor(h: Heap, color: Word, patch: Word, cells: boolean): Word {
  // A cell of layout t is made of three words, which are counted.
  if (!hasTriples(h) && indexBits(kindOf(h, patch)) > 0) {
    const compact = recolorCompact(h, color, patch, cells)
    if (compact !== 0) return compact
  }
  const count = sizeOf(h, patch)
  const list = scratchTop(h)
  for (let k = 0; k < count; k++) {
    const place = locationAt(h, patch, cells, k)
    if (isError(place)) return place
    // Only cells of layout t take the index apart.
    if (hasTriples(h) && sizeOf(h, place) !== 2) return TYPE_ERROR
    push(h, cellAt(h, color, place))
  }
  return finishSet(h, list)
}
