// Segmentation: grids taken apart into objects, by touch or by colour, and objects found again in grids.

import {
  CELL_SET,
  cellsAt,
  elementsAt,
  gridCols,
  gridRows,
  isTruthy,
  isTuple,
  itemAt,
  kindOf,
  sizeOf,
} from '../kernel/blocks.ts'
import { cellCol, cellColor, cellRow } from '../kernel/cells.ts'
import { backgroundOf, pushColors } from '../kernel/colors.ts'
import { equals } from '../kernel/compare.ts'
import { INDEX_ERROR, TYPE_ERROR } from '../kernel/errors.ts'
import { isGrid } from '../kernel/grids.ts'
import {
  EMPTY_SET,
  EMPTY_TUPLE,
  type Heap,
  ROW_MASKS,
  failed,
  faultWord,
  hasTriples,
  holdScratch,
  load,
  peek,
  poke,
  push,
  releaseScratch,
  reserveScratch,
  scratchTop,
  spend,
} from '../kernel/heap.ts'
import { endLists, joinNeighbors, joinRanks, joinRows, regionsByPlace, regionsByRank } from '../kernel/labelling.ts'
import { fitsMasks, regionsInMasks, writeMasks } from '../kernel/mask-labelling.ts'
import { boxShapeOf, shapeOf, shapeWidth } from '../kernel/measuring.ts'
import { colorIn, holdsCells, locationIn } from '../kernel/patches.ts'
import {
  CELL_STRIDE,
  NO_COLOR,
  NO_PALETTE,
  NO_RUN,
  RUN_SIZE,
  WHOLE_ROWS,
  countOrder,
  listByRank,
  pushCellRuns,
  pushColorRuns,
  strideOf,
} from '../kernel/runs.ts'
import { finishSet, finishSortedSet } from '../kernel/sets.ts'
import { firstRowSize, hasRows, tableCell } from '../kernel/tables.ts'
import { indexCol, indexRow, newIndex } from '../kernel/tuples.ts'
import { FALSE, NONE, TRUE, type Word, isError } from '../kernel/words.ts'
import { normalize } from './geometry.ts'
import type { Boolean_, Grid, Indices, Object_, Objects, R8 } from './signature.ts'

/**
 * The connected regions, of one colour or several, touching at corners too or not, with the most common colour or not.
 * Dialect t has none in a grid without cells.
 * @as art objects(grid: Grid, univalued: Boolean, diagonal: Boolean, without_bg: Boolean): Objects
 * @example objects([22000/02003/00033/40000/04000], T, T, T)
 */
export function objects(h: Heap, grid: Grid, univalued: Boolean_, diagonal: Boolean_, without_bg: Boolean_): Objects {
  if (hasTriples(h) && grid === EMPTY_TUPLE) return EMPTY_SET
  // Python's background without one is None, which a grid may hold.
  let background = NONE
  if (isTruthy(h, without_bg)) {
    background = backgroundOf(h, grid)
    if (isError(background)) return background
  }
  const cols = firstRowSize(h, grid)
  if (isError(cols)) return cols
  if (cols === 0) return EMPTY_SET
  const rows = sizeOf(h, grid)
  if (!isGrid(h, grid)) for (let i = 0; i < rows; i++) if (isError(tableCell(h, grid, i, cols - 1))) return INDEX_ERROR
  return regionsOf(h, grid, cols, background, true, isTruthy(h, univalued), isTruthy(h, diagonal))
}

/**
 * The objects of a grid by a selector, the sum of 4 (of one colour), 2 (touching at corners too) and 1 (without the most
 * common colour); None for any other selector.
 * @as t o_g(grid: Grid, type: R8): Objects
 * @example o_g([2200/0200/0003/0033], 5)
 */
export function o_g(h: Heap, grid: Grid, type: R8): Objects {
  return type < 0 || type > 7 ? NONE : objects(h, grid, type & 4, type & 2, type & 1)
}

/**
 * All cells of each colour as one object, connected or not.
 * @as art partition(grid: Grid): Objects
 * @example partition([112/122/333])
 */
export function partition(h: Heap, grid: Grid): Objects {
  return regionsOf(h, grid, WHOLE_ROWS, NO_COLOR, false, true, false)
}

/**
 * All cells of each colour as one object, but for the most common colour. Dialect t has none in a grid without cells.
 * @as art fgpartition(grid: Grid): Objects
 * @example fgpartition([2003/2203/0200/0003])
 */
export function fgpartition(h: Heap, grid: Grid): Objects {
  const background = backgroundOf(h, grid)
  return isError(background) ? background : regionsOf(h, grid, WHOLE_ROWS, background, false, true, false)
}

/** The cells of a table, without those of the background, that touch each other, or that have the same value. */
function regionsOf(
  h: Heap,
  table: Word,
  cols: number,
  background: Word,
  touching: boolean,
  univalued: boolean,
  diagonal: boolean,
): Word {
  if (!hasRows(h, table)) return TYPE_ERROR
  if (touching && isGrid(h, table) && fitsMasks(h, table)) {
    const regions = touchingRegions(h, table, background, univalued, diagonal)
    if (regions !== NONE) return regions
  }
  const runs = scratchTop(h)
  let stride = CELL_STRIDE
  let palette = NO_PALETTE
  if (!isGrid(h, table) || !pushColorRuns(h, table, background)) {
    releaseScratch(h, runs)
    stride = strideOf(h, table, cols)
    palette = paletteOf(h, table)
    if (isError(palette)) return palette
    pushCellRuns(h, table, cols, stride, palette, background)
  }
  if (failed(h)) return faultWord(h)
  const end = scratchTop(h)
  if (touching) {
    joinRows(h, runs, end, stride, univalued, diagonal)
    // Neighbours in a row of a GRID are of different colours, or they would be one run.
    if (!univalued || palette !== NO_PALETTE) joinNeighbors(h, runs, end, univalued)
  }
  const byPlace = hasTriples(h)
  let heads = NO_RUN
  if (!byPlace || !touching) heads = listByRank(h, runs, end, palette)
  if (failed(h)) return faultWord(h)
  if (!touching) joinRanks(h, heads, palette)
  if (!byPlace) return regionsByRank(h, heads, stride, palette)
  if (!touching) endLists(h, heads, palette)
  countOrder(h, runs, end)
  return failed(h) ? faultWord(h) : regionsByPlace(h, runs, end, stride, palette)
}

/** The same for a small GRID and cells that touch each other, by masks; None if a colour is too great for that. */
function touchingRegions(h: Heap, grid: Word, background: Word, univalued: boolean, diagonal: boolean): Word {
  const rows = gridRows(h, grid)
  const masks = holdScratch(h, rows * ROW_MASKS)
  const hasColors = writeMasks(h, masks, grid, background)
  if (failed(h)) return faultWord(h)
  if (!hasColors) {
    releaseScratch(h, masks)
    return NONE
  }
  // Counted as the most runs that a grid can have.
  spend(h, rows * gridCols(h, grid) * RUN_SIZE)
  return regionsInMasks(h, grid, masks, false, univalued, diagonal)
}

/** The set of the values of a table. In layout a, a set is read as one of cells. */
function paletteOf(h: Heap, table: Word): Word {
  const list = scratchTop(h)
  const pushed = pushColors(h, table, hasTriples(h) || isTuple(h, table))
  return isError(pushed) ? pushed : finishSet(h, list)
}

/**
 * The places where the object's upper left corner can lie so that the grid has all of its cells; of an empty object, all
 * places of the grid and those one row or column beyond it.
 * @as at occurrences(grid: Grid, obj: Object): Indices
 * @example occurrences([12012/00000/01200], <12>)
 */
export function occurrences(h: Heap, grid: Grid, obj: Object_): Indices {
  // In dialect a a tuple of cells has the height and width of a grid.
  return findOccurrences(h, grid, obj, hasTriples(h) ? boxShapeOf(h, obj) : shapeOf(h, obj), 0)
}

/**
 * The places of the grid where the object's upper left corner can lie so that the grid has all of its cells.
 * @as r occurrences(grid: Grid, obj: Object): Indices
 * @example occurrences([12012/00000/01200], <12>)
 */
export function occurrencesInside(h: Heap, grid: Grid, obj: Object_): Indices {
  const shape = boxShapeOf(h, obj)
  // Python looks at the cells even where the object does not fit.
  if (!isError(shape) && sizeOf(h, obj) > 0 && holdsCells(h, obj) !== TRUE) return TYPE_ERROR
  return findOccurrences(h, grid, obj, shape, sizeOf(h, obj) === 0 ? 1 : 0)
}

/** The occurrences of an object of this height and width, the last `margin` rows and columns of the grid apart. */
function findOccurrences(h: Heap, grid: Word, obj: Word, shape: Word, margin: number): Word {
  const pattern = normalize(h, obj)
  if (isError(pattern)) return pattern
  const cols = firstRowSize(h, grid)
  if (isError(cols)) return cols
  if (isError(shape)) return shape
  const width = shapeWidth(h, shape)
  if (isError(width)) return width
  // The last places of the corner. Python looks at the object's cells only where it fits at all.
  const lastRow = sizeOf(h, grid) - indexRow(h, shape) - margin
  const lastCol = cols - width - margin
  if (lastRow < 0 || lastCol < 0) return EMPTY_SET
  if (isGrid(h, grid) && kindOf(h, obj) === CELL_SET) return searchGrid(h, grid, pattern, lastRow, lastCol)
  if (sizeOf(h, pattern) > 0 && holdsCells(h, pattern) !== TRUE) return TYPE_ERROR
  const list = scratchTop(h)
  for (let i = 0; i <= lastRow; i++) {
    for (let j = 0; j <= lastCol; j++) {
      const found = occursAt(h, grid, cols, pattern, i, j)
      if (isError(found)) return found
      if (found === TRUE) push(h, newIndex(h, i, j))
    }
  }
  return finishSortedSet(h, list)
}

/** The search in a GRID for a CELL_SET that lies at the origin. */
function searchGrid(h: Heap, grid: Word, pattern: Word, lastRow: number, lastCol: number): Word {
  const cols = gridCols(h, grid)
  const count = sizeOf(h, pattern)
  // For each cell, how far it lies behind the corner in the grid, and its colour.
  const wanted = reserveScratch(h, 2 * count)
  for (let k = 0; k < count; k++) {
    const cell = load(h, elementsAt(pattern) + k)
    poke(h, wanted + 2 * k, cellRow(h, cell) * cols + cellCol(h, cell))
    poke(h, wanted + 2 * k + 1, cellColor(h, cell))
  }
  const list = scratchTop(h)
  for (let i = 0; i <= lastRow; i++) {
    const from = cellsAt(grid) + i * cols
    for (let j = 0; j <= lastCol; j++) {
      let k = wanted
      while (k < list && load(h, from + j + peek(h, k)) === peek(h, k + 1)) k += 2
      if (!spend(h, k - wanted + 1)) return faultWord(h)
      if (k === list) push(h, newIndex(h, i, j))
    }
  }
  return finishSortedSet(h, list)
}

/** Whether the grid has every cell of the pattern, shifted by (i, j), within its rows and its `cols` columns. */
function occursAt(h: Heap, grid: Word, cols: number, pattern: Word, i: number, j: number): Word {
  const rows = sizeOf(h, grid)
  const count = sizeOf(h, pattern)
  for (let k = 0; k < count && spend(h, 1); k++) {
    const cell = itemAt(h, pattern, k)
    const index = locationIn(h, cell)
    const row = i + indexRow(h, index)
    const col = j + indexCol(h, index)
    if (row < 0 || row >= rows || col < 0 || col >= cols) return FALSE
    const value = tableCell(h, grid, row, col)
    if (isError(value)) return value
    if (!equals(h, value, colorIn(h, cell))) return FALSE
  }
  return failed(h) ? faultWord(h) : TRUE
}
