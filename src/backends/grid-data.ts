// Grids of tasks to the heap, and the comparison of a value with one.

import { GRID, cellsAt, gridCols, gridRows, isBlock } from '../kernel/blocks.ts'
import { newGrid } from '../kernel/grids.ts'
import { type Heap, push, scratchTop } from '../kernel/heap.ts'
import { finishTuple, tuple2 } from '../kernel/tuples.ts'
import { type Word, isError } from '../kernel/words.ts'
import type { GridData, Pair } from '../data/task.ts'
import { NO_GRID, OTHER_SIZE } from './mismatch.ts'

/** Puts a grid onto the heap; an error word where there is no room. */
export function encodeGrid(h: Heap, { height, width, cells }: GridData): Word {
  const grid = newGrid(h, height, width)
  if (!isError(grid)) h.words.set(cells, cellsAt(grid))
  return grid
}

/**
 * Puts the demo pairs of a task onto the heap, as S: a tuple of (input, output); pairs without output are left out. `encode` puts a grid
 * there, or finds it, by its number: those of pair k are 2k and 2k + 1.
 */
export function encodePairs(
  h: Heap,
  pairs: readonly Pair[],
  encode: (grid: GridData, number: number) => Word = (grid) => encodeGrid(h, grid),
): Word {
  const list = scratchTop(h)
  for (let k = 0; k < pairs.length; k++) {
    const { input, output } = pairs[k]!
    if (output === undefined) continue
    const first = encode(input, 2 * k)
    push(h, tuple2(h, first, encode(output, 2 * k + 1)))
  }
  return finishTuple(h, list)
}

/** The number of cells in which a value differs from a grid (0: they are equal), OTHER_SIZE or NO_GRID. */
export function countDifferences(h: Heap, w: Word, { height, width, cells }: GridData): number {
  if (!isBlock(h, w, GRID)) return NO_GRID
  if (gridRows(h, w) !== height || gridCols(h, w) !== width) return OTHER_SIZE
  const { words } = h
  const at = cellsAt(w)
  let count = 0
  for (let k = 0; k < cells.length; k++) if (words[at + k] !== cells[k]) count++
  return count
}
