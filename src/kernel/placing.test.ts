// Sorting by place: used exactly up to eight places for each word, whatever side of the map grows.

import { describe, expect, test } from 'vitest'
import { Heap, peek, push, scratchTop } from './heap.ts'
import { sortByPlace } from './placing.ts'
import { CELL_REACH, PAIR_REACH, type Word, packCell, packPair } from './words.ts'

/** The list after sorting; undefined if it was left to others. */
function sort(words: readonly Word[]): { sorted: Word[] | undefined; work: number; scratch: number } {
  const h = new Heap()
  const list = scratchTop(h)
  for (const word of words) push(h, word)
  h.work = 0
  const kept = sortByPlace(h, list, words.length)
  const left = Array.from(words, (_, k) => peek(h, list + k))
  expect(h.fault).toBe(0)
  expect(kept >= 0 || left.join() === words.join()).toBe(true)
  return { sorted: kept < 0 ? undefined : left.slice(0, kept), work: h.work, scratch: h.scratchTop }
}

const COUNT = 24
// The last word decides how large the map must be; the others repeat four places.
const near = (pack: (k: number) => Word): Word[] => Array.from({ length: COUNT - 1 }, (_, k) => pack(k % 4))

describe.each<[string, number, (k: number) => Word, (size: number) => Word]>([
  ['rows of pairs', 1, (k) => packPair(k, 5), (size) => packPair(size - 1, 5)],
  ['columns of pairs', 1, (k) => packPair(5, k), (size) => packPair(5, size - 1)],
  ['rows of cells', 1, (k) => packCell(3, k, 5), (size) => packCell(3, size - 1, 5)],
  ['columns of cells', 1, (k) => packCell(3, 5, k), (size) => packCell(3, 5, size - 1)],
  // Four columns, and as many colours as are needed.
  ['colours of cells', 16, (k) => packCell(0, 0, k), (size) => packCell(15, 0, size / 16 - 1)],
])('%s', (_, step, first, last) => {
  const ascending = (words: readonly Word[]): Word[] => [...new Set(words)].sort((a, b) => a - b)

  test('192 places for 24 words are sorted', () => {
    const words = [last(192), ...near(first)]
    expect(sort(words).sorted).toEqual(ascending(words))
    expect(sort(words).scratch).toBe(COUNT)
  })

  test('one more is not, and costs nothing', () => {
    expect(sort([last(192 + step), ...near(first)])).toMatchObject({ sorted: undefined, work: 0 })
  })
})

test('23 words are too few', () => {
  expect(sort(near((k) => packPair(0, k))).sorted).toBeUndefined()
})

test('the largest maps are refused, not taken for small ones', () => {
  const corners = (reach: number, pack: (row: number, col: number) => Word): Word[] =>
    Array.from({ length: COUNT }, (_, k) => pack(k % 2 === 0 ? -reach : reach - 1, k % 3 === 0 ? -reach : reach - 1))
  expect(sort(corners(PAIR_REACH, packPair)).sorted).toBeUndefined()
  const cells = corners(CELL_REACH, (row, col) => packCell(0, row, col)).map((cell, k) => cell + ((k % 16) << 26))
  expect(sort(cells).sorted).toBeUndefined()
})
