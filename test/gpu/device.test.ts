// The device layer on a real device, the software one unless MEGABATT_DEVICE says otherwise. Without a device this fails.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { GpuBuffers } from '../../src/backends/gpu/device/buffers.ts'
import type { GpuDevice } from '../../src/backends/gpu/device/device.ts'
import { findAdapter, listAdapters, openNodeDevice } from '../../src/backends/gpu/device/device.node.ts'
import { checkDevice } from '../../src/backends/gpu/trust/self-check.ts'
import { expectValue, withErrorScopes } from '../../src/backends/gpu/device/device-errors.ts'
import { readWantedDevice } from '../../src/backends/gpu/device/wanted-device.ts'

const DOUBLE = `
@group(0) @binding(0) var<storage, read_write> words: array<i32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&words)) { words[id.x] = words[id.x] * 2; }
}`

let gpu: GpuDevice
beforeAll(async () => {
  gpu = await openNodeDevice()
})
afterAll(() => gpu?.destroy())

function double(buffer: GPUBuffer, wordCount: number): void {
  const { device } = gpu
  const pipeline = device.createComputePipeline({
    layout: 'auto',
    compute: { module: device.createShaderModule({ code: DOUBLE }) },
  })
  const entries = [{ binding: 0, resource: { buffer } }]
  const encoder = device.createCommandEncoder()
  const pass = encoder.beginComputePass()
  pass.setPipeline(pipeline)
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }))
  pass.dispatchWorkgroups(Math.ceil(wordCount / 64))
  pass.end()
  device.queue.submit([encoder.finish()])
}

describe('adapter and device', () => {
  test('the device has a name, a kind and a state', () => {
    expect(gpu.name).not.toBe('')
    expect(gpu.kind).toBe(readWantedDevice(process.env) === 'software' ? 'software' : gpu.kind)
    expect(gpu.state).toBe('ready')
    expect(gpu.loss).toBeUndefined()
  })

  test('the device has the limits of its adapter, not the least ones', async () => {
    const found = await findAdapter(readWantedDevice(process.env))
    for (const [name, granted] of Object.entries(gpu.limits)) {
      expect([name, granted]).toEqual([name, found!.adapter.limits[name as keyof typeof gpu.limits]])
    }
    expect(gpu.limits.maxStorageBufferBindingSize).toBeGreaterThan(128 * 1024 * 1024)
  })

  test('the list of adapters holds the one in use, with its backend', async () => {
    const same = (await listAdapters()).find(({ description }) => description.name === gpu.name)
    expect(same?.description).toMatchObject({ kind: gpu.kind, vendor: gpu.adapter.vendor })
    expect(same?.description.backend).not.toBe('')
  })

  test('passes the self-check', async () => {
    const result = await checkDevice(gpu)
    expect(result.differences).toEqual([])
    expect(result.passed).toBe(true)
    expect(result.checkCount).toBeGreaterThan(5000)
  })

  test.each([
    ['a % b', 'a - 1', 'remainder of '],
    ['window[near] = id', 'atomicAdd(&atomics.strays, 1)', 'guard words read past a binding'],
  ])('the self-check notices a device that computes %j as %j', async (right, wrong, check) => {
    const createShaderModule = gpu.device.createShaderModule.bind(gpu.device)
    const spy = vi.spyOn(gpu.device, 'createShaderModule')
    spy.mockImplementation(({ code }) => createShaderModule({ code: code.replace(right, wrong) }))
    const result = await checkDevice(gpu).finally(() => spy.mockRestore())
    expect(result.passed).toBe(false)
    for (const difference of result.differences) expect(difference.check).toContain(check)
  })
})

describe('error scopes', () => {
  test('work that goes well gives its value', async () => {
    expect(await withErrorScopes(gpu, 'nothing', () => 7)).toEqual({ ok: true, value: 7 })
  })

  test('a shader that does not compile is a validation error with its label', async () => {
    const result = await withErrorScopes(gpu, 'a bad shader', () => gpu.device.createShaderModule({ code: 'fn (' }))
    expect(result).toMatchObject({ ok: false, error: { kind: 'validation', label: 'a bad shader' } })
    expect(() => expectValue(result)).toThrow(expect.objectContaining({ code: 'gpu-validation', exitCode: 70 }))
  })

  test('two at once do not catch each other’s errors', async () => {
    const [bad, good] = await Promise.all([
      withErrorScopes(gpu, 'bad', () => gpu.device.createShaderModule({ code: 'fn (' })),
      withErrorScopes(gpu, 'good', () => gpu.device.createShaderModule({ code: DOUBLE })),
    ])
    expect([bad.ok, good.ok]).toEqual([false, true])
  })

  test('an action that throws leaves the scopes as they were', async () => {
    const fail = (): never => {
      throw new RangeError('mine')
    }
    await expect(withErrorScopes(gpu, 'thrown', fail)).rejects.toThrow('mine')
    expect((await withErrorScopes(gpu, 'after it', () => 1)).ok).toBe(true)
    gpu.device.pushErrorScope('validation')
    expect(await gpu.device.popErrorScope()).toBeNull()
    await expect(gpu.device.popErrorScope()).rejects.toThrow()
  })

  test('an error outside of all scopes is kept', async () => {
    gpu.device.createShaderModule({ code: 'fn (' })
    await gpu.wait(gpu.device.queue.onSubmittedWorkDone())
    expect(gpu.uncaught.splice(0)).toMatchObject([{ kind: 'validation' }])
  })
})

describe('buffers', () => {
  test('words go there, are computed on and come back; each crossing is counted', async () => {
    const buffers = new GpuBuffers(gpu)
    const words = Int32Array.from({ length: 1000 }, (_, i) => i * 1_000_003 - 500)
    const buffer = buffers.createFrom('words', words)
    expectValue(await withErrorScopes(gpu, 'doubling', () => double(buffer, words.length)))
    expect(await buffers.download(buffer, 1000)).toEqual(words.map((word) => word * 2))
    expect(buffers.transfers).toEqual({ upload: { count: 1, bytes: 4000 }, download: { count: 1, bytes: 4000 } })
    expect(gpu.uncaught).toEqual([])
    buffer.destroy()
    buffers.destroy()
  })

  test('several stretches come back in one crossing, empty ones too', async () => {
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
  test('a destroyed device says so, to work and to readings as well', async () => {
    const other = await openNodeDevice()
    const buffers = new GpuBuffers(other)
    const buffer = buffers.createFrom('words', Int32Array.of(1, 2, 3, 4))
    const reading = buffers.download(buffer, 4).catch((error: unknown) => error)
    other.destroy()
    other.destroy()
    expect(other.state).toBe('destroyed')
    expect(await other.lost).toMatchObject({ reason: 'destroyed' })
    expect(other.loss?.reason).toBe('destroyed')
    expect(await reading).toMatchObject({ code: 'gpu-lost' })
    const result = await withErrorScopes(other, 'too late', () => 1)
    expect(result).toMatchObject({ ok: false, error: { kind: 'lost', label: 'too late' } })
    await expect(buffers.download(buffer, 4)).rejects.toMatchObject({ code: 'gpu-lost', exitCode: 3 })
  })

  test('the others live on', async () => {
    expect((await checkDevice(gpu)).passed).toBe(true)
  })
})
