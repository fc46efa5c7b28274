// The verdicts of a device: the numbers of differing cells that it counts itself are those of the CPU and of worker threads.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Backend, Evaluations } from '../../src/backends/backend.ts'
import { CpuBackend } from '../../src/backends/cpu/cpu-backend.ts'
import { FAST_DEVICE } from './test-devices.ts'
import type { GpuDevice } from '../../src/backends/gpu/device/device.ts'
import { GpuBackend } from '../../src/backends/gpu/gpu-backend.ts'
import { LocalDevice } from '../../src/backends/gpu/resident/local-device.ts'
import { NO_GRID, OTHER_SIZE } from '../../src/backends/mismatch.ts'
import { gridFromRows } from '../../src/data/grid-rows.ts'
import { settleSettings } from '../../src/engine/run/run-pass.ts'
import { readPrograms } from '../../src/language/python/read-python.ts'
import { mergePrograms } from '../../src/plan/graph.ts'
import { lowerGraph } from '../../src/plan/plan.ts'
import type * as WorkersModule from '../../src/backends/workers/workers-backend.node.ts'

const { WorkersBackend } = (await import(
  new URL('../../dist/backends/workers/workers-backend.node.js', import.meta.url).href
)) as typeof WorkersModule

const MINUTES = 60_000
const TEXT = `def solve_same(I):
    return I

def solve_turned(I):
    x1 = rot90(I)
    return x1

def solve_half(I):
    x1 = tophalf(I)
    return x1

def solve_number(I):
    x1 = size(I)
    return x1

def solve_rows(I):
    x1 = totuple(I)
    return x1

def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = size(I)
    t2 = tophalf(I)
    t3 = rot90(I)
    o.append((1, False, 'number', t1))
    o.append((2, False, 'half', t2))
    o.append((3, False, 'turned', t3))
    return o, s
`
const grid = (...rows: string[]) => gridFromRows(rows.map((row) => [...row].map(Number)))
const input = grid('12', '34')
const TASK = {
  id: 'differences',
  train: [
    { input, output: input },
    { input, output: grid('31', '40') },
    { input, output: grid('12') },
  ],
  test: [{ input, output: grid('1234') }, { input }],
}

let gpu: GpuDevice
beforeAll(async () => {
  gpu = await FAST_DEVICE.open()
}, 5 * MINUTES)
afterAll(() => gpu?.destroy())

async function evaluate(backend: Backend): Promise<Evaluations> {
  const plan = lowerGraph(mergePrograms(readPrograms(TEXT, 'a.py').programs))
  const units = [{ plan: 0, task: TASK, from: 0, to: 5 }]
  try {
    const parts: Evaluations[] = []
    for await (const part of backend.run([plan], units, settleSettings())) parts.push(part)
    return parts[0]!
  } finally {
    await backend.close()
  }
}

test('a device counts the differing cells of each output and candidate', { timeout: 5 * MINUTES }, async () => {
  const onDevice = new GpuBackend({ open: [async () => new LocalDevice(gpu)] })
  const evaluations = await evaluate(onDevice)
  expect(onDevice.gpu!.fallbacks).toEqual([])
  const rows = (words: Int32Array) =>
    Array.from({ length: words.length / 5 }, (_, k) => [...words.subarray(5 * k, 5 * k + 5)])
  const [size, none] = [OTHER_SIZE, NO_GRID]
  expect(rows(evaluations.differences)).toEqual([
    [0, 4, size, size, 0],
    [4, 1, size, size, 0],
    [size, size, 0, size, 0],
    [none, none, none, none, 0],
    [0, 4, size, size, 0],
    [4, 1, 0, size, 0],
  ])
  expect(rows(evaluations.candidates[5]!)).toEqual([
    [none, none, none, none, none],
    [size, size, 0, size, none],
    [4, 1, size, size, none],
  ])
  expect(evaluations).toEqual(await evaluate(new CpuBackend()))
  expect(evaluations).toEqual(await evaluate(new WorkersBackend({ workers: 1 })))
})
