// Kernels that share a pipeline on a real device: the words of the CPU, with fewer dispatches. On WebGPU in one of four commits, whose
// software device takes several times as long; test/conformance/shaders-compile.test.ts compiles all families for it.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GpuDevice } from '../../src/backends/gpu/device/device.ts'
import { Pipelines } from '../../src/backends/gpu/device/pipelines.ts'
import { GpuBackend } from '../../src/backends/gpu/gpu-backend.ts'
import { LocalDevice } from '../../src/backends/gpu/resident/local-device.ts'
import { type KernelCode, wgslCode } from '../../src/backends/gpu/shaders/kernel-code.ts'
import { familyOf } from '../../src/backends/gpu/shaders/families.ts'
import { VALUES, batchOf, drawTask, expectCpuResults, solver } from './small-batch.ts'
import { FAST_DEVICE } from './test-devices.ts'

const MINUTES = 60_000
const DEVICE = FAST_DEVICE
/** Kernels of the first family, directly, in maps, and with calls that fail. */
const TEXTS = [
  solver('closures', 'compose(size, identity)', 'x1(I)', 'even(x2)', 'positive(x2)', 'both(x3, x4)', 'flip(x5)'),
  solver('branch', 'size(I)', 'even(x1)', 'branch(x2, first, last)', 'x3(I)', 'size(x4)'),
  solver('map', 'lbind(identity, I)', 'chain(size, first, identity)', 'x2(I)', 'apply(even, (1, 2, 4))'),
  solver('fails', 'size(I)', 'first(x1)', 'size(x2)'),
  solver('fork', 'fork(both, even, positive)', 'size(I)', 'x1(x2)', 'initset(x3)'),
]
/** Kernels of the first large family, whose code ends in shared functions: sets, maps, grids, and calls that fail. */
const SHARING = [
  solver(
    'sets',
    'ofcolor(I, 3)',
    'backdrop(x1)',
    'outbox(x2)',
    'insert((1, 2), x3)',
    'remove((1, 2), x4)',
    'asindices(I)',
    'intersection(x5, x6)',
  ),
  solver(
    'maps',
    'asindices(I)',
    'lbind(add, (1, 1))',
    'apply(x2, x1)',
    'argmax(x3, last)',
    'mapply(neighbors, x3)',
    'ofcolor(I, 2)',
    'mapply(dneighbors, x6)',
  ),
  solver(
    'grids',
    'rot90(I)',
    'hconcat(x1, x1)',
    'trim(x2)',
    'vsplit(I, 2)',
    'first(x4)',
    'replace(x3, 1, 5)',
    'palette(x6)',
    'totuple(x7)',
  ),
  solver('wrong', 'size(I)', 'rot90(x1)', 'trim(x2)', 'apply(first, x1)'),
]
const TASKS = [drawTask('one', 40), drawTask('two', 30, 5)]
let gpu: GpuDevice
let device: LocalDevice
beforeAll(async () => {
  gpu = await DEVICE.open()
  console.log(`families on ${gpu.name}`)
  // The WGSL of shared ends runs in small families, which the software device compiles in reasonable time.
  const plain = wgslCode('software')
  const sharing: KernelCode = { ...plain, printFamily: (own, layout) => plain.printFamily(own, layout, true) }
  const code = DEVICE.api === 'webgpu' ? sharing : gpu.code
  device = new LocalDevice(gpu, undefined, new Pipelines(gpu, { code }))
})
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

test('at the edge of the budget', async () => {
  for (const budget of [1, 2, 5, 9]) {
    const backend = new GpuBackend({ open: [async () => device], families: 'small' })
    await expectCpuResults(backend, batchOf([TEXTS.join('')], TASKS, { ...VALUES, budget, outputs: 'none' }))
  }
})

// PoCL compiles the family of 110 kernels in half a minute without its cache; the software device of WebGPU is not asked to.
test.runIf(DEVICE.api === 'opencl')(
  'a whole large family, whose kernels share their ends: the words of the CPU, in one dispatch a round',
  { tags: ['long'] },
  async () => {
    const batch = batchOf([[...TEXTS, ...SHARING].join('')], TASKS, { ...VALUES, outputs: 'hash' })
    const backend = new GpuBackend({ open: [async () => device], families: 'large', verify: 'full' })
    await expectCpuResults(backend, batch)
    expect(backend.gpu.fallbacks).toEqual([])
    expect(backend.work.onCpu).toBe(0)
    // Besides the family: the two of the scheduler, and those at the end of the chunk.
    expect(backend.work.dispatches).toBeLessThanOrEqual(3 * backend.gpu.rounds + 8)
    for (const budget of [1, 3, 10, 40, 200]) {
      const small = new GpuBackend({ open: [async () => device], families: 'large' })
      await expectCpuResults(small, batchOf([SHARING.join('')], TASKS, { ...VALUES, budget, outputs: 'none' }))
    }
  },
)

test('kernels of no family run alone', () => {
  const pipelines = new Pipelines(gpu)
  expect(pipelines.formsOf('identity')).toEqual(['identity'])
  pipelines.families = 'small'
  expect(pipelines.formsOf('identity')).toEqual([familyOf('identity', 'a', 'small')])
  expect(pipelines.formsOf('partition')).toEqual(['partition'])
  pipelines.tuned = 'all'
  expect(pipelines.formsOf('objects')).toEqual(['tuned.objects', 'objects'])
})
