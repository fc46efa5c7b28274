// The backend that chooses, on a real device: costs are measured, both places are used, and the results are the CPU's.

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AutoBackend } from '../../src/backends/auto/auto-backend.ts'
import { calibrate } from '../../src/backends/auto/calibration.node.ts'
import type { Choice } from '../../src/backends/plan-choice.ts'
import type { Costs } from '../../src/backends/auto/cost-model.ts'
import { CpuBackend } from '../../src/backends/cpu/cpu-backend.ts'
import { LocalDevice } from '../../src/backends/gpu/resident/local-device.ts'
import { FAST_DEVICE } from './test-devices.ts'
import { GpuBackend } from '../../src/backends/gpu/gpu-backend.ts'
import { makeDataset } from '../../src/data/dataset-hash.ts'
import { galleryTasks } from '../../src/data/gallery.ts'
import type { PairResult } from '../../src/engine/run/pair-result.ts'
import { runPrograms } from '../../src/engine/run/run-programs.ts'
import { readProgramFile } from '../../src/language/read-any.ts'

const KERNELS = new Set(['hmirror', 'identity', 'size'])

let cache: string
beforeAll(async () => {
  cache = await mkdtemp(join(tmpdir(), 'megabatt-costs-'))
})
afterAll(async () => {
  await rm(cache, { recursive: true, force: true })
})

async function measure(open: (() => Promise<LocalDevice>) | undefined): Promise<Costs> {
  return calibrate(KERNELS, { device: 'the test’s', version: '1', open, env: { MEGABATT_CACHE: cache } })
}

test('costs are measured once and then known', { tags: ['long'] }, async () => {
  const costs = await measure(async () => new LocalDevice(await FAST_DEVICE.open()))
  for (const kernel of KERNELS) {
    // Which part of a cost is measured as 0 depends on what else the machine does.
    for (const { fixed, call, cell } of [costs.cpu[kernel]!, costs.gpu[kernel]!]) {
      expect(Math.min(fixed, call, cell)).toBeGreaterThanOrEqual(0)
      expect(fixed + call + cell).toBeGreaterThan(0)
    }
  }
  expect(costs.compile['hmirror']).toBeGreaterThan(0)
  expect(costs.chunk).toBeGreaterThan(0)
  expect(await readdir(join(cache, 'costs'))).toHaveLength(1)
  let openings = 0
  const again = await measure(async () => {
    openings++
    return new LocalDevice(await FAST_DEVICE.open())
  })
  expect(openings).toBe(0)
  expect(again).toEqual(costs)
})

test('plans run where they are cheapest, at the same time, and come back in order', { tags: ['long'] }, async () => {
  const { programs } = readProgramFile(
    'def solve_mosaic41(I):\n    x1 = hmirror(I)\n    return x1\n\ndef solve_agreeing(I):\n    x1 = identity(I)\n    return x1\n',
    'two.py',
  )
  const dataset = makeDataset(galleryTasks({ samples: 4 }))
  const free = { fixed: 0, call: 0, cell: 0 }
  const dear = { fixed: 0, call: 1e6, cell: 0 }
  // As if the device were good at mirroring only.
  const costs: Costs = {
    cpu: { hmirror: dear, identity: { ...free, call: 1e5 } },
    gpu: { hmirror: free, identity: dear },
    compile: { hmirror: 0, identity: 0 },
    tuned: new Set(),
    chunk: 0,
    round: 0,
    byte: 0,
    worker: 1e9,
    host: { row: 0, evaluation: 0 },
  }
  let choices: readonly Choice[] = []
  const backend = new AutoBackend({
    workers: 2,
    allowSoftware: true,
    findDevice: async () => ({ name: 'the device', kind: 'software' }),
    costs: async () => costs,
    open: async (place) =>
      place === 'gpu'
        ? new GpuBackend({ open: [async () => new LocalDevice(await FAST_DEVICE.open())] })
        : new CpuBackend(),
    onChoice: (made) => (choices = made),
  })
  const [chosen, plain] = [[] as PairResult[], [] as PairResult[]]
  const report = await runPrograms({ programs, dataset, backend, onPair: (pair) => chosen.push(pair) })
  await backend.close()
  await runPrograms({ programs, dataset, onPair: (pair) => plain.push(pair) })
  expect(chosen).toEqual(plain)
  expect(choices.map(({ place }) => place).toSorted()).toEqual(['cpu', 'gpu'])
  expect(report.work.onGpu).toBeGreaterThan(0)
  expect(report.work.onCpu).toBeGreaterThan(0)
  expect(report.gpu!.devices).toHaveLength(1)
})
