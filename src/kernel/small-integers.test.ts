// Sorting close integers by a map: the result and the counted work are those of merging.

import { expect, test } from 'vitest'
import { Heap, peek, push, scratchTop } from './heap.ts'
import { sortSmallIntegers } from './small-integers.ts'
import { dropRepeats, sortScratch } from './sort.ts'

function sort(numbers: readonly number[], byMap: boolean): { count: number; sorted: number[]; work: number } {
  const h = new Heap()
  const list = scratchTop(h)
  for (const n of numbers) push(h, n)
  h.work = 0
  let count = 0
  if (byMap) count = sortSmallIntegers(h, list, numbers.length)
  else {
    sortScratch(h, list, numbers.length, true)
    count = dropRepeats(h, list, numbers.length, true)
  }
  expect(h.fault).toBe(0)
  expect(h.scratchTop).toBe(list + numbers.length)
  return { count, sorted: Array.from({ length: Math.max(0, count) }, (_, k) => peek(h, list + k)), work: h.work }
}

const many = (number: (k: number) => number, count = 60): number[] => Array.from({ length: count }, (_, k) => number(k))

test.each([
  ['descending', many((k) => -k)],
  ['repeating', many((k) => k % 7)],
  ['negative and positive', many((k) => ((k * 37) % 1024) - 512)],
  ['in two runs', many((k) => k % 30)],
  ['as few as a map is made for', many((k) => 5 - k, 32)],
])('%s', (_, numbers) => {
  expect(sort(numbers, true)).toEqual(sort(numbers, false))
})

test('few integers, and integers far apart, are left as they are', () => {
  expect(
    sort(
      many((k) => -k, 31),
      true,
    ),
  ).toEqual({ count: -1, sorted: [], work: 0 })
  expect(sort([...many((k) => -k), 965], true)).toEqual({ count: -1, sorted: [], work: 0 })
  expect(sort([...many((k) => -k), 964], true).count).toBe(61)
})
