// Accesses to many words with one check of bounds: what they read and write, and that nothing is touched outside.

import { describe, expect, test } from 'vitest'
import { BOUNDS_ERROR } from './errors.ts'
import {
  Heap,
  NIBBLE_COUNTERS,
  allocate,
  copyScratch,
  copySums,
  countNibbles,
  edgesOf,
  fieldRange,
  fetchWords,
  fillScratch,
  holdScratch,
  pokeFive,
  storeSteps,
} from './heap.ts'

const WORDS = 80

/** A heap with words that change at the given places, from `at` on, and as many words of scratch. */
function stage(edges: readonly number[] = []): { h: Heap; at: number; list: number } {
  const h = new Heap(256, 256)
  const at = allocate(h, WORDS)
  let color = 0
  for (let k = 0; k < WORDS; k++) {
    if (edges.includes(k)) color++
    h.words[at + k] = color & 15
  }
  return { h, at, list: holdScratch(h, WORDS) }
}

describe('edgesOf', () => {
  test.each([1, 3, 4, 5, 31, 32])('of %i words', (count) => {
    const edges = [1, 2, 4, 30, 31, 32]
    const { h, at } = stage(edges)
    const wanted = edges.filter((k) => k < count).reduce((bits, k) => bits | (1 << k), 0)
    expect(edgesOf(h, at, count) & ~1).toBe(wanted)
  })

  test('the first word is compared with the word before it', () => {
    const { h, at } = stage([7])
    expect([edgesOf(h, at + 7, 2), edgesOf(h, at + 8, 2)]).toEqual([1, 0])
  })

  test('of more than 32 words, only the first 32 have to be on the heap', () => {
    const { h, at } = stage([WORDS - 1])
    expect(edgesOf(h, at + WORDS - 32, 2 ** 31 - 1)).toBe(1 << 31)
    expect(h.fault).toBe(0)
    edgesOf(h, at + WORDS - 31, 32)
    expect(h.fault).toBe(BOUNDS_ERROR)
  })
})

test('storeSteps stores as far as asked', () => {
  const { h, at } = stage()
  storeSteps(h, at + 1, 4, 10, -3)
  expect([...h.words.subarray(at, at + 6)]).toEqual([0, 10, 7, 4, 1, 0])
})

test.each([1, 4, 7])('copySums of %i words', (count) => {
  const { h, at } = stage([1, 2, 3, 4, 5, 6])
  copySums(h, at + 10, at, count, -3)
  const sums = [0, 1, 2, 3, 4, 5, 6].map((w) => w - 3)
  expect([...h.words.subarray(at + 10, at + 18)]).toEqual(
    Array.from({ length: 8 }, (_, k) => (k < count ? sums[k] : 6)),
  )
})

test('fillScratch, fetchWords, copyScratch and pokeFive write as far as asked', () => {
  const { h, at, list } = stage([1, 2, 3])
  const first = (count: number): number[] => [...h.scratch.subarray(list, list + count)]
  fillScratch(h, list + 1, 2, 9)
  expect(first(4)).toEqual([0, 9, 9, 0])
  fetchWords(h, list + 1, at, 3)
  expect(first(5)).toEqual([0, 0, 1, 2, 0])
  copyScratch(h, list + 5, list + 2, 2)
  expect(first(8)).toEqual([0, 0, 1, 2, 0, 1, 2, 0])
  pokeFive(h, list + 1, 3, 4, 5, 6, 7)
  expect(first(8)).toEqual([0, 3, 4, 5, 6, 7, 2, 0])
})

test.each([0, 1, 4, 6, 7])('countNibbles of %i words: the sum of all tables, whatever was there before', (count) => {
  const { h, at, list } = stage([1, 5])
  fillScratch(h, list, NIBBLE_COUNTERS, 77)
  const bits = countNibbles(h, at, count, 0, list)
  const counts = Array.from(
    { length: 16 },
    (_, color) => [0, 1, 1, 1, 1, 2, 2].slice(0, count).filter((c) => c === color).length,
  )
  expect([...h.scratch.subarray(list, list + 16)]).toEqual(counts)
  expect(bits).toBe(count > 5 ? 3 : count > 1 ? 1 : 0)
})

describe('fieldRange', () => {
  test.each([1, 3, 4, 5, 8, 11])('of %i words: the greatest above the least, wherever they stand', (count) => {
    for (let place = 0; place < count; place++) {
      for (const extreme of [3, 16383]) {
        const { h, at } = stage()
        h.words.fill((7 << 4) | 15 | (1 << 31), at, at + WORDS)
        h.words[at + place] = extreme << 4
        const wanted = count === 1 ? [extreme, extreme] : [Math.max(extreme, 7), Math.min(extreme, 7)]
        const range = fieldRange(h, at, count, 4, 16383)
        expect([range >> 16, range & 65535]).toEqual(wanted)
      }
    }
  })

  test('no words have the mask as the least value', () => {
    const { h, at } = stage()
    expect([fieldRange(h, at, 0, 0, 15), h.fault]).toEqual([15, 0])
  })

  test('beyond the end is a fault', () => {
    const { h, at } = stage([1])
    expect([fieldRange(h, at + 1, WORDS, 0, 15), h.fault]).toEqual([0, BOUNDS_ERROR])
  })
})

describe.each([
  ['storeSteps', (h: Heap, at: number) => storeSteps(h, at + 1, WORDS, 1, 1)],
  ['copySums', (h: Heap, at: number) => copySums(h, at + 1, at, WORDS, 1)],
  ['copySums', (h: Heap, at: number) => copySums(h, at, at + 1, WORDS, 1)],
  ['fetchWords', (h: Heap, at: number, list: number) => fetchWords(h, list, at + 1, WORDS)],
  ['fetchWords', (h: Heap, at: number, list: number) => fetchWords(h, list + 1, at, WORDS)],
  ['copyScratch', (h: Heap, _at: number, list: number) => copyScratch(h, list + 1, list, WORDS)],
  ['copyScratch', (h: Heap, _at: number, list: number) => copyScratch(h, list, list + 1, WORDS)],
  ['fillScratch', (h: Heap, _at: number, list: number) => fillScratch(h, list + 1, WORDS, 1)],
  ['pokeFive', (h: Heap, _at: number, list: number) => pokeFive(h, list + WORDS - 4, 1, 1, 1, 1, 1)],
  ['pokeFive', (h: Heap) => pokeFive(h, -1, 1, 1, 1, 1, 1)],
] as const)('%s beyond the end', (_name, access) => {
  test('changes nothing', () => {
    const { h, at, list } = stage([1])
    const before = [h.words.slice(), h.scratch.slice()]
    access(h, at, list)
    expect(h.fault).toBe(BOUNDS_ERROR)
    expect([h.words, h.scratch]).toEqual(before)
  })
})
