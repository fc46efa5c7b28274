// Joining: Python's `+` of two values, and repeated values.

import { cellsAt, gridCols, gridRows, isTuple, sizeOf } from './blocks.ts'
import { BUDGET_ERROR, OVERFLOW_ERROR, TYPE_ERROR } from './errors.ts'
import { isGrid, newGrid } from './grids.ts'
import { type Heap, copyWords, divideTowardsZero, failed, fillScratch, reserveScratch, scratchTop } from './heap.ts'
import { finishTuple, pushElements } from './tuples.ts'
import { INT_MAX, type Word, isError, isInt } from './words.ts'

/** Python's `a + b`: the sum of two integers, two tuples one after the other, for anything else a type error. */
export function addValues(h: Heap, a: Word, b: Word): Word {
  if (isInt(a) && isInt(b)) return isInt(a + b) ? a + b : OVERFLOW_ERROR
  if (!isTuple(h, a) || !isTuple(h, b)) return TYPE_ERROR
  if (sizeOf(h, a) === 0) return b
  if (sizeOf(h, b) === 0) return a
  if (isGrid(h, a) && isGrid(h, b) && gridCols(h, a) === gridCols(h, b)) return stackGrids(h, a, b)
  const list = scratchTop(h)
  pushElements(h, a)
  pushElements(h, b)
  return finishTuple(h, list)
}

/** Two grids of one width, the first above the second. */
function stackGrids(h: Heap, a: Word, b: Word): Word {
  const cols = gridCols(h, a)
  const out = newGrid(h, gridRows(h, a) + gridRows(h, b), cols)
  if (isError(out)) return out
  const aCount = gridRows(h, a) * cols
  const bCount = gridRows(h, b) * cols
  const aFrom = cellsAt(a)
  const bFrom = cellsAt(b)
  const to = cellsAt(out)
  copyWords(h, to, aFrom, aCount)
  copyWords(h, to + aCount, bFrom, bCount)
  return out
}

/** Pushes a word `count` times onto the scratch memory; not at all if the count is not positive. */
export function pushRepeated(h: Heap, w: Word, count: number): void {
  if (count <= 0) return
  const list = reserveScratch(h, count)
  if (failed(h)) return
  fillScratch(h, list, count, w)
}

/** A size times a factor, 0 if that is not positive; a budget error where it is no integer of the language. */
export function scaleSize(size: number, factor: number): Word {
  if (factor <= 0) return 0
  return size > divideTowardsZero(INT_MAX, factor) ? BUDGET_ERROR : size * factor
}
