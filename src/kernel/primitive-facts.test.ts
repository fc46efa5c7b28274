// Facts of primitives: every field is read as it was packed, at the largest values.

import { expect, test } from 'vitest'
import {
  MAX_KERNELS,
  arityIn,
  callArityIn,
  callsIn,
  isHigherOrderIn,
  isLazyIn,
  kernelIn,
  packFacts,
  packHigherOrderFacts,
} from './primitive-facts.ts'

const read = (facts: number): unknown[] => [
  kernelIn(facts),
  arityIn(facts),
  callsIn(facts),
  callArityIn(facts),
  isLazyIn(facts),
  isHigherOrderIn(facts),
]

test('a first-order primitive', () => {
  expect(read(packFacts(0, 0))).toEqual([0, 0, 0, 0, false, false])
  expect(read(packFacts(1023, 7))).toEqual([1023, 7, 0, 0, false, false])
})

test.each([
  [1023, 0, 0, 0, false],
  [0, 7, 0, 0, false],
  [0, 0, 1023, 0, false],
  [0, 0, 0, 3, false],
  [0, 0, 0, 0, true],
  [1023, 7, 1023, 3, true],
])('a higher-order primitive of %j', (kernel, arity, calls, callArity, isLazy) => {
  const facts = packHigherOrderFacts(kernel, arity, calls, callArity, isLazy)
  expect(read(facts)).toEqual([kernel, arity, calls, callArity, isLazy, true])
  // A negative number stands for no primitive.
  expect(facts).toBeGreaterThan(0)
})

test('the number of every place for a kernel fits', () => {
  expect(kernelIn(packFacts(MAX_KERNELS - 1, 0))).toBe(MAX_KERNELS - 1)
})
