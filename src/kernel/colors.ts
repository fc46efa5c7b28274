// Colours: the values that a grid or an object holds, and how often. Callers say whether a container is read `byRows`, as a
// grid of rows of cells, or as an object, each element of which is a cell.

import {
  CELL_SET,
  GRID,
  cellCount,
  cellsAt,
  elementsAt,
  gridCols,
  gridRows,
  isTuple,
  kindOf,
  sizeOf,
} from './blocks.ts'
import { cellParts, colorPart, colorShift } from './cells.ts'
import { compare } from './compare.ts'
import { EMPTY_ERROR, TYPE_ERROR } from './errors.ts'
import {
  type Heap,
  NIBBLE_COUNTERS,
  countWord,
  countNibbles,
  failed,
  faultWord,
  hasTriples,
  heapTop,
  holdScratch,
  peek,
  push,
  releaseScratch,
  reserveScratch,
  scratchTop,
  spend,
} from './heap.ts'
import { finishSet } from './sets.ts'
import { sortScratch } from './sort.ts'
import { rowItem, rowSize } from './tables.ts'
import { type Address, CELL_REACH, NONE, TRUE, type Word, isError, isInt } from './words.ts'

/** The colours that can be counted without sorting: 0 to 15. */
export const COUNTED_COLORS = 16

const BLACK = 0

/** What `countColors` says where there are other colours too, or the layout is not compact. */
export const UNCOUNTED = -1

/**
 * How often each of the colours 0 to 15 is in a GRID read by rows, or in a CELL_SET read as an object, in that many new words
 * of scratch; or UNCOUNTED.
 */
export function countColors(h: Heap, element: Word, byRows: boolean): Address {
  const kind = kindOf(h, element)
  if (kind !== (byRows ? GRID : CELL_SET)) return UNCOUNTED
  const counts = reserveScratch(h, COUNTED_COLORS)
  const from = kind === GRID ? cellsAt(element) : elementsAt(element)
  const size = kind === GRID ? cellCount(h, element) : sizeOf(h, element)
  // The other tables of `countNibbles`.
  const others = holdScratch(h, NIBBLE_COUNTERS - COUNTED_COLORS)
  const bits = countNibbles(h, from, size, kind === GRID ? 0 : colorShift(h), counts)
  releaseScratch(h, others)
  if (kind !== GRID || (bits & ~(COUNTED_COLORS - 1)) === 0) return counts
  releaseScratch(h, counts)
  return UNCOUNTED
}

/** Pushes the colour of every cell, in iteration order. TRUE, or an error word if this is neither a grid nor an object. */
export function pushColors(h: Heap, element: Word, byRows: boolean): Word {
  const count = sizeOf(h, element)
  if (count < 0) return TYPE_ERROR
  for (let i = 0; i < count && !failed(h); i++) {
    const size = rowSize(h, element, i)
    if (byRows ? size < 0 : size !== cellParts(h)) return TYPE_ERROR
    const first = byRows ? 0 : colorPart(h)
    const end = byRows ? size : first + 1
    for (let j = first; j < end; j++) push(h, rowItem(h, element, i, j))
  }
  return TRUE
}

/** The most frequent colour, the smallest of several; an error word if there is no cell, or no grid and no object. */
export function mostColorOf(h: Heap, element: Word, byRows: boolean): Word {
  // The usual background is found by one comparison a cell; it is counted as if all colours were.
  if (byRows && isMostlyBlack(h, element)) return spend(h, COUNTED_COLORS) ? BLACK : faultWord(h)
  return colorByCount(h, element, byRows, true)
}

/** Whether half of the cells of a GRID of the colours 0 to 15, or more, have the smallest one. */
function isMostlyBlack(h: Heap, element: Word): boolean {
  if (kindOf(h, element) !== GRID) return false
  const rows = gridRows(h, element)
  const cols = gridCols(h, element)
  // One of a size that is not possible is an error, which is raised where colours are counted.
  if (rows > CELL_REACH || cols > CELL_REACH || rows * cols > heapTop(h) - cellsAt(element)) return false
  const count = countWord(h, cellsAt(element), rows * cols, BLACK)
  return count > 0 && 2 * count >= rows * cols
}

/** The most frequent colour of a grid; in layout t, None for a grid without cells: no cell of it has that colour. */
export function backgroundOf(h: Heap, grid: Word): Word {
  const color = mostColorOf(h, grid, hasTriples(h) || isTuple(h, grid))
  return hasTriples(h) && color === EMPTY_ERROR ? NONE : color
}

/** The least frequent colour among those that occur, the smallest of several; an error word as `mostColorOf`. */
export function leastColorOf(h: Heap, element: Word, byRows: boolean): Word {
  return colorByCount(h, element, byRows, false)
}

function colorByCount(h: Heap, element: Word, byRows: boolean, most: boolean): Word {
  const list = scratchTop(h)
  const counts = countColors(h, element, byRows)
  let color = TYPE_ERROR
  if (counts !== UNCOUNTED) color = colorFromCounts(h, counts, most)
  else if (pushColors(h, element, byRows) === TRUE) color = colorFromList(h, list, scratchTop(h) - list, most)
  releaseScratch(h, list)
  return failed(h) ? faultWord(h) : color
}

function colorFromCounts(h: Heap, counts: Address, most: boolean): Word {
  let best = 0
  let bestCount = 0
  for (let color = 0; color < COUNTED_COLORS; color++) {
    const count = peek(h, counts + color)
    if (most ? count > bestCount : count > 0 && (bestCount === 0 || count < bestCount)) {
      best = color
      bestCount = count
    }
  }
  return best
}

/** Sorts the colours, so that equal ones stand together and the smallest come first, and measures the runs. */
function colorFromList(h: Heap, list: Address, size: number, most: boolean): Word {
  if (size === 0) return EMPTY_ERROR
  let allInts = true
  for (let k = 0; k < size; k++) if (!isInt(peek(h, list + k))) allInts = false
  sortScratch(h, list, size, allInts)
  let best = 0
  let bestCount = 0
  let start = 0
  for (let k = 1; k <= size; k++) {
    const color = peek(h, list + k - 1)
    let ends = k === size
    if (!ends) ends = allInts ? peek(h, list + k) !== color : compare(h, peek(h, list + k), color) !== 0
    if (ends) {
      if (bestCount === 0 || (most ? k - start > bestCount : k - start < bestCount)) {
        best = color
        bestCount = k - start
      }
      start = k
    }
  }
  return best
}

/** The set of all colours; an error word if this is neither a grid nor an object. */
export function colorSetOf(h: Heap, element: Word, byRows: boolean): Word {
  const counts = countColors(h, element, byRows)
  const list = scratchTop(h)
  if (counts === UNCOUNTED) {
    const pushed = pushColors(h, element, byRows)
    if (isError(pushed)) return pushed
  } else {
    for (let color = 0; color < COUNTED_COLORS; color++) if (peek(h, counts + color) > 0) push(h, color)
  }
  return finishSet(h, list)
}
