// Words: the pieces of the 32-bit range do not overlap, and what is packed comes out again.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../test/generators/seed.ts'
import {
  CELL_BASE,
  ERROR_BASE,
  INT_MAX,
  INT_MIN,
  NONE,
  PAIR_BASE,
  PAIR_REACH,
  PRIMITIVE_BASE,
  REF_BASE,
  addressOf,
  fitsPair,
  isCell,
  isError,
  isInt,
  isPair,
  isPrimitive,
  isRef,
  packPair,
  pairCol,
  pairRow,
  refTo,
} from './words.ts'

const tests = { isInt, isCell, isPair, isRef, isPrimitive, isNone: (w: number) => w === NONE, isError }

function sortsOf(w: number): string[] {
  return Object.entries(tests).flatMap(([name, is]) => (is(w) ? [name] : []))
}

test.each([
  [INT_MIN, 'isInt'],
  [-1, 'isInt'],
  [0, 'isInt'],
  [INT_MAX, 'isInt'],
  [CELL_BASE, 'isCell'],
  [2 ** 31 - 1, 'isCell'],
  [PAIR_BASE, 'isPair'],
  [REF_BASE - 1, 'isPair'],
  [REF_BASE, 'isRef'],
  [PRIMITIVE_BASE - 1, 'isRef'],
  [PRIMITIVE_BASE, 'isPrimitive'],
  [ERROR_BASE - 2, 'isPrimitive'],
  [ERROR_BASE - 1, 'isNone'],
  [ERROR_BASE, 'isError'],
  [INT_MIN - 1, 'isError'],
])('%i: %s', (w, sort) => {
  expect(sortsOf(w)).toEqual([sort])
})

test('every word is of exactly one sort', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), (w) => {
      expect(sortsOf(w)).toHaveLength(1)
    }),
  )
})

test('references hold their address', () => {
  for (const address of [0, 1, 2 ** 28, 2 ** 29 - 1]) {
    expect(sortsOf(refTo(address))).toEqual(['isRef'])
    expect(addressOf(refTo(address))).toBe(address)
  }
})

function reachOf(reach: number): fc.Arbitrary<number> {
  return fc.oneof(fc.integer({ min: -reach, max: reach - 1 }), fc.constantFrom(-reach, reach - 1, 0, -1))
}

test('pairs hold both numbers, and ascend as the pairs do', () => {
  const index = fc.tuple(reachOf(PAIR_REACH), reachOf(PAIR_REACH))
  fc.assert(
    fc.property(index, index, ([i, j], [k, l]) => {
      const [a, b] = [packPair(i, j), packPair(k, l)]
      expect([fitsPair(i, j), sortsOf(a), pairRow(a), pairCol(a)]).toEqual([true, ['isPair'], i, j])
      expect(Math.sign(a - b)).toBe(Math.sign(i - k) || Math.sign(j - l))
    }),
  )
})

test.each([
  [PAIR_REACH, 0],
  [0, PAIR_REACH],
  [-PAIR_REACH - 1, 0],
  [0, -PAIR_REACH - 1],
])('the pair (%i, %i) does not fit', (i, j) => {
  expect(fitsPair(i, j)).toBe(false)
})
