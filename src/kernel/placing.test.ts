// Sorting by place: used exactly up to eight places for each word, whatever side of the map grows.

import { describe, expect, test } from 'vitest'
import type { CellLayout } from './cell-layout.ts'
import { packCell } from './cells.ts'
import { Heap, peek, push, scratchTop } from './heap.ts'
import { sortByPlace } from './placing.ts'
import { CELL_REACH, PAIR_REACH, type Word, packPair } from './words.ts'

/** The list after sorting; undefined if it was left to others. */
function sort(
  words: readonly Word[],
  layout: CellLayout = 'a',
): { sorted: Word[] | undefined; work: number; scratch: number } {
  const h = new Heap(1 << 12, 1 << 12, layout)
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

const heaps = { a: new Heap(), t: new Heap(1 << 12, 1 << 12, 't') }
type Pack = (h: Heap, k: number) => Word

describe.each<CellLayout>(['a', 't'])('layout %s', (layout) => {
  const h = heaps[layout]

  describe.each<[string, number, Pack, Pack]>([
    ['rows of pairs', 1, (_, k) => packPair(k, 5), (_, size) => packPair(size - 1, 5)],
    ['columns of pairs', 1, (_, k) => packPair(5, k), (_, size) => packPair(5, size - 1)],
    ['rows of cells', 1, (heap, k) => packCell(heap, 3, k, 5), (heap, size) => packCell(heap, 3, size - 1, 5)],
    ['columns of cells', 1, (heap, k) => packCell(heap, 3, 5, k), (heap, size) => packCell(heap, 3, 5, size - 1)],
    // Four columns, and as many colours as are needed.
    [
      'colours of cells',
      16,
      (heap, k) => packCell(heap, 0, 0, k),
      (heap, size) => packCell(heap, 15, 0, size / 16 - 1),
    ],
  ])('%s', (_, step, first, last) => {
    const ascending = (words: readonly Word[]): Word[] => [...new Set(words)].sort((a, b) => a - b)
    const others = near((k) => first(h, k))

    test('192 places for 24 words are sorted', () => {
      const words = [last(h, 192), ...others]
      expect(sort(words, layout).sorted).toEqual(ascending(words))
      expect(sort(words, layout).scratch).toBe(COUNT)
    })

    test('one more is not, and costs nothing', () => {
      expect(sort([last(h, 192 + step), ...others], layout)).toMatchObject({ sorted: undefined, work: 0 })
    })
  })

  test('cells of all rows, columns and colours of a box', () => {
    const words = Array.from({ length: 200 }, (_, k) => packCell(h, 2 + (k % 3), (k % 7) - 3, 5 - (k % 9)))
    expect(sort(words, layout).sorted).toEqual([...new Set(words)].sort((a, b) => a - b))
  })

  test('the largest maps are refused, not taken for small ones', () => {
    const corners = (reach: number, pack: (row: number, col: number, k: number) => Word): Word[] =>
      Array.from({ length: COUNT }, (_, k) =>
        pack(k % 2 === 0 ? -reach : reach - 1, k % 3 === 0 ? -reach : reach - 1, k),
      )
    expect(sort(corners(PAIR_REACH, packPair), layout).sorted).toBeUndefined()
    const cells = corners(CELL_REACH, (row, col, k) => packCell(h, k % 16, row, col))
    expect(sort(cells, layout).sorted).toBeUndefined()
  })
})

test('23 words are too few', () => {
  expect(sort(near((k) => packPair(0, k))).sorted).toBeUndefined()
})
