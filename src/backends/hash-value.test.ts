// Hashes of values: equal for equal values, different for different ones, and an end for those without end.

import { expect, test } from 'vitest'
import { encodeNotation, type Notation } from '../language/values/value-notation.ts'
import { Heap } from '../kernel/heap.ts'
import { singleton } from '../kernel/sets.ts'
import { tuple2 } from '../kernel/tuples.ts'
import type { Word } from '../kernel/words.ts'
import { hashValue } from './hash-value.ts'

function hashOf(h: Heap, word: Word): string {
  const hash = new Uint32Array(2)
  hashValue(h, word, hash, 0)
  return hash.join()
}

const VALUES: readonly Notation[] = [
  0,
  1,
  -1,
  { t: [] },
  { s: [] },
  { t: [1, 2] },
  { t: [2, 1] },
  { t: [1, 2, 3] },
  { s: [1, 2] },
  { g: ['12', '34'] },
  { g: ['1234'] },
  { g: ['1', '2', '3', '4'] },
  { s: [{ t: [3, { t: [1, 2] }] }] },
  { s: [{ s: [] }] },
  { f: 'size' },
]

test('different values have different hashes', () => {
  const h = new Heap()
  expect(new Set(VALUES.map((value) => hashOf(h, encodeNotation(h, value)))).size).toBe(VALUES.length)
})

test('where a value lies on the heap does not matter', () => {
  const [a, b] = [new Heap(), new Heap()]
  encodeNotation(b, { t: [7, 8, 9, { s: [1] }] })
  for (const value of VALUES) expect(hashOf(a, encodeNotation(a, value))).toBe(hashOf(b, encodeNotation(b, value)))
})

test('a value of 100,000 levels, and one that doubles a hundred times, have a hash', () => {
  const h = new Heap()
  let deep: Word = 5
  let wide: Word = 5
  for (let k = 0; k < 100_000; k++) {
    h.work = 0
    deep = singleton(h, deep)
  }
  for (let k = 0; k < 100; k++) wide = tuple2(h, wide, wide)
  expect(hashOf(h, deep)).toMatch(/^\d+,\d+$/)
  expect(hashOf(h, wide)).toMatch(/^\d+,\d+$/)
})
