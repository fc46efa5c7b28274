// Unions of many sets: the elements, the work and the memory are those of pushing all elements and sorting them.

import { describe, expect, test } from 'vitest'
import { elementsAt, kindOf, sizeOf } from './blocks.ts'
import type { CellLayout } from './cell-layout.ts'
import { packCell } from './cells.ts'
import { BUDGET_ERROR } from './errors.ts'
import { EMPTY_SET, EMPTY_TUPLE, Heap, failed, push, scratchTop } from './heap.ts'
import { finishSet } from './sets.ts'
import { finishTuple, pushElements } from './tuples.ts'
import { ALL, NO_UNION, uniteAll } from './uniting.ts'
import { CELL_REACH, PAIR_REACH, type Word, packPair } from './words.ts'

type Place = readonly [row: number, col: number, color?: number | undefined]

const rectangle = (row: number, col: number, height: number, width: number, color?: number): Place[] =>
  Array.from({ length: height * width }, (_, k) => [row + Math.floor(k / width), col + (k % width), color])

function newSet(h: Heap, places: readonly Place[]): Word {
  const list = scratchTop(h)
  for (const [i, j, color] of places) push(h, color === undefined ? packPair(i, j) : packCell(h, color, i, j))
  return finishSet(h, list)
}

/** The set of the sets, by a sort of references; the order of sets does not matter to a union. */
function newSetOfSets(h: Heap, sets: readonly Word[]): Word {
  const list = scratchTop(h)
  for (const set of sets) push(h, set)
  return finishSet(h, list)
}

/** The union by pushing and sorting. */
function uniteBySorting(h: Heap, containers: Word): Word {
  const list = scratchTop(h)
  for (let k = 0; k < sizeOf(h, containers); k++) pushElements(h, h.words[elementsAt(containers) + k]!)
  return finishSet(h, list)
}

function elements(h: Heap, set: Word): number[] {
  return [...h.words.subarray(elementsAt(set), elementsAt(set) + sizeOf(h, set))]
}

interface Outcome {
  union: Word
  facts: unknown
}

function run(
  sets: readonly (readonly Place[])[],
  unite: (h: Heap, containers: Word) => Word,
  layout: CellLayout,
  budget = 1 << 20,
): Outcome {
  const h = new Heap(1 << 10, 1 << 9, layout)
  const containers = newSetOfSets(
    h,
    sets.map((places) => newSet(h, places)),
  )
  const top = h.top
  h.work = 0
  h.budget = budget
  const union = unite(h, containers)
  const isFault = failed(h)
  return {
    union,
    facts: {
      elements: isFault ? union : elements(h, union),
      kind: isFault ? union : kindOf(h, union),
      work: isFault ? 0 : h.work,
      top: h.top - top,
      scratch: isFault ? 0 : h.scratchTop,
    },
  }
}

const byMap = (h: Heap, containers: Word): Word => uniteAll(h, containers, ALL)

const mapped: Record<string, Place[][]> = {
  'rectangles that overlap': [rectangle(0, 0, 5, 5), rectangle(2, 2, 5, 5), rectangle(4, 0, 2, 9)],
  'columns from -1 to 30': [rectangle(0, -1, 1, 32), rectangle(0, 3, 4, 4)],
  'columns from -2 to 29': [rectangle(0, -2, 1, 32), rectangle(0, 3, 4, 4)],
  'columns from 0 to 31': [rectangle(0, 0, 1, 32), rectangle(0, 3, 4, 4)],
  'columns beyond 30 inside of a set': [[...rectangle(0, 0, 3, 2), [1, 31], [1, 33]], rectangle(0, 3, 4, 7)],
  'columns before -1 inside of a set': [[...rectangle(0, 0, 3, 2), [1, -2], [1, -4]], rectangle(0, 3, 4, 7)],
  'columns of two words': [rectangle(5, -40, 2, 50), rectangle(6, 3, 2, 41)],
  'columns of three words': [rectangle(5, 0, 2, 65), rectangle(6, 3, 2, 41)],
  'eight places for each element': [
    rectangle(0, 0, 1, 12),
    rectangle(1, 0, 1, 12),
    [
      [15, 11],
      [0, 3],
    ],
  ],
  'more than eight places for each element': [
    rectangle(0, 0, 1, 12),
    rectangle(1, 0, 1, 12),
    [
      [17, 11],
      [0, 3],
    ],
  ],
  'more than eight places for each element in three runs': [
    [...rectangle(0, 0, 1, 12, 1), [15, 11, 1]],
    [[0, 3, 0], ...rectangle(0, 0, 1, 12, 2)],
    [...rectangle(0, 0, 1, 12, 0), [2, 2, 3]],
  ],
  'few elements': [rectangle(0, 0, 2, 5), rectangle(0, 2, 2, 6)],
  'two elements': [[[3, 3]], [[3, 3]], [[2, 4]]],
  'one element that repeats': [rectangle(0, 0, 1, 5), rectangle(0, 4, 1, 5)],
  '23 elements': [rectangle(0, 0, 3, 7), [[1, 1]], [[0, 8]]],
  '24 elements': [rectangle(0, 0, 3, 7), [[1, 1]], [[0, 8]], [[2, 8]]],
  'eight rows for each element': [rectangle(0, 0, 3, 5), rectangle(1, 0, 3, 5), [[255, 0]], [[0, 0]]],
  'columns of eight words for each element': [rectangle(0, 0, 3, 5), rectangle(1, 0, 3, 5), [[2, 2047]], [[0, 0]]],
  'the last rows and columns': [
    rectangle(PAIR_REACH - 4, PAIR_REACH - 5, 4, 5),
    rectangle(PAIR_REACH - 3, PAIR_REACH - 6, 3, 6),
  ],
  'the first rows and columns': [
    rectangle(-PAIR_REACH, -PAIR_REACH, 4, 5),
    rectangle(-PAIR_REACH, -PAIR_REACH + 1, 3, 6),
  ],
  'cells of one colour': [rectangle(0, 0, 5, 5, 3), rectangle(2, 2, 5, 5, 3)],
  'cells of colours in turn': [rectangle(0, 0, 5, 5, 3), rectangle(2, 2, 5, 5, 4), rectangle(1, 1, 2, 7, 3)],
  'cells of two colours in one set': [
    [...rectangle(3, 0, 2, 5, 0), ...rectangle(1, 2, 6, 2, 1)],
    [...rectangle(2, 0, 2, 5, 0), ...rectangle(4, 2, 2, 3, 2)],
  ],
  'cells at the end of all': [
    rectangle(CELL_REACH - 4, CELL_REACH - 5, 4, 5, 15),
    rectangle(CELL_REACH - 3, CELL_REACH - 6, 3, 6, 15),
  ],
  'sets that follow each other': [rectangle(0, 0, 1, 5), rectangle(0, 5, 1, 5), rectangle(4, 0, 1, 3)],
  'one set': [rectangle(0, 0, 3, 5)],
  'one set and an empty one': [rectangle(0, 0, 3, 5), []],
}

describe.each(Object.entries(mapped))('%s', (_, sets) => {
  test('are united as by sorting', () => {
    const expected = run(sets, uniteBySorting, 'a')
    const union = run(sets, byMap, 'a')
    expect(union.union).not.toBe(NO_UNION)
    expect(union.facts).toEqual(expected.facts)
  })

  test('stop at the same budget', () => {
    for (let budget = 0; budget < 400; budget++) {
      expect(run(sets, byMap, 'a', budget).facts).toEqual(run(sets, uniteBySorting, 'a', budget).facts)
    }
  })
})

const unmapped: Record<string, Place[][]> = {
  'rows more than eight for each element': [rectangle(0, 0, 3, 5), rectangle(1, 0, 3, 5), [[256, 0]], [[0, 0]]],
  'columns of more than eight words for each element': [
    rectangle(0, 0, 3, 5),
    rectangle(1, 0, 3, 5),
    [[2, 2048]],
    [[0, 0]],
  ],
  'pairs and cells': [rectangle(0, 0, 5, 5), rectangle(0, 0, 5, 5, 3)],
  nothing: [[]],
}

test.each(Object.entries(unmapped))('%s are left to the sort without any change', (_, sets) => {
  const left = run(sets, byMap, 'a')
  expect(left.union).toBe(NO_UNION)
  expect(left.facts).toMatchObject({ work: 0, top: 0, scratch: 0 })
})

test('cells that begin with the row are left to the sort', () => {
  expect(run(mapped['cells of one colour']!, byMap, 't').union).toBe(NO_UNION)
  const pairs = mapped['rectangles that overlap']!
  expect(run(pairs, byMap, 't').facts).toEqual(run(pairs, uniteBySorting, 't').facts)
})

test('only sets are united, and only chosen ones', () => {
  const h = new Heap()
  const [a, b, c] = [newSet(h, rectangle(0, 0, 2, 3)), newSet(h, rectangle(1, 0, 2, 3)), newSet(h, [])]
  const sets = newSetOfSets(h, [c, a, b])
  const chosen = scratchTop(h)
  for (const choice of [1, 0, 7]) push(h, choice)
  expect(elements(h, uniteAll(h, sets, finishTuple(h, chosen)))).toEqual(elements(h, b))
  expect(uniteAll(h, EMPTY_TUPLE, ALL)).toBe(NO_UNION)
  expect(uniteAll(h, a, ALL)).toBe(NO_UNION)
  expect(uniteAll(h, newSetOfSets(h, [EMPTY_TUPLE, a]), ALL)).toBe(NO_UNION)
  expect(uniteAll(h, newSetOfSets(h, [5, a]), ALL)).toBe(NO_UNION)
  expect(uniteAll(h, newSetOfSets(h, [EMPTY_SET, newSetOfSets(h, [a])]), ALL)).toBe(NO_UNION)
})

test('a budget that ends is a fault', () => {
  expect(run(mapped['one set']!, byMap, 'a', 20).union).toBe(BUDGET_ERROR)
})
