// The OpenCL device on functions in memory: every error code becomes a result, and objects live until the last call is done.

import { expect, test } from 'vitest'
import { wgslCode } from '../../shaders/kernel-code.ts'
import type { AdapterDescription, DeviceLimits } from '../device.ts'
import { type FunctionName, type OpenCl, SIGNATURES } from './functions.ts'
import { OpenClDevice } from './opencl-device.node.ts'

const DESCRIPTION: AdapterDescription = {
  name: 'fake card',
  vendor: '',
  architecture: '',
  driver: '',
  backend: 'opencl',
  kind: 'hardware',
}

/** Functions that succeed; `codes` fail with a code. Lists the names of all calls. `facts` of kernels are by the key of the question. */
function fakeCl(codes: Partial<Record<FunctionName, number>> = {}, facts: Readonly<Record<number, bigint>> = {}) {
  const calls: FunctionName[] = []
  const waiting: (() => void)[] = []
  let handles = 100n
  const functions = (Object.keys(SIGNATURES) as FunctionName[]).map((name) => {
    const run = (...args: readonly unknown[]) => {
      calls.push(name)
      if (name === 'clGetKernelWorkGroupInfo') (args[4] as BigUint64Array)[0] = facts[args[2] as number] ?? 0n
      const code = codes[name] ?? 0
      if (SIGNATURES[name].result === 'int32_t') return code
      const result = args.at(-1)
      if (result instanceof Int32Array) result[0] = code
      return code === 0 ? ++handles : null
    }
    // Calls on other threads end when the test lets them.
    const later = (...args: readonly unknown[]) =>
      void waiting.push(() => (args.at(-1) as (error: null, code: unknown) => void)(null, run(...args)))
    return [name, Object.assign(run, { async: later })]
  })
  const cl = Object.fromEntries(functions) as OpenCl
  const finish = () => {
    for (const end of waiting.splice(0)) end()
  }
  return { cl, calls, codes, finish }
}

function open(codes?: Partial<Record<FunctionName, number>>, facts?: Readonly<Record<number, bigint>>) {
  const fake = fakeCl(codes, facts)
  const found = {
    cl: fake.cl,
    platform: 1n,
    device: 2n,
    description: DESCRIPTION,
    limits: { maxBufferSize: 1 << 20, maxComputeWorkgroupStorageSize: 1 << 14 } as DeviceLimits,
  }
  return { ...fake, open: () => OpenClDevice.open(found, wgslCode('hardware')) }
}

test.each(['clCreateContext', 'clCreateCommandQueue'] as const)('%s fails: the device is refused', (name) => {
  const { calls, open: opening } = open({ [name]: -6 })
  expect(opening).toThrow(
    expect.objectContaining({
      code: 'gpu-device-refused',
      message: `fake card cannot be opened: ${name}: CL_OUT_OF_HOST_MEMORY (-6)`,
    }),
  )
  expect(calls.includes('clReleaseContext')).toBe(name === 'clCreateCommandQueue')
})

test.each([
  ['clCreateBuffer', -61, 'out-of-memory'],
  ['clEnqueueFillBuffer', -4, 'out-of-memory'],
  ['clEnqueueFillBuffer', -33, 'validation'],
  ['clEnqueueFillBuffer', -9, 'internal'],
] as const)('%s returns %i: %s, and later calls of the attempt have no effect', async (name, code, kind) => {
  const { calls, open: opening } = open({ [name]: code })
  const gpu = opening()
  const attempt = await gpu.attempt('the buffers', () => {
    gpu.createBuffer('a', 4, 'storage')
    const before = calls.length
    gpu.write(gpu.createBuffer('b', 4, 'storage'), Int32Array.of(1), 0)
    gpu.submit('nothing', () => undefined)
    expect(calls).toHaveLength(before)
  })
  expect(attempt).toMatchObject({ ok: false, error: { kind, label: 'the buffers' } })
  expect(attempt.ok ? '' : attempt.error.message).toMatch(new RegExp(`^${name}: CL_.* \\(${code}\\)$`))
  expect(gpu.state).toBe('ready')
  expect(gpu.uncaught).toEqual([])
})

test('an error outside of attempts is kept, and the next call is made', () => {
  const { calls, open: opening } = open({ clFlush: -6 })
  const gpu = opening()
  gpu.submit('nothing', () => undefined)
  gpu.submit('nothing', () => undefined)
  expect(gpu.uncaught.map(({ kind }) => kind)).toEqual(['out-of-memory', 'out-of-memory'])
  expect(calls.filter((name) => name === 'clFlush')).toHaveLength(2)
})

test.each([-36, -34, -5, -2, -9999])('a call that returns %i ends the device', async (code) => {
  const { open: opening } = open({ clFlush: code })
  const gpu = opening()
  const attempt = await gpu.attempt('a chunk', () => gpu.submit('nothing', () => undefined))
  expect(attempt).toMatchObject({ ok: false, error: { kind: 'lost', label: 'a chunk' } })
  expect(gpu.state).toBe('lost')
  expect(await gpu.lost).toMatchObject({ reason: 'lost', message: expect.stringContaining('clFlush') })
})

test('any error of the end of the queue is a loss', async () => {
  const { finish, open: opening } = open({ clFinish: -5 })
  const gpu = opening()
  const settled = gpu.settle()
  finish()
  await expect(settled).rejects.toMatchObject({
    code: 'gpu-lost',
    message: expect.stringContaining('clFinish: CL_OUT_OF_RESOURCES (-5)'),
  })
  expect(gpu.state).toBe('lost')
})

test('a destroyed device frees its objects after the last call on another thread, once', async () => {
  const { calls, finish, open: opening } = open()
  const gpu = opening()
  const buffer = gpu.createBuffer('kept', 4, 'storage')
  gpu.createBuffer('freed', 4, 'storage').destroy()
  const reading = gpu.read([{ buffer, wordOffset: 0, wordCount: 4 }])
  await Promise.resolve()
  const outcome = reading.catch((error: unknown) => error)
  await new Promise((resolve) => setImmediate(resolve))
  gpu.destroy()
  expect(calls.filter((name) => name === 'clReleaseMemObject')).toHaveLength(1)
  finish()
  expect(await outcome).toMatchObject({ code: 'gpu-lost' })
  gpu.destroy()
  await new Promise((resolve) => setImmediate(resolve))
  const released = calls.filter((name) => name.startsWith('clRelease'))
  expect(released).toEqual(['clReleaseMemObject', 'clReleaseMemObject', 'clReleaseCommandQueue', 'clReleaseContext'])
})

test('arguments of a kernel are set again only where they change', async () => {
  const { calls, finish, open: opening } = open()
  const gpu = opening()
  const compiling = gpu.compile({
    label: 'k',
    program: { label: 'k', text: 'text' },
    entryPoint: 'k',
    uses: ['storage', 'storage'],
  })
  await new Promise((resolve) => setImmediate(resolve))
  finish()
  const compiled = await compiling
  if (!compiled.ok) throw new Error(compiled.error.message)
  const [a, b] = ['a', 'b'].map((label) => ({ buffer: gpu.createBuffer(label, 4, 'storage') }))
  const [first, second] = [gpu.bind([a!, b!]), gpu.bind([b!, a!])]
  gpu.submit('both', (commands) => {
    for (const bindings of [first, first, second, first]) commands.dispatch(compiled.value, bindings, 1)
  })
  expect(calls.filter((name) => name === 'clSetKernelArg')).toHaveLength(6)
  expect(calls.filter((name) => name === 'clEnqueueNDRangeKernel')).toHaveLength(4)
})

test.each([
  [-11, 'validation'],
  [-5, 'validation'],
  [-6, 'out-of-memory'],
  [-3, 'internal'],
] as const)('a build that ends with %i is an error of kind %s; the next attempt builds again', async (code, kind) => {
  const { calls, finish, open: opening } = open({ clBuildProgram: code })
  const gpu = opening()
  const program = { label: 'k', text: 'text' }
  for (let attempt = 0; attempt < 2; attempt++) {
    const compiling = gpu.compile({ label: 'k', program, entryPoint: 'k', uses: [] })
    await new Promise((resolve) => setImmediate(resolve))
    finish()
    expect(await compiling).toMatchObject({ ok: false, error: { kind, label: 'k' } })
  }
  expect(calls.filter((name) => name === 'clBuildProgram')).toHaveLength(2)
})

test.each([
  ['fits', 64n, 1n << 14n, undefined],
  ['has more invocations', 63n, 0n, '64 invocations and 0 bytes; the device has 63 and 16384'],
  ['has more memory', 1024n, 16385n, '64 invocations and 16385 bytes; the device has 1024 and 16384'],
] as const)('a kernel whose workgroup %s', async (_, largest, bytes, message) => {
  const { finish, open: opening } = open({}, { 0x11b0: largest, 0x11b1: 64n, 0x11b2: bytes })
  const compiling = opening().compile({ label: 'k', program: { label: 'k', text: 'text' }, entryPoint: 'k', uses: [] })
  await new Promise((resolve) => setImmediate(resolve))
  finish()
  expect(await compiling).toMatchObject(
    message === undefined
      ? { ok: true, value: { groupSize: 64 } }
      : { ok: false, error: { kind: 'validation', label: 'k', message: `workgroups of ${message}` } },
  )
})
