// Memory allowances of outputs: the statement at which each ends, and the statements that it reaches.

import { expect, test } from 'vitest'
import type { Plan } from '../plan/plan.ts'
import { limitMemory } from './memory-limits.ts'

test('an output ends at the first statement with which it exceeds the allowance', () => {
  const plan = { programs: [{ slots: Int32Array.of(10, 11, 12, 13) }] } as unknown as Plan
  const costs = new Int32Array(14)
  costs.set([4, 3, 2, 9], 10)
  const cones = [
    { program: 0, output: 0, positions: Int32Array.of(0, 1) },
    { program: 0, output: 1, positions: Int32Array.of(0, 2, 3) },
    { program: 0, output: 2, positions: Int32Array.of(0, 1, 2) },
  ]
  const limits = limitMemory(plan, cones, costs, 7)
  expect([0, 1, 2].map((output) => limits.cutOf(0, output))).toEqual([-1, 3, 2])
  expect([10, 11, 12, 13].filter((slot) => limits.reaches(0, slot))).toEqual([10, 11, 12])
  expect([limits.has(0, 2), limits.has(0, 3), limits.has(1, 0), limits.reaches(1, 10)]).toEqual([
    true,
    false,
    false,
    false,
  ])
  const [, , last] = cones
  expect(limitMemory(plan, [last!], costs, 7).reaches(0, 12)).toBe(false)
})
