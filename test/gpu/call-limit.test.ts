// A limit for single calls on a device: rows with longer ones are the CPU's, and nothing else changes.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { LocalDevice } from '../../src/backends/gpu/resident/local-device.ts'
import { FAST_DEVICE } from './test-devices.ts'
import { GpuBackend } from '../../src/backends/gpu/gpu-backend.ts'
import { makeDataset } from '../../src/data/dataset-hash.ts'
import { galleryTasks } from '../../src/data/gallery.ts'
import type { PairResult } from '../../src/engine/run/pair-result.ts'
import { runPrograms } from '../../src/engine/run/run-programs.ts'
import { readProgramFile } from '../../src/language/read-any.ts'

const { programs } = readProgramFile(
  `def solve_turnflip(I):
    x1 = interval(0, 40, 1)
    x2 = size(x1)
    return x2

def solve_long_turnflip(I):
    x1 = height(I)
    x2 = multiply(x1, 100)
    x3 = interval(0, x2, 1)
    x4 = size(x3)
    return x4

def solve_mapped_turnflip(I):
    x1 = height(I)
    x2 = interval(0, x1, 1)
    x3 = rbind(interval, 1)
    x4 = lbind(x3, 0)
    x5 = compose(x4, double)
    x6 = extract(x2, x5)
    return x6

def solve_over_turnflip(I):
    x1 = interval(0, 900000, 1)
    return x1
`,
  'limits.py',
)
const tasks = galleryTasks({ samples: 4 }).filter(({ id }) => id === 'turnflip')

let device: LocalDevice
beforeAll(async () => {
  device = new LocalDevice(await FAST_DEVICE.open())
})
afterAll(() => device?.close())

test.each([undefined, 300])('with a limit of %s: the CPU’s results', async (callLimit) => {
  const request = {
    programs,
    dataset: makeDataset(tasks),
    settings: { budget: 5000, outputs: 'hash' as const },
  }
  const backend = new GpuBackend({
    open: [async () => device],
    verify: 'full',
    ...(callLimit === undefined ? {} : { callLimit }),
  })
  const [onGpu, onCpu] = [[] as PairResult[], [] as PairResult[]]
  const report = await runPrograms({ ...request, backend, onPair: (pair) => onGpu.push(pair) })
  await runPrograms({ ...request, onPair: (pair) => onCpu.push(pair) })
  expect(onGpu).toEqual(onCpu)
  // The one that is over its budget fails everywhere.
  expect(report.limits).toBe(7)
  const { fallbacks } = report.gpu!
  expect(fallbacks.map(({ reason, program, statement }) => [reason, program, statement])).toEqual(
    callLimit === undefined ? [] : [['work', 'solve_over_turnflip', 'x1']],
  )
})
