// Accesses to many words with one check of bounds: what they read and write, and that nothing is touched outside.

import { describe, expect, test } from 'vitest'
import { BOUNDS_ERROR, BUDGET_ERROR } from './errors.ts'
import {
  Heap,
  NIBBLE_COUNTERS,
  ROW_MASKS,
  allocate,
  compareRows,
  copyScratch,
  copySums,
  countNibbles,
  countWord,
  edgesOf,
  fieldRange,
  fetchWords,
  fillScratch,
  highestBit,
  holdScratch,
  lowestBit,
  pokeFive,
  storeSteps,
  workLeft,
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

test.each([1, 4, 6])('countWord of %i words, all of them from 0 to 15', (count) => {
  const { h, at } = stage([1, 4])
  expect([0, 1, 2, 3].map((word) => countWord(h, at, count, word))).toEqual(
    [0, 1, 2, 3].map((word) => [0, 1, 1, 1, 2, 2].slice(0, count).filter((w) => w === word).length),
  )
  for (const other of [16, -1]) {
    h.words[at + count] = other
    expect([countWord(h, at, count, 0), countWord(h, at, count + 1, 0)]).toEqual([1, -1])
  }
})

test('compareRows: the lowest four bits with those before, above and beside, nothing outside of the rows', () => {
  const { h, at, list } = stage()
  h.words.set([1, 1, 1, 17, 2, 2, 1, 2, 2, 2, 3, 1], at)
  // 1 1 1 0x11 / 2 2 1 2 / 2 2 3 1
  const bits = compareRows(h, list + 1, at, 3, 4, 1)
  const masks = [...h.scratch.subarray(list, list + 2 + 3 * ROW_MASKS)].map((mask) => mask.toString(2))
  const wanted = '0 / 1 0 0 0 0 / 1101 1011 100 100 100 / 1101 111 11 1010 1 / 0'
  expect(masks).toEqual(wanted.split(/[ /]+/))
  expect(bits).toBe(1 | 2 | 3 | 17)
})

test.each([-1, 16, 17])('compareRows: no word is the background %i', (background) => {
  const { h, at, list } = stage([1, 2])
  compareRows(h, list, at, 1, 3, background)
  expect(h.scratch[list + 1]).toBe(7)
})

test('compareRows takes up to 32 columns', () => {
  const { h, at, list } = stage([31])
  compareRows(h, list, at, 2, 32, 0)
  expect([...h.scratch.subarray(list, list + 10)]).toEqual([
    -(2 ** 31) + 1,
    -(2 ** 31),
    0,
    0,
    0,
    1,
    -1,
    -(2 ** 31),
    0,
    1 << 30,
  ])
  compareRows(h, list, at, 1, 33, 0)
  expect(h.fault).toBe(BOUNDS_ERROR)
})

test('highestBit and lowestBit', () => {
  const words = [0, 1, 6, 1 << 30, -1, -(2 ** 31)]
  expect(words.map(highestBit)).toEqual([-1, 0, 2, 30, 31, 31])
  expect(words.map(lowestBit)).toEqual([-1, 0, 1, 30, 0, 31])
})

test('workLeft: nothing after a fault', () => {
  const h = new Heap()
  h.budget = 10
  h.work = 3
  const left = workLeft(h)
  h.fault = BUDGET_ERROR
  expect([left, workLeft(h)]).toEqual([7, 0])
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
  ['countWord', (h: Heap, at: number) => countWord(h, at + 1, WORDS, 0)],
  ['compareRows', (h: Heap, at: number, list: number) => compareRows(h, list, at + 1, 10, 8, 0)],
  ['compareRows', (h: Heap, at: number, list: number) => compareRows(h, list + 1, at, 16, 5, 0)],
] as const)('%s beyond the end', (_name, access) => {
  test('changes nothing', () => {
    const { h, at, list } = stage([1])
    const before = [h.words.slice(), h.scratch.slice()]
    access(h, at, list)
    expect(h.fault).toBe(BOUNDS_ERROR)
    expect([h.words, h.scratch]).toEqual(before)
  })
})
