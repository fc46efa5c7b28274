// Steps on the CPU: errors of arguments, the state of the heap before a sample, the allowance of rows.

import { expect, test } from 'vitest'
import { gridFromRows } from '../../data/grid-rows.ts'
import { ARITY_ERROR, ROOM_ERROR, TYPE_ERROR, VALUE_ERROR } from '../../kernel/errors.ts'
import { Heap } from '../../kernel/heap.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { mergePrograms } from '../../plan/graph.ts'
import { lowerGraph } from '../../plan/plan.ts'
import { CpuEvaluator } from './cpu-evaluator.ts'
import { PlanRun, type PlanRunOptions } from './plan-run.ts'
import { rowsOf } from './row-source.ts'

const GRID = gridFromRows([[1]])
const PAIR = { input: GRID, output: GRID }

/** A solver of these statements on a heap of its own. */
function startSolver(lines: readonly string[], options: PlanRunOptions = {}): PlanRun {
  const { programs } = readPrograms(['def solve_a(S, I, C):', ...lines, 'return I'].join('\n    '), 'a.py')
  const plan = lowerGraph(mergePrograms(programs, { keepUnused: true }))
  const run = new PlanRun(plan, new Heap(1 << 16), new CpuEvaluator(), options)
  run.startTask([PAIR])
  return run
}

/** The words of the statements of a solver, in their order. */
function runSolver(lines: readonly string[]): number[] {
  const run = startSolver(lines)
  run.runSample(GRID, undefined)
  return Array.from(run.plan.programs[0]!.slots, (slot) => run.slots[slot]!)
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

test('a sample does not depend on the state in which an earlier kernel left the heap', () => {
  const lines = ['x1 = canvas(TWO, (3, 3))', 'x2 = hconcat(I, I)', 'x3 = size(x2)']
  const run = startSolver(lines)
  Object.assign(run.heap, { scratchTop: 9, work: 9, budget: 1, fault: ROOM_ERROR, reach: 1, wasRefused: true })
  run.runSample(GRID, undefined)
  const slots = run.slots.slice()
  run.runSample(GRID, undefined)
  expect(slots).toEqual(run.slots)
  expect(slots[run.plan.programs[0]!.slots[2]!]).toBe(1)
})

test.each([
  ['constants', 'canvas(TWO, (3, 3))'],
  ['the task', 'repeat(S, TWO)'],
  ['the sample', 'hconcat(I, I)'],
])('the words of %s count against the allowance of a row', (_, call) => {
  const lines = [`x1 = ${call}`, 'x2 = vconcat(I, I)']
  const alone = startSolver(lines)
  alone.runSample(GRID, undefined)
  expect(alone.wordCount).toBeGreaterThan(alone.costs[alone.plan.programs[0]!.slots[1]!]!)
  const source = rowsOf({ id: 'a', train: [PAIR, PAIR], test: [] })
  const rowsWith = (allowance: number) => startSolver(lines, { allowance }).runRows(source, 0, 2)!.rowCount
  expect([alone.wordCount, alone.wordCount - 1].map(rowsWith)).toEqual([2, 0])
})

test.each([false, true])('steps run up to the one that exceeds the allowance; one by one: %s', (isStepwise) => {
  const lines = ['x1 = hconcat(I, I)', 'x2 = size(x1)', 'x3 = vconcat(I, I)', 'x4 = size(x3)']
  const slotsWith = (allowance: number) => {
    const run = startSolver(lines, { allowance, stopsAtAllowance: true, isStepwise })
    run.runSample(GRID, undefined)
    return Array.from(run.plan.programs[0]!.slots, (slot) => run.slots[slot] !== 0)
  }
  // Each grid has four words.
  expect(slotsWith(4)).toEqual([true, true, true, false])
  expect(slotsWith(8)).toEqual([true, true, true, true])
})

test('an error that is not a lack of memory ends rows', () => {
  const source = rowsOf({ id: 'a', train: [PAIR], test: [] })
  source.putRows = () => {
    throw new Error('a defect')
  }
  expect(() => startSolver(['x1 = size(I)']).runRows(source, 0, 1)).toThrow('a defect')
})
