// Outputs beside an expected grid that has no place in the scratch memory.

import { expect, test } from 'vitest'
import type { GridData } from '../../data/task.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { mergePrograms } from '../../plan/graph.ts'
import { lowerGraph } from '../../plan/plan.ts'
import { OTHER_SIZE } from '../mismatch.ts'
import { CpuEvaluator } from './cpu-evaluator.ts'
import { PlanRun } from './plan-run.ts'

test('a grid of more cells than the scratch memory has words is compared, too', () => {
  const { programs } = readPrograms(
    'def solve_large(I):\n    return canvas(ZERO, (4200, 4000))\n\ndef solve_small(I):\n    return rot90(I)\n',
    'large.py',
  )
  const plan = lowerGraph(mergePrograms(programs))
  const evaluator = new CpuEvaluator(1 << 26)
  const run = new PlanRun(plan, evaluator.newHeap(), evaluator)
  run.startTask([])
  const cells = new Uint8Array(4200 * 4000)
  cells[cells.length - 1] = 3
  const input: GridData = { height: 1, width: 1, cells: Uint8Array.of(1) }
  run.runSample(input, undefined, { height: 4200, width: 4000, cells })
  expect(plan.programs.map(({ result }) => run.differencesOf(result))).toEqual([1, OTHER_SIZE])
  run.runSample(input, undefined, input)
  expect(plan.programs.map(({ result }) => run.differencesOf(result))).toEqual([OTHER_SIZE, 0])
})
