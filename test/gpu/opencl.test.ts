// OpenCL's own, on a real device: drivers without a loader, the cache of binaries, parts of a device, limits.

import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { GpuBuffers } from '../../src/backends/gpu/device/buffers.ts'
import { expectValue } from '../../src/backends/gpu/device/device-errors.ts'
import type { GpuDevice } from '../../src/backends/gpu/device/device.ts'
import { BinaryCache } from '../../src/backends/gpu/device/opencl/binary-cache.node.ts'
import { listOpenClDevices } from '../../src/backends/gpu/device/opencl/list-devices.node.ts'
import { loadPlatforms } from '../../src/backends/gpu/device/opencl/load-library.node.ts'
import { OpenClDevice } from '../../src/backends/gpu/device/opencl/opencl-device.node.ts'
import { LocalDevice } from '../../src/backends/gpu/resident/local-device.ts'
import { GpuBackend } from '../../src/backends/gpu/gpu-backend.ts'
import type { KernelCode } from '../../src/backends/gpu/shaders/kernel-code.ts'
import { openclCode } from '../../src/backends/gpu/shaders/opencl-code.ts'
import { checkDevice } from '../../src/backends/gpu/trust/self-check.ts'
import { batchOf, drawTask, expectCpuResults, solver } from './small-batch.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'megabatt-opencl-'))
})
afterEach(() => rm(folder, { recursive: true }))

const open = (cache?: BinaryCache, found = listOpenClDevices()[0]!) => OpenClDevice.open(found, openclCode, cache)
const newCache = () => new BinaryCache(listOpenClDevices()[0]!.description, { MEGABATT_CACHE: folder })
const multiply = (factor: number) =>
  `__kernel void multiply(__global int *words) { words[get_global_id(0)] *= ${factor}; }`

/** The result of a program that multiplies, compiled on a new device with the cache. */
async function runCached(factor: number): Promise<number> {
  const gpu = open(newCache())
  try {
    return await run(gpu, multiply(factor))
  } finally {
    gpu.destroy()
  }
}

async function run(gpu: GpuDevice, text: string): Promise<number> {
  const entry = { label: 'm', program: { label: 'm', text }, entryPoint: 'multiply', uses: ['storage' as const] }
  const pipeline = expectValue(await gpu.compile(entry))
  const buffers = new GpuBuffers(gpu)
  const buffer = buffers.createFrom('words', new Int32Array(64).fill(7))
  gpu.submit('m', (commands) => commands.dispatch(pipeline, gpu.bind([{ buffer }]), 1))
  return (await buffers.download(buffer, 64))[63]!
}

test('drivers are found without the loader, through the table of their platforms', async () => {
  const direct = listOpenClDevices(1, loadPlatforms(undefined))
  const loaded = listOpenClDevices()
  expect(direct.map(({ description }) => description)).toEqual(loaded.map(({ description }) => description))
  const gpu = open(undefined, direct[0])
  expect(await run(gpu, multiply(3))).toBe(21)
  expect((await checkDevice(gpu)).passed).toBe(true)
  gpu.destroy()
})

test('libraries that the machine does not have are no platforms', () => {
  expect(loadPlatforms('libno-such-loader.so', ['libno-such-driver.so'])).toEqual([])
})

test('a program is compiled once: the next device takes the binary, unless it is damaged or rejected', async () => {
  expect(await runCached(3)).toBe(21)
  const [file] = (await readdir(join(folder, 'opencl'))).map((name) => join(folder, 'opencl', name))
  const whole = await readFile(file!)
  expect(await runCached(5)).toBe(35)
  const files = (await readdir(join(folder, 'opencl'))).map((name) => join(folder, 'opencl', name))
  const other = files.find((name) => name !== file)!
  // In the place of the binary of another program it shows.
  await writeFile(other, whole)
  expect(await runCached(5)).toBe(21)
  const binary = Buffer.from('no binary')
  await writeFile(other, Buffer.concat([createHash('sha256').update(binary).digest(), binary]))
  expect(await runCached(5)).toBe(35)
  // Drivers may crash at half a binary: the hash keeps it from them.
  await writeFile(other, whole.subarray(0, -1))
  expect(await runCached(5)).toBe(35)
  expect((await readFile(other)).equals(whole)).toBe(false)
  expect((await readFile(other)).length).toBeGreaterThan(100)
})

test('parts of a CPU are devices of their own, with the same description', async () => {
  const whole = listOpenClDevices()
  const parts = listOpenClDevices(2)
  const cpus = whole.filter(({ description }) => description.kind === 'software').length
  expect(parts).toHaveLength(whole.length + cpus)
  for (const part of parts) expect(whole.map(({ description }) => description)).toContainEqual(part.description)
  const devices = parts.slice(-2).map((part) => open(undefined, part))
  expect(await Promise.all(devices.map((gpu, k) => run(gpu, multiply(k + 2))))).toEqual([14, 21])
  for (const gpu of devices) gpu.destroy()
})

test('more memory than the device has is out of memory; a chunk device then takes half, and again', async () => {
  const gpu = open()
  const words = gpu.limits.maxBufferSize / 4 + 1024
  const attempt = await gpu.attempt('huge', () => gpu.createBuffer('huge', words, 'storage'))
  expect(attempt).toMatchObject({ ok: false, error: { kind: 'out-of-memory' } })
  const memory = { ...gpu.limits, memorySize: 40 << 20 }
  const device = await LocalDevice.open(Object.defineProperty(gpu, 'limits', { value: memory }))
  // At most 80 % of the memory of the device, and 45 % of that for the heap.
  expect(device.facts.sizes.heap * 4).toBeLessThanOrEqual(0.8 * 0.45 * (40 << 20))
  expect(device.facts.sizes.heap * 4).toBeGreaterThan(0.7 * 0.45 * (40 << 20))
  await device.close()
})

test('an access of the scheduler outside of a buffer ends the device: the CPU has the rows, and the report the reason', async () => {
  const [first, tables] = ['static void judgeOutputs(', 'globalAt(h, h->tables, h->params->tableWords, ']
  const batch = batchOf([solver('flip', 'hmirror(I)')], [drawTask('one', 2)])
  const openWrong = async () => {
    const spoil = (text: string) => {
      const at = text.indexOf(tables, text.indexOf(first)) + tables.length
      return `${text.slice(0, at)}(1 << 30) + ${text.slice(at)}`
    }
    const code: KernelCode = { ...openclCode, printScheduler: (layout) => spoil(openclCode.printScheduler(layout)) }
    return new LocalDevice(OpenClDevice.open(listOpenClDevices()[0]!, code))
  }
  const backend = new GpuBackend({ open: [openWrong] })
  await expectCpuResults(backend, batch)
  expect(backend.gpu.fallbacks).toContainEqual({
    reason: 'device-failed',
    detail: expect.stringMatching(/failed at a chunk: \d+ accesses outside of a buffer/) as string,
    rows: 0,
  })
  expect(backend.work.onGpu).toBe(0)
  await backend.close()
})

test('PoCL loses a statement between barriers of this program: the reason why it has no tuned kernels by itself', async () => {
  const [found] = listOpenClDevices()
  const text = await readFile(new URL('pocl-fault.cl', import.meta.url), 'utf8')
  const results = await Promise.all(
    // The same program with a copy of the struct, which PoCL compiles rightly.
    [text, text.replace('other(h)', 'onCopy(h)')].map(async (own) => {
      const gpu = open()
      const entry = { label: 'm', program: { label: 'm', text: own }, entryPoint: 'run', uses: ['storage' as const] }
      const buffers = new GpuBuffers(gpu)
      const buffer = buffers.createFrom('words', new Int32Array(128))
      const pipeline = expectValue(await gpu.compile(entry))
      gpu.submit('m', (commands) => commands.dispatch(pipeline, gpu.bind([{ buffer }]), 1))
      const words = await buffers.download(buffer, 128)
      gpu.destroy()
      return [words[0], words[7], words[79]]
    }),
  )
  const isFaulty = found!.description.driver.startsWith('Portable Computing Language 3.1')
  expect(results).toEqual([
    [7, isFaulty ? 0 : 35, 163],
    [7, 35, 163],
  ])
})
