// Set algebra of rows of words: the elements, and the work counted for them, whatever way is taken.

import { describe, expect, test } from 'vitest'
import { BUDGET_ERROR } from './errors.ts'
import { elementsAt, kindOf, sizeOf } from './blocks.ts'
import { EMPTY_SET, Heap, push, scratchTop } from './heap.ts'
import { finishSet, intersect, subtractSet, unite } from './sets.ts'
import type { Word } from './words.ts'

const operations = {
  unite: { run: unite, keep: (a: boolean, b: boolean) => a || b },
  intersect: { run: intersect, keep: (a: boolean, b: boolean) => a && b },
  subtractSet: { run: subtractSet, keep: (a: boolean, b: boolean) => a && !b },
}
const LIMIT = 400

function newSet(h: Heap, numbers: readonly number[]): Word {
  const list = scratchTop(h)
  for (const n of numbers) push(h, n)
  return finishSet(h, list)
}

function elements(h: Heap, set: Word): number[] {
  return [...h.words.subarray(elementsAt(set), elementsAt(set) + sizeOf(h, set))]
}

const range = (start: number, end: number, step = 1): number[] =>
  Array.from({ length: Math.ceil((end - start) / step) }, (_, k) => start + k * step)

// Overlapping, apart on either side, one inside the other, few among many at every place, equal.
const rows: readonly number[][] = [
  range(0, 20),
  range(10, 30),
  range(30, 50),
  range(0, 60, 2),
  range(0, 60, 7),
  // The leaps of a search come to the end exactly.
  range(0, 127),
  range(5, 8),
  range(0, LIMIT),
  range(1, LIMIT, 2),
  [0],
  [LIMIT - 1],
  [LIMIT],
  [0, LIMIT - 1],
  [17, 18, 201, 350],
  [15, 16, 202, LIMIT - 1],
]

describe.each(Object.entries(operations))('%s', (_, { run, keep }) => {
  // Behind the last set of a heap no word may be read.
  test.each(['first', 'second'])('keeps the right words, counts each of them and the block; last: the %s', (last) => {
    for (const a of rows) {
      for (const b of rows) {
        const h = new Heap(1 << 11)
        const early = newSet(h, last === 'first' ? b : a)
        const late = newSet(h, last === 'first' ? a : b)
        const [x, y] = last === 'first' ? [late, early] : [early, late]
        const before = h.top
        h.work = 0
        const kept = range(0, LIMIT + 1).filter((n) => keep(a.includes(n), b.includes(n)))
        const result = run(h, x, y)
        expect({ a, b, kept: elements(h, result) }).toEqual({ a, b, kept })
        expect(h.fault).toBe(0)
        expect(kindOf(h, result)).toBe(kindOf(h, kept.length > 0 ? x : EMPTY_SET))
        expect(h.work).toBe(kept.length === 0 ? 0 : 2 * kept.length + 1)
        expect(h.top - before).toBe(kept.length === 0 ? 0 : kept.length + 1)
        expect(h.scratchTop).toBe(0)
      }
    }
  })

  test.each([
    [range(0, 20), range(10, 30)],
    [range(0, 20), range(1, LIMIT, 2)],
    [range(0, 40, 2), [3, 4]],
  ])('fails with one piece of work less', (a, b) => {
    const h = new Heap()
    const [x, y] = [newSet(h, a), newSet(h, b)]
    h.work = 0
    run(h, x, y)
    h.budget = h.work - 1
    h.work = 0
    expect(run(h, x, y)).toBe(BUDGET_ERROR)
  })
})

test.each([unite, subtractSet])('sets that lie apart fail with one piece of work less', (run) => {
  const h = new Heap()
  const [x, y] = [newSet(h, range(0, 20)), newSet(h, range(30, 50))]
  h.work = 0
  run(h, x, y)
  h.budget = h.work - 1
  h.work = 0
  expect(run(h, x, y)).toBe(BUDGET_ERROR)
})

test.each(Object.entries(operations))('an earlier fault is the result: %s', (_, { run }) => {
  const h = new Heap()
  const [x, y] = [newSet(h, range(0, 20)), newSet(h, range(30, 50))]
  h.fault = BUDGET_ERROR
  expect(run(h, x, y)).toBe(BUDGET_ERROR)
})
