// Chunks on a device in memory: one upload, the dispatches of all rounds in order, one read-back.

import { describe, expect, test } from 'vitest'
import { type FakeGpuOptions, openFake } from '../../../../test/gpu/fake-gpu.ts'
import { FakeScheduler } from '../../../../test/gpu/fake-kernels.ts'
import { InterpretedDevice } from '../../../../test/gpu/interpreted-device.ts'
import { VALUES, batchOf, drawTask, expectCpuResults, solver } from '../../../../test/gpu/small-batch.ts'
import type { ChunkOptions } from '../chunk/chunk-device.ts'
import { type ChunkImage, ImageBuilder } from '../chunk/chunk-image.ts'
import type { CopiedSlots } from '../chunk/chunk-layout.ts'
import { makeChunk } from '../chunk/chunk.ts'
import { GpuBackend } from '../gpu-backend.ts'
import { schedulePlan } from '../schedule/schedule.ts'
import { MAX_KERNELS, STATE, kernelNumber } from '../shaders/device-state.ts'
import { formWord, tunedKernels } from '../shaders/tuned-kernels.ts'
import { planMemory } from './device-memory.ts'
import { LocalDevice } from './local-device.ts'
import { deviceParams } from '../../../translate/device-params.ts'

const BYTES = 8 << 20
const TASK = drawTask('one', 4)
const TEXTS = [solver('a', 'hmirror(I)', 'rot90(x1)'), solver('map', 'asobject(I)', 'apply(first, x1)')]
const OPTIONS: ChunkOptions = { scratchWords: 100, packWords: 5000 }

function open(options: FakeGpuOptions = {}) {
  const scheduler = new FakeScheduler()
  const { fake, gpu } = openFake({ onDispatch: (dispatch) => scheduler.run(dispatch), ...options })
  return { device: new LocalDevice(gpu, BYTES), fake, gpu, scheduler }
}

function imageOf(texts: readonly string[], copied: CopiedSlots = 'none'): ChunkImage {
  const { plans, units, settings } = batchOf(texts, [TASK])
  const scheduled = plans.map((plan) => ({ plan, schedule: schedulePlan(plan) }))
  const ranges = units.map(({ from, to }, unit) => ({ unit, from, to }))
  return new ImageBuilder().build(makeChunk(ranges, units, scheduled), units, settings, copied)
}

describe('a chunk', () => {
  test('has the answers of the interpreter', async () => {
    const { device } = open()
    const image = imageOf(TEXTS, 'all')
    const words = await device.run(image, VALUES.budget, OPTIONS)
    const wanted = await new InterpretedDevice({ sizes: device.facts.sizes }).run(image, VALUES.budget, OPTIONS)
    expect(words.arena).toEqual(wanted.arena)
    expect(words.copies).toEqual(wanted.copies)
    expect(words.calls).toEqual(wanted.calls)
    expect(words.calls).toHaveLength(MAX_KERNELS)
    expect(words.state).toHaveLength(STATE.queueCounts)
    expect(words.state[STATE.heapTop]).toBe(wanted.state[STATE.heapTop])
    expect(words).not.toHaveProperty('times')
  })

  test('is one upload, one submission and one read-back beside it', async () => {
    const { device, fake } = open()
    const image = imageOf(TEXTS, 'outputs')
    const words = await device.run(image, VALUES.budget, OPTIONS)
    const state = STATE.words + image.counterCount
    const uploaded = 3 * deviceParams.length + state + image.heap.length + image.arena.length + image.tables.length
    const read = STATE.queueCounts + MAX_KERNELS + image.answerWords + OPTIONS.packWords + image.counterCount
    expect(device.work.transfers).toEqual({
      upload: { count: 1, bytes: 4 * uploaded },
      download: { count: 1, bytes: 4 * read },
    })
    expect(fake.submissions).toBe(2)
    expect(words.dispatches).toBe(fake.dispatches.length)
    expect(fake.passes).toEqual(['chunk'])
    expect(fake.scopeDepth).toBe(0)
  })

  test('dispatches advance, scatter and its kernels in each round, then judge and copies', async () => {
    const { device, fake } = open()
    await device.run(imageOf(TEXTS, 'outputs'), VALUES.budget, OPTIONS)
    const wanted: string[] = []
    for (const round of imageOf(TEXTS, 'outputs').rounds) {
      wanted.push('scheduler.advance')
      wanted.push('scheduler.scatter', ...round.kernels.keys())
    }
    wanted.push('scheduler.judge', 'scheduler.exportOutputs', 'scheduler.scatter', 'copyValue', 'scheduler.pack')
    expect(fake.dispatches.map(({ label }) => label)).toEqual(wanted)
    expect(imageOf(TEXTS, 'outputs').rounds.some(({ spawns }) => spawns)).toBe(true)
    const groups = (name: string) => fake.dispatches.find(({ label }) => label === name)!.workgroups
    expect(groups('scheduler.advance')).toBe(2048)
    expect(groups('scheduler.scatter')).toBe(2048)
    expect(groups('scheduler.judge')).toBe(1)
    expect(groups('scheduler.pack')).toBe(2048)
    expect(groups('hmirror')).toBe(1)
    // A kernel of a map takes all workgroups with scratch memory.
    const most = Math.floor(device.facts.sizes.scratch / (100 * 64))
    expect(groups('first')).toBe(Math.min(2048, most))
    expect(most).toBeGreaterThan(1)
  })

  test('with an access outside of a buffer is an error of the device', async () => {
    const scheduler = new FakeScheduler()
    const { gpu } = openFake({
      onDispatch: (dispatch) => {
        scheduler.run(dispatch)
        if (dispatch.label === 'scheduler.judge') (dispatch.bindings[1] as Int32Array)[STATE.refusedAccesses] = 3
      },
    })
    const running = new LocalDevice(gpu, BYTES).run(imageOf(TEXTS), VALUES.budget, OPTIONS)
    await expect(running).rejects.toMatchObject({
      code: 'gpu-internal',
      message: expect.stringContaining('at a chunk: 3 accesses outside of a buffer') as string,
    })
  })

  test('without outputs has no copies, and does not compile their kernel', async () => {
    const { device, fake } = open()
    const words = await device.run(imageOf(TEXTS), VALUES.budget, OPTIONS)
    expect(words.copies).toHaveLength(0)
    const labels = new Set(fake.dispatches.map(({ label }) => label))
    for (const name of ['scheduler.exportOutputs', 'scheduler.pack', 'copyValue']) expect(labels).not.toContain(name)
    expect(fake.modules).not.toContain('copyValue')
    expect(labels).toContain('scheduler.judge')
    const { judgedCount: _, ...image } = imageOf(TEXTS)
    const other = open()
    await other.device.run({ ...image, judgedCount: 0 }, VALUES.budget, OPTIONS)
    expect(other.fake.dispatches.map(({ label }) => label)).not.toContain('scheduler.judge')
  })

  test('parameters: sizes, parity by round, budget and call limit; copies have a budget of their own', async () => {
    const { device, scheduler } = open()
    await device.run(imageOf(TEXTS, 'outputs'), 5000, { ...OPTIONS, callLimit: 70 })
    const { heap, arena, entries, ready, counters, tables } = device.facts.sizes
    const common = { heapWords: heap - 1, scratchWords: 99, packWords: 5000, statementBudget: 5000 }
    const paramsOf = (words: Int32Array) => ({
      heapWords: words[0],
      scratchWords: words[1],
      budget: words[2],
      parity: words[3],
      packWords: words[12],
      statementBudget: words[13],
    })
    const advances = scheduler.params.filter(({ name }) => name === 'scheduler.advance')
    expect(advances.map(({ words }) => paramsOf(words))).toEqual(
      advances.map((_, round) => ({ ...common, budget: 69, parity: round % 2 })),
    )
    expect([...advances[0]!.words.subarray(4, 12)]).toEqual([
      entries,
      8 * entries,
      10 * entries,
      ready,
      STATE.words,
      counters,
      arena,
      tables,
    ])
    expect([...advances[0]!.words.subarray(14)]).toEqual([9 * entries])
    for (const name of ['scheduler.judge', 'copyValue', 'scheduler.pack']) {
      const { words } = scheduler.params.find((own) => own.name === name)!
      expect(paramsOf(words)).toEqual({
        ...common,
        budget: (1 << 24) - 1,
        parity: advances.length % 2,
        statementBudget: 1 << 24,
      })
    }
    const without = open()
    await without.device.run(imageOf(TEXTS), 5000, OPTIONS)
    expect(paramsOf(without.scheduler.params[0]!.words)).toMatchObject({ budget: 4999, packWords: 0 })
    const long = open()
    await long.device.run(imageOf(TEXTS), 5000, { ...OPTIONS, callLimit: 9000 })
    expect(paramsOf(long.scheduler.params[0]!.words)).toMatchObject({ budget: 4999 })
  })

  test('room for copies is limited by the buffer', async () => {
    const { device } = open()
    const words = await device.run(imageOf(TEXTS, 'outputs'), VALUES.budget, { ...OPTIONS, packWords: 1e9 })
    expect(words.copies).toHaveLength(device.facts.mostCopyWords)
  })

  test('tuned forms and progress of compilation', async () => {
    const { device, fake, scheduler } = open()
    const progress: [number, number][] = []
    const image = imageOf([solver('objects', 'objects(I, T, F, T)')])
    const onCompile = (done: number, total: number) => progress.push([done, total])
    await device.run(image, VALUES.budget, { ...OPTIONS, tuned: 'all', tunedCalls: 'all', onCompile })
    const labels = fake.dispatches.map(({ label }) => label)
    // The ordinary form makes the calls that the tuned one left.
    expect(labels.indexOf('objects')).toBe(labels.indexOf('tuned.objects') + 1)
    const written = Array.from(tunedKernels.keys(), (kernel) => scheduler.forms[kernelNumber(kernel)])
    expect(written).toEqual(Array.from(tunedKernels.keys(), (kernel) => formWord(kernel, 'all')))
    await device.run(image, VALUES.budget, { ...OPTIONS, tuned: new Set(['objects']) })
    expect(scheduler.forms.filter((word) => word !== 0)).toEqual(Int32Array.of(formWord('objects', 'long')))
    expect(progress).toEqual([
      [0, 2],
      [1, 2],
      [2, 2],
      [0, 3],
      [1, 3],
      [2, 3],
      [3, 3],
    ])
    expect(device.work.compiled.pipelines).toBe(5)
    fake.dispatches.length = 0
    await device.run(image, VALUES.budget, OPTIONS)
    expect(fake.dispatches.map(({ label }) => label)).toContain('objects')
    expect(fake.dispatches.map(({ label }) => label)).not.toContain('tuned.objects')
  })

  test('timed dispatches are passes of their own, where the device has timestamps', async () => {
    const timed = open({ features: ['timestamp-query'] })
    const words = await timed.device.run(imageOf(TEXTS), VALUES.budget, { ...OPTIONS, isTimed: true })
    expect(timed.fake.passes).toEqual(timed.fake.dispatches.map(({ label }) => label))
    const { times } = words
    expect([...times!.keys()]).toEqual([...new Set(timed.fake.dispatches.map(({ label }) => label))])
    expect(Array.from(times!.values(), ({ ns }) => ns).reduce((sum, ns) => sum + ns, 0)).toBe(
      (10 * (words.dispatches * (words.dispatches + 1))) / 2,
    )
    expect(timed.fake.buffers.find(({ label }) => label === 'times')!.isDestroyed).toBe(true)
    const plain = open()
    expect(await plain.device.run(imageOf(TEXTS), VALUES.budget, { ...OPTIONS, isTimed: true })).not.toHaveProperty(
      'times',
    )
    const unasked = open({ features: ['timestamp-query'] })
    expect(await unasked.device.run(imageOf(TEXTS), VALUES.budget, OPTIONS)).not.toHaveProperty('times')
  })
})

describe('several chunks', () => {
  test('run one after the other on the same buffers; a failed one does not stop the next', async () => {
    const { device, fake } = open()
    const image = imageOf(TEXTS, 'outputs')
    const broken = { ...image, rounds: 7 as unknown as ChunkImage['rounds'] }
    const [first, failed, second] = await Promise.allSettled([
      device.run(image, VALUES.budget, OPTIONS),
      device.run(broken, VALUES.budget, OPTIONS),
      device.run(image, VALUES.budget, OPTIONS),
    ])
    expect([first!.status, failed!.status, second!.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(second).toEqual(first)
    // Six buffers, three of parameters, one for uploads and one for readings.
    expect(fake.buffers.filter(({ isDestroyed }) => !isDestroyed)).toHaveLength(11)
  })

  test('the upload buffer grows with the images', async () => {
    const { device, fake } = open()
    await device.run(imageOf([TEXTS[0]!]), VALUES.budget, OPTIONS)
    const uploads = () =>
      fake.buffers.filter(({ label }) => label === 'upload').map(({ size, isDestroyed }) => [size, isDestroyed])
    const [[size]] = uploads() as [[number, boolean]]
    expect(Math.log2(size! / 4) % 1).toBe(0)
    await device.run(imageOf([TEXTS[0]!]), VALUES.budget, OPTIONS)
    expect(uploads()).toEqual([[size, false]])
    const many = Array.from({ length: 60 }, (_, k) => solver(`p${k}`, `astuple(${k}, ${k})`))
    await device.run(imageOf(many), VALUES.budget, OPTIONS)
    expect(uploads()[0]).toEqual([size, true])
    expect(uploads()).toHaveLength(2)
    expect(uploads()[1]![0]).toBeGreaterThan(size!)
  })
})

test('errors of the device are thrown', async () => {
  const { device, fake } = open()
  const running = device.run(imageOf(TEXTS), VALUES.budget, OPTIONS)
  fake.lose('unknown', 'gone')
  await expect(running).rejects.toMatchObject({ code: 'gpu-lost' })
})

test('facts are those of the adapter, and closing frees everything', async () => {
  const { device, fake, gpu } = open()
  await device.run(imageOf(TEXTS), VALUES.budget, OPTIONS)
  expect(device.facts).toMatchObject({
    name: 'fake',
    kind: 'hardware',
    adapter: gpu.adapter,
    sizes: planMemory(gpu, BYTES),
  })
  const { entries, ready } = device.facts.sizes
  expect(device.facts.mostCopyWords).toBe(10 * entries + 2 * ready)
  await device.close()
  expect(fake.buffers.filter(({ isDestroyed }) => !isDestroyed)).toEqual([])
  expect(gpu.state).toBe('destroyed')
})

test('a backend on it has the results of the CPU', async () => {
  const backend = new GpuBackend({ open: [async () => open().device], verify: 'full' })
  await expectCpuResults(backend, batchOf(TEXTS, [TASK]))
  expect(backend.gpu).toMatchObject({ verified: 12, fallbacks: [], splits: 0 })
  await backend.close()
})

describe('memory', () => {
  test('a device that has less memory gets half as much until it has that, and keeps nothing of what failed', async () => {
    const { fake, gpu } = openFake({ memory: 30 << 20 })
    const device = await LocalDevice.open(gpu, 100 << 20)
    expect(device.facts.sizes).toEqual(planMemory(gpu, 25 << 20))
    expect(fake.scopeDepth).toBe(0)
    const used = fake.buffers.filter(({ isDestroyed }) => !isDestroyed).reduce((sum, { size }) => sum + size, 0)
    expect(used).toBeLessThan(30 << 20)
    expect((await LocalDevice.open(openFake().gpu, 100 << 20)).facts.sizes).toEqual(planMemory(gpu, 100 << 20))
  })

  test('a device that has not even the least is refused, and so is one that fails otherwise', async () => {
    await expect(LocalDevice.open(openFake({ memory: 7 << 20 }).gpu, 100 << 20)).rejects.toMatchObject({
      code: 'gpu-out-of-memory',
    })
    const { fake, gpu } = openFake()
    fake.lose('unknown', 'pulled out')
    await expect(LocalDevice.open(gpu)).rejects.toMatchObject({ code: 'gpu-lost' })
  })

  const limits = openFake().gpu.limits
  test('the shares of the buffers, in multiples of 256 words', () => {
    const sizes = planMemory({ kind: 'hardware', limits }, 8 << 20)
    expect(sizes).toEqual({
      heap: 943_616,
      arena: 262_144,
      scratch: 419_328,
      entries: 30_487,
      ready: 15_243,
      counters: 16_384,
      tables: 62_720,
      groups: 2048,
    })
    expect(planMemory({ kind: 'software', limits }, 8 << 20)).toEqual({ ...sizes, groups: 8 })
  })

  test('defaults, the least size and the most, and 80 % of the largest buffer as the limit of the heap', () => {
    const total = (kind: 'software' | 'hardware', own: Partial<typeof limits>, bytes?: number) =>
      planMemory({ kind, limits: { ...limits, ...own } }, bytes).heap
    const huge = { maxBufferSize: 2 ** 32, maxStorageBufferBindingSize: 2 ** 32 }
    const part = (bytes: number) => Math.floor(((bytes / 4) * 0.45) / 256) * 256
    expect(total('software', huge)).toBe(part(160 << 20))
    expect(total('hardware', huge)).toBe(part(2 ** 31))
    expect(total('hardware', { ...huge, memorySize: 24e9 })).toBe(part(2 ** 32))
    expect(total('hardware', { ...huge, memorySize: 2 ** 31 })).toBe(part(0.8 * 2 ** 31))
    expect(total('hardware', { maxBufferSize: 2 ** 40, maxStorageBufferBindingSize: 2 ** 40 }, 2 ** 40)).toBe(
      part(2 ** 32),
    )
    expect(part(2 ** 32)).toBeLessThan(2 ** 29)
    expect(total('hardware', huge, 1)).toBe(part(8 << 20))
    expect(total('hardware', { ...huge, maxBufferSize: 2 ** 26 })).toBe(part((0.8 * 2 ** 26) / 0.45))
    expect(total('hardware', { ...huge, maxStorageBufferBindingSize: 2 ** 25 })).toBe(part((0.8 * 2 ** 25) / 0.45))
  })
})
