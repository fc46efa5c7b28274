import { expect, test } from 'vitest'
import { readProgramFile } from '../language/read-any.ts'
import { UNUSED_STATEMENTS, coneOf, findCones, restrictPlan, sequencePlan } from './cones.ts'
import { mergePrograms } from './graph.ts'
import { type Plan, STEP_RAW, STEP_WIDTH, lowerGraph, slotsOfSteps } from './plan.ts'

function planOf(text: string, keepUnused = false): Plan {
  const { programs, diagnostics } = readProgramFile(text, 'cones.py')
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return lowerGraph(mergePrograms(programs, { keepUnused }))
}

const cones = (plan: Plan) => findCones(plan).map(({ program, output, positions }) => [program, output, [...positions]])

const BATT = `def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = rot90(I)
    t2 = compose(size, first)
    t3 = t2(S)
    t4 = rot180(t1)
    t5 = rot90(I)
    t6 = astuple(t5, t3)
    o.append((4, False, 'a', t4))
    s.append((6, 'None', 'b', t6))
    o.append((7, False, 'c', I))
    return o, s
`

test('the cone of an output is what it depends on: callees, arguments, and equal calls once', () => {
  expect(cones(planOf(BATT))).toEqual([
    [0, 0, [0, 3]],
    // t5 is the call of t1, whose position counts.
    [0, 1, [0, 1, 2, 5]],
    [0, 2, []],
  ])
})

test('all statements of a strict program are its cone, those of a twin are not counted again', () => {
  const solver = 'def solve_NAME(I):\n    x1 = rot90(I)\n    x2 = rot180(x1)\n    x3 = rot270(x1)\n    return x2\n'
  const plan = planOf(`${solver.replace('NAME', 'a')}\n${solver.replace('NAME', 'b')}`, true)
  expect(cones(plan)).toEqual([[0, 0, [0, 1, 2]]])
})

test('statements of a batt that no output depends on have a cone of their own where they are kept', () => {
  const text = BATT.replace("    o.append((4, False, 'a', t4))\n", '')
  expect(cones(planOf(text))).toEqual([
    [0, 0, [0, 1, 2, 3]],
    [0, 1, []],
  ])
  expect(cones(planOf(text, true)).at(-1)).toEqual([0, UNUSED_STATEMENTS, [0, 1, 2, 3, 5]])
})

test('a restricted plan has the steps of its cones, in the order of their rows', () => {
  const plan = planOf(BATT)
  const [first, second] = findCones(plan)
  const slotsOf = (positions: Int32Array) => Array.from(positions, (k) => plan.programs[0]!.slots[k])
  const restricted = restrictPlan(plan, [first!])
  expect([...slotsOfSteps(restricted)]).toEqual(slotsOf(first!.positions))
  expect(restricted.slotCount).toBe(plan.slotCount)
  expect(slotsOfSteps(restrictPlan(plan, [first!, second!]))).toEqual(slotsOfSteps(plan))
  const sequence = sequencePlan(plan, second!).steps
  const order = Array.from(sequence.sample).filter((_, k) => k % STEP_WIDTH === STEP_RAW)
  expect(order).toEqual(slotsOf(second!.positions))
  expect([sequence.constant, sequence.task, sequence.candidate].map(({ length }) => length)).toEqual([0, 0, 0])
  expect(plan.steps.constant.length).toBeGreaterThan(0)
})

test('more arguments than a step holds count as well', () => {
  const plan = planOf(
    'def solve_a(I):\n    x1 = rot90(I)\n    x2 = rot180(I)\n    x3 = fork(I, I, I, I, x1, x2)\n    return x3\n',
  )
  const batt = planOf(
    `def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n    t1 = rot90(I)\n    t2 = rot180(I)\n    t3 = fork(I, I, I, I, t1, t2)\n    o.append((3, False, 'a', t3))\n    return o, s\n`,
  )
  expect(cones(plan)).toEqual([[0, 0, [0, 1, 2]]])
  expect(cones(batt)).toEqual([[0, 0, [0, 1, 2]]])
})

test('the cone of an output is found once, and is that of its program', () => {
  const other = BATT.replace('batt(', 'batt_other(').replace('rot180(t1)', 'rot270(t2)')
  const plan = planOf(`${BATT}\n${other}`)
  const positionsOf = (program: number) => [...coneOf(plan, program, 0).positions]
  expect([positionsOf(1), positionsOf(0)]).toEqual([
    // Its t1 is not run: no output depends on it.
    [0, 2],
    [0, 3],
  ])
  expect(coneOf(plan, 1, 0)).toBe(coneOf(plan, 1, 0))
})
