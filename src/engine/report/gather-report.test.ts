// The data of reports: verdicts, outputs, near misses, errors, and what is left out.

import { expect, test } from 'vitest'
import { CpuBackend } from '../../backends/cpu/cpu-backend.ts'
import { makeDataset } from '../../data/dataset-hash.ts'
import { galleryPrograms, galleryTasks } from '../../data/gallery.ts'
import { gridFromRows } from '../../data/grid-rows.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { profilePrograms } from '../profile/profile-programs.ts'
import { runPrograms } from '../run/run-programs.ts'
import { type GatherRequest, gatherReport } from './gather-report.ts'
import { unpackBytes, unpackGrid } from './pack.ts'
import { MATRIX_VERDICTS } from './report-data.ts'
import { renderReport } from './render-report.ts'

const input = gridFromRows([
  [1, 2, 3, 4, 5],
  [6, 7, 8, 9, 0],
])
const output = gridFromRows([
  [5, 4, 3, 2, 1],
  [0, 9, 8, 7, 6],
])
const TASKS = [
  { id: 'flip', train: [{ input, output }], test: [{ input, output }] },
  { id: 'open', train: [{ input, output }], test: [{ input }] },
]
const PROGRAMS = `def solve_flip(I):
    return vmirror(I)

def solve_near_flip(I):
    return fill(vmirror(I), EIGHT, initset(astuple(ZERO, ZERO)))

def solve_size_flip(I):
    return lefthalf(I)

def solve_count_flip(I):
    return size(I)

def solve_huge_flip(I):
    return upscale(I, 60)

def solve_fails_flip(I):
    x1 = first(ZERO)
    return x1

def solve_open(I):
    return vmirror(I)

def batt_flip(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = hmirror(I)
    t2 = vmirror(I)
    o.append((1, False, 'turned', t1))
    o.append((2, False, 'mirrored', t2))
    return o, s
`

async function gather(others: Partial<GatherRequest> = {}) {
  const { programs } = readPrograms(PROGRAMS, 'flip.py')
  const dataset = makeDataset(TASKS)
  const run = await runPrograms({ programs, dataset })
  return gatherReport({ title: 't', programs, dataset, pairing: 'own', run, backend: new CpuBackend(), ...others })
}

test('the matrix has a verdict for each solver that ran, and counts', async () => {
  const { solvers, matrix, tasks } = await gather()
  expect(solvers.map(({ name }) => name)).toEqual([
    'solve_flip',
    'solve_near_flip',
    'solve_size_flip',
    'solve_count_flip',
    'solve_huge_flip',
    'solve_fails_flip',
    'solve_open',
    'turned in batt_flip',
    'mirrored in batt_flip',
  ])
  const rowOf = (bytes: string, t: number) =>
    [...unpackBytes(bytes)].slice(t * solvers.length, (t + 1) * solvers.length)
  const verdicts = tasks.map((_, t) => rowOf(matrix.verdicts, t).map((v) => MATRIX_VERDICTS[v - 1] ?? ''))
  expect(verdicts).toEqual([
    ['solved', 'near', 'wrong', 'wrong', 'wrong', 'error', '', 'wrong', 'solved'],
    ['', '', '', '', '', '', 'passes-demos', '', ''],
  ])
  expect(rowOf(matrix.demosRight, 0)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 1])
  expect(rowOf(matrix.testsRight, 1)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0])
})

test('failing solvers have their outputs, or the reason why there is none', async () => {
  const { tasks, solvers, grids, leftOut } = await gather()
  const shown = tasks[0]!.outputs.map(({ solver, samples }) => [solvers[solver]!.name, samples[0]] as const)
  const byName = new Map(shown)
  expect([...byName.keys()]).toEqual([
    'solve_near_flip',
    'turned in batt_flip',
    'solve_size_flip',
    'solve_count_flip',
    'solve_huge_flip',
  ])
  const near = byName.get('solve_near_flip')!
  expect(near).toMatchObject({ verdict: 'wrong', differing: 1 })
  expect([...(unpackGrid(grids[near.grid!]!).cells as Uint8Array)]).toEqual([8, 4, 3, 2, 1, 0, 9, 8, 7, 6])
  // The output of a candidate is its own, not that of its batt's first candidate.
  expect(grids[byName.get('turned in batt_flip')!.grid!]).toBe('5:6789012345')
  expect(byName.get('solve_size_flip')).toEqual({ verdict: 'wrong', grid: expect.any(Number) })
  expect(byName.get('solve_count_flip')).toEqual({ verdict: 'wrong', text: 'the integer 2' })
  expect(byName.get('solve_huge_flip')!.text).toMatch(/^a grid of 120 × 300, too large/)
  expect(leftOut).toMatchObject({ outputs: 1, largeGrids: 2 })
  // A passing program shows its output for a test whose output is not known.
  expect(tasks[1]!.outputs[0]!.samples.map(({ verdict }) => verdict)).toEqual(['right', 'unknown'])
  expect(tasks[1]!.pairs[1]![1]).toBe(-1)
})

test('each candidate of a batt counts by itself', async () => {
  const { counts } = await gather()
  expect(counts).toEqual({
    programs: 8,
    evaluations: 18,
    right: 5,
    wrong: 10,
    errors: 2,
    limits: 0,
    unknown: 1,
    solvedTasks: 1,
    passedTasks: 2,
  })
})

test('a task that only several candidates together have right is not solved', async () => {
  const text = `def batt_flip(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = vmirror(I)
    t2 = hmirror(I)
    o.append((1, False, 'one', t1))
    o.append((2, False, 'two', t2))
    return o, s
`
  const { programs } = readPrograms(text, 'batt.py')
  const upside = gridFromRows([
    [6, 7, 8, 9, 0],
    [1, 2, 3, 4, 5],
  ])
  const dataset = makeDataset([{ id: 'flip', train: [{ input, output }], test: [{ input, output: upside }] }])
  const run = await runPrograms({ programs, dataset })
  expect(run.solvedTasks).toBe(1)
  expect((await gather({ programs, dataset, run })).counts).toMatchObject({ solvedTasks: 0, passedTasks: 0, right: 2 })
})

test('near misses and errors are listed', async () => {
  const { near, errors } = await gather()
  expect(near).toEqual([{ task: 0, solver: 1, samples: 2, differing: 2, cells: 20 }])
  expect(errors).toEqual([
    {
      kind: 'type',
      isLimit: false,
      evaluations: 2,
      solvers: 1,
      tasks: 1,
      example: {
        task: 0,
        solver: 5,
        sample: 'demo 1',
        text: expect.stringMatching(/^x1, line \d+: type error: \w+: \w+ is .*, expected /),
      },
    },
  ])
})

test('the time of primitives is that of a profile', async () => {
  expect((await gather()).primitives).toBeNull()
  const { programs } = readPrograms(PROGRAMS, 'flip.py')
  const { profile } = await profilePrograms({ programs, dataset: makeDataset(TASKS) })
  const { primitives } = await gather({ profile })
  expect(primitives!.map(({ name }) => name)).toContain('vmirror')
})

test('the same run has the same page', async () => {
  const programs = galleryPrograms()
  const dataset = makeDataset(galleryTasks({ samples: 1, only: ['keepbig1', 'cutsmall'] }))
  const run = await runPrograms({ programs, dataset })
  const make = async () =>
    renderReport(await gatherReport({ title: 't', programs, dataset, pairing: 'own', run, backend: new CpuBackend() }))
  expect(await make()).toBe(await make())
})

test('a page holds no tag that its data brought', async () => {
  const data = { ...(await gather()), title: '<!--</title><script>' }
  const page = renderReport(data)
  expect(page.match(/<script/g)).toHaveLength(2)
  expect(page).not.toContain('<!--')
  expect(page).toContain('<title>&lt;!--&lt;/title&gt;&lt;script&gt;</title>')
})
