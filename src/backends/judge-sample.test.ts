// Units in pieces: the evaluations of adjacent samples, put together, are those of the whole unit.

import { expect, test } from 'vitest'
import { gridFromRows } from '../data/grid-rows.ts'
import type { Pair, Task } from '../data/task.ts'
import { readPrograms } from '../language/python/read-python.ts'
import { mergePrograms } from '../plan/graph.ts'
import { type Plan, lowerGraph } from '../plan/plan.ts'
import type { Evaluations, RunSettings } from './backend.ts'
import { CpuBackend } from './cpu/cpu-backend.ts'
import { UnitJudge } from './judge-sample.ts'

// Right, wrong and failing samples; a default, a limit that some samples exceed, two equal programs.
const { programs } = readPrograms(
  `def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = multiply(width(I), 500000000)
    t2 = astuple(t1, t1)
    o.append((2, False, 'overflows', t2))
    t3 = vmirror(I)
    o.append((3, False, 'mirrors', t3))
    t4 = first(frozenset())
    s.append((4, 'None', 'fails', t4))
    return o, s

def solve_one(I):
    return vmirror(I)

def solve_two(I):
    return vmirror(I)

def solve_three(I):
    x1 = divide(ONE, subtract(width(I), TWO))
    return canvas(x1, (1, 1))
`,
  'pieces.py',
)
const plan: Plan = lowerGraph(mergePrograms(programs))
const flip = (...row: number[]): Pair => ({ input: gridFromRows([row]), output: gridFromRows([row.toReversed()]) })
const task: Task = {
  id: 'flip',
  train: [flip(1, 2), flip(3, 4, 5)],
  test: [{ input: gridFromRows([[6]]) }, { ...flip(7, 8, 9), output: gridFromRows([[7, 8, 9]]) }, flip(1, 2, 3, 4)],
}
const SAMPLES = 5

async function run(outputs: RunSettings['outputs'], from: number, to: number): Promise<Evaluations> {
  const settings = { budget: 1 << 20, allowance: 1 << 20, measure: false, outputs }
  const results: Evaluations[] = []
  for await (const part of new CpuBackend().run([plan], [{ plan: 0, task, from, to }], settings)) results.push(part)
  return results[0]!
}

test.each(['none', 'hash'] as const)('cut anywhere, with outputs %s', async (outputs) => {
  const { executed: _, ...whole } = await run(outputs, 0, SAMPLES)
  expect(new Set(whole.verdicts).size).toBe(4)
  expect(whole.cuts.some((cuts) => cuts?.some((word) => word !== 0))).toBe(true)
  expect(whole.defaults.some((defaults) => defaults?.some((count) => count === SAMPLES))).toBe(true)
  for (let middle = 1; middle < SAMPLES; middle++) {
    const judge = new UnitJudge(plan, SAMPLES, outputs)
    judge.take(0, await run(outputs, 0, middle))
    judge.take(middle, await run(outputs, middle, SAMPLES))
    const { executed: __, ...joined } = judge.evaluations
    expect(joined).toEqual(whole)
  }
})
