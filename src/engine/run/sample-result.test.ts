// Results of samples: names, verdicts and details, also where tasks and programs share them.

import { expect, test } from 'vitest'
import { CORRECT, UNSCORED, WRONG } from '../../backends/backend.ts'
import { NO_GRID, OTHER_SIZE } from '../../backends/mismatch.ts'
import { gridFromRows } from '../../data/grid-rows.ts'
import type { Pair, Task } from '../../data/task.ts'
import { SampleDescriber } from './sample-result.ts'

const grid = gridFromRows([[1, 2]])
const pair: Pair = { input: grid, output: grid }
const task = (demoCount: number, testCount: number): Task => ({
  id: 'one',
  train: Array.from({ length: demoCount }, () => pair),
  test: Array.from({ length: testCount }, () => pair),
})

test('right and unknown samples are the same objects in all tasks, which nobody can change', () => {
  const [one, two] = [new SampleDescriber(task(1, 2)), new SampleDescriber(task(2, 2))]
  expect(one.describe(0, CORRECT, 0)).toEqual({ set: 'demo', number: 1, verdict: 'right' })
  expect(one.describe(2, CORRECT, 0)).toEqual({ set: 'test', number: 2, verdict: 'right' })
  expect(one.describe(2, UNSCORED, 0)).toEqual({ set: 'test', number: 2, verdict: 'unknown' })
  expect(two.describe(3, CORRECT, 0)).toBe(one.describe(2, CORRECT, 0))
  expect(two.describe(1, CORRECT, 0)).toEqual({ set: 'demo', number: 2, verdict: 'right' })
  expect(Object.isFrozen(one.describe(0, CORRECT, 0))).toBe(true)
})

test('of very many samples each has its own number', () => {
  const describer = new SampleDescriber(task(1, 3000))
  for (const k of [1023, 1024, 1025, 2000, 3000])
    expect(describer.describe(k, CORRECT, 0)).toEqual({ set: 'test', number: k, verdict: 'right' })
})

test('wrong samples say how they differ, and programs share them', () => {
  const describer = new SampleDescriber(task(1, 1))
  const wrong = { set: 'test', number: 1, verdict: 'wrong', cells: 2 }
  for (let pass = 0; pass < 2; pass++) {
    expect(describer.describe(1, WRONG, NO_GRID)).toEqual({ ...wrong, mismatch: 'not-a-grid' })
    expect(describer.describe(1, WRONG, OTHER_SIZE)).toEqual({ ...wrong, mismatch: 'size' })
    expect(describer.describe(1, WRONG, 1)).toEqual({ ...wrong, mismatch: 'cells', differing: 1 })
    expect(describer.describe(1, WRONG, 2)).toEqual({ ...wrong, mismatch: 'cells', differing: 2 })
  }
  expect(describer.describe(1, WRONG, 2)).toBe(describer.describe(1, WRONG, 2))
  expect(describer.describe(1, WRONG, NO_GRID)).toBe(describer.describe(1, WRONG, NO_GRID))
})
