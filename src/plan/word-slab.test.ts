// Arrays of one slab: zeros at first, and none changes another.

import { expect, test } from 'vitest'
import { WordSlab } from './word-slab.ts'

test('arrays have zeros and their own words, whatever their lengths are', () => {
  const slab = new WordSlab()
  const lengths = Array.from({ length: 3000 }, (_, k) => (k % 97 === 0 ? 600 + k : k % 23))
  const arrays = lengths.map((length) => slab.take(length))
  for (const [k, array] of arrays.entries()) {
    expect(array).toEqual(new Int32Array(lengths[k]!))
    array.fill(k + 1)
  }
  for (const [k, array] of arrays.entries()) expect(array.every((word) => word === k + 1)).toBe(true)
})

test('a copy has the first words of a list and does not change with it', () => {
  const list = Int32Array.of(5, 6, 7)
  const copy = new WordSlab().copy(list, 2)
  list.fill(0)
  expect([...copy]).toEqual([5, 6])
})
