// WebGPU's own: the self-check that notices a wrong device, and error scopes that stay balanced.

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { WebGpuDevice } from '../../src/backends/gpu/device/webgpu/webgpu-device.ts'
import { checkDevice } from '../../src/backends/gpu/trust/self-check.ts'
import { openWebGpu } from './test-devices.ts'

let gpu: WebGpuDevice
beforeAll(async () => {
  gpu = await openWebGpu()
})
afterAll(() => gpu?.destroy())

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

test('an action that throws leaves the scopes as they were', async () => {
  const fail = (): never => {
    throw new RangeError('mine')
  }
  await expect(gpu.attempt('thrown', fail)).rejects.toThrow('mine')
  gpu.device.pushErrorScope('validation')
  expect(await gpu.device.popErrorScope()).toBeNull()
  await expect(gpu.device.popErrorScope()).rejects.toThrow()
})
