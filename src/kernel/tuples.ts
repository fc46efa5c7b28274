// Tuples: made so that each value has its one form (see blocks.ts). Pairs and cells are tuples of two or three.

import {
  GRID,
  INTS,
  TUPLE,
  cellsAt,
  elementsAt,
  gridCols,
  isBlock,
  itemAt,
  newBlock,
  partAt,
  rowAt,
  sizeOf,
} from './blocks.ts'
import { fitsCell, packCell } from './cells.ts'
import { OVERFLOW_ERROR } from './errors.ts'
import {
  EMPTY_TUPLE,
  type Heap,
  copyWords,
  failed,
  faultWord,
  hasTriples,
  load,
  peek,
  push,
  pushWords,
  raise,
  releaseScratch,
  scratchTop,
  store,
  storeWords,
} from './heap.ts'
import { newGrid } from './grids.ts'
import {
  type Address,
  type Word,
  fitsPair,
  isCell,
  isError,
  isInt,
  isPair,
  isRef,
  packPair,
  pairCol,
  pairRow,
} from './words.ts'

/** The tuple of the words pushed since `list`, which are released. If one of them is an error word, that is the result. */
export function finishTuple(h: Heap, list: Address): Word {
  const tuple = makeTuple(h, list, scratchTop(h) - list)
  releaseScratch(h, list)
  return failed(h) ? faultWord(h) : tuple
}

/** The tuple of the words pushed since `list`, which are released and must be integers. */
export function finishInts(h: Heap, list: Address): Word {
  const count = scratchTop(h) - list
  if (count === 0) return EMPTY_TUPLE
  const small = packList(h, list, count)
  const ints = small === 0 ? newBlock(h, INTS, count) : small
  if (isBlock(h, ints, INTS)) storeWords(h, elementsAt(ints), list, count)
  releaseScratch(h, list)
  return failed(h) ? faultWord(h) : ints
}

function makeTuple(h: Heap, list: Address, count: number): Word {
  if (count === 0) return EMPTY_TUPLE
  const head = peek(h, list)
  const small = packList(h, list, count)
  if (small !== 0) return small
  let kind = INTS
  if (isInt(head)) {
    for (let k = 1; k < count; k++) if (!isInt(peek(h, list + k))) kind = TUPLE
  } else {
    const cols = intTupleSize(h, head)
    kind = cols > 0 ? GRID : TUPLE
    if (kind === GRID) for (let k = 1; k < count; k++) if (intTupleSize(h, peek(h, list + k)) !== cols) kind = TUPLE
    if (kind === GRID) return gridOfRows(h, list, count, cols)
  }
  const tuple = newBlock(h, kind, count)
  if (isError(tuple)) return tuple
  if (kind === TUPLE) raiseFirstError(h, list, count)
  storeWords(h, elementsAt(tuple), list, count)
  return tuple
}

/** An error word in a list is the error of the whole kernel. */
function raiseFirstError(h: Heap, list: Address, count: number): void {
  for (let k = 0; k < count; k++) {
    const w = peek(h, list + k)
    if (isError(w)) raise(h, w)
  }
}

/** The pair or cell word of a list, or 0 if it has none. */
function packList(h: Heap, list: Address, count: number): Word {
  if (count === 2) return pack(h, peek(h, list), peek(h, list + 1))
  if (hasTriples(h) && count === 3) return packTriple(h, peek(h, list), peek(h, list + 1), peek(h, list + 2))
  return 0
}

/** The pair or cell word of (a, b), or 0 if it has none. */
function pack(h: Heap, a: Word, b: Word): Word {
  if (!isInt(a)) return 0
  if (isInt(b)) return fitsPair(a, b) ? packPair(a, b) : 0
  if (!hasTriples(h) && isPair(b) && fitsCell(a, pairRow(b), pairCol(b))) return packCell(h, a, pairRow(b), pairCol(b))
  return 0
}

/** The cell word of (a, b, c) in layout t, or 0 if it has none; only small integers fit. */
function packTriple(h: Heap, a: Word, b: Word, c: Word): Word {
  return fitsCell(c, a, b) ? packCell(h, c, a, b) : 0
}

/** The length of a tuple of integers; -1 for everything else. The empty tuple is one. */
export function intTupleSize(h: Heap, w: Word): number {
  if (isPair(w)) return 2
  if (isCell(w)) return hasTriples(h) ? 3 : -1
  return isBlock(h, w, INTS) ? sizeOf(h, w) : -1
}

/** Element `k` of a tuple of integers. */
export function intAt(h: Heap, ints: Word, k: number): number {
  if (isPair(ints)) return k === 0 ? pairRow(ints) : pairCol(ints)
  if (hasTriples(h) && isCell(ints)) return partAt(h, ints, k)
  return load(h, elementsAt(ints) + k)
}

function gridOfRows(h: Heap, list: Address, rows: number, cols: number): Word {
  const grid = newGrid(h, rows, cols)
  if (isError(grid)) return grid
  for (let i = 0; i < rows; i++) storeRow(h, cellsAt(grid) + i * cols, peek(h, list + i), cols)
  return grid
}

/** Stores the elements of a tuple of integers, which may have no block, at an address. */
function storeRow(h: Heap, at: Address, row: Word, cols: number): void {
  if (isRef(row)) copyWords(h, at, elementsAt(row), cols)
  else for (let j = 0; j < cols; j++) store(h, at + j, intAt(h, row, j))
}

/** The tuple (a, b); if one of them is an error word, that. */
export function tuple2(h: Heap, a: Word, b: Word): Word {
  const small = pack(h, a, b)
  if (small !== 0) return small
  if (isError(a) || isError(b)) return isError(a) ? a : b
  const cols = intTupleSize(h, a)
  if (cols > 0 && intTupleSize(h, b) === cols) return gridOfTwoRows(h, a, b, cols)
  return newBlock2(h, isInt(a) && isInt(b) ? INTS : TUPLE, a, b)
}

/** The tuple (a, b, c) of anything; an error word among them is the result. */
export function tuple3(h: Heap, a: Word, b: Word, c: Word): Word {
  const list = scratchTop(h)
  push(h, a)
  push(h, b)
  push(h, c)
  return finishTuple(h, list)
}

function newBlock2(h: Heap, kind: number, a: Word, b: Word): Word {
  const tuple = newBlock(h, kind, 2)
  if (isError(tuple)) return tuple
  store(h, elementsAt(tuple), a)
  store(h, elementsAt(tuple) + 1, b)
  return tuple
}

function gridOfTwoRows(h: Heap, a: Word, b: Word, cols: number): Word {
  const grid = newGrid(h, 2, cols)
  if (isError(grid)) return grid
  if (isPair(a) && isPair(b)) {
    // Two indices: the elements of a product of sets of them.
    store(h, cellsAt(grid), pairRow(a))
    store(h, cellsAt(grid) + 1, pairCol(a))
    store(h, cellsAt(grid) + 2, pairRow(b))
    store(h, cellsAt(grid) + 3, pairCol(b))
    return grid
  }
  storeRow(h, cellsAt(grid), a, cols)
  storeRow(h, cellsAt(grid) + cols, b, cols)
  return grid
}

/** The index (row, column) from numbers that were just computed: two integers of the language added or subtracted. */
export function newIndex(h: Heap, row: number, col: number): Word {
  if (fitsPair(row, col)) return packPair(row, col)
  return isInt(row) && isInt(col) ? newBlock2(h, INTS, row, col) : OVERFLOW_ERROR
}

/** The cell of a value, which may be anything, and of numbers as for `newIndex`. */
export function newCell(h: Heap, value: Word, row: number, col: number): Word {
  if (fitsCell(value, row, col)) return packCell(h, value, row, col)
  if (hasTriples(h)) return isInt(row) && isInt(col) ? tuple3(h, row, col, value) : OVERFLOW_ERROR
  const index = newIndex(h, row, col)
  return isError(index) ? index : tuple2(h, value, index)
}

/** The cell of a value and a tuple of two. */
export function cellAt(h: Heap, value: Word, index: Word): Word {
  return hasTriples(h) ? tuple3(h, itemAt(h, index, 0), itemAt(h, index, 1), value) : tuple2(h, value, index)
}

/** Whether the word is a tuple of exactly two integers. */
export function isIndex(h: Heap, w: Word): boolean {
  return isPair(w) || intTupleSize(h, w) === 2
}

/** The first number of an index. */
export function indexRow(h: Heap, index: Word): number {
  return intAt(h, index, 0)
}

/** The second number of an index. */
export function indexCol(h: Heap, index: Word): number {
  return intAt(h, index, 1)
}

/** Pushes the elements of a tuple or set onto the scratch memory, in iteration order. */
export function pushElements(h: Heap, container: Word): void {
  const count = sizeOf(h, container)
  if (isBlock(h, container, GRID)) pushRows(h, container, count)
  else if (isRef(container)) pushWords(h, elementsAt(container), count)
  else for (let k = 0; k < count; k++) push(h, partAt(h, container, k))
}

function pushRows(h: Heap, grid: Word, count: number): void {
  const cols = gridCols(h, grid)
  for (let k = 0; k < count; k++) push(h, rowAt(h, cellsAt(grid) + k * cols, cols))
}
