// Constants of programs: a refused one is an error word and leaves no trace on the heap.

import { expect, test } from 'vitest'
import { BUDGET_ERROR, NESTING_RULE, deviation } from '../kernel/errors.ts'
import { Heap, push } from '../kernel/heap.ts'
import { type Notation, NotationError, decodeNotation, encodeNotation } from '../language/values/value-notation.ts'
import { encodeConstant } from './encode-constant.ts'

const nested = (depth: number): Notation => (depth === 0 ? 7 : { t: [nested(depth - 1)] })
const integers = (count: number): Notation[] => Array.from({ length: count }, (_, k) => k)

test('a constant within all limits is its value', () => {
  const heap = new Heap()
  const constant = { t: [1, { s: [2] }] }
  expect(decodeNotation(heap, encodeConstant(heap, constant))).toEqual(constant)
})

test.each<[string, number, Notation, number]>([
  ['nested too deep', 1000, nested(101), deviation(NESTING_RULE)],
  ['over the budget', 10, { t: integers(20) }, BUDGET_ERROR],
  // The budget is used up first, the nesting is noticed later.
  ['over the budget and nested too deep', 10, { t: [...integers(20), nested(101)] }, deviation(NESTING_RULE)],
])('one that is %s is an error; no fault and no scratch remain', (_, budget, constant, error) => {
  const heap = new Heap()
  push(heap, 5)
  heap.budget = budget
  expect(encodeConstant(heap, constant)).toBe(error)
  expect([heap.fault, heap.scratchTop]).toEqual([0, 1])
})

test('what is not a value at all is a bug of the reader', () => {
  expect(() => encodeConstant(new Heap(), 2 ** 31)).toThrow(NotationError)
})

test.each<[Notation]>([
  [0],
  [-1],
  [2 ** 30 - 1],
  [-(2 ** 30)],
  [true],
  [false],
  [null],
  [{ t: [] }],
  [{ t: [3] }],
  [{ t: [3, -4] }],
  [{ t: [8191, -8192] }],
  [{ t: [8192, 0] }],
  [{ t: [0, -8193] }],
  [{ t: [true, false] }],
  [{ t: [1, null] }],
  [{ t: [1, { t: [2, 3] }] }],
  [{ s: [1, 2] }],
])('%j has the word that the notation gives it', (constant) => {
  const [heap, other] = [new Heap(), new Heap()]
  expect(encodeConstant(heap, constant)).toBe(encodeNotation(other, constant))
  expect(heap.top).toBe(other.top)
})
