// Cells in one word, in both layouts: they hold colour, row and column, and ascend as the values do.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '../../test/generators/seed.ts'
import type { CellLayout } from './cell-layout.ts'
import { cellCol, cellColor, cellIndex, cellParts, cellRow, cellShift, colorPart, fitsCell, packCell } from './cells.ts'
import { itemAt, sizeOf } from './blocks.ts'
import { Heap } from './heap.ts'
import { CELL_COLORS, CELL_REACH, isCell, packPair } from './words.ts'

function reach(): fc.Arbitrary<number> {
  const [min, max] = [-CELL_REACH, CELL_REACH - 1]
  return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max, 0, -1))
}

const cells = fc.tuple(fc.integer({ min: 0, max: CELL_COLORS - 1 }), reach(), reach())

describe.each<CellLayout>(['a', 't'])('layout %s', (layout) => {
  const h = new Heap(16, 16, layout)
  type Cell = readonly [color: number, row: number, col: number]
  const keyOf = ([c, i, j]: Cell): Cell => (layout === 't' ? [i, j, c] : [c, i, j])

  test('what is packed comes out again, and words ascend as the cells do', () => {
    fc.assert(
      fc.property(cells, cells, (x, y) => {
        const [a, b] = [packCell(h, ...x), packCell(h, ...y)]
        expect([fitsCell(...x), isCell(a), cellColor(h, a), cellRow(h, a), cellCol(h, a)]).toEqual([true, true, ...x])
        expect(cellIndex(h, a)).toBe(packPair(x[1], x[2]))
        const [p, q] = [keyOf(x), keyOf(y)]
        expect(Math.sign(a - b)).toBe(Math.sign(p[0] - q[0]) || Math.sign(p[1] - q[1]) || Math.sign(p[2] - q[2]))
      }),
    )
  })

  test('the parts of a cell are those of the tuple', () => {
    const cell = packCell(h, 7, -3, 12)
    const parts = Array.from({ length: sizeOf(h, cell) }, (_, k) => itemAt(h, cell, k))
    expect(parts).toEqual(layout === 't' ? [-3, 12, 7] : [7, packPair(-3, 12)])
    expect([cellParts(h), parts[colorPart(h)]]).toEqual([parts.length, 7])
  })

  test('one column is one step of the shift', () => {
    expect(packCell(h, 7, -3, 13) - packCell(h, 7, -3, 12)).toBe(1 << cellShift(h))
    expect(packCell(h, 7, -2, 12) - packCell(h, 7, -3, 12)).toBe(8192 << cellShift(h))
  })
})

test.each([
  [CELL_COLORS, 0, 0],
  [-1, 0, 0],
  [0, CELL_REACH, 0],
  [0, 0, CELL_REACH],
  [0, -CELL_REACH - 1, 0],
  [0, 0, -CELL_REACH - 1],
])('colour %i, row %i, column %i do not fit', (color, i, j) => {
  expect(fitsCell(color, i, j)).toBe(false)
})
