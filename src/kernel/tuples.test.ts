// Tuples: which form each gets, and that errors among the elements come through.

import { describe, expect, test } from 'vitest'
import { packCell } from './cells.ts'
import { CELL, GRID, INTS, PAIR, TUPLE, contentSize, itemAt, kindOf, sizeOf } from './blocks.ts'
import { BUDGET_ERROR, INDEX_ERROR, OVERFLOW_ERROR, TYPE_ERROR } from './errors.ts'
import { EMPTY_SET, EMPTY_TUPLE, Heap, push, scratchTop } from './heap.ts'
import { finishInts, finishTuple, isIndex, newCell, newIndex, tuple2 } from './tuples.ts'
import { INT_MAX, INT_MIN, type Word, isError, packPair } from './words.ts'

function tupleOf(h: Heap, ...words: Word[]): Word {
  const list = scratchTop(h)
  for (const w of words) push(h, w)
  const tuple = finishTuple(h, list)
  expect(scratchTop(h)).toBe(list)
  return tuple
}

describe('the form of a tuple', () => {
  test.each<[string, (h: Heap) => Word[], number]>([
    ['two small integers', () => [3, -4], PAIR],
    ['two integers, one at the edge', () => [8191, -8192], PAIR],
    ['two integers, one past the edge', () => [8192, 0], INTS],
    ['one integer', () => [3], INTS],
    ['three integers', () => [1, 2, 3], INTS],
    ['a colour and a pair', () => [15, packPair(4095, -4096)], CELL],
    ['a colour that is none, and a pair', () => [16, packPair(0, 0)], TUPLE],
    ['a negative colour and a pair', () => [-1, packPair(0, 0)], TUPLE],
    ['a colour and a pair too far', () => [1, packPair(4096, 0)], TUPLE],
    ['a pair and a colour', () => [packPair(0, 0), 1], TUPLE],
    ['pairs', () => [packPair(1, 2), packPair(3, 4)], GRID],
    ['one row', (h) => [tupleOf(h, 1, 2, 3)], GRID],
    ['a pair and a row of two that fits no pair', (h) => [packPair(1, 2), tupleOf(h, 9000, 1)], GRID],
    ['rows of different lengths', (h) => [tupleOf(h, 1, 2, 3), packPair(1, 2)], TUPLE],
    ['a row and an integer', (h) => [tupleOf(h, 1, 2, 3), 5], TUPLE],
    ['empty rows', () => [EMPTY_TUPLE, EMPTY_TUPLE], TUPLE],
    ['a row and an empty one', (h) => [tupleOf(h, 1), EMPTY_TUPLE], TUPLE],
    ['cells', (h) => [packCell(h, 1, 0, 0), packCell(h, 1, 0, 1)], TUPLE],
    ['grids', (h) => [tupleOf(h, tupleOf(h, 1)), tupleOf(h, tupleOf(h, 1))], TUPLE],
    ['a set', () => [EMPTY_SET], TUPLE],
  ])('%s', (_, words, kind) => {
    const h = new Heap()
    const elements = words(h)
    const tuple = tupleOf(h, ...elements)
    expect(kindOf(h, tuple)).toBe(kind)
    expect(sizeOf(h, tuple)).toBe(elements.length)
  })

  test('the empty tuple is one and the same', () => {
    const h = new Heap()
    expect([tupleOf(h), finishInts(h, scratchTop(h))]).toEqual([EMPTY_TUPLE, EMPTY_TUPLE])
  })

  test('tuple2 gives the form that finishTuple gives', () => {
    const h = new Heap()
    const row = tupleOf(h, 1, 2, 3)
    const parts = [
      0,
      20,
      9000,
      -1,
      packPair(1, 2),
      packPair(5000, 0),
      packCell(h, 1, 2, 3),
      row,
      EMPTY_TUPLE,
      EMPTY_SET,
      tupleOf(h, row),
    ]
    for (const a of parts) {
      for (const b of parts) {
        const [one, other] = [tuple2(h, a, b), tupleOf(h, a, b)]
        expect(kindOf(h, one)).toBe(kindOf(h, other))
        expect(contentSize(h, one)).toBe(contentSize(h, other))
      }
    }
  })

  test('a grid gives back its rows', () => {
    const h = new Heap()
    const grid = tupleOf(h, packPair(1, 2), tupleOf(h, 9000, -3))
    expect(itemAt(h, grid, 0)).toBe(packPair(1, 2))
    const second = itemAt(h, grid, 1)
    expect([kindOf(h, second), itemAt(h, second, 0), itemAt(h, second, 1)]).toEqual([INTS, 9000, -3])
  })
})

describe('errors', () => {
  test('the first error word among the elements is the result', () => {
    expect(tupleOf(new Heap(), 1, INDEX_ERROR, TYPE_ERROR)).toBe(INDEX_ERROR)
    expect(tuple2(new Heap(), 1, INDEX_ERROR)).toBe(INDEX_ERROR)
    expect(tuple2(new Heap(), TYPE_ERROR, INDEX_ERROR)).toBe(TYPE_ERROR)
  })

  test('there is no tuple over the budget', () => {
    const h = new Heap()
    h.budget = 20
    const list = scratchTop(h)
    for (let k = 0; k < 15; k++) push(h, k)
    expect(finishTuple(h, list)).toBe(BUDGET_ERROR)
  })

  test('an index beyond the integers is an overflow', () => {
    const h = new Heap()
    expect(newIndex(h, INT_MAX + 1, 0)).toBe(OVERFLOW_ERROR)
    expect(newCell(h, 3, 0, INT_MIN - 1)).toBe(OVERFLOW_ERROR)
    expect(isError(newIndex(h, INT_MAX, INT_MIN))).toBe(false)
  })
})

test('an index is a tuple of exactly two integers', () => {
  const h = new Heap()
  expect([packPair(0, 0), newIndex(h, 20000, 1)].map((w) => isIndex(h, w))).toEqual([true, true])
  expect([packCell(h, 0, 0, 0), tupleOf(h, 1), 5, EMPTY_SET].map((w) => isIndex(h, w))).toEqual([
    false,
    false,
    false,
    false,
  ])
})
