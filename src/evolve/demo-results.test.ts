import { expect, test } from 'vitest'
import { doubled, flipped, taskOf } from '../../test/evolve/small-tasks.ts'
import type { PairResult } from '../engine/run/pair-result.ts'
import { readPrograms } from '../language/python/read-python.ts'
import { DemoMeasures } from './demo-results.ts'

test('measures are ordered by program, demo of all tasks, and differ; an output without one has the largest', () => {
  const { programs } = readPrograms('def solve_a(I):\n    return I\n\ndef solve_b(I):\n    return I\n', 'x.py')
  const measures = new DemoMeasures({ tasks: [taskOf('flip', flipped), taskOf('double', doubled)], programs }, 2)
  const resultOf = (...values: unknown[]) => ({ outputs: [values] }) as unknown as PairResult
  measures.add(resultOf(1, -2, { t: [3, 9] }), 0, 0)
  measures.add(resultOf(4, 5, 6), 1, 0)
  measures.add(resultOf(7, 1e9, null), 3, 3)
  const none = 10_000
  expect(measures.byProgram.map((own) => [...own])).toEqual([
    [1, 4, 2, 5, 3, 6, none, none, none, none, none, none],
    [none, none, none, none, none, none, none, 7, none, none, none, none],
  ])
})
