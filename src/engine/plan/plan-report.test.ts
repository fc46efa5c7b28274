import { expect, test } from 'vitest'
import { makeDataset } from '../../data/dataset-hash.ts'
import type { GridData, Task } from '../../data/task.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { reportPlans } from './plan-report.ts'

const grid = (cells: number[]): GridData => ({ height: 2, width: cells.length / 2, cells: Uint8Array.from(cells) })
const pair = { input: grid([0, 1, 0, 0, 2, 2]), output: grid([1, 1, 0, 0]) }
const tasks: Task[] = ['aaaa', 'bbbb'].map((id) => ({ id, train: [pair, pair], test: [pair] }))
const dataset = makeDataset(tasks)

const PROGRAMS = `def solve_aaaa(S, I, C):
    x1 = objects(I, T, F, T)
    x2 = objects(I, T, F, F)
    x3 = apply(first, S)
    x4 = apply(last, S)
    x5 = apply(size, x1)
    x6 = apply(color, x1)
    return rot90(I)

def solve_bbbb(I):
    x1 = objects(I, T, F, T)
    return rot90(I)
`
const { programs } = readPrograms(PROGRAMS, 'programs.py')
const request = { programs, dataset, keepUnused: true, pairing: 'all' } as const

test('counts statements, calls and patterns', () => {
  const report = reportPlans({ ...request, maxSamples: 0 })
  expect(report).toMatchObject({
    programs: 2,
    statements: 9,
    nodes: 7,
    nodesByRows: { constant: 0, task: 2, sample: 5, candidate: 0 },
    samples: 0,
    cost: { calls: 0, work: 0, ms: 0 },
  })
  const counts = Object.fromEntries(
    report.patterns.map((p) => [p.kind, [p.groups, p.nodes, p.statements, p.saved.calls]]),
  )
  expect(counts).toEqual({ shared: [1, 2, 4, 0], samples: [1, 2, 2, 0], labelling: [1, 2, 3, 0], maps: [2, 4, 4, 0] })
  expect(report.patterns[2]!.examples).toEqual(['objects(I, T, F, T), objects(I, T, F, F)'])
})

test('measures what is saved', () => {
  const report = reportPlans({ ...request, maxSamples: 5 })
  // Three samples of the first task, two of the second; five calls a sample, two a task.
  expect([report.samples, report.cost.calls]).toEqual([5, 5 * 5 + 2 * 2])
  const [shared, samples, labelling, maps] = report.patterns
  expect(shared!.saved.calls).toBe(2 * 5)
  expect(shared!.saved.work).toBeGreaterThan(0)
  expect(samples!.saved.calls).toBe(2 * 2 + 2 * 1)
  expect(labelling!.saved.work).toBeGreaterThan(0)
  expect(maps!.saved).toEqual({ calls: 0, work: 0, ms: 0 })
})

test('programs that have no task are left out, and each task’s own programs are a plan', () => {
  const own = reportPlans({ ...request, pairing: 'own', maxSamples: 0 })
  expect([own.programs, own.nodes]).toEqual([2, 9])
  expect(reportPlans({ programs, dataset: makeDataset(tasks.slice(1)), maxSamples: 0 }).programs).toBe(1)
})
