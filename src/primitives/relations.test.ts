// Rows and columns in common, and distances: compact ways against the ones that they replace, with the work that is counted.

import { describe, expect, test } from 'vitest'
import type { CellLayout } from '../kernel/cell-layout.ts'
import { packCell } from '../kernel/cells.ts'
import { BUDGET_ERROR } from '../kernel/errors.ts'
import { Heap, push, scratchTop } from '../kernel/heap.ts'
import { finishSet } from '../kernel/sets.ts'
import { workOfSorting } from '../kernel/sort.ts'
import { finishTuple } from '../kernel/tuples.ts'
import { type Word, packPair } from '../kernel/words.ts'
import { hmatching, manhattan, vmatching } from './relations.ts'

type Place = readonly [row: number, col: number, color?: number]

function words(h: Heap, places: readonly Place[]): number {
  const list = scratchTop(h)
  for (const [i, j, color] of places) push(h, color === undefined ? packPair(i, j) : packCell(h, color, i, j))
  return list
}

const moved = (places: readonly Place[], by: number): Place[] =>
  places.map(([i, j, color]): Place => (color === undefined ? [i + by, j + by] : [i + by, j + by, color]))

function measure(
  kernel: (h: Heap, a: Word, b: Word) => Word,
  a: readonly Place[],
  b: readonly Place[],
  layout: CellLayout,
  budget = 1 << 20,
): { result: Word; work: number } {
  const h = new Heap(1 << 10, 1 << 9, layout)
  const [x, y] = [finishSet(h, words(h, a)), finishSet(h, words(h, b))]
  h.work = 0
  h.budget = budget
  const result = kernel(h, x, y)
  return h.fault === 0 ? { result, work: h.work } : { result: h.fault, work: 0 }
}

const diagonal: Place[] = [
  [0, 9],
  [1, 8],
  [2, 7],
]
const patches: Record<string, [Place[], Place[]]> = {
  'columns that ascend': [
    [
      [0, 1],
      [1, 2],
      [2, 2],
    ],
    [[9, 2]],
  ],
  'columns that descend': [diagonal, [[9, 7]]],
  'nothing in common': [diagonal, [[9, 3]]],
  'a row in common': [diagonal, [[1, 3]]],
  'the first and the last place': [
    [
      [-1, 30],
      [30, -1],
    ],
    [
      [-1, -1],
      [5, 5],
    ],
  ],
  'a place beyond the first': [[[4, 4]], [[-2, -2]]],
  'a place beyond the last': [[[-1, -1]], [[31, 31]]],
  'cells of several colours': [
    [
      [5, 5, 1],
      [2, 2, 3],
      [3, 9, 3],
    ],
    [[2, 9, 4]],
  ],
  'cells and pairs': [[[5, 5, 1]], [[5, 6]]],
}

// Far away from the grid, coordinates have no bits: they are pushed, sorted and searched.
describe.each(Object.entries(patches))('%s', (_, [a, b]) => {
  for (const layout of ['a', 't'] as const) {
    for (const kernel of [hmatching, vmatching]) {
      test(`${kernel.name} in layout ${layout} is as far away`, () => {
        const near = measure(kernel, a, b, layout)
        expect(near).toEqual(measure(kernel, moved(a, 500), moved(b, 500), layout))
        for (let budget = 0; budget <= near.work; budget++) {
          const limited = measure(kernel, a, b, layout, budget)
          expect(limited).toEqual(measure(kernel, moved(a, 500), moved(b, 500), layout, budget))
          expect(limited.result).toBe(budget < near.work ? BUDGET_ERROR : near.result)
        }
      })
    }
  }
})

test('both patches must have the coordinate', () => {
  expect(measure(vmatching, diagonal, [[9, 7]], 'a').result).toBe(1)
  expect(measure(hmatching, diagonal, [[9, 7]], 'a').result).toBe(0)
  expect(measure(vmatching, diagonal, [[9, 7 + 32]], 'a').result).toBe(0)
})

/** The distance and its work by the definition: a search for each pair, then a walk up and down from there. */
function walk(a: readonly Place[], b: readonly Place[], sorting: number): { distance: number; work: number } {
  let distance = Infinity
  let work = a.length + b.length + sorting
  for (const [i, j] of a) {
    if (distance === 0) break
    const found = b.findIndex(([row, col]) => row > i || (row === i && col >= j))
    const middle = found < 0 ? b.length : found
    let up = middle
    for (; up < b.length && b[up]![0] - i < distance; up++)
      distance = Math.min(distance, b[up]![0] - i + Math.abs(b[up]![1] - j))
    let down = middle - 1
    for (; down >= 0 && i - b[down]![0] < distance; down--)
      distance = Math.min(distance, i - b[down]![0] + Math.abs(b[down]![1] - j))
    work += up - down
  }
  return { distance, work }
}

describe('manhattan', () => {
  const others: Place[] = [
    [0, 3],
    [2, 0],
    [2, 5],
    [6, 6],
    [11, 2],
  ]
  const orders: Record<string, Place[]> = {
    ascending: [
      [1, 9],
      [3, 8],
      [3, 9],
      [7, 1],
      [12, 12],
    ],
    descending: [
      [12, 12],
      [7, 1],
      [3, 8],
      [1, 9],
    ],
    mixed: [
      [7, 9],
      [1, 9],
      [9, 9],
      [0, 9],
      [11, 9],
    ],
    'ending at distance 0': [
      [1, 1],
      [2, 5],
      [3, 5],
    ],
  }
  test.each(Object.entries(orders))('of a tuple in %s order', (_, places) => {
    const h = new Heap()
    const a = finishTuple(h, words(h, [...places, places[0]!]))
    const b = finishSet(h, words(h, others))
    h.work = 0
    const distance = manhattan(h, a, b)
    expect({ distance, work: h.work }).toEqual(walk([...places, places[0]!], others, 0))
  })

  test('the second patch is sorted if it does not ascend', () => {
    const h = new Heap()
    const a = finishSet(h, words(h, orders['ascending']!))
    const b = finishTuple(h, words(h, others.toReversed()))
    h.work = 0
    const distance = manhattan(h, a, b)
    expect({ distance, work: h.work }).toEqual(walk(orders['ascending']!, others, workOfSorting(others.length)))
  })
})
