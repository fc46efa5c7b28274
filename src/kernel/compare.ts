// Comparison: the ascending order over all values, and equality. Without recursion, which the GPU does not have.

import {
  CELL,
  CELL_SET,
  CLOSURE,
  GRID,
  INTS,
  INTEGER,
  INT_SET,
  NONE_KIND,
  PAIR,
  PRIMITIVE,
  SET,
  TUPLE,
  contentSize,
  cellsAt,
  elementsAt,
  gridCols,
  gridRows,
  headerOf,
  itemAt,
  kindIn,
  kindOf,
  lengthIn,
  sizeOf,
} from './blocks.ts'
import { CLOSURE_EQUALITY_RULE, NESTING_RULE, deviation } from './errors.ts'
import {
  type Heap,
  failed,
  load,
  peek,
  poke,
  raise,
  releaseScratch,
  reserveScratch,
  scratchTop,
  spend,
} from './heap.ts'
import { type Address, type Word, addressOf, isCell, isInt, isPair, isRef } from './words.ts'

/** The maximum nesting of containers in a comparison. */
const MAX_NESTING = 64

// The result of `compareHeads` where the elements decide.
const DESCEND = 2

// A row of a grid is not a value of its own on the heap: it is written as the grid and the row's number, and every other
// value as its word and NO_ROW.
const NO_ROW = -1

/** One frame: two operands (word, row) and the number of the next element. */
export const FRAME_SIZE = 5

/**
 * -1, 0 or 1: the ascending order of the language. None, then integers, then tuples (element by element, then length), then sets
 * (as the tuples of their elements), then primitives, then closures. Two closures that are built alike are a fault:
 * Python compares functions by identity, which merged programs do not keep.
 */
export function compare(h: Heap, x: Word, y: Word): number {
  const order = compareFlat(h, x, y)
  return order === DESCEND ? compareDeep(h, x, y) : order
}

/**
 * The order of two integers, of two tuples of integers, of two sets of one kind of words, or of sets one of which is empty: most
 * comparisons, made without a frame and counted as with one. DESCEND, without counting anything, for all others.
 */
function compareFlat(h: Heap, x: Word, y: Word): number {
  if ((isInt(x) && isInt(y)) || (isPair(x) && isPair(y)) || (isCell(x) && isCell(y))) {
    return spend(h, 1) ? orderOf(x, y) : 0
  }
  const xHeader = headerOf(h, x)
  const yHeader = headerOf(h, y)
  const kind = kindIn(xHeader)
  const yKind = kindIn(yHeader)
  const xCount = lengthIn(h, xHeader)
  const yCount = lengthIn(h, yHeader)
  if (kind === yKind && (kind === INTS || isWordOrdered(kind))) {
    return spend(h, 1) ? compareWords(h, elementsAt(x), xCount, elementsAt(y), yCount) : 0
  }
  if (kind < SET || kind > CELL_SET || yKind < SET || yKind > CELL_SET || (xCount > 0 && yCount > 0)) return DESCEND
  return spend(h, 1 + FRAME_SIZE) ? orderOf(xCount, yCount) : 0
}

function compareDeep(h: Heap, x: Word, y: Word): number {
  const bottom = scratchTop(h)
  let frame: Address = bottom - FRAME_SIZE
  let a = x
  let aRow = NO_ROW
  let b = y
  let bRow = NO_ROW
  while (spend(h, 1)) {
    const order = compareHeads(h, a, aRow, b, bRow)
    if (order === DESCEND) {
      frame = reserveScratch(h, FRAME_SIZE)
      if (frame - bottom >= MAX_NESTING * FRAME_SIZE) raise(h, deviation(NESTING_RULE))
      poke(h, frame, a)
      poke(h, frame + 1, aRow)
      poke(h, frame + 2, b)
      poke(h, frame + 3, bRow)
      poke(h, frame + 4, 0)
    } else if (order !== 0) {
      releaseScratch(h, bottom)
      return order
    }
    // Return to the nearest frame that has elements left.
    let descended = false
    while (!descended && frame >= bottom && !failed(h)) {
      a = peek(h, frame)
      aRow = peek(h, frame + 1)
      b = peek(h, frame + 2)
      bRow = peek(h, frame + 3)
      const k = peek(h, frame + 4)
      const aCount = childCount(h, a, aRow)
      const bCount = childCount(h, b, bRow)
      if (k < aCount && k < bCount) {
        poke(h, frame + 4, k + 1)
        const aChild = childWord(h, a, aRow, k)
        aRow = childRow(h, a, aRow, k)
        a = aChild
        const bChild = childWord(h, b, bRow, k)
        bRow = childRow(h, b, bRow, k)
        b = bChild
        descended = true
      } else if (aCount !== bCount) {
        releaseScratch(h, bottom)
        return aCount < bCount ? -1 : 1
      } else {
        if (kindOf(h, a) === CLOSURE) raise(h, deviation(CLOSURE_EQUALITY_RULE))
        releaseScratch(h, frame)
        frame -= FRAME_SIZE
      }
    }
    if (!descended) return 0
  }
  return 0
}

/** Compares two values as far as possible without their elements that are containers; else DESCEND. */
function compareHeads(h: Heap, a: Word, aRow: number, b: Word, bRow: number): number {
  const aKind = aRow === NO_ROW ? kindOf(h, a) : INTS
  const bKind = bRow === NO_ROW ? kindOf(h, b) : INTS
  const aRank = rank(aKind)
  const bRank = rank(bKind)
  if (aRank !== bRank) return aRank < bRank ? -1 : 1
  if (aKind === INTEGER || aKind === PRIMITIVE || aKind === NONE_KIND) return orderOf(a, b)
  if (aKind !== bKind || aKind === TUPLE || aKind === SET || aKind === CLOSURE) return DESCEND
  if (aKind === PAIR || aKind === CELL) return orderOf(a, b)
  if (aRow !== NO_ROW || bRow !== NO_ROW) return DESCEND
  if (aKind === GRID) {
    const cols = gridCols(h, a)
    if (cols !== gridCols(h, b)) return DESCEND
    return compareWords(h, cellsAt(a), gridRows(h, a) * cols, cellsAt(b), gridRows(h, b) * cols)
  }
  return compareWords(h, elementsAt(a), sizeOf(h, a), elementsAt(b), sizeOf(h, b))
}

/** Compares two rows of words whose own order is the order of the values. */
function compareWords(h: Heap, a: Address, aCount: number, b: Address, bCount: number): number {
  const count = aCount < bCount ? aCount : bCount
  // Charged even where both are one block: the cost of a comparison must not depend on sharing.
  if (!spend(h, count) || (a === b && aCount === bCount)) return 0
  for (let k = 0; k < count; k++) {
    const x = load(h, a + k)
    const y = load(h, b + k)
    if (x !== y) return x < y ? -1 : 1
  }
  return orderOf(aCount, bCount)
}

function orderOf(a: number, b: number): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** None before integers before tuples before sets before functions. */
function rank(kind: number): number {
  if (kind === NONE_KIND) return -1
  if (kind === INTEGER) return 0
  if (kind === PAIR || kind === CELL || (kind >= TUPLE && kind <= GRID)) return 1
  if (kind >= SET && kind <= CELL_SET) return 2
  if (kind === PRIMITIVE) return 3
  return 4
}

function childCount(h: Heap, w: Word, row: number): number {
  if (row !== NO_ROW) return gridCols(h, w)
  const size = sizeOf(h, w)
  // A closure's children are its maker and its arguments.
  return size >= 0 ? size : contentSize(h, w)
}

function childWord(h: Heap, w: Word, row: number, k: number): Word {
  if (row !== NO_ROW) return load(h, cellsAt(w) + row * gridCols(h, w) + k)
  return kindOf(h, w) === GRID ? w : itemAt(h, w, k)
}

function childRow(h: Heap, w: Word, row: number, k: number): number {
  return row === NO_ROW && kindOf(h, w) === GRID ? k : NO_ROW
}

/** Structural equality, as Python's `==`: equal integers, tuples with equal elements, sets with equal elements. */
export function equals(h: Heap, a: Word, b: Word): boolean {
  // Every value has one form: a word without a block is equal only to itself.
  return isRef(a) && isRef(b) ? areEqualBlocks(h, a, b) : a === b
}

function areEqualBlocks(h: Heap, a: Word, b: Word): boolean {
  const header = load(h, addressOf(a))
  if (header !== load(h, addressOf(b))) return false
  const kind = kindOf(h, a)
  if (kind === TUPLE || kind === SET || kind === CLOSURE) return compare(h, a, b) === 0
  const size = contentSize(h, a)
  if (!spend(h, size)) return false
  if (a === b) return true
  for (let k = 1; k <= size; k++) if (load(h, addressOf(a) + k) !== load(h, addressOf(b) + k)) return false
  return true
}

/** Whether the elements of a set of this kind are in the order of their words. */
export function isWordOrdered(kind: number): boolean {
  return kind >= INT_SET && kind <= CELL_SET
}
