// The GPU backend on an interpreted device: all answers equal those of the CPU backend, for random programs, settings and
// chunk sizes.

import { expect, test } from 'vitest'
import { InterpretedDevice } from '../../../test/gpu/interpreted-device.ts'
import { compareRandomPrograms } from '../../../test/gpu/random-programs.ts'
import { GpuBackend } from './gpu-backend.ts'

test.each([
  [1200, 41],
  [40_000, 42],
])('random programs give the results of the CPU in an arena of %i words', async (arena, seed) => {
  const backend = new GpuBackend({ open: [async () => new InterpretedDevice({ sizes: { arena } })], verify: 'full' })
  const found = await compareRandomPrograms({ backend, count: 40, seed, batchSize: 40 })
  await backend.close()
  expect(found.difference).toBeUndefined()
  expect(backend.gpu.verified).toBeGreaterThan(0)
})
