// Compares outputs of a plan with the expected grid. Kernel TypeScript: the same function in JavaScript, WebAssembly and C, so that
// all outputs of a sample are one call from the host.

import { GRID, cellsAt, gridCols, gridRows, isBlock } from '../../kernel/blocks.ts'
import { type Heap, load, peek, poke } from '../../kernel/heap.ts'
import type { Address, Word } from '../../kernel/words.ts'
import { NO_GRID, OTHER_SIZE } from '../mismatch.ts'
import { countUnequal } from './compare-words.ts'

/**
 * Replaces the slots at the start of the scratch memory, `count` of them, by the differences of their words from a grid; behind
 * them are height, width and cells of the grid. The words of all slots are at `slots`.
 */
export function countDifferences(h: Heap, slots: Address, count: number): void {
  for (let k = 0; k < count; k++) poke(h, k, differencesFrom(h, load(h, slots + peek(h, k)), count))
}

/** The number of cells in which a value differs from the grid at `grid` (0: they are equal), OTHER_SIZE or NO_GRID. */
function differencesFrom(h: Heap, value: Word, grid: Address): number {
  if (!isBlock(h, value, GRID)) return NO_GRID
  const height = peek(h, grid)
  const width = peek(h, grid + 1)
  if (gridRows(h, value) !== height || gridCols(h, value) !== width) return OTHER_SIZE
  return countUnequal(h, cellsAt(value), grid + 2, height * width)
}
