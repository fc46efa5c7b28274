// Rows in which a program may exceed its memory allowance: the device's count of work says so, and the CPU decides.

import { expect, test } from 'vitest'
import { InterpretedDevice } from '../../../../test/gpu/interpreted-device.ts'
import { VALUES, batchOf, drawTask, expectCpuResults, solver } from '../../../../test/gpu/small-batch.ts'
import { GpuBackend } from '../gpu-backend.ts'

const TEXTS = [
  solver('small', 'rot90(I)') + solver('large', 'upscale(I, TEN)', 'upscale(x1, THREE)'),
  solver('constant', 'canvas(ONE, (9, 9))', 'combine(x1, I)'),
]

test.each([1, 40, 100, 300, 4000, 1 << 20])(
  'with an allowance of %i words results are those of the CPU',
  async (allowance) => {
    const batch = batchOf(TEXTS, [drawTask('one', 3), drawTask('two', 2)], { ...VALUES, allowance })
    const backend = new GpuBackend({ open: [async () => new InterpretedDevice()], verify: 'full' })
    await expectCpuResults(backend, batch)
    const rows = backend.gpu.fallbacks.filter(({ reason }) => reason === 'memory').map((fallback) => fallback.rows)
    const total = 2 * (5 + 4)
    expect(rows).toEqual(allowance === 1 << 20 ? [] : [expect.any(Number)])
    // Every row makes some words; the canvas of 81 cells is part of every row of its plan.
    expect(rows[0] ?? 0).toBeGreaterThanOrEqual(allowance === 1 ? total : allowance <= 40 ? total / 2 : 0)
  },
)
