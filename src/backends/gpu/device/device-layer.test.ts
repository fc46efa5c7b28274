// The device layer on a device in memory: errors become results, transfers are counted, pipelines are compiled once.

import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../../../test/gpu/interpreted-device.ts'
import { openFake } from '../../../../test/gpu/fake-gpu.ts'
import { MegabattError } from '../../../language/errors.ts'
import { GpuBuffers } from './buffers.ts'
import { KernelError, type DeviceErrorKind, expectValue, lossError, toMegabattError } from './device-errors.ts'
import { describeAdapter, openWebGpuDevice, pickLimits } from './webgpu/open-device.ts'
import { DispatchClock } from './webgpu/dispatch-clock.ts'
import { Pipelines } from './pipelines.ts'
import { familyOf } from '../shaders/families.ts'
import { formWord, tunedKernels } from '../shaders/tuned-kernels.ts'
import { KERNEL_BUFFERS, STATE, kernelNumber } from '../shaders/device-state.ts'

describe('error scopes', () => {
  test('a call without errors returns its value and leaves no scope', async () => {
    const { fake, gpu } = openFake()
    expect(await gpu.attempt('nothing', () => 7)).toEqual({ ok: true, value: 7 })
    expect(fake.scopeDepth).toBe(0)
  })

  test.each<GPUErrorFilter>(['validation', 'out-of-memory', 'internal'])(
    'an error of kind %s is the result',
    async (kind) => {
      const { fake, gpu } = openFake()
      const result = await gpu.attempt('a call', () => fake.raise(kind, 'wrong'))
      expect(result).toEqual({ ok: false, error: { kind, label: 'a call', message: 'wrong' } })
      expect(gpu.uncaught).toEqual([])
    },
  )

  test('of several errors validation comes first', async () => {
    const { fake, gpu } = openFake()
    const result = await gpu.attempt('a call', () => {
      fake.raise('internal', 'second')
      fake.raise('validation', 'first')
    })
    expect(result).toMatchObject({ error: { kind: 'validation', message: 'first' } })
  })

  test('a loss is the result, before, during and after the call', async () => {
    const { fake, gpu } = openFake()
    const during = gpu.attempt('during', () => {
      fake.lose('unknown', 'driver gone')
      return 1
    })
    expect(await during).toEqual({ ok: false, error: { kind: 'lost', label: 'during', message: 'driver gone' } })
    let isCalled = false
    const after = await gpu.attempt('after', () => (isCalled = true))
    expect(after).toMatchObject({ ok: false, error: { kind: 'lost', label: 'after' } })
    expect(isCalled).toBe(false)
    expect(gpu.state).toBe('lost')
  })

  test('an action that throws leaves no scope', async () => {
    const { fake, gpu } = openFake()
    const fail = () => {
      throw new RangeError('mine')
    }
    await expect(gpu.attempt('thrown', fail)).rejects.toThrow('mine')
    expect(fake.scopeDepth).toBe(0)
  })

  test.each<[DeviceErrorKind, string, string, number]>([
    ['validation', 'BugError', 'gpu-validation', 70],
    ['out-of-memory', 'LimitError', 'gpu-out-of-memory', 2],
    ['internal', 'EnvironmentError', 'gpu-internal', 3],
    ['lost', 'EnvironmentError', 'gpu-lost', 3],
  ])('%s is a %s', (kind, name, code, exitCode) => {
    const error = toMegabattError({ kind, label: 'a chunk', message: 'why' })
    expect(error).toMatchObject({ name, code, exitCode })
    expect(error.message).toContain('a chunk: why')
    expect(error.advice === undefined).toBe(kind === 'validation')
    const thrown = () => expectValue({ ok: false, error: { kind, label: 'a chunk', message: 'why' } })
    expect(thrown).toThrow(MegabattError)
    expect(expectValue({ ok: true, value: 3 })).toBe(3)
  })

  test('a loss without a message has one', async () => {
    const { fake, gpu } = openFake()
    expect(lossError(gpu, 'x').message).toBe('the device is lost')
    fake.lose('unknown', '')
    await gpu.lost
    expect(lossError(gpu, 'x')).toEqual({ kind: 'lost', label: 'x', message: 'the device is lost' })
  })

  test('a kernel error names its kernel', () => {
    expect(new KernelError('rot90', 'why')).toMatchObject({
      name: 'KernelError',
      code: 'gpu-kernel',
      exitCode: 70,
      kernel: 'rot90',
      message: 'The kernel rot90 does not compile: why',
      advice: expect.stringContaining('CPU'),
    })
  })
})

describe('device', () => {
  const info = { vendor: 'v', architecture: 'a', device: 'd', description: 'text', isFallbackAdapter: false }
  const adapterOf = (own: Partial<typeof info>, features: string[] = []) => {
    const requests: GPUDeviceDescriptor[] = []
    const { fake } = openFake({ features })
    const adapter = {
      info: { ...info, ...own },
      features: new Set(features),
      limits: { ...LIMITS, maxTextureDimension1D: 5 },
      requestDevice: async (request: GPUDeviceDescriptor) => {
        requests.push(request)
        return fake.device
      },
    }
    return { adapter: adapter as unknown as GPUAdapter, requests }
  }

  test.each([
    [{ device: 'swiftshader-device-subzero-' }, 'swiftshader-device-subzero'],
    [{ device: 'a-b--' }, 'a-b'],
    [{ device: '' }, 'text'],
    [{ device: '', description: '' }, 'a'],
    [{ device: '', description: '', architecture: '' }, 'v'],
    [{ device: '', description: '', architecture: '', vendor: '' }, 'unnamed adapter'],
  ])('the name of %o is %s', (own, name) => {
    expect(describeAdapter(adapterOf(own).adapter).name).toBe(name)
  })

  test('the description has all fields; software is told by flag or architecture', () => {
    expect(describeAdapter(adapterOf({}).adapter, 'vulkan')).toEqual({
      name: 'd',
      vendor: 'v',
      architecture: 'a',
      driver: 'text',
      backend: 'vulkan',
      kind: 'hardware',
    })
    expect(describeAdapter(adapterOf({}).adapter).backend).toBe('')
    expect(describeAdapter(adapterOf({ isFallbackAdapter: true }).adapter).kind).toBe('software')
    expect(describeAdapter(adapterOf({ architecture: 'swiftshader' }).adapter).kind).toBe('software')
  })

  test.each([true, false])('is opened with the limits of its adapter; timestamps: %s', async (hasTimestamps) => {
    const { adapter, requests } = adapterOf({}, hasTimestamps ? ['timestamp-query', 'other'] : ['other'])
    const gpu = await openWebGpuDevice(adapter)
    expect(requests).toEqual([
      {
        label: 'megabatt',
        requiredFeatures: hasTimestamps ? ['timestamp-query'] : [],
        requiredLimits: LIMITS,
      },
    ])
    expect(gpu.hasTimestamps).toBe(hasTimestamps)
    expect([gpu.name, gpu.kind, gpu.state, gpu.loss]).toEqual(['d', 'hardware', 'ready', undefined])
    expect(gpu.limits).toEqual(LIMITS)
    expect(pickLimits(adapter.limits)).toEqual(LIMITS)
    expect(await gpu.wait(Promise.resolve(5))).toBe(5)
  })

  test('an adapter that gives none is an error with its name', async () => {
    const { adapter } = adapterOf({ device: 'mine' })
    adapter.requestDevice = () => Promise.reject(new Error('no'))
    await expect(openWebGpuDevice(adapter)).rejects.toMatchObject({
      code: 'gpu-device-refused',
      message: expect.stringContaining('mine gives no device: Error: no'),
      advice: expect.stringContaining('driver'),
    })
  })

  test.each<GPUErrorFilter>(['validation', 'out-of-memory', 'internal'])(
    'an error outside scopes is kept as %s',
    (kind) => {
      const { fake, gpu } = openFake()
      fake.raise(kind, 'alone')
      expect(gpu.uncaught).toEqual([{ kind, label: 'a call outside error scopes', message: 'alone' }])
    },
  )

  test('tells its own end from a loss', async () => {
    const own = openFake().gpu
    own.destroy()
    own.destroy()
    expect(own.state).toBe('destroyed')
    expect(await own.lost).toEqual({ reason: 'destroyed', message: 'destroyed' })
    expect(own.loss).toEqual({ reason: 'destroyed', message: 'destroyed' })
    const outside = openFake()
    outside.fake.lose('destroyed', 'by the page')
    expect(await outside.gpu.lost).toMatchObject({ reason: 'destroyed' })
    expect(outside.gpu.state).toBe('destroyed')
    const lost = openFake()
    lost.fake.lose('unknown', 'crash')
    expect(await lost.gpu.lost).toEqual({ reason: 'lost', message: 'crash' })
    lost.gpu.destroy()
    expect(lost.gpu.state).toBe('lost')
  })
})

describe('buffers', () => {
  test('words are uploaded and read back; transfers are counted', async () => {
    const { fake, gpu } = openFake()
    const buffers = new GpuBuffers(gpu)
    const a = buffers.createFrom('a', Int32Array.of(1, 2, 3, 4))
    const b = buffers.create('b', 3)
    buffers.upload(b, Int32Array.of(9), 2)
    buffers.upload(b, new Int32Array(0))
    expect(
      await buffers.downloadAll([
        { buffer: a, wordCount: 2, wordOffset: 1 },
        { buffer: b, wordCount: 0 },
        { buffer: b, wordCount: 3 },
      ]),
    ).toEqual([Int32Array.of(2, 3), new Int32Array(0), Int32Array.of(0, 0, 9)])
    expect(await buffers.download(a, 1, 3)).toEqual(Int32Array.of(4))
    expect(buffers.transfers).toEqual({ upload: { count: 2, bytes: 20 }, download: { count: 2, bytes: 24 } })
    expect(fake.buffers.map(({ label }) => label)).toEqual(['a', 'b', 'read back'])
    gpu.destroy()
    expect(fake.buffers[2]!.isDestroyed).toBe(true)
    expect([fake.buffers[0]!.isDestroyed, fake.buffers[1]!.isDestroyed]).toEqual([false, false])
  })

  test('counts in the transfers that it is given', async () => {
    const transfers = { upload: { count: 1, bytes: 1 }, download: { count: 1, bytes: 1 } }
    const buffers = new GpuBuffers(openFake().gpu, transfers)
    await buffers.download(buffers.createFrom('a', Int32Array.of(1)), 1)
    expect(transfers).toEqual({ upload: { count: 2, bytes: 5 }, download: { count: 2, bytes: 5 } })
  })

  test('the staging buffer is kept, grows by powers of two and is not shared by two readings', async () => {
    const { fake, gpu } = openFake()
    const buffers = new GpuBuffers(gpu)
    const large = buffers.create('large', 3000)
    await buffers.download(large, 10)
    await buffers.download(large, 1024)
    expect(fake.buffers.map(({ size }) => size)).toEqual([12_000, 4096])
    await buffers.download(large, 1025)
    expect(fake.buffers.map(({ size, isDestroyed }) => [size, isDestroyed])).toEqual([
      [12_000, false],
      [4096, true],
      [8192, false],
    ])
    const read = await Promise.all([buffers.download(large, 5), buffers.download(large, 6)])
    expect(read.map(({ length }) => length)).toEqual([5, 6])
    expect(fake.buffers).toHaveLength(4)
    expect(fake.buffers.filter(({ label, isDestroyed }) => label === 'read back' && !isDestroyed)).toHaveLength(1)
  })

  test('a staging buffer is no larger than the device allows', async () => {
    const { fake, gpu } = openFake({ limits: { maxBufferSize: 5000 } })
    const buffers = new GpuBuffers(gpu)
    const buffer = buffers.create('all', 1250)
    await buffers.download(buffer, 1250)
    expect(fake.buffers.map(({ size }) => size)).toEqual([5000, 5000])
  })

  test('sizes: an empty buffer can be bound, one over the limit is refused', () => {
    const { fake, gpu } = openFake({ limits: { maxStorageBufferBindingSize: 403 } })
    const buffers = new GpuBuffers(gpu)
    expect(buffers.maxWordCount).toBe(100)
    buffers.create('empty', 0)
    buffers.create('most', 100)
    buffers.create('parameters', 64, 'parameters')
    buffers.create('tables', 64, 'read-only')
    expect(fake.buffers.map(({ size, usage }) => [size, usage])).toEqual([
      [16, 0x8c],
      [400, 0x8c],
      [256, 0x48],
      [256, 0x8c],
    ])
    expect(() => buffers.create('more', 101)).toThrow(
      expect.objectContaining({ code: 'gpu-buffer-size', advice: expect.stringContaining('100 words') }),
    )
    expect(new GpuBuffers(openFake({ limits: { maxBufferSize: 40 } }).gpu).maxWordCount).toBe(10)
  })

  test('a reading past the end is an error, and nothing to read needs no transfer', async () => {
    const { gpu } = openFake()
    const buffers = new GpuBuffers(gpu)
    const buffer = buffers.createFrom('short', Int32Array.of(1, 2, 3, 4))
    await expect(buffers.download(buffer, 4, 2)).rejects.toMatchObject({ code: 'gpu-validation' })
    expect(await buffers.downloadAll([{ buffer, wordCount: 0 }])).toEqual([new Int32Array(0)])
    expect(buffers.transfers.download.count).toBe(0)
  })

  test('a loss while it is read is an error', async () => {
    const { fake, gpu } = openFake()
    const buffers = new GpuBuffers(gpu)
    const buffer = buffers.createFrom('words', Int32Array.of(1))
    const reading = buffers.download(buffer, 1)
    fake.lose('unknown', 'gone')
    await expect(reading).rejects.toMatchObject({ code: 'gpu-lost' })
  })
})

describe('pipelines', () => {
  test('are compiled once; progress and counts are reported', async () => {
    const { fake, gpu } = openFake()
    const pipelines = new Pipelines(gpu)
    const progress: [number, number][] = []
    const report = (done: number, total: number) => progress.push([done, total])
    const first = await pipelines.prepare(['rot90', 'size', 'rot90'], report)
    expect([...first.keys()]).toEqual(['rot90', 'size'])
    const again = await pipelines.prepare(['size', 'flip'], report)
    expect(again.get('size')).toBe(first.get('size'))
    expect(progress).toEqual([
      [0, 2],
      [1, 2],
      [2, 2],
      [0, 1],
      [1, 1],
    ])
    expect(pipelines.compiled.pipelines).toBe(3)
    expect(pipelines.compiled.ms).toBeGreaterThan(0)
    expect(fake.modules).toEqual(['rot90', 'size', 'flip'])
    expect(fake.firstDispatches.map(({ label }) => label)).toEqual(['rot90', 'size', 'flip'])
    // Every shader ends at once where a memory has run out.
    for (const { state } of fake.firstDispatches) expect(state[STATE.lacking]).not.toBe(0)
    const spent = pipelines.compiled.ms
    await pipelines.prepare(['size'])
    expect(pipelines.compiled).toEqual({ pipelines: 3, ms: spent })
  })

  test('of the scheduler share one module', async () => {
    const { fake, gpu } = openFake()
    const scheduler = await new Pipelines(gpu).prepareScheduler(['advance', 'judge'])
    expect([...scheduler.keys()]).toEqual(['scheduler.advance', 'scheduler.judge'])
    expect(Array.from(scheduler.values(), (own) => (own as unknown as { entryPoint: string }).entryPoint)).toEqual([
      'advance',
      'judge',
    ])
    expect(fake.modules).toEqual(['scheduler'])
  })

  test('a refused kernel is a KernelError; the next attempt compiles again', async () => {
    let isRefused = true
    const { gpu } = openFake({ refuse: (label) => (label === 'rot90' && isRefused ? 'too long' : undefined) })
    const pipelines = new Pipelines(gpu)
    await expect(pipelines.prepare(['size', 'rot90'])).rejects.toMatchObject({
      name: 'KernelError',
      kernel: 'rot90',
      message: 'The kernel rot90 does not compile: Error: too long',
    })
    isRefused = false
    expect((await pipelines.prepare(['rot90'])).size).toBe(1)
  })

  test('a shader that does not validate is a KernelError, other errors are the device’s', async () => {
    const raising = (kind: GPUErrorFilter) => {
      const { fake, gpu } = openFake({ onModule: () => fake.raise(kind, 'bad') })
      return new Pipelines(gpu)
    }
    await expect(raising('validation').prepare(['size'])).rejects.toMatchObject({ name: 'KernelError', kernel: 'size' })
    await expect(raising('internal').prepare(['size'])).rejects.toMatchObject({ code: 'gpu-internal' })
  })

  test('a device that is lost while it compiles is an error of the device', async () => {
    const lossy = openFake({
      refuse: () => {
        lossy.fake.lose('unknown', 'gone')
        return 'gone'
      },
    })
    await expect(new Pipelines(lossy.gpu).prepare(['size'])).rejects.toMatchObject({ code: 'gpu-lost' })
  })

  test('kernels of a family share its pipeline; a family that is refused is replaced by pipelines of its kernels', async () => {
    const shared = openFake()
    const pipelines = new Pipelines(shared.gpu)
    pipelines.families = 'small'
    const made = await pipelines.prepare(['size', 'identity', 'partition'])
    expect([...made.keys()]).toEqual(['family.1', 'partition'])
    expect(
      pipelines.passesOf(
        new Map([
          ['size', 3],
          ['partition', 1],
          ['identity', 4],
        ]),
      ),
    ).toEqual(
      new Map([
        ['family.1', 7],
        ['partition', 1],
      ]),
    )
    expect(shared.fake.modules).toEqual(['family.1', 'partition'])
    expect(pipelines.compiled.pipelines).toBe(2)
    const { fake, gpu } = openFake({ refuse: (label) => (label === 'family.1' ? 'too large' : undefined) })
    const alone = new Pipelines(gpu)
    alone.families = 'small'
    const replaced = await alone.prepare(['size', 'identity'])
    expect([...replaced.keys()]).toEqual(['size', 'identity'])
    expect(fake.modules).toEqual(['family.1', 'size', 'identity'])
    expect(alone.formsOf('size')).toEqual(['size'])
  })

  test('a large family that is refused is replaced by small ones; so is that of tuned kernels, by each alone', async () => {
    const { gpu } = openFake({ refuse: (label) => (/large|group/.test(label) ? 'too large' : undefined) })
    const pipelines = new Pipelines(gpu, { tuned: 'all' })
    pipelines.families = 'large'
    expect(pipelines.formsOf('fill')).toEqual(['family.group', familyOf('fill', 'a', 'large')])
    await pipelines.prepare(['size', 'fill', 'objects'])
    expect(pipelines.formsOf('size')).toEqual(['family.1'])
    expect(pipelines.formsOf('fill')).toEqual(['tuned.fill', 'fill'])
    expect(pipelines.formsOf('objects')).toEqual(['tuned.objects', 'objects'])
  })

  test('tuned forms are used as chosen; one that is refused is replaced by the ordinary form', async () => {
    const { fake, gpu } = openFake({ refuse: (label) => (label === 'tuned.fill' ? 'no' : undefined) })
    const pipelines = new Pipelines(gpu, { tuned: 'all' })
    const ready = await pipelines.prepare(['objects', 'fill', 'size'])
    expect([...ready.keys()]).toEqual(['tuned.objects', 'objects', 'fill', 'size'])
    // Tuned forms come first, and a word of each is in the state.
    expect([
      ...pipelines
        .passesOf(
          new Map([
            ['size', 1],
            ['objects', 5],
          ]),
        )
        .keys(),
    ]).toEqual(['tuned.objects', 'size', 'objects'])
    const state = new Int32Array(STATE.words)
    const written = () => {
      pipelines.writeForms(state)
      return Array.from(tunedKernels.keys(), (kernel) => [kernel, state[STATE.forms + kernelNumber(kernel)]])
    }
    expect(written()).toEqual(
      Array.from(tunedKernels.keys(), (kernel) => [kernel, kernel === 'fill' ? 0 : formWord(kernel, 'long')]),
    )
    pipelines.tunedCalls = 'all'
    expect(new Map(written() as [string, number][]).get('objects')).toBe(formWord('objects', 'all'))
    expect(['objects', 'fill', 'size'].map((kernel) => pipelines.isTuned(kernel))).toEqual([true, false, false])
    pipelines.tuned = 'none'
    expect(state.some((word) => word !== 0)).toBe(true)
    expect(written().every(([, word]) => word === 0)).toBe(true)
    expect([...(await pipelines.prepare(['objects'])).keys()]).toEqual(['objects'])
    expect(fake.modules).toContain('tuned.objects')
    expect(new Pipelines(gpu).isTuned('objects')).toBe(false)
  })

  test('workgroups: one for each 64 calls, one for each call of a tuned kernel, within the limits', () => {
    const { gpu } = openFake()
    const pipelines = new Pipelines(gpu, { tuned: 'all' })
    expect([0, 1, 64, 65, 6400, Infinity].map((calls) => pipelines.groupsOf('size', calls, 10))).toEqual([
      1, 1, 1, 2, 10, 10,
    ])
    expect([0, 1, 9, 64, Infinity].map((calls) => pipelines.groupsOf('tuned.objects', calls, 10))).toEqual([
      1, 1, 9, 10, 10,
    ])
    expect(pipelines.groupsOf('family.group', Infinity, 2)).toBe(2)
  })

  test('all bind groups have the layout of the shaders', async () => {
    const { gpu } = openFake()
    const pipeline = (await new Pipelines(gpu).prepare(['size'])).get('size') as unknown as { layout: unknown }
    const made = KERNEL_BUFFERS.map((use) => ({ buffer: gpu.createBuffer('b', 32, use) }))
    const { ranges, group } = gpu.bind([{ ...made[0]!, wordOffset: 4, wordCount: 8 }, ...made.slice(1)]) as unknown as {
      ranges: unknown[]
      group: {
        layout: { entries: { binding: number; visibility: number; buffer: { type: string } }[] }
        entries: { binding: number; resource: { offset: number; size?: number } }[]
      }
    }
    expect(ranges).toHaveLength(7)
    expect(pipeline.layout).toEqual({ bindGroupLayouts: [group.layout] })
    expect(group.entries.slice(0, 2)).toMatchObject([
      { binding: 0, resource: { offset: 16, size: 32 } },
      { binding: 1, resource: { offset: 0 } },
    ])
    expect(group.entries[1]!.resource).not.toHaveProperty('size')
    expect(
      group.layout.entries.map(({ binding, visibility, buffer: { type } }) => [binding, visibility, type]),
    ).toEqual([
      [0, 4, 'storage'],
      [1, 4, 'storage'],
      [2, 4, 'storage'],
      [3, 4, 'storage'],
      [4, 4, 'storage'],
      [5, 4, 'uniform'],
      [6, 4, 'read-only-storage'],
    ])
  })
})

test('the clock sums the times of each pipeline, over several query sets', async () => {
  const { fake, gpu } = openFake({ features: ['timestamp-query'] })
  const compiled = await gpu.compile({
    label: 'own',
    program: { label: 'own', text: '' },
    entryPoint: 'main',
    uses: ['storage'],
  })
  const pipeline = expectValue(compiled)
  const bindings = gpu.bind([{ buffer: gpu.createBuffer('words', 4, 'storage') }])
  const readTimes = gpu.submit(
    'timed',
    (commands) => {
      for (let k = 0; k < 2050; k++) commands.dispatch(pipeline, bindings, 1, k % 2 === 0 ? 'even' : 'odd')
    },
    true,
  )
  // Dispatch n takes 10 n ns.
  expect(await readTimes!()).toEqual(
    new Map([
      ['even', { dispatches: 1025, ns: 10 * 1025 ** 2 }],
      ['odd', { dispatches: 1025, ns: 10 * 1025 * 1026 }],
    ]),
  )
  expect(fake.passes).toHaveLength(2050)
  expect(fake.buffers.find(({ label }) => label === 'times')!.isDestroyed).toBe(true)
  // A clock that runs backwards counts as none.
  const other = new DispatchClock(fake.device)
  other.next('own')
  expect(other.read(Int32Array.of(9, 0, 4, 0)).get('own')).toEqual({ dispatches: 1, ns: 0 })
  other.destroy()
  expect(gpu.submit('untimed', () => undefined)).toBeUndefined()
  expect(openFake().gpu.submit('cannot', () => undefined, true)).toBeUndefined()
})
