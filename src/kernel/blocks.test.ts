// Blocks: what a word is, how long it says it is, and that none is longer than the heap, whatever its header says.

import { describe, expect, test } from 'vitest'
import { type Notation, encodeNotation } from '../language/values/value-notation.ts'
import {
  CELL,
  CELL_SET,
  CLOSURE,
  ERROR,
  GRID,
  INTEGER,
  INTS,
  INT_SET,
  LIST,
  NONE_KIND,
  PAIR,
  PAIR_SET,
  PRIMITIVE,
  SET,
  TUPLE,
  cellCount,
  contentSize,
  elementsAt,
  gridCols,
  gridRows,
  isCallable,
  isContainer,
  isSet,
  isTruthy,
  isTuple,
  itemAt,
  kindOf,
  newBlock,
  shortenBlock,
  sizeOf,
} from './blocks.ts'
import { BOUNDS_ERROR, BUDGET_ERROR, TYPE_ERROR } from './errors.ts'
import { EMPTY_SET, EMPTY_TUPLE, Heap, store } from './heap.ts'
import { refTo } from './words.ts'

const cell: Notation = { t: [1, { t: [2, 3] }] }

describe('what a value is', () => {
  test.each<[Notation, number, number, string]>([
    [7, INTEGER, -1, ''],
    [true, INTEGER, -1, ''],
    [{ t: [] }, INTS, 0, 'tuple'],
    [{ t: [1, 2] }, PAIR, 2, 'tuple'],
    [cell, CELL, 2, 'tuple'],
    [{ t: [1, 2, 3] }, INTS, 3, 'tuple'],
    [{ g: ['12', '34', '56'] }, GRID, 3, 'tuple'],
    [{ t: [{ t: [] }] }, TUPLE, 1, 'tuple'],
    [{ s: [] }, SET, 0, 'set'],
    [{ s: [1, 2] }, INT_SET, 2, 'set'],
    [{ s: [{ t: [1, 2] }] }, PAIR_SET, 1, 'set'],
    [{ s: [cell] }, CELL_SET, 1, 'set'],
    [{ s: [1, cell] }, SET, 2, 'set'],
    [null, NONE_KIND, -1, ''],
    [{ f: 'add' }, PRIMITIVE, -1, 'function'],
    [{ call: 'rbind', args: [{ f: 'add' }, 1] }, CLOSURE, -1, 'function'],
  ])('%j', (value, kind, size, sort) => {
    const h = new Heap()
    const w = encodeNotation(h, value)
    expect([kindOf(h, w), sizeOf(h, w)]).toEqual([kind, size])
    const [tuple, set, callable] = [isTuple(h, w), isSet(h, w), isCallable(h, w)]
    expect([tuple, set, isContainer(h, w), callable]).toEqual([
      sort === 'tuple',
      sort === 'set',
      tuple || set,
      sort === 'function',
    ])
    expect(isTruthy(h, w)).toBe(size !== 0 && value !== null)
  })

  test('an error is an error, and zero is false', () => {
    const h = new Heap()
    expect([kindOf(h, TYPE_ERROR), isContainer(h, TYPE_ERROR), isTruthy(h, 0)]).toEqual([ERROR, false, false])
  })
})

test('elements in order, whatever the layout', () => {
  const h = new Heap()
  const elements = (value: Notation): number[] => {
    const w = encodeNotation(h, value)
    return Array.from({ length: sizeOf(h, w) }, (_, k) => itemAt(h, w, k))
  }
  const pair = encodeNotation(h, { t: [2, 3] })
  expect(elements({ t: [2, 3] })).toEqual([2, 3])
  expect(elements(cell)).toEqual([1, pair])
  expect(elements({ s: [{ t: [2, 3] }, 9] })).toEqual([9, pair])
  expect(elements({ g: ['23'] })).toEqual([pair])
})

test('a block that was just made can end early', () => {
  const h = new Heap()
  const list = newBlock(h, LIST, 10)
  shortenBlock(h, list, 4)
  expect([kindOf(h, list), sizeOf(h, list)]).toEqual([LIST, 4])
})

test('there is no block over the budget', () => {
  const h = new Heap()
  h.budget = 10
  expect(newBlock(h, TUPLE, 10)).toBe(BUDGET_ERROR)
})

describe('what is no block', () => {
  const LONGEST = 2 ** 27 - 1

  test.each([-1, -LONGEST, LONGEST])(
    'a length of %i is never more than the heap has, or less than nothing',
    (length) => {
      for (const kind of [TUPLE, INTS, GRID, SET, INT_SET, PAIR_SET, CELL_SET, LIST]) {
        const h = new Heap()
        const block = newBlock(h, kind, 8)
        store(h, elementsAt(block) - 1, (length << 4) | kind)
        const size = sizeOf(h, block)
        expect(size).toBeGreaterThanOrEqual(0)
        expect(size).toBeLessThanOrEqual(h.top)
      }
    },
  )

  test.each([
    [LONGEST, 2 ** 30 - 1],
    [LONGEST, -1],
    [-3, -3],
    [1 << 14, 1 << 14],
    [3, 0],
  ])('a grid of %i x %i has no cells, and says why', (rows, cols) => {
    const h = new Heap()
    const grid = newBlock(h, GRID, 8)
    store(h, elementsAt(grid) - 1, (rows << 4) | GRID)
    store(h, elementsAt(grid), cols)
    expect([cellCount(h, grid), h.fault]).toEqual([0, BOUNDS_ERROR])
    expect(gridRows(h, grid)).toBeGreaterThanOrEqual(0)
    expect(gridCols(h, grid)).toBeGreaterThanOrEqual(0)
    expect(contentSize(h, grid)).toBe(1)
  })

  test('a reference past the end has no kind and no length', () => {
    const h = new Heap()
    const stray = refTo(h.top + 5)
    expect([kindOf(h, stray), isContainer(h, stray), h.fault]).toEqual([0, false, BOUNDS_ERROR])
  })

  test('the empty containers are at their places on every heap', () => {
    const h = new Heap(8)
    expect([sizeOf(h, EMPTY_TUPLE), isTuple(h, EMPTY_TUPLE), sizeOf(h, EMPTY_SET), isSet(h, EMPTY_SET)]).toEqual([
      0,
      true,
      0,
      true,
    ])
  })
})
