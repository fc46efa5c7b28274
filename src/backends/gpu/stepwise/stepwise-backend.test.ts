// The stepwise routes on a device in memory: the results of the CPU, with as many dispatches as the route says.

import { describe, expect, test } from 'vitest'
import { type FakeDispatch, type FakeGpuOptions, openFake } from '../../../../test/gpu/fake-gpu.ts'
import { runKernelDispatch } from '../../../../test/gpu/fake-kernels.ts'
import { VALUES, batchOf, drawTask, expectCpuResults, solver } from '../../../../test/gpu/small-batch.ts'
import type { Task } from '../../../data/task.ts'
import { Heap } from '../../../kernel/heap.ts'
import { primitiveWord } from '../../../language/names.ts'
import { decodeNotation, encodeNotation } from '../../../language/values/value-notation.ts'
import { GpuEvaluator } from './gpu-evaluator.ts'
import { StepwiseBackend, type StepwiseRoute } from './stepwise-backend.ts'

const TASK = drawTask('one', 4)
const SAMPLES = 6

function open(route: StepwiseRoute, options: FakeGpuOptions = {}, kind: 'software' | 'hardware' = 'hardware') {
  const { fake, gpu } = openFake({ onDispatch: runKernelDispatch, ...options }, { kind })
  return { backend: new StepwiseBackend(gpu, route), fake, gpu }
}

const TEXTS = [
  solver('mirror', 'hmirror(I)', 'rot90(x1)', 'rot90(I)'.replace('I', 'x2')),
  solver('map', 'objects(I, T, F, T)', 'apply(size, x1)', 'order(x2, identity)'),
  solver('closure', 'fork(combine, identity, identity)', 'asobject(I)', 'x1(x2)', 'power(hmirror, 2)', 'x4(x3)'),
  solver('fails', 'height(I)', 'first(x1)', 'size(x2)'),
  solver('filter', 'asobject(I)', 'matcher(first, 2)', 'sfilter(x1, x2)'),
  solver('chosen', 'portrait(I)', 'branch(x1, hmirror, 5)', 'x2(I)'),
  solver('constant', 'astuple(1, 2)', 'add(x1, 3)'),
]
const BATT = `def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    x1 = height(I)
    x2 = first(x1)
    x3 = size(x2)
    x4 = branch(x3, size, rot90)
    x5 = x4(I)
    x6 = identity(C)
    x7 = size(S)
    o.append((1, False, 'own', x5))
    o.append((2, False, 'own', x6))
    s.append((3, 'a', 'b', x7))
    return o, s
`

describe.each<StepwiseRoute>(['per-op', 'grouped'])('%s', (route) => {
  test('has the results of the CPU', async () => {
    const { backend, fake } = open(route)
    for (const measure of [true, false])
      await expectCpuResults(
        backend,
        batchOf([...TEXTS, TEXTS.join('')], [TASK, drawTask('two', 3, 5)], { ...VALUES, measure }),
      )
    expect(backend.gpu.fallbacks).toEqual([])
    expect(backend.gpu.route).toBe(route)
    expect(fake.scopeDepth).toBe(0)
    await backend.close()
    expect(fake.buffers.filter(({ isDestroyed }) => !isDestroyed)).toEqual([])
  })
})

test('a unit may be any range of samples', async () => {
  const { backend } = open('grouped')
  const batch = batchOf([TEXTS[0]!], [TASK])
  await expectCpuResults(backend, { ...batch, units: [{ ...batch.units[0]!, from: 2, to: 5 }] })
  expect(backend.work.executed).toBe(3 * 3)
  expect(backend.gpu.devices[0]!.rows).toBe(3)
})

test('guarded statements take their defaults', async () => {
  const { backend } = open('grouped')
  await expectCpuResults(backend, batchOf([BATT], [TASK]))
  await expectCpuResults(backend, batchOf([BATT], [TASK], { ...VALUES, measure: false }))
})

test('counts dispatches, kernels, rounds, rows, steps and transfers', async () => {
  const text = solver('own', 'hmirror(I)', 'rot90(x1)')
  const grouped = open('grouped', {}, 'software')
  await expectCpuResults(grouped.backend, batchOf([text], [TASK]))
  expect(grouped.backend.work).toMatchObject({ dispatches: 2, onGpu: 2 * SAMPLES, onCpu: 0, executed: 12, chunks: 1 })
  expect(grouped.backend.gpu).toMatchObject({
    rounds: 2,
    devices: [{ name: 'fake', software: true, api: 'webgpu', chunks: 1, rows: SAMPLES }],
    compiled: { pipelines: 2 },
  })
  expect(grouped.backend.device).toBe('fake (software)')
  expect(grouped.fake.dispatches.map(({ label, workgroups }) => [label, workgroups])).toEqual([
    ['hmirror', 1],
    ['rot90', 1],
  ])
  const single = open('per-op')
  await expectCpuResults(single.backend, batchOf([text], [TASK]))
  expect(single.backend.work).toMatchObject({ dispatches: 2 * SAMPLES, onGpu: 2 * SAMPLES })
  expect(single.backend.device).toBe('fake')
  expect(single.backend.name).toBe('gpu')
  expect(single.backend.crashes).toEqual([])
  // An upload of the heap and of its top for each unit; parameters, queues and entries for each wave.
  expect(single.backend.work.upload.count).toBe(2 + 3 * 2 * SAMPLES)
})

test('steps of a task run once for all its samples, constants once for a unit', async () => {
  const { backend } = open('grouped')
  const text = solver('own', 'astuple(1, 2)', 'identity(I)', 'pair(x1, x1)', 'pair(x2, x2)', 'astuple(x3, x4)')
  await expectCpuResults(backend, batchOf([text], [TASK]))
  expect(backend.work.onGpu).toBe(2 + 3 * SAMPLES)
})

describe('memory', () => {
  const big: Task = {
    id: 'big',
    train: [],
    test: [{ input: { height: 30, width: 30, cells: new Uint8Array(900).fill(1) } }],
  }

  test('the heap doubles until the results fit', async () => {
    const { backend, fake } = open('grouped')
    await expectCpuResults(
      backend,
      batchOf([solver('up', 'upscale(I, 20)', 'hmirror(x1)')], [big], { ...VALUES, outputs: 'hash' }),
    )
    expect(backend.gpu.fallbacks).toEqual([])
    const heaps = fake.buffers.filter(({ label }) => label === 'heap').map(({ size }) => size / 4 - 1)
    expect(heaps).toEqual([1 << 18, 1 << 19, 1 << 20])
  })

  test('a call beyond the largest buffer is run by the CPU', async () => {
    const { backend } = open('grouped', { limits: { maxStorageBufferBindingSize: 4 * ((1 << 18) + 1) } })
    await expectCpuResults(backend, batchOf([solver('up', 'upscale(I, 20)')], [big], { ...VALUES, outputs: 'hash' }))
    expect(backend.gpu.fallbacks).toEqual([
      { reason: 'device-failed', detail: 'The buffer scratch needs 4194304 words', rows: 1 },
    ])
    expect(backend.gpu.devices[0]!.rows).toBe(0)
    expect(backend.work.onCpu).toBe(1)
  })
})

describe('devices that fail', () => {
  test('the CPU runs the rows of a lost device', async () => {
    const { backend, fake } = open('grouped')
    fake.lose('unknown', 'gone')
    await expectCpuResults(backend, batchOf([TEXTS[0]!], [TASK]))
    expect(backend.gpu.fallbacks).toMatchObject([{ reason: 'device-lost', rows: SAMPLES }])
    expect(backend.work.onCpu).toBe(3 * SAMPLES)
    expect(backend.gpu.devices[0]).toMatchObject({ chunks: 0, rows: 0 })
  })

  test('and of one that refuses a kernel; other errors are thrown', async () => {
    const { backend } = open('grouped', { refuse: () => 'no' })
    await expectCpuResults(backend, batchOf([TEXTS[0]!], [TASK]))
    expect(backend.gpu.fallbacks).toMatchObject([{ reason: 'device-failed', rows: SAMPLES }])
    const broken = open('grouped', {
      onDispatch: () => {
        throw new RangeError('surprise')
      },
    })
    await expect(expectCpuResults(broken.backend, batchOf([TEXTS[0]!], [TASK]))).rejects.toThrow('surprise')
  })
})

describe('the evaluator', () => {
  const calls = (heap: Heap) => [
    { fn: primitiveWord('add'), args: [2, 3] },
    { fn: primitiveWord('rbind'), args: [primitiveWord('add'), 7], then: [4] },
    { fn: primitiveWord('size'), args: [encodeNotation(heap, { t: [5, 6, 7] })] },
    { fn: primitiveWord('apply'), args: [primitiveWord('increment'), encodeNotation(heap, { t: [5, 6, 7] })] },
  ]

  test('runs single calls in waves, one dispatch for each kernel', async () => {
    const dispatched: FakeDispatch[] = []
    const { gpu } = openFake({
      onDispatch: (dispatch) => {
        dispatched.push(dispatch)
        runKernelDispatch(dispatch)
      },
    })
    const evaluator = new GpuEvaluator(gpu)
    const heap = evaluator.newHeap()
    const { results } = await evaluator.evaluate(heap, calls(heap))
    expect(results.map((word) => decodeNotation(heap, word))).toEqual([5, 11, 3, { t: [6, 7, 8] }])
    expect(evaluator.work).toMatchObject({ onCpu: 0, onGpu: 9, dispatches: dispatched.length })
    // The first wave has the kernels of all four calls.
    expect(dispatched.slice(0, 4).map(({ label }) => label)).toEqual(
      expect.arrayContaining(['add', 'rbind', 'size', 'applyCalls']),
    )
  })

  test('an argument that is an error is the result, also of the second application', async () => {
    const { gpu } = openFake({ onDispatch: runKernelDispatch })
    const evaluator = new GpuEvaluator(gpu)
    const heap = evaluator.newHeap()
    const bad = -0x47ffffff
    const { results } = await evaluator.evaluate(heap, [
      { fn: primitiveWord('add'), args: [2, bad] },
      { fn: primitiveWord('rbind'), args: [primitiveWord('add'), 7], then: [bad] },
      { fn: primitiveWord('first'), args: [5], then: [1] },
    ])
    expect(results.slice(0, 2)).toEqual([bad, bad])
    expect(evaluator.work.onGpu).toBe(2)
  })

  test('both applications of a call share its budget', async () => {
    const { gpu } = openFake({ onDispatch: runKernelDispatch })
    const work = async (budget: number) => {
      const evaluator = new GpuEvaluator(gpu, budget)
      const heap = evaluator.newHeap()
      const { results } = await evaluator.evaluate(heap, [calls(heap)[1]!])
      return results[0]!
    }
    const least = await (async () => {
      for (let budget = 1; ; budget++) if ((await work(budget)) === 11) return budget
    })()
    expect(least).toBeGreaterThan(2)
    expect(await work(least - 1)).not.toBe(11)
  })
})
