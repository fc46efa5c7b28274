// The GPU backend on an interpreted device: all answers equal those of the CPU backend, for random programs, settings and
// chunk sizes.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InterpretedDevice } from '../../../test/gpu/interpreted-device.ts'
import { compareRandomPrograms } from '../../../test/gpu/random-programs.ts'
import { GpuBackend } from './gpu-backend.ts'

test('random programs give the results of the CPU, whatever the size of chunks', async () => {
  for (const [k, arena] of [600, 3000, 20_000, 200_000].entries()) {
    const backend = new GpuBackend({ open: [async () => new InterpretedDevice({ sizes: { arena } })], verify: 'full' })
    const found = await compareRandomPrograms({ backend, count: 120, seed: 40 + k, batchSize: 60 })
    await backend.close()
    expect(found.difference).toBeUndefined()
    expect(backend.gpu.verified).toBeGreaterThan(0)
  }
})
void fc
