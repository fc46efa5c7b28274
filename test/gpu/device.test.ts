// The device layers on real devices. Without a device this fails.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GpuBuffers } from '../../src/backends/gpu/device/buffers.ts'
import { listDevices } from '../../src/backends/gpu/device/device.node.ts'
import { expectValue } from '../../src/backends/gpu/device/device-errors.ts'
import type { DeviceBuffer, GpuDevice } from '../../src/backends/gpu/device/device.ts'
import { checkDevice } from '../../src/backends/gpu/trust/self-check.ts'
import { TEST_DEVICES, pullOut } from './test-devices.ts'

const ENTRY = 'double_'
const DOUBLE = {
  wgsl: `
@group(0) @binding(0) var<storage, read_write> words: array<i32>;
@compute @workgroup_size(64) fn ${ENTRY}(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&words)) { words[id.x] = words[id.x] * 2; }
}`,
  opencl: `__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void ${ENTRY}(__global uint *words) {
  if (get_global_id(0) < 1000) { words[get_global_id(0)] *= 2u; }
}`,
} as const

describe.each(TEST_DEVICES)('$api', ({ api, wanted, open }) => {
  let gpu: GpuDevice
  beforeAll(async () => {
    gpu = await open()
  })
  afterAll(() => gpu?.destroy())

  const entryOf = (text: string, entryPoint = ENTRY) => ({
    label: 'double',
    program: { label: 'double', text },
    entryPoint,
    uses: ['storage' as const],
  })
  const compileDouble = async () => expectValue(await gpu.compile(entryOf(DOUBLE[gpu.code.language])))

  describe('device', () => {
    test('has a name, a kind and a state', () => {
      expect(gpu.name).not.toBe('')
      expect(gpu.kind).toBe(wanted.kind === 'auto' ? gpu.kind : wanted.kind)
      expect(gpu.adapter.backend === 'opencl').toBe(api === 'opencl')
      expect(gpu.code.language).toBe(api === 'opencl' ? 'opencl' : 'wgsl')
      expect(gpu.state).toBe('ready')
      expect(gpu.loss).toBeUndefined()
    })

    test('has the limits of the list, not the least ones', async () => {
      const same = (await listDevices(api)).find(({ description }) => description.name === gpu.name)
      expect(gpu.limits).toEqual(same!.limits)
      expect(same!.description).toEqual(gpu.adapter)
      expect(gpu.adapter.backend).not.toBe('')
      expect(gpu.limits.maxStorageBufferBindingSize).toBeGreaterThan(128 * 1024 * 1024)
    })

    test('passes the self-check', async () => {
      const result = await checkDevice(gpu)
      expect(result.differences).toEqual([])
      expect(result.passed).toBe(true)
      expect(result.checkCount).toBeGreaterThan(5000)
    })
  })

  describe('attempts', () => {
    test('work that goes well gives its value', async () => {
      expect(await gpu.attempt('nothing', () => 7)).toEqual({ ok: true, value: 7 })
    })

    test('two at once do not catch each other’s errors', async () => {
      const [from, to] = [4, 4].map((words) => gpu.createBuffer('short', words, 'storage'))
      const copy = (count: number) => () => gpu.submit('copy', (commands) => commands.copy(from!, 0, to!, 2, count))
      const [bad, good] = await Promise.all([gpu.attempt('bad', copy(4)), gpu.attempt('good', copy(2))])
      expect(bad).toMatchObject({ ok: false, error: { kind: 'validation', label: 'bad' } })
      expect(good.ok).toBe(true)
      expect(() => expectValue(bad)).toThrow(expect.objectContaining({ code: 'gpu-validation', exitCode: 70 }))
      from!.destroy()
      to!.destroy()
    })

    test('an action that throws leaves the device as it was', async () => {
      const fail = (): never => {
        throw new RangeError('mine')
      }
      await expect(gpu.attempt('thrown', fail)).rejects.toThrow('mine')
      expect((await gpu.attempt('after it', () => 1)).ok).toBe(true)
    })

    test('an error outside of attempts is kept', async () => {
      const [from, to] = [4, 4].map((words) => gpu.createBuffer('short', words, 'storage'))
      gpu.submit('copy', (commands) => commands.copy(from!, 0, to!, 2, 4))
      await gpu.settle()
      expect(gpu.uncaught.splice(0)[0]).toMatchObject({ kind: 'validation', message: expect.any(String) })
      from!.destroy()
      to!.destroy()
    })

    test('after an error, calls of the attempt have no effect', async () => {
      const [buffer, long] = [4, 100].map((words) => gpu.createBuffer('words', words, 'storage'))
      const attempt = await gpu.attempt('bad', () => {
        gpu.submit('copy', (commands) => commands.copy(long!, 0, buffer!, 0, 100))
        return gpu.createBuffer('later', 4, 'storage')
      })
      expect(attempt.ok).toBe(false)
      expect(gpu.uncaught).toEqual([])
      buffer!.destroy()
      long!.destroy()
    })
  })

  describe('programs', () => {
    test('one that does not compile is refused, with what the compiler says', async () => {
      const result = await gpu.compile(entryOf('fn ('))
      expect(result).toMatchObject({ ok: false, error: { kind: 'validation', label: 'double' } })
      expect(result.ok ? '' : result.error.message).toMatch(/expected|error/)
    })

    test('one without the entry point is refused', async () => {
      const result = await gpu.compile(entryOf(DOUBLE[gpu.code.language], 'other'))
      expect(result).toMatchObject({ ok: false, error: { kind: 'validation' } })
    })

    test('dispatches run in order, after copies before them', async () => {
      const buffers = new GpuBuffers(gpu)
      const pipeline = await compileDouble()
      const from = buffers.createFrom('from', new Int32Array(1000).fill(3))
      const to = buffers.create('to', 1000)
      const attempt = await gpu.attempt('both', () => {
        const bindings = gpu.bind([{ buffer: to }])
        gpu.submit('both', (commands) => {
          commands.copy(from, 0, to, 0, 1000)
          commands.dispatch(pipeline, bindings, 16)
          commands.dispatch(pipeline, bindings, 16)
          commands.copy(to, 0, from, 0, 1)
        })
      })
      expect(attempt.ok).toBe(true)
      expect(await buffers.download(to, 1000)).toEqual(new Int32Array(1000).fill(12))
      expect(await buffers.download(from, 2)).toEqual(Int32Array.of(12, 3))
    })

    test('are timed by name, where the device can', async () => {
      const pipeline = await compileDouble()
      const buffer = gpu.createBuffer('words', 1000, 'storage')
      const bindings = gpu.bind([{ buffer }])
      const time = async (count: number) => {
        const readTimes = gpu.submit(
          'timed',
          (commands) => {
            for (let k = 0; k < count; k++) {
              commands.dispatch(pipeline, bindings, 16)
              commands.dispatch(pipeline, bindings, 16, 'other')
              commands.dispatch(pipeline, bindings, 16, 'other')
            }
          },
          true,
        )
        expect(readTimes !== undefined).toBe(gpu.hasTimestamps)
        const times = [...((await readTimes?.()) ?? [])]
        const counts = times.map(([name, { dispatches }]) => [name, dispatches])
        expect(Object.fromEntries(counts)).toEqual(gpu.hasTimestamps ? { double: count, other: 2 * count } : {})
        return times.map(([, { ns }]) => ns)
      }
      // Devices may count time in steps longer than a dispatch: until all times have a step, there are twice as many dispatches.
      let count = 1
      let times = await time(count)
      while (times.includes(0) && count < 4096) times = await time((count *= 2))
      expect(times).not.toContain(0)
      buffer.destroy()
    })
  })

  describe('buffers', () => {
    test('words go there, are computed on and come back; each crossing is counted', async () => {
      const buffers = new GpuBuffers(gpu)
      const words = Int32Array.from({ length: 1000 }, (_, i) => i * 1_000_003 - 500)
      const buffer = buffers.createFrom('words', words)
      const pipeline = await compileDouble()
      const attempt = await gpu.attempt('doubling', () =>
        gpu.submit('doubling', (commands) => commands.dispatch(pipeline, gpu.bind([{ buffer }]), 16)),
      )
      expect(attempt.ok).toBe(true)
      expect(await buffers.download(buffer, 1000)).toEqual(words.map((word) => word * 2))
      expect(buffers.transfers).toEqual({ upload: { count: 1, bytes: 4000 }, download: { count: 1, bytes: 4000 } })
      expect(gpu.uncaught).toEqual([])
      buffer.destroy()
    })

    test('several ranges come back in one crossing, empty ones too', async () => {
      const buffers = new GpuBuffers(gpu)
      const a = buffers.createFrom('a', Int32Array.of(1, 2, 3, 4))
      const b = buffers.createFrom('b', Int32Array.of(5, 6, 7, 8, 9))
      buffers.upload(a, Int32Array.of(-3), 2)
      const parts = await buffers.downloadAll([
        { buffer: b, wordCount: 2, wordOffset: 3 },
        { buffer: a, wordCount: 0 },
        { buffer: a, wordCount: 4 },
      ])
      expect(parts.map((part) => [...part])).toEqual([[8, 9], [], [1, 2, -3, 4]])
      expect(buffers.transfers.download).toEqual({ count: 1, bytes: 24 })
      expect(buffers.transfers.upload).toEqual({ count: 3, bytes: 40 })
    })

    test('an uploaded array may be reused at once', async () => {
      const buffers = new GpuBuffers(gpu)
      const words = new Int32Array(50_000).fill(1)
      const buffer = buffers.createFrom('words', words)
      words.fill(2)
      expect(await buffers.download(buffer, 50_000)).toEqual(new Int32Array(50_000).fill(1))
      buffer.destroy()
    })

    test('readings at the same time and of growing size do not mix', async () => {
      const buffers = new GpuBuffers(gpu)
      const sizes = [1, 5000, 70_000, 3]
      const made = sizes.map((size, index) => buffers.createFrom(`b${index}`, new Int32Array(size).fill(index + 1)))
      const read = await Promise.all(made.map((buffer, index) => buffers.download(buffer, sizes[index]!)))
      for (const [index, words] of read.entries()) expect(words).toEqual(new Int32Array(sizes[index]!).fill(index + 1))
      for (const buffer of made) buffer.destroy()
    })

    test('a new buffer is full of zeros, an empty one can be made', async () => {
      const buffers = new GpuBuffers(gpu)
      expect(await buffers.download(buffers.create('zeros', 5), 5)).toEqual(new Int32Array(5))
      expect(await buffers.download(buffers.create('empty', 0), 0)).toEqual(new Int32Array(0))
      expect(buffers.transfers.upload.count).toBe(0)
    })

    test('a buffer larger than the device binds is a limit, said before it is asked for', () => {
      const buffers = new GpuBuffers(gpu)
      expect(buffers.maxWordCount).toBe(Math.floor(gpu.limits.maxStorageBufferBindingSize / 4))
      expect(() => buffers.create('huge', buffers.maxWordCount + 1)).toThrow(
        expect.objectContaining({ code: 'gpu-buffer-size' }),
      )
    })

    test('a reading past the end is refused, not answered with old words', async () => {
      const buffers = new GpuBuffers(gpu)
      const buffer = buffers.createFrom('short', Int32Array.of(1, 2, 3, 4))
      expect(await buffers.download(buffer, 4)).toEqual(Int32Array.of(1, 2, 3, 4))
      await expect(buffers.download(buffer, 4, 2)).rejects.toMatchObject({ code: 'gpu-validation' })
      expect(await buffers.download(buffer, 4)).toEqual(Int32Array.of(1, 2, 3, 4))
    })
  })

  describe('loss', () => {
    async function expectEnd(other: GpuDevice, buffer: DeviceBuffer): Promise<void> {
      const late = await other.attempt('too late', () => 1)
      expect(late).toMatchObject({ ok: false, error: { kind: 'lost', label: 'too late' } })
      const buffers = new GpuBuffers(other)
      await expect(buffers.download(buffer, 4)).rejects.toMatchObject({ code: 'gpu-lost', exitCode: 3 })
      const compiled = await other.compile(entryOf(DOUBLE[other.code.language]))
      expect(compiled).toMatchObject({ ok: false, error: { kind: 'lost' } })
    }

    test('a destroyed device says so, to work and to readings as well', async () => {
      const other = await open()
      const buffers = new GpuBuffers(other)
      const buffer = buffers.createFrom('words', Int32Array.of(1, 2, 3, 4))
      const reading = buffers.download(buffer, 4).catch((error: unknown) => error)
      other.destroy()
      other.destroy()
      expect(other.state).toBe('destroyed')
      expect(await other.lost).toMatchObject({ reason: 'destroyed' })
      expect(other.loss?.reason).toBe('destroyed')
      expect(await reading).toMatchObject({ code: 'gpu-lost' })
      await expectEnd(other, buffer)
    })

    test('a device that is pulled out is lost, not destroyed', async () => {
      const other = await open()
      const buffer = new GpuBuffers(other).createFrom('words', Int32Array.of(1, 2, 3, 4))
      pullOut(other)
      await other.lost
      // Dawn knows no difference.
      expect(other.state).toBe(api === 'opencl' ? 'lost' : 'destroyed')
      await expectEnd(other, buffer)
      other.destroy()
    })

    test('the others live on', async () => {
      expect((await checkDevice(gpu)).passed).toBe(true)
    })
  })
})
