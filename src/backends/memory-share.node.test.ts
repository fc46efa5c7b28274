import { totalmem } from 'node:os'
import { expect, test } from 'vitest'
import { defaultMemory, shareMemory } from './memory-share.node.ts'

test('heaps share what Node leaves of the memory', () => {
  expect(shareMemory(1_150_000_000, 1)).toBe(250_000_000)
  expect(shareMemory(1_150_000_000, 4)).toBe(55_000_000)
  expect(shareMemory(150_000_000 + 3 * 40_000_000 + 4 * 4 * 2_000_000, 4)).toBe(2_000_000)
})

test('a heap has at least a million words and at most 268,435,456', () => {
  expect(shareMemory(1, 1)).toBe(1 << 20)
  expect(shareMemory(1e12, 2)).toBe(268_435_456)
})

test('by default a process takes 60 % of the memory that it may have', () => {
  const limit = process.constrainedMemory()
  const bytes = limit > 0 && limit < totalmem() ? limit : totalmem()
  expect(defaultMemory()).toBe(Math.floor(0.6 * bytes))
  expect(defaultMemory()).toBeGreaterThan(100_000_000)
})
