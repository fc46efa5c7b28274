// Scaling at the limits of numbers, and the work that is counted.

import { expect, test } from 'vitest'
import { BUDGET_ERROR, OVERFLOW_ERROR } from '../kernel/errors.ts'
import { EMPTY_SET, Heap } from '../kernel/heap.ts'
import type { Word } from '../kernel/words.ts'
import { type Notation, encodeNotation } from '../language/values/value-notation.ts'
import { upscale } from './scaling.ts'

test('the repeated rows of a table cost the cells that they hold', () => {
  const h = new Heap()
  const table = encodeNotation(h, { t: [{ t: [1, 2, { t: [] }] }, { t: [3] }] })
  h.work = 0
  upscale(h, table, 10)
  expect(h.work).toBeGreaterThan(400)
})

function scaleCellsAt(places: readonly (readonly [row: number, col: number])[], factor: number): Word {
  const h = new Heap()
  const cells = places.map(([row, col]): Notation => ({ t: [1, { t: [row, col] }] }))
  return upscale(h, encodeNotation(h, { s: cells }), factor)
}

test.each([
  ['a row', 600_000_000, 0],
  ['a column', 0, 600_000_000],
])('%s beyond the range of integers is an overflow', (_, row, col) => {
  expect(
    scaleCellsAt(
      [
        [0, 0],
        [row, col],
      ],
      2,
    ),
  ).toBe(OVERFLOW_ERROR)
})

test('more cells than there are integers exceed the budget', () => {
  expect(scaleCellsAt([[0, 0]], 40_000)).toBe(BUDGET_ERROR)
})

test('a factor of 0 leaves the one empty set', () => {
  expect(scaleCellsAt([[0, 0]], 0)).toBe(EMPTY_SET)
})
