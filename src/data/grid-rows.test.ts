// Grids from rows of numbers and back.

import { expect, test } from 'vitest'
import { UserError } from '../language/errors.ts'
import { gridFromRows, gridToRows } from './grid-rows.ts'

test('a grid has the cells of its rows one after the other', () => {
  const rows = [
    [0, 1, 2],
    [3, 4, 15],
  ]
  const grid = gridFromRows(rows)
  expect(grid).toEqual({ height: 2, width: 3, cells: Uint8Array.of(0, 1, 2, 3, 4, 15) })
  expect(gridToRows(grid)).toEqual(rows)
})

test.each([
  ['no rows', [], 'rows has no rows'],
  ['ragged rows', [[1, 2], [3]], 'rows[1] is 1 long where the first row is 2 long'],
  ['a cell that is no colour', [[1, 16]], 'rows[0][1] is 16, not a colour'],
  ['a cell that is no integer', [[0.5]], 'rows[0][0] is 0.5, not a colour'],
])('%s are refused, with the place', (_, rows, message) => {
  let thrown: unknown
  try {
    gridFromRows(rows)
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(UserError)
  expect(thrown).toMatchObject({ code: 'task-grid', message, advice: expect.any(String) })
})
