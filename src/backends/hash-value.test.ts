// Hashes of values: equal for equal values, different for different ones, at any size and depth.

import { expect, test } from 'vitest'
import { encodeNotation, type Notation } from '../language/values/value-notation.ts'
import { Heap } from '../kernel/heap.ts'
import { singleton } from '../kernel/sets.ts'
import { tuple2 } from '../kernel/tuples.ts'
import type { Word } from '../kernel/words.ts'
import { newRandom, SEED } from '../../test/generators/seed.ts'
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

function nest(h: Heap, innermost: Word, levels: number): Word {
  let value = innermost
  for (let k = 0; k < levels; k++) {
    h.work = 0
    value = singleton(h, value)
  }
  return value
}

/** A value that is twice the one before, `levels` times: a tree of 2^levels leaves in `levels` blocks. */
function double(h: Heap, innermost: Word, levels: number): Word {
  let value = innermost
  for (let k = 0; k < levels; k++) value = tuple2(h, value, value)
  return value
}

test('the last cell of a large grid counts', () => {
  const h = new Heap()
  const rows = Array.from({ length: 1000 }, () => '0'.repeat(1000))
  const filled = rows.with(999, `${'0'.repeat(999)}5`)
  const [a, b] = [rows, filled].map((g) => hashOf(h, encodeNotation(h, { g })))
  expect(a).not.toBe(b)
  expect(hashOf(h, encodeNotation(h, { g: filled }))).toBe(b)
})

test('the innermost part of a value of 100,000 levels counts', () => {
  const h = new Heap()
  const [five, six, fiveAgain] = [5, 6, 5].map((innermost) => hashOf(h, nest(h, innermost, 100_000)))
  expect(five).not.toBe(six)
  expect(fiveAgain).toBe(five)
  expect(hashOf(h, nest(h, 5, 99_999))).not.toBe(five)
})

test('a value that doubles a hundred times has a hash, in which every part counts', () => {
  const h = new Heap()
  const five = hashOf(h, double(h, 5, 100))
  expect(hashOf(h, double(h, 5, 100))).toBe(five)
  expect(hashOf(h, double(h, 6, 100))).not.toBe(five)
  expect(hashOf(h, double(h, 5, 99))).not.toBe(five)
  expect(hashOf(h, tuple2(h, double(h, 5, 99), double(h, 6, 99)))).not.toBe(five)
})

test('shared parts and equal parts have one hash', () => {
  const h = new Heap()
  const part = encodeNotation(h, { t: [1, 2, 3] })
  const shared = hashOf(h, tuple2(h, part, part))
  const copy = hashOf(h, tuple2(h, part, encodeNotation(h, { t: [1, 2, 3] })))
  expect(copy).toBe(shared)
})

test('the order of parts and where each belongs count, among hundreds of parts', () => {
  const h = new Heap()
  const parts = Array.from({ length: 500 }, (_, k): Notation => ({ t: [k, k, k] }))
  const values: Notation[] = [
    { t: parts },
    { t: [...parts.slice(1), parts[0]!] },
    { t: parts.slice(1) },
    { t: [{ t: parts.slice(0, 2) }, ...parts.slice(2)] },
    { t: [parts[0]!, { t: parts.slice(1, 3) }, ...parts.slice(3)] },
  ]
  expect(new Set(values.map((value) => hashOf(h, encodeNotation(h, value)))).size).toBe(values.length)
})

test('400,000 nested values have different hashes: all 64 bits of the hash of a part count', () => {
  const h = new Heap(1 << 23)
  const hashes = new Set<string>()
  const random = newRandom(SEED)
  for (let k = 0; k < 400_000; k++) {
    h.work = 0
    hashes.add(hashOf(h, singleton(h, encodeNotation(h, { t: [k, random() >>> 2, random() >>> 2] }))))
  }
  expect(hashes.size).toBe(400_000)
})
