// Blocks: the form on the heap of values that do not fit a word, and the kind, length and elements of any value.
//
// A block is a header word (length and kind), then its content. Every value has exactly one form, so that equal values
// have equal words. The makers in tuples.ts, grids.ts and sets.ts ensure that:
//   - the empty tuple is EMPTY_TUPLE, the empty set EMPTY_SET;
//   - a tuple of two small integers is a pair word;
//   - with small numbers, (colour, pair word) in layout a and (row, column, colour) in layout t are a cell word;
//   - one or more tuples of integers, equally long and not empty, are a GRID: its columns, then all cells row by row;
//   - any other tuple is INTS when it holds only integers, TUPLE otherwise;
//   - sets are ascending; INT_SET, PAIR_SET and CELL_SET hold only integers, pair words, cell words, in word order;
//   - a CLOSURE holds which combinator made it and that call's arguments (closures.ts); its length counts both.

import { cellColor, cellCol, cellIndex, cellParts, cellRow, fitsCell, packCell } from './cells.ts'
import { BOUNDS_ERROR } from './errors.ts'
import {
  type Heap,
  NO_BLOCK,
  allocate,
  copyWords,
  divideTowardsZero,
  failed,
  faultWord,
  hasTriples,
  heapTop,
  load,
  raise,
  store,
} from './heap.ts'
import {
  type Address,
  FALSE,
  NONE,
  type Word,
  addressOf,
  fitsPair,
  isCell,
  isInt,
  isPair,
  isPrimitive,
  isRef,
  packPair,
  pairCol,
  pairRow,
  refTo,
} from './words.ts'

export const TUPLE = 1
export const INTS = 2
export const GRID = 3
export const SET = 4
export const INT_SET = 5
export const PAIR_SET = 6
export const CELL_SET = 7
export const CLOSURE = 8
/** A row of words between the halves of a higher-order primitive; never a value of the language. */
export const LIST = 9
// Kinds of values that have no block.
export const INTEGER = 10
export const PAIR = 11
export const CELL = 12
export const PRIMITIVE = 13
export const ERROR = 14
export const NONE_KIND = 15

export const KIND_BITS = 4
export const KIND_MASK = 15

/** The header of the block that a word refers to; 0 for a word that refers to none. */
export function headerOf(h: Heap, w: Word): number {
  return load(h, isRef(w) ? addressOf(w) : NO_BLOCK)
}

/** The kind of any word: one of the constants above. */
export function kindOf(h: Heap, w: Word): number {
  const kind = headerOf(h, w) & KIND_MASK
  return isRef(w) ? kind : kindWithoutBlock(w)
}

function kindWithoutBlock(w: Word): number {
  return isInt(w)
    ? INTEGER
    : isCell(w)
      ? CELL
      : isPair(w)
        ? PAIR
        : isPrimitive(w)
          ? PRIMITIVE
          : w === NONE
            ? NONE_KIND
            : ERROR
}

/** The kind in a header. */
export function kindIn(header: number): number {
  return header & KIND_MASK
}

/** The length in a header, which may belong to no block. */
export function lengthIn(h: Heap, header: number): number {
  return lengthWithin(header >> KIND_BITS, heapTop(h))
}

/** Whether the word is a reference to a block of this kind. */
export function isBlock(h: Heap, w: Word, kind: number): boolean {
  return (headerOf(h, w) & KIND_MASK) === kind
}

export function isTuple(h: Heap, w: Word): boolean {
  const kind = headerOf(h, w) & KIND_MASK
  return isCell(w) || isPair(w) || (kind >= TUPLE && kind <= GRID)
}

export function isSet(h: Heap, w: Word): boolean {
  const kind = headerOf(h, w) & KIND_MASK
  return kind >= SET && kind <= CELL_SET
}

export function isContainer(h: Heap, w: Word): boolean {
  const kind = headerOf(h, w) & KIND_MASK
  return isCell(w) || isPair(w) || (kind >= TUPLE && kind <= CELL_SET)
}

export function isCallable(h: Heap, w: Word): boolean {
  const kind = headerOf(h, w) & KIND_MASK
  return isPrimitive(w) || kind === CLOSURE
}

/** Length of a tuple, set or list: its number of elements, for a grid its rows. -1 for everything else. */
export function sizeOf(h: Heap, w: Word): number {
  const header = headerOf(h, w)
  const kind = header & KIND_MASK
  const size = lengthWithin(header >> KIND_BITS, heapTop(h))
  return isCell(w) ? cellParts(h) : isPair(w) ? 2 : kind === 0 || kind === CLOSURE ? -1 : size
}

/** A length from a header, limited to the range from 0 to the length of the heap: the header may belong to no block. */
function lengthWithin(length: number, wordCount: number): number {
  return length < 0 ? 0 : length < wordCount ? length : wordCount
}

/** The number of content words of the block at `ref`, its header apart. */
export function contentSize(h: Heap, ref: Word): number {
  const header = headerOf(h, ref)
  const isGrid = (header & KIND_MASK) === GRID
  return isGrid ? cellCount(h, ref) + 1 : lengthWithin(header >> KIND_BITS, heapTop(h))
}

/** The number of cells of a GRID. */
export function cellCount(h: Heap, grid: Word): number {
  const rows = gridRows(h, grid)
  const cols = gridCols(h, grid)
  const isPossible = rows >= 0 && cols > 0 && rows <= divideTowardsZero(heapTop(h), cols)
  if (!isPossible) raise(h, BOUNDS_ERROR)
  return isPossible ? rows * cols : 0
}

/** The address of the elements of a block with one word per element (every container block but GRID). */
export function elementsAt(ref: Word): Address {
  return addressOf(ref) + 1
}

/** A new block; its elements are to be stored at `elementsAt`. An error word where there is no room. */
export function newBlock(h: Heap, kind: number, length: number): Word {
  const a = allocate(h, length + 1)
  store(h, a, (length << KIND_BITS) | kind)
  return failed(h) ? faultWord(h) : refTo(a)
}

/** Shortens a block that was just made. */
export function shortenBlock(h: Heap, ref: Word, length: number): void {
  store(h, addressOf(ref), (length << KIND_BITS) | kindOf(h, ref))
}

export function gridRows(h: Heap, grid: Word): number {
  return lengthWithin(load(h, addressOf(grid)) >> KIND_BITS, heapTop(h))
}

export function gridCols(h: Heap, grid: Word): number {
  return lengthWithin(load(h, addressOf(grid) + 1), heapTop(h))
}

/** The address of the cells of a GRID, row by row. */
export function cellsAt(grid: Word): Address {
  return addressOf(grid) + 2
}

/** Row `i` of a GRID as a tuple of its own. */
export function gridRow(h: Heap, grid: Word, i: number): Word {
  const cols = gridCols(h, grid)
  return rowAt(h, cellsAt(grid) + i * cols, cols)
}

/** The row of a GRID whose cells, `cols` of them, are at an address, as a tuple of its own. */
export function rowAt(h: Heap, from: Address, cols: number): Word {
  if (cols === 2 && fitsPair(load(h, from), load(h, from + 1))) return packPair(load(h, from), load(h, from + 1))
  if (hasTriples(h) && cols === 3 && fitsCell(load(h, from + 2), load(h, from), load(h, from + 1)))
    return packCell(h, load(h, from + 2), load(h, from), load(h, from + 1))
  const row = newBlock(h, INTS, cols)
  if (!failed(h)) copyWords(h, elementsAt(row), from, cols)
  return row
}

/** Element `k` of a tuple, set or list, in iteration order; 0 <= k < sizeOf. The row of a grid is a new block. */
export function itemAt(h: Heap, w: Word, k: number): Word {
  return isBlock(h, w, GRID) ? gridRow(h, w, k) : partAt(h, w, k)
}

/** The same for a value that is no GRID: much less code, which matters where it is inlined. */
export function partAt(h: Heap, w: Word, k: number): Word {
  if (isPair(w)) return k === 0 ? pairRow(w) : pairCol(w)
  if (isCell(w)) return cellPart(h, w, k)
  return load(h, elementsAt(w) + k)
}

function cellPart(h: Heap, cell: Word, k: number): Word {
  const first = hasTriples(h) ? cellRow(h, cell) : cellColor(h, cell)
  const second = hasTriples(h) ? cellCol(h, cell) : cellIndex(h, cell)
  return k === 0 ? first : k === 1 ? second : cellColor(h, cell)
}

/** Python truth: zero, None and empty containers are false. */
export function isTruthy(h: Heap, w: Word): boolean {
  // Without a branch: the scheduler of a device uses it.
  const size = sizeOf(h, w)
  return w !== FALSE && w !== NONE && size !== 0
}
