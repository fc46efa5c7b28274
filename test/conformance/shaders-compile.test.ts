// Every kernel's shader compiles: WGSL as Dawn validates it, and a pipeline made of it. No device is needed for that. A run compiles the
// blocks of one layout, in turn by commit; with MEGABATT_KERNELS=all both.

import { afterAll, describe, expect, test } from 'vitest'
import { create } from 'webgpu'
import { loadWgsl } from '../../src/backends/gpu/device/load-code.node.ts'
import { COPY_KERNEL } from '../../src/backends/gpu/shaders/device-state.ts'
import { GROUP_FAMILY, familyOf, kernelsOfFamily, sharesEnds } from '../../src/backends/gpu/shaders/families.ts'
import { assembleScheduler } from '../../src/backends/gpu/shaders/scheduler-shader.ts'
import { assembleShader } from '../../src/backends/gpu/shaders/shader.ts'
import { tunedKernels } from '../../src/backends/gpu/shaders/tuned-kernels.ts'
import type { CellLayout } from '../../src/kernel/cell-layout.ts'
import { LAYOUTS, kernelsOf } from '../generators/layouts.ts'
import { layoutsInTurn } from './kernel-share.ts'

const CODES = {
  structured: await loadWgsl('structured', 'software'),
  'structured with branches': await loadWgsl('structured', 'hardware'),
  blocks: await loadWgsl('blocks', 'hardware'),
}
/** The families of each form: software devices have small ones, GPUs large ones; blocks run alone. */
const FAMILY_SIZES = { structured: ['small'], 'structured with branches': ['large'], blocks: [] } as const
const FORMS = Object.keys(CODES) as (keyof typeof CODES)[]

// Dawn lives only as long as this object.
const gpu = create(['backend=null'])
const adapter = await gpu.requestAdapter()
if (adapter === null) throw new Error('Dawn has no null backend: the `webgpu` package is not installed')
const device = await adapter.requestDevice({ requiredLimits: { maxStorageBuffersPerShaderStage: 6 } })

afterAll(() => {
  device.destroy()
  expect(gpu).toBeDefined()
})

const isWanted = (layout: CellLayout, form: (typeof FORMS)[number]) =>
  form !== 'blocks' || layoutsInTurn().includes(layout)

describe.each(
  LAYOUTS.flatMap((layout) => FORMS.filter((form) => isWanted(layout, form)).map((form) => ({ layout, form }))),
)('layout $layout, $form', ({ layout, form }) => {
  const { library } = CODES[form]
  const kernels = kernelsOf(layout).map(({ name, arity }) => ({ kernel: name, arity, layout }))
  const tuned = kernels.filter(({ kernel }) => tunedKernels.has(kernel)).map((entry) => ({ ...entry, tuned: true }))

  test.each(kernels)('the shader of $kernel compiles', async (entry) => {
    expect(await findShaderErrors(assembleShader(entry, library))).toEqual([])
  })

  test.each(tuned)('the tuned shader of $kernel compiles', async (entry) => {
    expect(await findShaderErrors(assembleShader(entry, library))).toEqual([])
  })

  test('the shader of the kernel that copies outputs compiles', async () => {
    expect(await findShaderErrors(assembleShader({ kernel: COPY_KERNEL, arity: 1, layout }, library))).toEqual([])
  })

  const families = FAMILY_SIZES[form].flatMap((size) => kernels.map(({ kernel }) => familyOf(kernel, layout, size)))
  test.each([...new Set(families), GROUP_FAMILY].filter((family) => family !== undefined))(
    'the shader of %s compiles',
    async (family) => {
      const own = kernelsOfFamily(family, layout)
      const members = kernels.filter(({ kernel }) => own.includes(kernel))
      expect(members).toHaveLength(own.length)
      const { printGroups, printFamily } = CODES[form]
      const isGroup = family === GROUP_FAMILY
      const text = isGroup ? printGroups(members, layout) : printFamily(members, layout, sharesEnds(family))
      expect(await findShaderErrors(text)).toEqual([])
    },
  )

  test('the scheduler compiles', async () => {
    expect(await findShaderErrors(assembleScheduler(layout), 'advance')).toEqual([])
  })
})

test('accesses to memory branch in structured code for GPUs only', () => {
  const entry = { kernel: 'rot90', arity: 1 }
  const branch = 'if (u32(a) < u32(own[KNOWN_TOP])) { w = heap[a]; }'
  const branching = FORMS.filter((form) => assembleShader(entry, CODES[form].library).includes(branch))
  expect(branching).toEqual(['structured with branches'])
})

test('large functions are blocks in one form only', () => {
  const entry = { kernel: 'objects', arity: 4 }
  expect(assembleShader(entry, CODES.blocks.library)).toContain('own[NEXT] = FETCH')
  expect(assembleShader(entry, CODES.structured.library)).not.toContain('own[NEXT] =')
  expect(assembleShader(entry)).toBe(assembleShader(entry, CODES.structured.library))
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
