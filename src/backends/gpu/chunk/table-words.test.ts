// Words of tables: growing keeps what is there, and nothing of the tables before is left.

import { expect, test } from 'vitest'
import { TableWords } from './table-words.ts'

test('every way of appending grows the memory', () => {
  const many = Array.from({ length: 20_000 }, (_, k) => k)
  const words = new TableWords()
  words.pushAll(many)
  const other = new TableWords()
  for (const word of many) other.push(word)
  words.pushTable(other)
  expect(words.take(50_000)).toBe(40_000)
  words.set(89_999, 7)
  words.copyWithin(40_000, 1, 2)
  const copy = words.copy()
  expect(copy).toHaveLength(90_000)
  expect([...copy.subarray(0, 40_003)]).toEqual([...many, ...many, 1, 2, 0])
  expect(copy[89_999]).toBe(7)
})

test('after clearing, taken words are zeros', () => {
  const words = new TableWords()
  words.pushAll([1, 2, 3])
  words.clear()
  words.take(2)
  expect([...words.copy()]).toEqual([0, 0])
})
