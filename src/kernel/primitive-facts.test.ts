// Facts of primitives: every field is read as it was packed, at the largest values.

import { expect, test } from 'vitest'
import {
  CONTAINER_FIRST,
  FUNCTION_FIRST,
  MAX_KERNELS,
  arityIn,
  callArityIn,
  callsIn,
  eachIn,
  isHigherOrderIn,
  isLazyIn,
  isPlainIn,
  kernelIn,
  packFacts,
  packHigherOrderFacts,
  withEach,
  withLastCall,
  withOptional,
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

test('calls with each element, beside all other facts', () => {
  const facts = withLastCall(withOptional(packHigherOrderFacts(1023, 7, 1023, 3, true)))
  expect(eachIn(facts)).toBe(0)
  for (const each of [FUNCTION_FIRST, CONTAINER_FIRST]) {
    const mapped = withEach(facts, each)
    expect(eachIn(mapped)).toBe(each)
    expect(read(mapped)).toEqual(read(facts))
    expect(mapped).toBeGreaterThan(0)
  }
})

test('plain are facts of a first-order primitive of exactly that number of arguments', () => {
  expect(isPlainIn(packFacts(1023, 1), 1)).toBe(true)
  expect(isPlainIn(packFacts(1023, 2), 1)).toBe(false)
  expect(isPlainIn(withOptional(packFacts(5, 2)), 2)).toBe(false)
  expect(isPlainIn(packHigherOrderFacts(5, 2, 6, 1, false), 2)).toBe(false)
  expect(isPlainIn(-1, 1)).toBe(false)
})

test('the number of every place for a kernel fits', () => {
  expect(kernelIn(packFacts(MAX_KERNELS - 1, 0))).toBe(MAX_KERNELS - 1)
})
