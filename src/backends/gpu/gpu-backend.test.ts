// The GPU backend on an interpreted device: all answers equal those of the CPU backend, for random programs, settings and
// chunk sizes.

import { expect, test } from 'vitest'
import { InterpretedDevice } from '../../../test/gpu/interpreted-device.ts'
import { compareRandomPrograms } from '../../../test/gpu/random-programs.ts'
import { batchOf, drawTask, expectCpuResults, runBatch, solver } from '../../../test/gpu/small-batch.ts'
import { GpuBackend } from './gpu-backend.ts'

test('the names of all devices are listed once', async () => {
  const open = (name: string, kind: 'software' | 'hardware') => async () =>
    new InterpretedDevice({ name, kind, sizes: { entries: 4 } })
  const backend = new GpuBackend({ open: [open('a', 'hardware'), open('b', 'software'), open('a', 'hardware')] })
  await expectCpuResults(backend, batchOf([solver('mirror', 'hmirror(I)')], [drawTask('one', 6)]))
  expect(backend.device).toBe('a, b (software)')
})

test('a plan is scheduled once for all runs', async () => {
  const devices: InterpretedDevice[] = []
  const open = async () => {
    devices.push(new InterpretedDevice())
    return devices[0]!
  }
  const backend = new GpuBackend({ open: [open] })
  const batch = batchOf([solver('mirror', 'hmirror(I)')], [drawTask('one', 2)])
  await runBatch(backend, batch)
  await runBatch(backend, batch)
  const [first, second] = devices[0]!.runs.map(({ image }) => image.columns[0]!.planRows.schedule)
  expect(second).toBe(first)
})

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
