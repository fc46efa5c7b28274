// Evaluations of units: put together from those of adjacent samples and of parts of a plan, and cleared.

import { expect, test } from 'vitest'
import { gridFromRows } from '../data/grid-rows.ts'
import type { Pair, Task } from '../data/task.ts'
import { TYPE_ERROR } from '../kernel/errors.ts'
import { readPrograms } from '../language/python/read-python.ts'
import { mergePrograms } from '../plan/graph.ts'
import { type Plan, lowerGraph } from '../plan/plan.ts'
import { findCones } from '../plan/cones.ts'
import { CORRECT, type Evaluations, type RunSettings, UNSCORED, WRONG } from './backend.ts'
import { CpuBackend } from './cpu/cpu-backend.ts'
import type { PlanRun } from './cpu/plan-run.ts'
import { newRowRunner } from './cpu/row-runner.ts'
import { type JudgedRow, UnitJudge } from './judge-sample.ts'
import type { MemoryLimits } from './memory-limits.ts'
import { NO_GRID } from './mismatch.ts'

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
    t5 = divide(ONE, subtract(width(I), TWO))
    s.append((5, 'None', 'fails for two columns', t5))
    o.append((6, False, 'returns the input', I))
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

type Settings = Pick<RunSettings, 'outputs' | 'allowance'>

async function run(own: Settings, from: number, to: number, ownPlan = plan): Promise<Evaluations> {
  const settings = { budget: 1 << 20, measure: false, ...own }
  const results: Evaluations[] = []
  for await (const part of new CpuBackend().run([ownPlan], [{ plan: 0, task, from, to }], settings)) results.push(part)
  return results[0]!
}

test.each<Settings>([
  { outputs: 'none', allowance: 1 << 20 },
  { outputs: 'hash', allowance: 1 << 20 },
  // Every sample has an output over its allowance.
  { outputs: 'none', allowance: 3 },
])('cut anywhere, with %j', async (settings) => {
  const { executed: _, ...whole } = await run(settings, 0, SAMPLES)
  expect(whole.cuts.some((cuts) => cuts?.some((word) => word !== 0))).toBe(true)
  expect([...whole.defaults[0]!]).toEqual([0, 0, 0, 5, 1])
  for (let middle = 1; middle < SAMPLES; middle++) {
    const judge = new UnitJudge(plan, SAMPLES, settings.outputs)
    judge.take(0, await run(settings, 0, middle))
    judge.take(middle, await run(settings, middle, SAMPLES))
    const { executed: __, ...joined } = judge.evaluations
    expect(joined).toEqual(whole)
  }
})

test('all verdicts occur', async () => {
  expect(new Set((await run({ outputs: 'none', allowance: 1 << 20 }, 0, SAMPLES)).verdicts).size).toBe(4)
})

test('a cleared sample has the evaluations of one that was never judged', async () => {
  const judge = new UnitJudge(plan, 2, 'none')
  judge.take(0, await run({ outputs: 'none', allowance: 1 << 20 }, 0, 2))
  judge.clear(1)
  const single = new UnitJudge(plan, 2, 'none')
  single.take(0, await run({ outputs: 'none', allowance: 1 << 20 }, 0, 1))
  const { defaults: _, cuts: __, ...cleared } = judge.evaluations
  expect(single.evaluations).toMatchObject(cleared)
})

test('of a batt, the best candidate counts; equal programs have equal values', async () => {
  const { verdicts, differences, values } = await run({ outputs: 'value', allowance: 1 << 20 }, 0, SAMPLES)
  expect([...verdicts.subarray(0, SAMPLES)]).toEqual([CORRECT, CORRECT, UNSCORED, CORRECT, CORRECT])
  expect([...differences.subarray(0, SAMPLES)]).toEqual([0, 0, 0, 0, 0])
  expect(values![2]).toEqual(values![1])
  expect(values![1]![0]).toEqual({ g: ['21'] })
})

test('a right candidate over its allowance does not count', async () => {
  const text = `def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = rot180(I)
    t2 = hmirror(t1)
    o.append((2, False, 'right', t2))
    o.append((3, False, 'wrong', I))
    return o, s
`
  const batt = lowerGraph(mergePrograms(readPrograms(text, 'batt.py').programs))
  // A row of two cells has four words.
  for (const [allowance, verdict, first] of [
    [8, CORRECT, 0],
    [7, WRONG, NO_GRID],
  ] as const) {
    const { verdicts, candidates } = await run({ outputs: 'none', allowance }, 0, 1, batt)
    expect([verdicts[0], ...candidates[0]!]).toEqual([verdict, first, 2])
  }
})

test.each([[[0, 1, 2, 3, 4]], [[4, 3, 2, 1, 0]]])('judged in parts, in the order %j', (order) => {
  const settings = { budget: 1 << 20, allowance: 1 << 20, measure: false, outputs: 'hash' } as const
  const runner = newRowRunner(settings)
  const whole = new UnitJudge(plan, SAMPLES, 'hash')
  const joined = new UnitJudge(plan, SAMPLES, 'hash')
  for (let s = 0; s < SAMPLES; s++) {
    runner.judge(plan, task, s, whole, s)
    runner.run(plan, task, s, ({ run: row }) => {
      for (const output of order) joined.judgePart(s, ...partOf(row, output))
      joined.endSample(s)
    })
  }
  expect(joined.evaluations).toEqual(whole.evaluations)
})

/** One output of the batt, with the first strict program, then those of the others: all other slots hold wrong words. */
function partOf(row: PlanRun, output: number): [JudgedRow, MemoryLimits] {
  const cones = findCones(plan).filter((cone) => (cone.program === 0 ? cone.output === output : output === 0))
  const reached = cones.map(({ program, positions }) =>
    Array.from(positions, (position) => plan.programs[program]!.slots[position]!),
  )
  const ownOutputs = cones.map(({ program }) =>
    program === 0 ? plan.programs[0]!.outputs[output]! : plan.programs[program]!.result,
  )
  const own = new Set([...reached.flat(), ...ownOutputs])
  const outputs = new Set(plan.programs[0]!.outputs)
  const wrongWord = (slot: number) => (outputs.has(slot) ? 0 : TYPE_ERROR)
  const judged: JudgedRow = {
    heap: row.heap,
    slots: row.slots.map((word, slot) => (own.has(slot) ? word : wrongWord(slot))),
    isScored: row.isScored,
    differencesOf: (slot) => (own.has(slot) ? row.differencesOf(slot) : 0),
  }
  const limits: MemoryLimits = {
    has: (p, k) => cones.some((cone) => cone.program === p && cone.output === k),
    cutOf: () => -1,
    reaches: (p, slot) => cones.some((cone, k) => cone.program === p && reached[k]!.includes(slot)),
  }
  return [judged, limits]
}
