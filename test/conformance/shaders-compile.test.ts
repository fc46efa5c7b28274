// Every kernel's shader compiles: WGSL as Dawn validates it, and a pipeline made of it. No device is needed for that.

import { afterAll, expect, test } from 'vitest'
import { create } from 'webgpu'
import { assembleShader } from '../../src/backends/gpu/shaders/shader.ts'
import { primitives } from '../../src/primitives/registry.generated.ts'

// Dawn lives only as long as this object.
const gpu = create(['backend=null'])
const adapter = await gpu.requestAdapter()
if (adapter === null) throw new Error('Dawn has no null backend: the `webgpu` package is not installed')
const device = await adapter.requestDevice({ requiredLimits: { maxStorageBuffersPerShaderStage: 5 } })

afterAll(() => {
  device.destroy()
  expect(gpu).toBeDefined()
})

const halves = primitives.flatMap((p) => {
  const arity = p.parameters.length
  if (p.sort !== 'higher-order') return [{ kernel: p.kernelName, arity }]
  return [
    { kernel: p.callsName, arity },
    { kernel: p.kernelName, arity: arity + 1 },
  ]
})

test.each(halves)('the shader of $kernel compiles', async (entry) => {
  expect(await findShaderErrors(assembleShader(entry))).toEqual([])
})

test('a kernel that does not exist is refused by name', () => {
  expect(() => assembleShader({ kernel: 'nothing', arity: 1 })).toThrow("there is no kernel 'nothing'")
})

async function findShaderErrors(code: string): Promise<string[]> {
  device.pushErrorScope('validation')
  const module = device.createShaderModule({ code })
  const { messages } = await module.getCompilationInfo()
  device.createComputePipeline({ layout: 'auto', compute: { module, entryPoint: 'main' } })
  const error = await device.popErrorScope()
  const errors = messages
    .filter((message) => message.type === 'error')
    .map(
      (message) =>
        `${message.lineNum}:${message.linePos}: ${message.message}: ${code.split('\n')[message.lineNum - 1]}`,
    )
  return error && errors.length === 0 ? [error.message] : errors
}
