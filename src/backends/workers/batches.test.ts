// Batches: units in order, cut by evaluations; samples that crashed are left out of one unit.

import { describe, expect, test } from 'vitest'
import type { Task } from '../../data/task.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Unit } from '../backend.ts'
import { type Batch, cutBatches, skipSample } from './batches.ts'

const task: Task = { id: 'one', train: [], test: [] }
const other: Task = { id: 'two', train: [], test: [] }
const numbers = new Map([
  [other, 0],
  [task, 1],
])
/** Plans of which only the number of programs counts. */
const plansOf = (...counts: number[]) =>
  counts.map((count) => ({ programs: Array.from({ length: count }) }) as unknown as Plan)
const unitsOf = (count: number, samples = 1): Unit[] =>
  Array.from({ length: count }, (_, k) => ({ plan: 0, task, from: k * samples, to: (k + 1) * samples }))

describe('the cut', () => {
  const shapeOf = (batches: readonly Batch[]) => batches.map(({ first, units }) => [first, units.length])

  test('a batch ends with the unit that reaches the wanted evaluations', () => {
    const cut = (wanted: number) => shapeOf(cutBatches(plansOf(3), unitsOf(5, 2), numbers, 1, wanted))
    expect(cut(6)).toEqual([0, 1, 2, 3, 4].map((first) => [first, 1]))
    expect(cut(7)).toEqual([
      [0, 2],
      [2, 2],
      [4, 1],
    ])
    expect(cut(30)).toEqual([[0, 5]])
    expect(cut(1000)).toEqual([[0, 5]])
  })

  test('units keep their plan, the number of their task, and their samples', () => {
    const units: Unit[] = [
      { plan: 1, task, from: 2, to: 5 },
      { plan: 0, task: other, from: 0, to: 1 },
    ]
    const [batch] = cutBatches(plansOf(1, 1), units, numbers, 1, 100)
    expect(batch).toEqual({
      first: 0,
      isRepeated: false,
      units: [
        { plan: 1, task: 1, from: 2, to: 5, skip: [] },
        { plan: 0, task: 0, from: 0, to: 1, skip: [] },
      ],
    })
  })

  test('by default each worker gets sixteen batches of 256 to 16,384 evaluations', () => {
    const sizeOf = (evaluations: number, workers: number) =>
      cutBatches(plansOf(1), unitsOf(evaluations), numbers, workers, undefined)[0]!.units.length
    expect([sizeOf(1000, 1), sizeOf(4096, 1), sizeOf(4097, 1), sizeOf(9600, 2)]).toEqual([256, 256, 257, 300])
    const large = cutBatches(plansOf(100), unitsOf(3000), numbers, 1, undefined)
    expect(large[0]!.units.length).toBe(Math.ceil(16_384 / 100))
  })

  test('no units are no batches', () => {
    expect(cutBatches(plansOf(1), [], numbers, 2, undefined)).toEqual([])
  })
})

describe('a skipped sample', () => {
  const batch: Batch = {
    first: 4,
    isRepeated: true,
    units: [
      { plan: 0, task: 0, from: 0, to: 3, skip: [] },
      { plan: 1, task: 0, from: 0, to: 3, skip: [2] },
      { plan: 1, task: 0, from: 3, to: 6, skip: [] },
      { plan: 1, task: 1, from: 0, to: 3, skip: [] },
    ],
  }
  const skips = (sample: number, isWholeUnit = false) => {
    const after = skipSample(batch, { plan: 1, task: 0, sample }, isWholeUnit)
    expect(after).toMatchObject({ first: 4, isRepeated: true })
    return after.units.map(({ skip }) => skip)
  }

  test('is skipped in the unit that has it, beside those skipped before', () => {
    expect(skips(0)).toEqual([[], [2, 0], [], []])
    expect(skips(3)).toEqual([[], [2], [3], []])
    expect(skips(5)).toEqual([[], [2], [5], []])
    expect(skips(6)).toEqual([[], [2], [], []])
  })

  test('or with all samples of the unit', () => {
    expect(skips(4, true)).toEqual([[], [2], [3, 4, 5], []])
  })
})
