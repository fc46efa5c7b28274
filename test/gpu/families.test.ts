// Kernels that share a pipeline on a real device: the words of the CPU, with fewer dispatches.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openNodeDevice } from '../../src/backends/gpu/device/device.node.ts'
import type { GpuDevice } from '../../src/backends/gpu/device/device.ts'
import { Pipelines } from '../../src/backends/gpu/device/pipelines.ts'
import { GpuBackend } from '../../src/backends/gpu/gpu-backend.ts'
import { LocalDevice } from '../../src/backends/gpu/resident/local-device.ts'
import { structuredCode } from '../../src/backends/gpu/shaders/code-form.ts'
import { familyOf } from '../../src/backends/gpu/shaders/families.ts'
import { VALUES, batchOf, drawTask, expectCpuResults, solver } from './small-batch.ts'

const MINUTES = 60_000
/** Kernels of the first family, directly, in maps, and with calls that fail. */
const TEXTS = [
  solver('closures', 'compose(size, identity)', 'x1(I)', 'even(x2)', 'positive(x2)', 'both(x3, x4)', 'flip(x5)'),
  solver('branch', 'size(I)', 'even(x1)', 'branch(x2, first, last)', 'x3(I)', 'size(x4)'),
  solver('map', 'lbind(identity, I)', 'chain(size, first, identity)', 'x2(I)', 'apply(even, (1, 2, 4))'),
  solver('fails', 'size(I)', 'first(x1)', 'size(x2)'),
  solver('fork', 'fork(both, even, positive)', 'size(I)', 'x1(x2)', 'initset(x3)'),
]
const TASKS = [drawTask('one', 40), drawTask('two', 30, 5)]
let gpu: GpuDevice
let device: LocalDevice
beforeAll(async () => {
  gpu = await openNodeDevice()
  device = new LocalDevice(gpu, undefined, new Pipelines(gpu, { code: structuredCode('software') }))
}, MINUTES)
afterAll(() => device?.close())

test(
  'results of the CPU, with fewer dispatches and pipelines than kernels',
  async () => {
    const dispatches: number[] = []
    const pipelines: number[] = []
    for (const families of ['small', 'none'] as const) {
      const backend = new GpuBackend({ open: [async () => device], families, verify: 'full' })
      await expectCpuResults(backend, batchOf([TEXTS.join('')], TASKS, { ...VALUES, outputs: 'hash' }))
      expect(backend.work.onCpu).toBe(0)
      expect(backend.gpu.fallbacks).toEqual([])
      dispatches.push(backend.work.dispatches)
      pipelines.push(backend.gpu.compiled.pipelines)
    }
    expect(dispatches[0]).toBeLessThan(0.8 * dispatches[1]!)
    expect(pipelines[0]).toBeLessThan(pipelines[1]!)
  },
  10 * MINUTES,
)

test(
  'at the edge of the budget',
  async () => {
    for (const budget of [1, 2, 5, 9]) {
      const backend = new GpuBackend({ open: [async () => device], families: 'small' })
      await expectCpuResults(backend, batchOf([TEXTS.join('')], TASKS, { ...VALUES, budget, outputs: 'none' }))
    }
  },
  MINUTES,
)

/** Calls that a workgroup makes, small ones that it leaves, and ones that fail. */
const GRIDS = [
  solver('large', 'canvas(3, (20, 20))', 'vconcat(x1, x1)', 'hconcat(x2, x2)', 'shape(x3)'),
  solver('small', 'canvas(3, (2, 3))', 'vconcat(x1, x1)', 'hconcat(x2, I)', 'shape(x3)'),
  solver('either', 'shape(I)', 'canvas(1, x1)', 'vconcat(x2, I)', 'vconcat(x3, x3)', 'hconcat(x4, x4)'),
  solver('fails', 'shape(I)', 'vconcat(x1, I)', 'canvas(x2, x1)'),
]

test(
  'tuned kernels leave calls to ordinary ones, in rounds of one submission',
  async () => {
    const tuned = new Set(['canvas', 'vconcat', 'hconcat'])
    const backend = new GpuBackend({ open: [async () => device], tuned, families: 'none', verify: 'full' })
    await expectCpuResults(backend, batchOf([GRIDS.join('')], TASKS, { ...VALUES, outputs: 'hash' }))
    expect(backend.work.onCpu).toBe(0)
    expect(backend.gpu.fallbacks).toEqual([])
    const small = new GpuBackend({ open: [async () => device], tuned, families: 'small' })
    await expectCpuResults(small, batchOf([GRIDS.join('')], TASKS, { ...VALUES, budget: 500, outputs: 'none' }))
  },
  10 * MINUTES,
)

test('kernels in blocks, and kernels of no family, run alone', () => {
  const pipelines = new Pipelines(gpu, { code: { ...structuredCode('software'), form: 'blocks' } })
  pipelines.families = 'small'
  expect(pipelines.formsOf('identity')).toEqual(['identity'])
  const structured = new Pipelines(gpu, { code: structuredCode('software') })
  structured.families = 'small'
  expect(structured.formsOf('identity')).toEqual([familyOf('identity', 'a', 'small')])
  expect(structured.formsOf('partition')).toEqual(['partition'])
  structured.tuned = 'all'
  expect(structured.formsOf('objects')).toEqual(['tuned.objects', 'objects'])
})
