// Counting pairs without describing them gives the counts of the described ones.

import { expect, test } from 'vitest'
import { InterpretedDevice } from '../../../test/gpu/interpreted-device.ts'
import { GpuBackend } from '../../backends/gpu/gpu-backend.ts'
import { makeDataset } from '../../data/dataset-hash.ts'
import { galleryPrograms, galleryTasks } from '../../data/gallery.ts'
import type { Dataset, Task } from '../../data/task.ts'
import { readProgramFile } from '../../language/read-any.ts'
import { type RunRequest, runPrograms } from './run-programs.ts'
import type { RunReport } from './run-report.ts'

const grid = (...rows: readonly string[]) => ({
  height: rows.length,
  width: rows[0]!.length,
  cells: Uint8Array.from(rows.join('')),
})

/** Near misses and outputs of another size, demos and tests, known and unknown outputs. */
const TASKS: readonly Task[] = [
  {
    id: 'near',
    train: [{ input: grid('111', '111', '111'), output: grid('111', '111', '112') }],
    test: [{ input: grid('1'), output: grid('1') }],
  },
  { id: 'far', train: [{ input: grid('11'), output: grid('12') }], test: [{ input: grid('12'), output: grid('12') }] },
  { id: 'size', train: [{ input: grid('11'), output: grid('1') }], test: [{ input: grid('2') }] },
  {
    id: 'unknown',
    train: [{ input: grid('31'), output: grid('31') }],
    test: [{ input: grid('2') }, { input: grid('3') }],
  },
  { id: 'solved', train: [{ input: grid('5'), output: grid('5') }], test: [{ input: grid('6'), output: grid('6') }] },
  { id: 'demos unknown', train: [], test: [{ input: grid('5') }] },
]
const { programs } = readProgramFile(
  `def solve_same(I):
    x1 = identity(I)
    return x1

def solve_number(I):
    x1 = size(I)
    return x1

def solve_fails(I):
    x1 = height(I)
    x2 = first(x1)
    return x2

def solve_sometimes(I):
    x1 = height(I)
    x2 = subtract(x1, THREE)
    x3 = crop(I, ORIGIN, (x1, x2))
    return x3

def solve_long(I):
    x1 = interval(0, 900000, 1)
    return x1

def batt(S, I, C):
    s = []
    o = []
    x1 = height(I)
    x2 = first(x1)
    x3 = identity(I)
    o.append((1, False, 'a', x2))
    o.append((2, False, 'b', x3))
    return s, o
`,
  'counts.py',
)

async function expectSameCounts(request: RunRequest): Promise<void> {
  const described = await runPrograms(request)
  const counted = await runPrograms({ ...request, keepResults: false, repeat: 2 })
  expect(counted).toEqual({ ...described, results: [], time: counted.time })
  expect(described.results.length).toBeGreaterThan(0)
}

test.each([1, 2, 256])('all verdicts, with units of %i samples', async (unitSamples) => {
  const request = { programs, dataset: makeDataset([...TASKS]), pairing: 'all', unitSamples } as const
  const settings = { budget: 50_000 }
  await expectSameCounts({ ...request, settings })
  const { verdicts } = await runPrograms({ ...request, settings, keepResults: false })
  expect(Object.values(verdicts).every((count) => count > 0)).toBe(true)
})

test('programs of the gallery on all of its tasks', async () => {
  const dataset = makeDataset(galleryTasks({ samples: 1 }).slice(0, 12))
  await expectSameCounts({ programs: galleryPrograms(), dataset, pairing: 'all' })
})

const DATASETS: Readonly<Record<string, Dataset>> = {
  'all verdicts': makeDataset([...TASKS]),
  'more samples than a word has verdicts': makeDataset([
    {
      id: 'long',
      train: Array.from({ length: 5 }, () => TASKS[0]!.train[0]!),
      test: TASKS.flatMap((task) => task.test),
    },
    ...TASKS,
  ]),
}

/** The parts of a report that do not depend on where programs ran. */
function countsOf(report: RunReport): unknown {
  const parts = new Set(['backend', 'device', 'engine', 'gpu', 'work', 'time', 'results'])
  return Object.fromEntries(Object.entries(report).filter(([key]) => !parts.has(key)))
}

test.each([
  ['all verdicts', 256],
  ['all verdicts', 1],
  ['more samples than a word has verdicts', 256],
  ['more samples than a word has verdicts', 6],
] as const)('brief evaluations of a device: %s, units of %i samples', async (name, unitSamples) => {
  const device = new InterpretedDevice()
  const backend = new GpuBackend({ open: [async () => device] })
  // Several equal programs, which share the verdicts of the first.
  const request = {
    programs: [...programs, ...programs],
    dataset: DATASETS[name]!,
    pairing: 'all',
    unitSamples,
  } as const
  const settings = { budget: 50_000 }
  const counted = await runPrograms({ ...request, settings, backend, keepResults: false })
  const described = await runPrograms({ ...request, settings })
  expect(countsOf(counted)).toEqual(countsOf(described))
  expect(counted.work.statements).toBe(described.work.statements)
  expect(device.runs.some(({ image }) => image.isBrief)).toBe(true)
})
