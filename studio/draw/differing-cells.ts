// The cells in which a grid differs from the expected one.

import type { GridData } from '../../src/data/task.ts'
import type { PatchCell } from '../../src/language/values/value-shapes.ts'

/** The differing cells of `actual`; those outside of `expected` differ. */
export function differingCells(actual: GridData, expected: GridData): PatchCell[] {
  const cells: PatchCell[] = []
  for (let row = 0; row < actual.height; row++) {
    for (let column = 0; column < actual.width; column++) {
      const isInside = row < expected.height && column < expected.width
      const wanted = isInside ? expected.cells[row * expected.width + column] : undefined
      if (actual.cells[row * actual.width + column] !== wanted) cells.push({ row, column })
    }
  }
  return cells
}

/** The difference in words; undefined if the grids are equal. */
export function describeDifference(actual: GridData, expected: GridData): string | undefined {
  if (actual.height !== expected.height || actual.width !== expected.width)
    return `${actual.height} × ${actual.width} instead of ${expected.height} × ${expected.width}`
  const { length } = differingCells(actual, expected)
  return length === 0 ? undefined : `${length} of ${expected.cells.length} cells differ`
}
