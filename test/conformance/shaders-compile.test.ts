// Every kernel's shader compiles: WGSL as Dawn validates it, and a pipeline made of it. No device is needed for that.

import { afterAll, describe, expect, test } from 'vitest'
import { create } from 'webgpu'
import type { DeviceKind } from '../../src/backends/gpu/device/device.ts'
import { COPY_KERNEL } from '../../src/backends/gpu/shaders/device-state.ts'
import { GROUP_FAMILY, familyOf, kernelsOfFamily, sharesEnds } from '../../src/backends/gpu/shaders/families.ts'
import { wgslCode } from '../../src/backends/gpu/shaders/kernel-code.ts'
import { assembleScheduler } from '../../src/backends/gpu/shaders/scheduler-shader.ts'
import { assembleShader } from '../../src/backends/gpu/shaders/shader.ts'
import { tunedKernels } from '../../src/backends/gpu/shaders/tuned-kernels.ts'
import type { CellLayout } from '../../src/kernel/cell-layout.ts'
import { isAll } from '../amount.ts'
import { LAYOUTS, kernelsOf } from '../generators/layouts.ts'

/** Software devices have small families, GPUs large ones. */
const FAMILY_SIZES = { software: 'small', hardware: 'large' } as const
const KINDS = ['software', 'hardware'] as const

// Dawn lives only as long as this object.
const gpu = create(['backend=null'])
const adapter = await gpu.requestAdapter()
if (adapter === null) throw new Error('Dawn has no null backend: the `webgpu` package is not installed')
const device = await adapter.requestDevice({ requiredLimits: { maxStorageBuffersPerShaderStage: 6 } })

afterAll(() => {
  device.destroy()
  expect(gpu).toBeDefined()
})

/** `npm test` compiles the programs for software devices in layout a and those for GPUs in layout t. */
const isTried = (layout: CellLayout, kind: DeviceKind) => isAll || (layout === 'a') === (kind === 'software')

describe.each(
  LAYOUTS.flatMap((layout) => KINDS.filter((kind) => isTried(layout, kind)).map((kind) => ({ layout, kind }))),
)('layout $layout, $kind', (own) => {
  const { layout, kind } = own
  const { printKernel, printFamily, printGroups } = wgslCode(kind)
  const kernels = kernelsOf(layout).map(({ name, arity }) => ({ kernel: name, arity, layout }))
  const tuned = kernels.filter(({ kernel }) => tunedKernels.has(kernel)).map((entry) => ({ ...entry, tuned: true }))

  test.each(kernels)('the shader of $kernel compiles', async (entry) => {
    expect(await findShaderErrors(printKernel(entry))).toEqual([])
  })

  test.each(tuned)('the tuned shader of $kernel compiles', async (entry) => {
    expect(await findShaderErrors(printKernel(entry))).toEqual([])
  })

  test('the shader of the kernel that copies outputs compiles', async () => {
    expect(await findShaderErrors(printKernel({ kernel: COPY_KERNEL, arity: 1, layout }))).toEqual([])
  })

  const families = kernels.map(({ kernel }) => familyOf(kernel, layout, FAMILY_SIZES[kind]))
  test.each([...new Set(families), GROUP_FAMILY].filter((family) => family !== undefined))(
    'the shader of %s compiles',
    async (family) => {
      const own = kernelsOfFamily(family, layout)
      const members = kernels.filter(({ kernel }) => own.includes(kernel))
      expect(members).toHaveLength(own.length)
      const isGroup = family === GROUP_FAMILY
      const text = isGroup ? printGroups(members, layout) : printFamily(members, layout, sharesEnds(family))
      expect(await findShaderErrors(text)).toEqual([])
    },
  )

  test('the scheduler compiles', async () => {
    expect(await findShaderErrors(assembleScheduler(layout), 'advance')).toEqual([])
  })
})

test('accesses to memory branch on GPUs only', () => {
  const entry = { kernel: 'rot90', arity: 1 }
  const branch = 'if (u32(a) < u32(own[KNOWN_TOP])) { w = heap[a]; }'
  expect(KINDS.filter((kind) => wgslCode(kind).printKernel(entry).includes(branch))).toEqual(['hardware'])
  expect(assembleShader(entry)).toBe(wgslCode('software').printKernel(entry))
})

test('shaders of the two layouts differ in one constant', () => {
  const [a, t] = LAYOUTS.map((layout) => assembleShader({ kernel: 'paint', arity: 2, layout }).split('\n'))
  expect(a!.filter((line, k) => line !== t![k])).toEqual(['const HAS_TRIPLES = false;'])
})

test('a kernel that does not exist is refused by name', () => {
  expect(() => assembleShader({ kernel: 'nothing', arity: 1 })).toThrow("there is no kernel 'nothing'")
})

async function findShaderErrors(code: string, entryPoint = 'main'): Promise<string[]> {
  device.pushErrorScope('validation')
  const module = device.createShaderModule({ code })
  const { messages } = await module.getCompilationInfo()
  device.createComputePipeline({ layout: 'auto', compute: { module, entryPoint } })
  const error = await device.popErrorScope()
  const errors = messages
    .filter((message) => message.type === 'error')
    .map(
      (message) =>
        `${message.lineNum}:${message.linePos}: ${message.message}: ${code.split('\n')[message.lineNum - 1]}`,
    )
  return error && errors.length === 0 ? [error.message] : errors
}
