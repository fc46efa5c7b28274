// The heap: bounds of every access, room that grows, budgets, and faults of which the first one counts.

import { describe, expect, test } from 'vitest'
import { BOUNDS_ERROR, BUDGET_ERROR, TYPE_ERROR } from './errors.ts'
import {
  EMPTY_SET,
  EMPTY_TUPLE,
  Heap,
  allocate,
  divideTowardsZero,
  failed,
  faultWord,
  load,
  peek,
  poke,
  push,
  raise,
  releaseScratch,
  reserveScratch,
  resetHeap,
  scratchTop,
  spend,
  store,
} from './heap.ts'
import { addressOf } from './words.ts'

describe('bounds', () => {
  test.each([-1, 1 << 20, 2 ** 31 - 1, -(2 ** 31)])('nothing is read or written at %i', (a) => {
    const h = new Heap(64)
    expect(load(h, a)).toBe(0)
    expect(h.fault).toBe(BOUNDS_ERROR)
    const before = h.words.slice()
    store(h, a, 7)
    expect(h.words).toEqual(before)
    expect(peek(h, a)).toBe(0)
    poke(h, a, 7)
    expect(h.scratch.every((word) => word === 0)).toBe(true)
  })

  test('what lies above the top is not there yet', () => {
    const h = new Heap(64)
    const a = allocate(h, 2)
    store(h, a + 1, 5)
    expect([load(h, a + 1), failed(h)]).toEqual([5, false])
    load(h, a + 2)
    expect(h.fault).toBe(BOUNDS_ERROR)
  })

  test('the empty containers cannot be written', () => {
    const h = new Heap(64)
    const before = h.words.slice()
    for (const empty of [EMPTY_TUPLE, EMPTY_SET]) store(h, addressOf(empty), 99)
    expect([h.words, h.fault]).toEqual([before, BOUNDS_ERROR])
  })
})

test('room grows, and what was there stays', () => {
  const h = new Heap(8, 4)
  const a = allocate(h, 4)
  store(h, a + 3, 42)
  allocate(h, 1000)
  for (let k = 0; k < 100; k++) push(h, k)
  expect([load(h, a + 3), peek(h, 0), peek(h, 99), scratchTop(h), failed(h)]).toEqual([42, 0, 99, 100, false])
})

test('scratch is a stack: only what is on it can be released', () => {
  const h = new Heap()
  const list = reserveScratch(h, 10)
  releaseScratch(h, list + 4)
  releaseScratch(h, 100)
  releaseScratch(h, -1)
  expect(scratchTop(h)).toBe(4)
})

describe('the budget', () => {
  test('is used up exactly', () => {
    const h = new Heap()
    h.budget = 10
    expect([spend(h, 10), failed(h)]).toEqual([true, false])
    expect([spend(h, 1), faultWord(h)]).toEqual([false, BUDGET_ERROR])
  })

  test.each([-1, -(2 ** 31), 2 ** 31 - 1])('%i cannot be spent', (amount) => {
    const h = new Heap()
    expect([spend(h, amount), h.work, h.fault]).toEqual([false, 0, BUDGET_ERROR])
  })

  test('what is refused is nowhere: using it does no harm', () => {
    const h = new Heap(16)
    h.budget = 3
    const [a, s] = [allocate(h, 4), reserveScratch(h, 4)]
    const before = h.words.slice()
    store(h, a, 1)
    poke(h, s, 1)
    push(h, 1)
    expect([h.words, h.fault]).toEqual([before, BUDGET_ERROR])
  })
})

test('the first fault counts', () => {
  const h = new Heap()
  raise(h, TYPE_ERROR)
  raise(h, BUDGET_ERROR)
  load(h, -1)
  expect(faultWord(h)).toBe(TYPE_ERROR)
})

test('a heap that is reset begins anew', () => {
  const h = new Heap()
  const a = allocate(h, 5)
  push(h, 1)
  resetHeap(h)
  expect([allocate(h, 5), scratchTop(h), load(h, 0), load(h, 1)]).toEqual([a, 0, 2, 4])
})

test.each([
  [7, 2, 3],
  [-7, 2, -3],
  [7, -2, -3],
  [0, 5, 0],
  [-(2 ** 31), 1, -(2 ** 31)],
  [5, 0, 0],
])('%i divided by %i is %i', (a, b, expected) => {
  expect(divideTowardsZero(a, b)).toBe(expected)
})
