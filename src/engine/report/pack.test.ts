// Packed grids and bytes are what was packed.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../../test/generators/seed.ts'
import { PALETTE } from '../../cli/show/terminal-colors.ts'
import { GridTable, packBytes, packGrid, unpackBytes, unpackGrid } from './pack.ts'
import { CELL_COLORS } from './palette.ts'

test('a grid is its width and a digit for each cell', () => {
  const grid = { height: 2, width: 3, cells: Uint8Array.of(0, 1, 9, 10, 15, 2) }
  expect(packGrid(grid)).toBe('3:019af2')
  expect(unpackGrid('3:019af2')).toEqual(grid)
})

test('bytes come back, however many', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(unpackBytes(packBytes(bytes))).toEqual(bytes)
    }),
  )
  const many = Uint8Array.from({ length: 100_000 }, (_, k) => k % 251)
  expect(unpackBytes(packBytes(many))).toEqual(many)
})

test('equal grids have one place in a table', () => {
  const table = new GridTable()
  const row = { height: 1, width: 2, cells: [1, 2] }
  expect([row, { height: 2, width: 1, cells: [1, 2] }, { ...row }].map((grid) => table.add(grid))).toEqual([0, 1, 0])
  expect(table.grids).toEqual(['2:12', '1:12'])
})

test('the colours are those of the terminal', () => {
  const hex = PALETTE.map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`)
  expect(CELL_COLORS).toEqual(hex)
})
