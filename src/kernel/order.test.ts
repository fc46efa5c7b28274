// Python's `<`: what can be compared and what cannot.

import { expect, test } from 'vitest'
import { encodeNotation, type Notation } from '../language/values/value-notation.ts'
import { BUDGET_ERROR, TYPE_ERROR } from './errors.ts'
import { EMPTY_SET, Heap } from './heap.ts'
import { lessThan } from './order.ts'
import { tuple2 } from './tuples.ts'
import type { Word } from './words.ts'

const cell = (color: number, i: number, j: number): Notation => ({ t: [color, { t: [i, j] }] })

test.each<[Notation, Notation, number]>([
  [1, 2, 1],
  [2, 2, 0],
  [false, 1, 1],
  [{ t: [1, 2] }, { t: [1, 3] }, 1],
  [{ t: [1] }, { t: [1, 0] }, 1],
  [{ t: [] }, { t: [] }, 0],
  [{ t: [9000, 0] }, { t: [1, 0, 0] }, 0],
  [{ t: [1, 2, 3] }, { t: [1, 2] }, 0],
  [cell(1, 0, 0), cell(1, 0, 1), 1],
  [cell(1, 0, 0), { t: [0, { t: [9, 9] }] }, 0],
  [{ g: ['12', '34'] }, { g: ['12', '35'] }, 1],
  [{ g: ['12'] }, { t: [{ t: [1, 2] }, { s: [] }] }, 1],
  [{ s: [1] }, { s: [1, 2] }, 1],
  [{ s: [1, 2] }, { s: [1, 2] }, 0],
  [{ s: [3] }, { s: [1, 2] }, 0],
  [{ s: [] }, { s: [{ s: [] }] }, 1],
  [{ t: [{ s: [1] }, 5] }, { t: [{ s: [1, 2] }, 0] }, 1],
  [{ t: [{ f: 'add' }, 1] }, { t: [{ f: 'add' }, 2] }, 1],
])('%j < %j is %i', (a, b, expected) => {
  const h = new Heap()
  expect([lessThan(h, encodeNotation(h, a), encodeNotation(h, b)), h.fault]).toEqual([expected, 0])
})

test.each<[Notation, Notation]>([
  [1, { t: [1] }],
  [{ t: [] }, { s: [] }],
  [{ t: [1, 2] }, cell(1, 0, 0)],
  [{ t: [1, { s: [] }] }, { t: [1, { t: [] }] }],
  [{ f: 'add' }, { f: 'add' }],
  [{ f: 'add' }, 1],
])('%j < %j is a type error', (a, b) => {
  const h = new Heap()
  expect(lessThan(h, encodeNotation(h, a), encodeNotation(h, b))).toBe(TYPE_ERROR)
})

test('is stopped by the budget', () => {
  const h = new Heap()
  const deep = (): Word => Array.from({ length: 40 }).reduce<Word>((value) => tuple2(h, value, value), EMPTY_SET)
  const [a, b] = [deep(), deep()]
  h.budget = h.work + 10_000
  expect(lessThan(h, a, b)).toBe(BUDGET_ERROR)
})
