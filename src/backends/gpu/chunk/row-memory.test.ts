// Rows in which a program may exceed its memory allowance: the device's count of work says so, and the CPU decides.

import { expect, test } from 'vitest'
import { InterpretedDevice } from '../../../../test/gpu/interpreted-device.ts'
import { VALUES, batchOf, drawTask, expectCpuResults, solver } from '../../../../test/gpu/small-batch.ts'
import { GpuBackend } from '../gpu-backend.ts'

const TEXTS = [
  solver('small', 'rot90(I)') + solver('large', 'upscale(I, TEN)', 'upscale(x1, THREE)'),
  solver('constant', 'canvas(ONE, (9, 9))', 'combine(x1, I)'),
]

/** Every row makes some words; the canvas of 81 cells is part of each of the 9 rows of its plan. */
test.each([
  [1, 18],
  [40, 9],
  [4000, 1],
  [1 << 20, 0],
])(
  'with an allowance of %i words results are those of the CPU, which judges at least %i rows',
  async (allowance, least) => {
    const batch = batchOf(TEXTS, [drawTask('one', 3), drawTask('two', 2)], { ...VALUES, allowance })
    const backend = new GpuBackend({ open: [async () => new InterpretedDevice()], verify: 'full' })
    await expectCpuResults(backend, batch)
    const fallbacks = backend.gpu.fallbacks.filter(({ reason }) => reason === 'memory')
    const rows = fallbacks.reduce((sum, fallback) => sum + fallback.rows, 0)
    expect(rows).toBeGreaterThanOrEqual(least)
    expect(rows > 0).toBe(least > 0)
  },
)
