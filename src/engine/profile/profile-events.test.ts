// The events of a trace, on a clock that goes by one millisecond a reading.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { kernelOwners } from '../../backends/cpu/watched-heap.ts'
import { TYPE_ERROR } from '../../kernel/errors.ts'
import { Heap } from '../../kernel/heap.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { mergePrograms } from '../../plan/graph.ts'
import { lowerGraph } from '../../plan/plan.ts'
import { type TraceEvent, TraceRecorder } from './profile-events.ts'

const SOURCE = `def solve_a(I):
    x1 = rot90(I)
    x2 = apply(rot180, x1)
    return x2
`

const kernelOf = (name: string, isCalls = false) =>
  kernelOwners.find(({ primitive, isCalls: own }) => primitive.name === name && own === isCalls)!.kernel

const copies = (count: number) =>
  readPrograms(Array.from({ length: count }, (_, k) => SOURCE.replace('_a', `_${k}`)).join('\n'), 'a.py').programs

let now = 0
beforeEach(() => {
  now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now++)
})
afterEach(() => vi.restoreAllMocks())

function record(programCount: number, maxEvents?: number) {
  const programs = copies(programCount)
  const plan = lowerGraph(mergePrograms(programs))
  const task = { id: 'ab12', train: [], test: [] }
  const positions = [...programs.keys()]
  const groups = [{ programs: positions, tasks: [0], parts: [{ plan, positions }] }]
  const recorder = new TraceRecorder(groups, programs, maxEvents)
  const heap = new Heap()
  let fullCount = 0
  recorder.onFull = () => fullCount++
  const [first, second] = plan.programs[0]!.slots as unknown as [number, number]
  const units = [0, 1].map(() => ({ plan: 0, task, from: 0, to: 2 }))
  for (const [k, unit] of [units[0]!, units[0]!, units[1]!].entries()) {
    recorder.beginSample(k, unit)
    recorder.beginSteps(plan, heap)
    heap.top += 5
    recorder.endKernel(kernelOf('rot90'), now, now + 0.5, 5, 0)
    recorder.endStep(first, 0)
    recorder.endKernel(kernelOf('apply', true), now, now + 0.25, 1, 0)
    recorder.endKernel(kernelOf('rot180'), now, now + 0.25, 2, TYPE_ERROR)
    heap.top += 3
    recorder.endStep(second, TYPE_ERROR)
  }
  return { file: recorder.finish(10), fullCount }
}

const spell = ({ cat, name, ts, dur }: TraceEvent) => [cat, name, ts, dur]

test('runs, tasks, samples, steps and kernels, the outer ones first', () => {
  const { file, fullCount } = record(2)
  expect(fullCount).toBe(0)
  expect(file).toMatchObject({ displayTimeUnit: 'ns', otherData: { steps: 6, stepsLeftOut: 4 } })
  const [process, thread, ...events] = file.traceEvents
  expect(process).toEqual({ name: 'process_name', ph: 'M', ts: 0, pid: 1, tid: 1, args: { name: 'megabatt' } })
  expect(thread).toEqual({ name: 'thread_name', ph: 'M', ts: 0, pid: 1, tid: 1, args: { name: 'cpu' } })
  expect(events.map(spell)).toEqual([
    ['run', 'run', 0, 26_000],
    ['task', 'ab12', 1000, 15_000],
    ['sample', 'test 1', 2000, 6000],
    ['step', 'rot90', 3000, 1000],
    ['step', 'apply', 5000, 1000],
    ['kernel', 'apply (calls)', 6000, 250],
    ['kernel', 'rot180', 6000, 250],
    ['sample', 'test 2', 9000, 6000],
    ['step', 'rot90', 10_000, 1000],
    ['step', 'apply', 12_000, 1000],
    ['kernel', 'apply (calls)', 13_000, 250],
    ['kernel', 'rot180', 13_000, 250],
    ['task', 'ab12', 17_000, 8000],
    ['sample', 'test 3', 18_000, 6000],
    ['step', 'rot90', 19_000, 1000],
    ['step', 'apply', 21_000, 1000],
    ['kernel', 'apply (calls)', 22_000, 250],
    ['kernel', 'rot180', 22_000, 250],
  ])
  expect(events.filter(({ ph, pid, tid }) => ph === 'X' && pid === 1 && tid === 1)).toHaveLength(events.length)
})

test('a step names its statement, programs, words and error', () => {
  const events = record(2).file.traceEvents
  const [step, failed] = events.filter(({ cat }) => cat === 'step')
  const common = { programs: ['solve_0', 'solve_1'], uses: 2 }
  expect(step!.args).toEqual({ ...common, statement: 'x1 = rot90(I)', line: 2, words: 5, kernels: 1 })
  expect(failed!.args).toEqual({
    ...common,
    statement: 'x2 = apply(rot180, x1)',
    line: 3,
    words: 3,
    kernels: 2,
    error: expect.stringContaining('type'),
  })
  const [calls, kernel] = events.filter(({ cat }) => cat === 'kernel')
  expect(calls!.args).toEqual({ words: 1 })
  expect(kernel!.args).toEqual({ words: 2, error: expect.stringContaining('type') })
})

test('at most eight programs are named, all are counted', () => {
  const step = record(10).file.traceEvents.find(({ cat }) => cat === 'step')
  expect(step!.args).toMatchObject({ programs: Array.from({ length: 8 }, (_, k) => `solve_${k}`), uses: 10 })
})

test.each([
  [1, ['rot90'], 2],
  [2, ['rot90', 'apply'], 2],
  [3, ['rot90', 'apply', 'apply (calls)'], 2],
  [4, ['rot90', 'apply', 'apply (calls)', 'rot180'], 2],
  [5, ['rot90', 'apply', 'apply (calls)', 'rot180', 'rot90'], 1],
])('a trace of at most %i events ends when it is full', (maxEvents, names, fullCount) => {
  const { file, fullCount: asked } = record(1, maxEvents)
  const events = file.traceEvents.filter(({ cat }) => cat === 'step' || cat === 'kernel')
  expect(events.map(({ name }) => name)).toEqual(names)
  expect(asked).toBe(fullCount)
  const steps = events.filter(({ cat }) => cat === 'step').length
  expect(file.otherData).toEqual({ steps, stepsLeftOut: 10 - steps })
  expect(file.traceEvents.filter(({ cat }) => cat === 'run')).toHaveLength(1)
})
