// Comparison: the order of the sorts of values, layouts that must not show, functions, nesting, and what it costs.

import { describe, expect, test } from 'vitest'
import { packCell } from './cells.ts'
import { CHAIN, COMPOSE, newClosure2, newClosure3 } from './closures.ts'
import { compare, equals } from './compare.ts'
import { BUDGET_ERROR, CLOSURE_EQUALITY_RULE, NESTING_RULE, deviation } from './errors.ts'
import { EMPTY_SET, EMPTY_TUPLE, Heap, push, scratchTop } from './heap.ts'
import { finishSet, singleton } from './sets.ts'
import { finishTuple, newIndex, tuple2 } from './tuples.ts'
import { INT_MAX, INT_MIN, NONE, PRIMITIVE_BASE, type Word, packPair } from './words.ts'

function finish(h: Heap, words: readonly Word[], how: (h: Heap, list: number) => Word): Word {
  const list = scratchTop(h)
  for (const w of words) push(h, w)
  return how(h, list)
}

const tuple = (h: Heap, ...words: Word[]): Word => finish(h, words, finishTuple)
const set = (h: Heap, ...words: Word[]): Word => finish(h, words, finishSet)

test('values of all sorts and layouts, ascending', () => {
  const h = new Heap()
  const ascending = [
    NONE,
    INT_MIN,
    -1,
    0,
    INT_MAX,
    EMPTY_TUPLE,
    newIndex(h, -9000, 3), // two integers that fit no pair
    packPair(-8192, 0),
    tuple(h, -5),
    packPair(0, -1),
    packPair(0, 0),
    tuple(h, 0, 0, 0), // longer, and equal as far as the pair goes
    packCell(h, 0, -1, -1), // (0, (-1, -1)): an integer comes before a tuple
    packCell(h, 0, 0, 0),
    tuple2(h, 0, newIndex(h, 5000, 0)), // a cell that fits no word
    tuple2(h, 0, EMPTY_SET),
    packPair(1, 0),
    tuple2(h, 20, packPair(0, 0)), // no cell: there is no such colour
    newIndex(h, 9000, 0),
    tuple(h, EMPTY_TUPLE),
    tuple(h, tuple(h, 1, 2, 3)), // a grid
    tuple(h, tuple(h, 1, 2, 3), 7), // the same row and more: no grid
    tuple(h, tuple(h, 1, 2, 3), tuple(h, 0, 0, 0)), // a grid again
    tuple(h, packPair(2, 0), packPair(0, 0)),
    tuple(h, EMPTY_SET),
    EMPTY_SET,
    set(h, NONE),
    set(h, NONE, 5),
    set(h, 1),
    set(h, 1, 2),
    set(h, 2),
    set(h, packPair(0, 0)),
    set(h, EMPTY_SET),
    PRIMITIVE_BASE,
    PRIMITIVE_BASE + 5,
    newClosure2(h, COMPOSE, PRIMITIVE_BASE, PRIMITIVE_BASE + 1),
    newClosure2(h, COMPOSE, PRIMITIVE_BASE + 1, PRIMITIVE_BASE),
    newClosure3(h, CHAIN, PRIMITIVE_BASE, PRIMITIVE_BASE, PRIMITIVE_BASE),
  ]
  for (const [i, a] of ascending.entries()) {
    for (const [j, b] of ascending.entries()) {
      if (i === j) continue
      h.work = 0
      expect([i, j, compare(h, a, b), equals(h, a, b)]).toEqual([i, j, i < j ? -1 : 1, false])
    }
  }
  expect([h.fault, scratchTop(h)]).toEqual([0, 0])
})

describe('closures', () => {
  const build = (h: Heap, n: Word): Word => newClosure2(h, COMPOSE, PRIMITIVE_BASE, n)

  test('that are built alike cannot be compared, not even one with itself', () => {
    for (const same of [true, false]) {
      const h = new Heap()
      const a = build(h, 1)
      compare(h, a, same ? a : build(h, 1))
      expect(h.fault).toBe(deviation(CLOSURE_EQUALITY_RULE))
    }
  })

  test('within containers neither', () => {
    const h = new Heap()
    equals(h, tuple(h, build(h, 1), 2), tuple(h, build(h, 1), 2))
    expect(h.fault).toBe(deviation(CLOSURE_EQUALITY_RULE))
  })

  test('that differ are different', () => {
    const h = new Heap()
    expect([equals(h, build(h, 1), build(h, 2)), equals(h, build(h, 1), 7), h.fault]).toEqual([false, false, 0])
  })
})

test('what is nested 64 deep cannot be compared', () => {
  const nest = (h: Heap, depth: number): Word => (depth === 0 ? EMPTY_SET : singleton(h, nest(h, depth - 1)))
  const h = new Heap()
  expect([equals(h, nest(h, 63), nest(h, 63)), h.fault]).toEqual([true, 0])
  equals(h, nest(h, 64), nest(h, 64))
  expect(h.fault).toBe(deviation(NESTING_RULE))
})

describe('what a comparison costs', () => {
  test('does not depend on whether both are one block', () => {
    const h = new Heap()
    const [a, b] = [1, 2].map(() => tuple(h, ...Array.from({ length: 50 }, (_, k) => k), EMPTY_SET))
    const cost = (x: Word, y: Word): number => {
      h.work = 0
      compare(h, x, y)
      equals(h, x, y)
      return h.work
    }
    expect(cost(a!, a!)).toBe(cost(a!, b!))
    const [row, other] = [1, 2].map(() => tuple(h, ...Array.from({ length: 50 }, (_, k) => k)))
    expect(cost(row!, row!)).toBe(cost(row!, other!))
  })

  test.each([
    ['tuples of integers', [1, 2, 3], [1, 2, 3, 4], 1 + 3],
    ['tuples of integers that differ at once', [1, 2, 3], [0, 2, 3, 4], 1 + 3],
  ])('of %s is one, and the words of the shorter one', (_, x, y, wanted) => {
    const h = new Heap()
    const [a, b] = [tuple(h, ...x), tuple(h, ...y)]
    h.work = 0
    expect(compare(h, a, b)).toBe(x[0] === y[0] ? -1 : 1)
    expect(h.work).toBe(wanted)
    h.budget = wanted - 1
    h.work = 0
    compare(h, a, b)
    expect(h.fault).toBe(BUDGET_ERROR)
  })

  test('is stopped by the budget', () => {
    const h = new Heap()
    let value: Word = EMPTY_SET
    for (let k = 0; k < 40; k++) value = tuple2(h, value, value)
    h.budget = h.work + 10_000
    compare(h, value, value)
    expect(h.fault).toBe(BUDGET_ERROR)
  })
})
