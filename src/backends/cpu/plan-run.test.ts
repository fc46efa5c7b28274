// Steps on the CPU: errors of arguments are the result, however many arguments there are.

import { expect, test } from 'vitest'
import { gridFromRows } from '../../data/grid-rows.ts'
import { ARITY_ERROR, TYPE_ERROR, VALUE_ERROR } from '../../kernel/errors.ts'
import { Heap } from '../../kernel/heap.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { mergePrograms } from '../../plan/graph.ts'
import { lowerGraph } from '../../plan/plan.ts'
import { CpuEvaluator } from './cpu-evaluator.ts'
import { PlanRun } from './plan-run.ts'

/** The words of the statements of a solver, in their order. */
function runSolver(lines: readonly string[]): number[] {
  const { programs } = readPrograms(['def solve_a(S, I, C):', ...lines, 'return I'].join('\n    '), 'a.py')
  const plan = lowerGraph(mergePrograms(programs, { keepUnused: true }))
  const run = new PlanRun(plan, new Heap(1 << 16), new CpuEvaluator())
  run.startTask([])
  run.runSample(gridFromRows([[1]]), undefined)
  return Array.from(plan.programs[0]!.slots, (slot) => run.slots[slot]!)
}

test.each([1, 2, 3, 4, 5, 6, 9])('of %i arguments, an error is the result of the call', (count) => {
  const lines = ['x1 = branch(T, size, I)', 'x2 = rot90(THREE)', 'x3 = divide(ONE, ZERO)']
  for (let place = 0; place < count; place++) {
    const args = Array.from({ length: count }, (_, k) => (k === place ? 'x2' : k === place + 1 ? 'x3' : 'I'))
    const words = runSolver([...lines, `x4 = x1(${args.join(', ')})`])
    expect(words.slice(1)).toEqual([TYPE_ERROR, VALUE_ERROR, TYPE_ERROR])
  }
  const sound = runSolver([
    'x1 = branch(T, size, I)',
    `x4 = x1(${Array.from({ length: count }, () => 'I').join(', ')})`,
  ])
  expect(sound[1]).toBe(count === 1 ? 1 : ARITY_ERROR)
})
