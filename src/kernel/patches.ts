// Patches: sets (or tuples) of indices or of cells, as the functions that take either of them read them.

import {
  CELL,
  CELL_SET,
  GRID,
  PAIR,
  PAIR_SET,
  TUPLE,
  cellsAt,
  elementsAt,
  gridCols,
  isTuple,
  itemAt,
  kindOf,
  partAt,
  sizeOf,
} from './blocks.ts'
import { COLOR_MASK, cellColor, cellIndex, cellParts, colorPart, colorShift } from './cells.ts'
import { COORDINATES_RULE, EMPTY_ERROR, INDEX_ERROR, TYPE_ERROR, deviation } from './errors.ts'
import { indexBits, indexShift, leastIn, mostIn, rowRange } from './fields.ts'
import { isGrid } from './grids.ts'
import {
  EMPTY_SET,
  type Heap,
  failed,
  faultWord,
  fieldRange,
  hasTriples,
  load,
  poke,
  push,
  reserveScratch,
  scratchTop,
  store,
} from './heap.ts'
import { finishSet, newPairSet } from './sets.ts'
import { isIndex, tuple2 } from './tuples.ts'
import {
  type Address,
  FALSE,
  TRUE,
  type Word,
  isCell,
  isError,
  isInt,
  isPair,
  isRef,
  pairCol,
  pairRow,
  truth,
} from './words.ts'

/**
 * TRUE if the patch, which is not empty, holds cells and not indices. Its first element decides: in layout a, Python tests
 * whether its [1] is a tuple; in layout t, whether its length is 3.
 */
export function holdsCells(h: Heap, patch: Word): Word {
  const kind = kindOf(h, patch)
  if (kind === CELL_SET) return TRUE
  if (kind === PAIR_SET) return FALSE
  return hasTriples(h) ? holdsTriples(h, patch) : holdsColoredPairs(h, patch)
}

function holdsTriples(h: Heap, patch: Word): Word {
  if (isGrid(h, patch)) return truth(gridCols(h, patch) === 3)
  // The first part of a pair or cell is an integer, which has no length.
  if (!isRef(patch) || sizeOf(h, patch) < 1) return TYPE_ERROR
  const length = sizeOf(h, load(h, elementsAt(patch)))
  return length < 0 ? TYPE_ERROR : truth(length === 3)
}

function holdsColoredPairs(h: Heap, patch: Word): Word {
  const kind = kindOf(h, patch)
  if (kind === GRID) return gridCols(h, patch) < 2 ? INDEX_ERROR : FALSE
  // Pairs and cells, which are no blocks, begin with an integer.
  if (!isRef(patch) || sizeOf(h, patch) < 1) return TYPE_ERROR
  const head = load(h, elementsAt(patch))
  const headKind = kindOf(h, head)
  if (headKind === CELL) return TRUE
  if (headKind === PAIR) return FALSE
  if (headKind < TUPLE || headKind > GRID) return TYPE_ERROR
  if (sizeOf(h, head) < 2) return INDEX_ERROR
  return truth(headKind === GRID || isTuple(h, load(h, elementsAt(head) + 1)))
}

/**
 * The number of indices or cells of a patch; -1 for a value that is none. In layout t, as in the `toindices` of its
 * dialect, a value without length, or whose first element has none, is an empty patch.
 */
export function patchSize(h: Heap, patch: Word): number {
  const count = sizeOf(h, patch)
  if (!hasTriples(h)) return count
  return count > 0 && !isError(holdsCells(h, patch)) ? count : 0
}

/** TRUE if the patch, which is not empty, holds cells, or indices where `cells` is false; otherwise an error word. */
export function checkSort(h: Heap, patch: Word, cells: boolean): Word {
  const held = holdsCells(h, patch)
  if (isError(held)) return held
  return held === truth(cells) ? TRUE : TYPE_ERROR
}

/** The indices of a patch, colours dropped: a set if it held cells, else the patch itself, which may be a tuple. */
export function indicesOf(h: Heap, patch: Word): Word {
  const count = patchSize(h, patch)
  if (count < 0) return TYPE_ERROR
  if (count === 0) return EMPTY_SET
  const cells = holdsCells(h, patch)
  if (cells !== TRUE) return isError(cells) ? cells : patch
  if (kindOf(h, patch) === CELL_SET) return indicesOfCells(h, patch, count)
  const list = scratchTop(h)
  for (let k = 0; k < count; k++) push(h, locationAt(h, patch, true, k))
  return finishSet(h, list)
}

function indicesOfCells(h: Heap, cells: Word, count: number): Word {
  const first = load(h, elementsAt(cells))
  const last = load(h, elementsAt(cells) + count - 1)
  if (!hasTriples(h) && cellColor(h, first) === cellColor(h, last)) return indicesOfColor(h, cells, count)
  const list = scratchTop(h)
  pushCellIndices(h, elementsAt(cells), count)
  return failed(h) ? faultWord(h) : finishSet(h, list)
}

/** Pushes the indices of `count` words of cells from `from` on. */
export function pushCellIndices(h: Heap, from: Address, count: number): void {
  const list = reserveScratch(h, count)
  for (let k = 0; k < count && !failed(h); k++) poke(h, list + k, cellIndex(h, load(h, from + k)))
}

/** The same for cells of one colour, whose indices ascend. */
function indicesOfColor(h: Heap, cells: Word, count: number): Word {
  const out = newPairSet(h, count)
  if (isError(out)) return out
  const from = elementsAt(cells)
  for (let k = 0; k < count; k++) store(h, elementsAt(out) + k, cellIndex(h, load(h, from + k)))
  return out
}

/** The word itself if it is a tuple of two integers; otherwise an error word. */
export function checkIndex(h: Heap, w: Word): Word {
  if (isIndex(h, w)) return w
  return sizeOf(h, w) === 2 ? deviation(COORDINATES_RULE) : TYPE_ERROR
}

/** The place of element `k` of a patch: the element itself, or the index of a cell if the patch holds `cells`. */
export function locationAt(h: Heap, patch: Word, cells: boolean, k: number): Word {
  // A GRID may be a tuple of triples, but holds no cells of the other layout.
  const holder = cells && !hasTriples(h) ? load(h, elementsAt(patch) + k) : itemAt(h, patch, k)
  if (!cells) return holder
  return isCell(holder) ? cellIndex(h, holder) : locationIn(h, holder)
}

/** The index of a cell, which may be anything; an error word if it has not the number of parts of a cell. */
export function locationIn(h: Heap, cell: Word): Word {
  if (sizeOf(h, cell) !== cellParts(h)) return TYPE_ERROR
  return hasTriples(h) ? tuple2(h, itemAt(h, cell, 0), itemAt(h, cell, 1)) : itemAt(h, cell, 1)
}

/** The colour of a cell that has the parts of one. */
export function colorIn(h: Heap, cell: Word): Word {
  return itemAt(h, cell, colorPart(h))
}

/** The colour of element `k` of a patch of such cells. */
export function colorAt(h: Heap, patch: Word, k: number): Word {
  return colorIn(h, itemAt(h, patch, k))
}

/** One coordinate of such a place, which has it, if it is an integer; otherwise an error word. */
export function coordinateOf(h: Heap, place: Word, axis: number): Word {
  if (isPair(place)) return axis === ROW ? pairRow(place) : pairCol(place)
  const v = isGrid(h, place) ? place : partAt(h, place, axis)
  return isInt(v) ? v : deviation(COORDINATES_RULE)
}

/** How many coordinates the place of element `k` has; -1 if it is no container. */
export function coordinateCount(h: Heap, patch: Word, cells: boolean, k: number): number {
  if (isGrid(h, patch)) return cells ? 2 : gridCols(h, patch)
  return sizeOf(h, locationAt(h, patch, cells, k))
}

/** One of those coordinates, if it is an integer; otherwise an error word. */
export function coordinateAt(h: Heap, patch: Word, cells: boolean, k: number, axis: number): Word {
  if (isGrid(h, patch)) return load(h, cellsAt(patch) + k * gridCols(h, patch) + axis)
  return coordinateOf(h, locationAt(h, patch, cells, k), axis)
}

export const ROW = 0
export const COLUMN = 1
export const LEAST = 0
export const GREATEST = 1

/** The least or greatest row or column of a patch's indices; an error word if it is empty or no patch. Makes nothing. */
export function extremeOf(h: Heap, patch: Word, axis: number, end: number): Word {
  if (sizeOf(h, patch) === 0) return EMPTY_ERROR
  const cells = holdsCells(h, patch)
  return isError(cells) ? cells : extremeAlong(h, patch, cells === TRUE, axis, end, true)
}

/**
 * The same for a patch that is not empty; if `exact`, an index of more or fewer than two coordinates is an error. In layout
 * t, cells that are not read as `cells` have the colour as a third coordinate.
 */
export function extremeAlong(h: Heap, patch: Word, cells: boolean, axis: number, end: number, exact: boolean): Word {
  const count = sizeOf(h, patch)
  const kind = kindOf(h, patch)
  if (indexBits(kind) > 0) return compactExtreme(h, elementsAt(patch), count, kind, axis, end)
  let best = 0
  for (let k = 0; k < count; k++) {
    let v = 0
    if (kind === GRID) {
      if (exact && !cells && gridCols(h, patch) !== 2) return TYPE_ERROR
      v = load(h, cellsAt(patch) + k * gridCols(h, patch) + axis)
    } else {
      const place = locationAt(h, patch, cells, k)
      if (exact && sizeOf(h, place) !== 2) return TYPE_ERROR
      v = coordinateOf(h, place, axis)
      if (isError(v)) return v
    }
    if (k === 0 || (end === LEAST ? v < best : v > best)) best = v
  }
  return best
}

/** The same for the `count` words of a CELL_SET or PAIR_SET from `from` on. */
function compactExtreme(h: Heap, from: Address, count: number, kind: number, axis: number, end: number): number {
  const bits = indexBits(kind)
  const shift = indexShift(h, kind)
  const mask = (1 << bits) - 1
  const isPlace = axis === ROW || axis === COLUMN
  let range = 0
  if (axis === ROW) range = rowRange(h, from, count, bits + shift, mask)
  else range = fieldRange(h, from, count, isPlace ? shift : colorShift(h), isPlace ? mask : COLOR_MASK)
  // Rows and columns are kept in a word with half their range added.
  return (end === LEAST ? leastIn(range) : mostIn(range)) - (isPlace ? 1 << (bits - 1) : 0)
}
