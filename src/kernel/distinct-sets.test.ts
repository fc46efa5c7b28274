// Repeats are taken out of lists of sets before sorting; the set that is made of the list stays the same.

import { expect, test } from 'vitest'
import { dropRepeatedSets } from './distinct-sets.ts'
import { EMPTY_SET, Heap, push, scratchTop } from './heap.ts'
import { finishSet } from './sets.ts'
import { decodeNotation } from '../language/values/value-notation.ts'
import { NONE, packPair, type Word } from './words.ts'

function setOf(h: Heap, words: readonly Word[]): Word {
  const list = scratchTop(h)
  for (const word of words) push(h, word)
  return finishSet(h, list)
}

/** The sets as a set, made with and without taking repeats out first, and how many words were left and compared. */
function finishBoth(h: Heap, words: readonly Word[]) {
  const [expected, found] = [false, true].map((dropsRepeats) => {
    const list = scratchTop(h)
    for (const word of words) push(h, word)
    h.work = 0
    if (dropsRepeats) dropRepeatedSets(h, list)
    const left = scratchTop(h) - list
    const set = finishSet(h, list)
    const { work } = h
    return { value: decodeNotation(h, set), left, work }
  })
  expect([found!.value, h.fault, h.scratchTop]).toEqual([expected!.value, 0, 0])
  return { left: found!.left, work: found!.work, workBefore: expected!.work }
}

test('equal sets of integers, pairs and cells are left once, at any address', () => {
  const h = new Heap()
  const makers = [
    (k: number) => setOf(h, [k, k + 1]),
    (k: number) => setOf(h, [packPair(0, k), packPair(k, 3)]),
    (k: number) => setOf(h, [0x40000000 + 8 * k, 0x40000001 + 8 * k]),
    (k: number) => setOf(h, k === 0 ? [] : [k]),
  ]
  for (const make of makers) {
    const { left, work, workBefore } = finishBoth(
      h,
      Array.from({ length: 200 }, (_, k) => make((7 * k) % 20)),
    )
    expect(left).toBe(20)
    expect(work).toBeLessThan(workBefore / 2)
  }
})

test('sets that differ only between the hashed elements are all kept, and their repeats are found', () => {
  const h = new Heap()
  const words = Array.from({ length: 60 }, (_, k) =>
    setOf(
      h,
      Array.from({ length: 80 }, (__, e) => 10 * e + (e === 5 ? k % 30 : 0)),
    ),
  )
  // More of one hash than the table is searched for: the rest is left to sorting.
  expect(finishBoth(h, words).left).toBeGreaterThanOrEqual(30)
  expect(finishBoth(h, words).left).toBeLessThan(60)
})

test('few words, other values and values between sets stay as they are', () => {
  const h = new Heap()
  const pair = setOf(h, [packPair(1, 2)])
  expect(
    finishBoth(
      h,
      Array.from({ length: 15 }, () => pair),
    ).left,
  ).toBe(15)
  expect(
    finishBoth(
      h,
      Array.from({ length: 16 }, () => pair),
    ).left,
  ).toBe(1)
  expect(
    finishBoth(
      h,
      Array.from({ length: 40 }, () => setOf(h, [pair])),
    ).left,
  ).toBe(40)
  const mixed = Array.from({ length: 40 }, (_, k) => [EMPTY_SET, NONE, pair, setOf(h, [packPair(1, 2)])][k % 4]!)
  // None stands in the list as often as it was pushed.
  expect(finishBoth(h, mixed).left).toBe(12)
})
