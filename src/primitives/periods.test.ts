// Periods at the limits of numbers, and the work that is counted.

import { expect, test } from 'vitest'
import { BUDGET_ERROR, OVERFLOW_ERROR } from '../kernel/errors.ts'
import { Heap } from '../kernel/heap.ts'
import { INT_MAX, INT_MIN } from '../kernel/words.ts'
import { type Notation, encodeNotation } from '../language/values/value-notation.ts'
import { hperiod } from './periods.ts'

/** An object of one row, with a colour in each of these columns. */
function objectOf(h: Heap, colors: Readonly<Record<number, number>>): number {
  const cells = Object.entries(colors).map(([col, color]): Notation => ({ t: [color, { t: [0, Number(col)] }] }))
  return encodeNotation(h, { s: cells })
}

test('a width beyond the range of integers is an overflow', () => {
  const h = new Heap()
  expect(hperiod(h, objectOf(h, { [INT_MIN]: 1, [INT_MAX]: 1 }))).toBe(OVERFLOW_ERROR)
})

test('every period that is tried costs the cells of the object', () => {
  const h = new Heap()
  const object = objectOf(h, { 0: 1, 1: 2, 2: 3, 3: 4, 4: 5 })
  h.work = 0
  expect(hperiod(h, object)).toBe(5)
  expect(h.work).toBeGreaterThanOrEqual(4 * 5)
  h.budget = h.work - 1
  h.work = 0
  expect(hperiod(h, object)).toBe(BUDGET_ERROR)
})
