// The report of a profile, from hand-made counts: scaling, sharing, order and sums.

import { expect, test } from 'vitest'
import { CpuBackend } from '../../backends/cpu/cpu-backend.ts'
import { kernelOwners } from '../../backends/cpu/watched-heap.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { mergePrograms } from '../../plan/graph.ts'
import { lowerGraph } from '../../plan/plan.ts'
import { ReportBuilder } from '../run/run-report.ts'
import { CallCounts, KernelClock, StepClock } from './profile-clocks.ts'
import { reportProfile } from './profile-report.ts'

const SOURCE = `def solve_a(I):
    x1 = rot90(I)
    x2 = apply(rot180, x1)
    return x2

def solve_b(I):
    y1 = rot90(I)
    return y1
`

const kernelOf = (name: string, isCalls = false) =>
  kernelOwners.find(({ primitive, isCalls: own }) => primitive.name === name && own === isCalls)!.kernel

function profile({ runMs = 100, clockMs = 1, kernelMs = 1 } = {}) {
  const { programs } = readPrograms(SOURCE, 'a.py')
  const plan = lowerGraph(mergePrograms(programs))
  const groups = [{ programs: [0, 1], tasks: [0], parts: [{ plan, positions: [0, 1] }] }]
  const [shared, own] = plan.programs[0]!.slots as unknown as [number, number]
  const steps = new StepClock()
  const counts = new CallCounts(plan.slotCount)
  // Two calls each; the clock takes 1 ms of each: 10 and 30 ms are left.
  for (const ms of [5, 7]) counts.add(shared, ms, 3, 0)
  for (const ms of [15, 17]) counts.add(own, ms, 4, 0)
  steps.counts.set(plan, counts)
  Object.assign(steps.inputs, { ms: 8, readings: 2 })
  Object.assign(steps.judging, { ms: 5, readings: 1 })
  const kernels = new KernelClock()
  for (let k = 0; k < 2; k++) {
    kernels.counts.add(kernelOf('rot90'), kernelMs + clockMs, 3, 0)
    kernels.counts.add(kernelOf('apply', true), 2 * kernelMs + clockMs, 1, 0)
    kernels.counts.add(kernelOf('apply'), 4 * kernelMs + clockMs, 2, 0xb8000001 | 0)
  }
  const time = { rounds: 1, planMs: 1, warmUpMs: 1, runMs, watchedStepsMs: 1, watchedKernelsMs: 1, clockMs }
  const { report } = new ReportBuilder(new CpuBackend(), 'abc')
  Object.assign(report, { programs: 2, tasks: 1, samples: 2, evaluations: 4, right: 3 })
  report.work.statements = 6
  return reportProfile({ programs, groups, report, time, steps, kernels })
}

test('times without the clock are scaled to those of the pass that nobody watched', () => {
  const { parts, work, merging, dataset, ...counts } = profile()
  expect(counts).toMatchObject({ programs: 2, tasks: 1, samples: 2, evaluations: 4, right: 3 })
  expect(dataset).toEqual({ hash: 'abc' })
  // 40 ms of steps, 6 of inputs, 4 of judging: 50 that are 100.
  expect(parts).toEqual({ kernelsMs: 28, callingMs: 80 - 28, inputsMs: 12, judgingMs: 8 })
  expect(work).toEqual({ statements: 6, calls: 4, kernels: 6, words: 14, bytes: 56 })
  expect(merging).toEqual({ statements: 3, nodes: 2, aloneMs: 100, mergedMs: 80, savedMs: 20 })
})

test('programs share the time of a merged statement; the longest come first', () => {
  const { byProgram, byStatement } = profile()
  expect(byProgram).toEqual([
    { program: 'solve_a', file: 'a.py', statements: 2, calls: 4, ownMs: 70, share: 0.7, aloneMs: 80 },
    { program: 'solve_b', file: 'a.py', statements: 1, calls: 2, ownMs: 10, share: 0.1, aloneMs: 20 },
  ])
  const common = { program: 'solve_a', file: 'a.py', calls: 2, errors: 0 }
  expect(byStatement).toEqual([
    {
      ...common,
      statement: 'x2',
      line: 3,
      call: 'apply(rot180, x1)',
      callee: 'apply',
      uses: 1,
      ms: 60,
      share: 0.6,
      words: 8,
      bytes: 32,
    },
    {
      ...common,
      statement: 'x1',
      line: 2,
      call: 'rot90(I)',
      callee: 'rot90',
      uses: 2,
      ms: 20,
      share: 0.2,
      words: 6,
      bytes: 24,
    },
  ])
})

test('a higher-order primitive has two kernels and one call', () => {
  expect(profile().byPrimitive).toEqual([
    { primitive: 'apply', calls: 2, kernels: 4, ms: 24, share: 0.24, words: 6, bytes: 24, errors: 2 },
    { primitive: 'rot90', calls: 2, kernels: 2, ms: 4, share: 0.04, words: 6, bytes: 24, errors: 0 },
  ])
})

test('kernels that were slower than the steps are at most the whole of them', () => {
  const { parts, byPrimitive } = profile({ kernelMs: 10 })
  expect(parts).toMatchObject({ kernelsMs: 80, callingMs: 0 })
  expect(byPrimitive.map(({ ms }) => ms).reduce((a, b) => a + b)).toBeCloseTo(80, 9)
})

test('a clock that took longer than all there was leaves nothing, and no NaN', () => {
  const { parts, merging } = profile({ clockMs: 100, runMs: 0 })
  expect(parts).toEqual({ kernelsMs: 0, callingMs: 0, inputsMs: 0, judgingMs: 0 })
  expect(merging).toMatchObject({ aloneMs: 0, savedMs: 0 })
})
