// Evaluations that a device makes itself are those of the CPU, on WebGPU and on OpenCL.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GpuDevice } from '../../src/backends/gpu/device/device.ts'
import { GpuBackend } from '../../src/backends/gpu/gpu-backend.ts'
import { LocalDevice } from '../../src/backends/gpu/resident/local-device.ts'
import { EVALUATION_BATCHES } from './evaluation-batches.ts'
import { expectBriefResults, expectCpuResults } from './small-batch.ts'
import { TEST_DEVICES } from './test-devices.ts'

describe.each(TEST_DEVICES)('$api', ({ open }) => {
  let gpu: GpuDevice
  let device: LocalDevice
  beforeAll(async () => {
    gpu = await open()
    device = new LocalDevice(gpu)
  })
  afterAll(() => gpu?.destroy())

  test.each(EVALUATION_BATCHES)('$name', async ({ batch, callLimit }) => {
    for (const verify of ['off', 'full'] as const) {
      const own = callLimit === undefined ? {} : { callLimit }
      const backend = new GpuBackend({ open: [async () => device], verify, ...own })
      await expectCpuResults(backend, batch)
      const briefCount = await expectBriefResults(backend, batch)
      // Verified rows are judged by the host.
      expect(briefCount).toBeGreaterThanOrEqual(verify === 'off' ? batch.units.length / 2 : 0)
      const reasons = new Set(backend.gpu.fallbacks.map(({ reason }) => reason))
      for (const reason of reasons) expect(['work', 'memory']).toContain(reason)
      expect(backend.work.chunks).toBeGreaterThan(0)
    }
  })
})
