// Many samples in one call: every engine gives the evaluations, kernels and steps of samples that are run one by one.

import { describe, expect, test } from 'vitest'
import type { RunSettings } from '../../src/backends/backend.ts'
import type { Engine } from '../../src/backends/cpu/engine.ts'
import { newRowRunner } from '../../src/backends/cpu/row-runner.ts'
import { UnitJudge } from '../../src/backends/judge-sample.ts'
import { settleSettings } from '../../src/engine/run/run-pass.ts'
import type { GridData, Task } from '../../src/data/task.ts'
import { readPrograms } from '../../src/language/python/read-python.ts'
import { mergePrograms } from '../../src/plan/graph.ts'
import { type Plan, lowerGraph } from '../../src/plan/plan.ts'
import { engines } from '../engines.ts'

const TEXT = `def solve_same(I):
    return I

def solve_again(I):
    return I

def solve_turned(I):
    x1 = rot180(I)
    x2 = rot180(x1)
    return x2

def solve_number(I):
    x1 = size(I)
    return x1

def solve_failing_on_some(I):
    unused = width(I)
    x1 = height(I)
    x2 = subtract(x1, FIVE)
    x3 = divide(TEN, x2)
    x4 = canvas(x3, (3, 3))
    return x4

def solve_objects(I):
    x1 = objects(I, T, F, F)
    x2 = objects(I, T, T, F)
    x3 = size(x1)
    x4 = size(x2)
    x5 = add(x3, x4)
    x6 = canvas(x5, (2, 2))
    return x6

def solve_candidate(S, I, C):
    return C

def solve_counting_candidate(S, I, C):
    x1 = increment(C)
    return x1
`

/** Grows with the sample: of little memory, some samples have enough. */
const LARGE_TEXT = `def solve_large(I):
    x1 = height(I)
    x2 = multiply(x1, 60)
    x3 = astuple(x2, x2)
    x4 = canvas(ZERO, x3)
    return x4

def solve_small(I):
    x1 = rot90(I)
    return x1
`

function planOf(text: string): Plan {
  const { programs, diagnostics } = readPrograms(text, 'a.py')
  expect(diagnostics).toEqual([])
  return lowerGraph(mergePrograms(programs))
}

function gridOf(height: number, width: number, colorOf: (cell: number) => number): GridData {
  return { height, width, cells: Uint8Array.from({ length: height * width }, (_, cell) => colorOf(cell)) }
}

/** Inputs of many sizes with equal and other expected outputs, of the same size and of another one, and without. */
function makeTask(): Task {
  const pairs = Array.from({ length: 150 }, (_, k) => {
    const height = 1 + (k % 9)
    const input = gridOf(height, 1 + (k % 7), (cell) => (3 * cell + k + (cell >> 3)) % 16)
    if (k % 5 === 0) return { input }
    if (k % 5 === 1) return { input, output: gridOf(input.width, height, () => 3) }
    const changed = k % 5 === 2 ? -1 : (7 * k) % input.cells.length
    return { input, output: gridOf(height, input.width, (cell) => input.cells[cell]! ^ Number(cell === changed)) }
  })
  return { id: 'rows', train: pairs.slice(0, 3), test: pairs.slice(3) }
}

function runUnit(
  engine: Engine,
  plan: Plan,
  task: Task,
  settings: RunSettings,
  heapWords: number,
  isOneByOne: boolean,
) {
  const runner = newRowRunner(settings, heapWords, engine)
  const count = task.train.length + task.test.length
  const judge = new UnitJudge(plan, count, 'none')
  let calls = 0
  for (let sample = 0; sample < count; calls++) {
    if (isOneByOne) runner.judge(plan, task, sample, judge, sample++)
    else sample = runner.judgeSome(plan, task, sample, count, judge, 0)
  }
  const { onCpu, executed, splits } = runner
  return { results: { evaluations: judge.evaluations, onCpu, executed, splits }, calls }
}

describe.each(engines)('in %s', (_, engine) => {
  const task = makeTask()
  const plan = planOf(TEXT)
  const large = planOf(LARGE_TEXT)

  test('verdicts, differences, errors, kernels and steps are those of single samples', () => {
    const one = runUnit(engine, plan, task, settleSettings(), 1 << 20, true)
    const many = runUnit(engine, plan, task, settleSettings(), 1 << 20, false)
    expect(many.results).toEqual(one.results)
    expect(new Set(many.results.evaluations.verdicts).size).toBe(4)
    expect(new Set(many.results.evaluations.failedStatements)).toEqual(new Set([0, 3]))
    expect([one.calls, many.calls < 60]).toEqual([150, true])
  })

  test.each([
    ['an allowance', 40_000, 1 << 20],
    ['a heap', 1 << 27, 150_000],
  ])('samples that exceed %s are run by themselves', (__, allowance, heapWords) => {
    const settings = settleSettings({ allowance })
    const one = runUnit(engine, large, task, settings, heapWords, true)
    const many = runUnit(engine, large, task, settings, heapWords, false)
    expect(many.results).toEqual(one.results)
    expect(many.calls).toBeLessThan(one.calls)
  })
})
