// Runs samples of plans: allowances to the word, plans and tasks in turn, split plans, samples with C.

import { expect, test } from 'vitest'
import { gridFromRows } from '../../data/grid-rows.ts'
import type { Task } from '../../data/task.ts'
import { ROOM_ERROR } from '../../kernel/errors.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { findCones } from '../../plan/cones.ts'
import { mergePrograms } from '../../plan/graph.ts'
import { type Plan, lowerGraph } from '../../plan/plan.ts'
import { CORRECT, type Evaluations, FAILED, type RunSettings, WRONG } from '../backend.ts'
import { UnitJudge } from '../judge-sample.ts'
import { newRowRunner } from './row-runner.ts'

const SETTINGS: RunSettings = { budget: 1 << 24, allowance: 1 << 24, measure: false, outputs: 'none' }

function planOf(...bodies: readonly string[]): Plan {
  const text = bodies.map((body, k) => `def solve_${k}(S, I, C):\n    ${body}\n`).join('\n')
  return lowerGraph(mergePrograms(readPrograms(text, 'a.py').programs))
}

/** A task with one sample, whose output is its input. */
function taskOf(color: number): Task {
  const grid = gridFromRows([[color, 0]])
  return { id: `task ${color}`, train: [{ input: grid, output: grid }], test: [] }
}

function judge(plan: Plan, task: Task, runner = newRowRunner(SETTINGS)): Evaluations {
  const unit = new UnitJudge(plan, 1, SETTINGS.outputs)
  runner.judge(plan, task, 0, unit, 0)
  return unit.evaluations
}

test('a program may allocate as many words as its allowance, and not one more', () => {
  const plan = planOf('x1 = hconcat(I, I)\n    x2 = vconcat(x1, x1)\n    return x2')
  let words = 0
  newRowRunner(SETTINGS).run(plan, taskOf(1), 0, ({ run }) => (words = run.wordCount))
  const failureWith = (allowance: number) => {
    const { errors, failedStatements } = judge(plan, taskOf(1), newRowRunner({ ...SETTINGS, allowance }))
    return [errors[0], failedStatements[0]]
  }
  expect(failureWith(words)).toEqual([0, 0])
  expect(failureWith(words - 1)).toEqual([ROOM_ERROR, 1])
})

test.each([1 << 24, 5])(
  'plans and tasks in turn have the results of new runners, with an allowance of %i',
  (allowance) => {
    const settings = { ...SETTINGS, allowance }
    const runner = newRowRunner(settings)
    const plans = [
      planOf('x1 = vmirror(last(first(S)))\n    return vmirror(x1)'),
      planOf(
        'return hconcat(I, I)',
        'x1 = last(first(S))\n    return vmirror(vmirror(x1))',
        'return canvas(ONE, (1, 2))',
      ),
    ]
    const tasks = [taskOf(1), taskOf(2)]
    for (const [p, t] of [
      [0, 0],
      [0, 1],
      [1, 1],
      [1, 0],
      [0, 0],
    ] as const) {
      const own = judge(plans[p]!, tasks[t]!, runner)
      expect(own).toEqual(judge(plans[p]!, tasks[t]!, newRowRunner(settings)))
      expect(own.verdicts[p]).toBe(allowance === 5 ? FAILED : CORRECT)
      // Only the second plan has a third program.
      expect(own.differences[2]).toBe(p === 1 ? 1 + t : undefined)
    }
  },
)

test('a plan that does not fit into the heap is split, and has all results', () => {
  const bodies = [501, 502, 503, 504, 505].map((factor) => `return crop(upscale(I, ${factor}), (0, 0), (1, 2))`)
  const plan = planOf(...bodies, 'return I')
  const small = newRowRunner(SETTINGS, 1 << 20)
  const own = judge(plan, taskOf(1), small)
  expect(small.splits).toBeGreaterThan(1)
  expect(small.executed).toBe(10)
  expect(own).toEqual(judge(plan, taskOf(1)))
  expect([...own.verdicts]).toEqual([WRONG, WRONG, WRONG, WRONG, WRONG, CORRECT])
})

test('with C, samples are run one by one', () => {
  const plan = planOf('return C')
  const runner = newRowRunner({ ...SETTINGS, measure: true })
  const unit = new UnitJudge(plan, 1, 'none')
  expect(runner.judgeSome(plan, taskOf(1), 0, 1, unit, 0)).toBe(1)
  expect(unit.evaluations.verdicts[0]).toBe(CORRECT)
})

test('only the wanted outputs are run', () => {
  const plan = planOf('return hconcat(I, I)', 'return vmirror(vmirror(I))')
  const runner = newRowRunner(SETTINGS)
  const unit = new UnitJudge(plan, 1, 'none')
  for (const cone of findCones(plan)) runner.judgeCones(plan, [cone], taskOf(1), 0, unit, 0)
  expect([...unit.evaluations.verdicts]).toEqual([WRONG, CORRECT])
  expect(runner.executed).toBe(3)
})
