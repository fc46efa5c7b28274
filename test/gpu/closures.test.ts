// Calls of closures by the scheduler on the device, each combinator with values and errors, against the CPU.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { LocalDevice } from '../../src/backends/gpu/resident/local-device.ts'
import { FAST_DEVICE } from './test-devices.ts'
import { GpuBackend } from '../../src/backends/gpu/gpu-backend.ts'
import { makeDataset } from '../../src/data/dataset-hash.ts'
import { galleryTasks } from '../../src/data/gallery.ts'
import type { PairResult } from '../../src/engine/run/pair-result.ts'
import { runPrograms } from '../../src/engine/run/run-programs.ts'
import { combinatorTable } from '../../src/kernel/combinator-table.ts'
import { readProgramFile } from '../../src/language/read-any.ts'

const MINUTES = 60_000

/** Each makes a function and calls it: with a grid, which `increment` refuses, or with its number of rows. */
const calls: readonly (readonly [string, string])[] = [
  ['compose(increment, size)', '(I)'],
  ['compose(size, increment)', '(I)'],
  ['compose(increment, identity)', '(I)'],
  ['compose(increment, size)', '(I, I)'],
  ['chain(double, increment, size)', '(I)'],
  ['chain(size, increment, identity)', '(I)'],
  ['chain(increment, identity, identity)', '(I)'],
  ['matcher(size, 3)', '(I)'],
  ['matcher(identity, I)', '(I)'],
  ['matcher(increment, 3)', '(I)'],
  ['fork(subtract, double, increment)', '(n)'],
  ['fork(subtract, increment, size)', '(I)'],
  ['fork(subtract, size, increment)', '(I)'],
  ['fork(increment, size, size)', '(I)'],
  ['rbind(subtract, 1)', '(n)'],
  ['lbind(subtract, 1)', '(n)'],
  ['rbind(interval, 1)', '(0, n)'],
  ['lbind(interval, 0)', '(n, 1)'],
  ['rbind(rbind(interval, 1), n)', '(0)'],
  ['rbind(size, 1)', '(I, I, I)'],
  ['rbind(subtract, 1)', '(n, n)'],
  ['power(double, 4)', '(n)'],
  ['power(size, 4)', '(I)'],
  ['power(rbind(subtract, 1), 3)', '(n)'],
]

const solvers = calls.map(
  ([fn, args], k) => `def solve_c${k}_turnflip(I):
    n = size(I)
    x1 = ${fn}
    x2 = x1${args}
    return x2
`,
)
// A function that cannot be made counts as one that accepts anything and gives the empty tuple.
const batt = `def batt_turnflip(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = rbind(I, I)
    t2 = t1(I, I)
    t3 = size(t2)
    o.append((1, False, 'safe', t2))
    o.append((2, False, 'size', t3))
    return o, s
`

let device: LocalDevice
beforeAll(async () => {
  device = new LocalDevice(await FAST_DEVICE.open())
}, 5 * MINUTES)
afterAll(() => device?.close())

test('every combinator is called', () => {
  const named = combinatorTable.map(({ name }) => name).filter((name) => name !== 'safe')
  expect(named.filter((name) => !calls.some(([fn]) => fn.startsWith(name)))).toEqual([])
})

test(
  'values, errors and statements are the CPU’s, at every budget',
  async () => {
    const { programs } = readProgramFile([...solvers, batt].join('\n'), 'closures.py')
    expect(programs.length).toBe(calls.length + 1)
    const tasks = galleryTasks({ samples: 2 }).filter(({ id }) => id === 'turnflip')
    for (const budget of [1 << 20, 12, 9, 6, 4, 3, 2, 1]) {
      const request = { programs, dataset: makeDataset(tasks), settings: { budget, outputs: 'value' as const } }
      const [onGpu, onCpu] = [[] as PairResult[], [] as PairResult[]]
      const backend = new GpuBackend({ open: [async () => device] })
      const report = await runPrograms({ ...request, backend, onPair: (pair) => onGpu.push(pair) })
      await runPrograms({ ...request, onPair: (pair) => onCpu.push(pair) })
      expect(onGpu).toEqual(onCpu)
      expect(report.gpu!.fallbacks).toEqual([])
    }
  },
  10 * MINUTES,
)
