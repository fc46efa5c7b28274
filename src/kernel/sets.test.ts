// Sets: ascending, without repeats, of the kind that their elements make them; searched and merged.

import { describe, expect, test } from 'vitest'
import { packCell } from './cells.ts'
import { CELL_SET, INT_SET, PAIR_SET, SET, itemAt, kindOf, sizeOf } from './blocks.ts'
import { INDEX_ERROR } from './errors.ts'
import { EMPTY_SET, EMPTY_TUPLE, Heap, push, scratchTop } from './heap.ts'
import {
  asSet,
  finishSet,
  intersect,
  isMember,
  isSubset,
  placeInSet,
  setHas,
  singleton,
  subtractSet,
  unite,
} from './sets.ts'
import { newIndex, tuple2 } from './tuples.ts'
import { type Word, packPair } from './words.ts'

function setOf(h: Heap, ...words: Word[]): Word {
  const list = scratchTop(h)
  for (const w of words) push(h, w)
  return finishSet(h, list)
}

function elementsOf(h: Heap, set: Word): Word[] {
  return Array.from({ length: sizeOf(h, set) }, (_, k) => itemAt(h, set, k))
}

const heap = new Heap()

describe('the form of a set', () => {
  test.each<[string, Word[], number, Word[]]>([
    ['integers', [5, -2, 5, 0], INT_SET, [-2, 0, 5]],
    [
      'pairs',
      [packPair(1, 0), packPair(0, 5), packPair(0, -5)],
      PAIR_SET,
      [packPair(0, -5), packPair(0, 5), packPair(1, 0)],
    ],
    [
      'cells',
      [packCell(heap, 2, 0, 0), packCell(heap, 1, 9, 9)],
      CELL_SET,
      [packCell(heap, 1, 9, 9), packCell(heap, 2, 0, 0)],
    ],
    ['integers and pairs', [packPair(-9, 0), 7], SET, [7, packPair(-9, 0)]],
    [
      'pairs and cells',
      [packCell(heap, 0, 0, 0), packPair(0, 1), packPair(1, 0)],
      SET,
      [packPair(0, 1), packCell(heap, 0, 0, 0), packPair(1, 0)],
    ],
    ['containers', [EMPTY_SET, EMPTY_TUPLE, 0], SET, [0, EMPTY_TUPLE, EMPTY_SET]],
  ])('%s', (_, words, kind, expected) => {
    const h = new Heap()
    const set = setOf(h, ...words)
    expect(kindOf(h, set)).toBe(kind)
    expect(elementsOf(h, set)).toEqual(expected)
  })

  test('the empty set is one and the same, however it comes about', () => {
    const h = new Heap()
    const set = setOf(h, 1, 2)
    expect([setOf(h), intersect(h, set, setOf(h, 3)), subtractSet(h, set, set), asSet(h, EMPTY_TUPLE)]).toEqual(
      Array.from({ length: 4 }, () => EMPTY_SET),
    )
  })

  test('equal blocks are one element', () => {
    const h = new Heap()
    expect(sizeOf(h, setOf(h, setOf(h, 1, 2), setOf(h, 2, 1), newIndex(h, 9000, 1), newIndex(h, 9000, 1)))).toBe(2)
  })

  test('a set that loses its odd element becomes one of words', () => {
    const h = new Heap()
    const mixed = setOf(h, 1, 2, EMPTY_SET)
    expect([kindOf(h, mixed), kindOf(h, subtractSet(h, mixed, singleton(h, EMPTY_SET)))]).toEqual([SET, INT_SET])
  })

  test('an error word among the elements is the result', () => {
    expect(setOf(new Heap(), 1, INDEX_ERROR)).toBe(INDEX_ERROR)
  })
})

describe('search', () => {
  test('finds what is there, and nothing of another sort', () => {
    const h = new Heap()
    const cases: [Word, Word[], Word[]][] = [
      [setOf(h, -5, 0, 7), [-5, 0, 7], [1, packPair(0, 0), EMPTY_SET]],
      [setOf(h, packPair(0, 1)), [packPair(0, 1)], [0, packPair(1, 0), packCell(h, 0, 0, 1), newIndex(h, 9000, 0)]],
      [setOf(h, 3, newIndex(h, 9000, 0), setOf(h, 1)), [3, newIndex(h, 9000, 0), setOf(h, 1)], [1, setOf(h, 3)]],
      [EMPTY_SET, [], [0, EMPTY_SET]],
    ]
    for (const [set, present, absent] of cases) {
      expect(present.map((w) => setHas(h, set, w))).toEqual(present.map(() => true))
      expect(absent.map((w) => placeInSet(h, set, w))).toEqual(absent.map(() => -1))
    }
  })

  test('goes through a tuple from the start', () => {
    const h = new Heap()
    const tuple = tuple2(h, EMPTY_SET, setOf(h, 1))
    expect([EMPTY_SET, setOf(h, 1), 1].map((w) => isMember(h, tuple, w))).toEqual([true, true, false])
    expect(isMember(h, packPair(4, 5), 5)).toBe(true)
  })
})

test('merging sets of different kinds keeps the order', () => {
  const h = new Heap()
  const [ints, pairs, cells] = [
    setOf(h, 1, 2),
    setOf(h, packPair(0, 0)),
    setOf(h, packCell(h, 0, 0, 0), packCell(h, 1, 0, 0)),
  ]
  const all = unite(h, unite(h, cells, pairs), ints)
  expect(elementsOf(h, all)).toEqual([1, 2, packPair(0, 0), packCell(h, 0, 0, 0), packCell(h, 1, 0, 0)])
  expect([ints, pairs, cells].map((set) => isSubset(h, set, all))).toEqual([true, true, true])
  expect(elementsOf(h, intersect(h, cells, all))).toEqual(elementsOf(h, cells))
  expect(isSubset(h, all, cells)).toBe(false)
})
