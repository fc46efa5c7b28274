// Sorting in scratch memory: by words and by values, with repeats dropped, and stopped by the budget.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../test/generators/seed.ts'
import { BUDGET_ERROR } from './errors.ts'
import { Heap, peek, push, scratchTop } from './heap.ts'
import { dropRepeats, placeOfWord, sortScratch, sortWords } from './sort.ts'
import { singleton } from './sets.ts'
import { type Word, packPair } from './words.ts'

function pushAll(h: Heap, words: readonly Word[]): number {
  const list = scratchTop(h)
  for (const w of words) push(h, w)
  return list
}

function listAt(h: Heap, list: number, count: number): Word[] {
  return Array.from({ length: count }, (_, k) => peek(h, list + k))
}

const words = fc.array(fc.integer({ min: -40, max: 40 }), { maxLength: 200, size: 'max' })

test('sorts as JavaScript does, and leaves the scratch as long as it was', () => {
  fc.assert(
    fc.property(words, fc.boolean(), (numbers, byWord) => {
      const h = new Heap()
      push(h, 99)
      const list = pushAll(h, numbers)
      sortScratch(h, list, numbers.length, byWord)
      const sorted = numbers.toSorted((a, b) => a - b)
      expect(listAt(h, list, numbers.length)).toEqual(sorted)
      expect([peek(h, 0), scratchTop(h), h.fault]).toEqual([99, numbers.length + 1, 0])
      const kept = dropRepeats(h, list, numbers.length, byWord)
      expect(listAt(h, list, kept)).toEqual([...new Set(sorted)])
    }),
  )
})

test('words alone are sorted and found again', () => {
  fc.assert(
    fc.property(words, fc.integer({ min: -45, max: 45 }), (numbers, wanted) => {
      const h = new Heap()
      const list = pushAll(h, numbers)
      sortWords(h, list, numbers.length)
      const sorted = numbers.toSorted((a, b) => a - b)
      expect(listAt(h, list, numbers.length)).toEqual(sorted)
      expect(placeOfWord(h, list, numbers.length, wanted) - list).toBe(sorted.filter((n) => n < wanted).length)
    }),
  )
})

test('is stable: of equal values the first stays first', () => {
  const h = new Heap()
  const [a, b] = [singleton(h, 1), singleton(h, 1)]
  expect(a).not.toBe(b)
  const list = pushAll(h, [b, packPair(0, 0), a, 5])
  sortScratch(h, list, 4, false)
  expect(listAt(h, list, 4)).toEqual([5, packPair(0, 0), b, a])
})

test('stops when the budget is used up', () => {
  const h = new Heap()
  const list = pushAll(
    h,
    Array.from({ length: 500 }, (_, k) => (k * 7919) % 500),
  )
  h.budget = h.work + 1000
  sortScratch(h, list, 500, false)
  expect(h.fault).toBe(BUDGET_ERROR)
})
