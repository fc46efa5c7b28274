// Loads the kernels in a form. A file of Node's: the blocks would be half of the bundle for browsers, which do not use them.

import type { AdapterDescription } from './device.ts'
import { type CodeForm, type KernelCode, type WgslCode, makeBlockCode, structuredCode } from '../shaders/code-form.ts'

let blockCode: Promise<WgslCode> | undefined

/** The kernels in this form for a device; blocks, which OpenCL does not have, and OpenCL C are loaded when they are first needed. */
export async function loadCode(
  form: CodeForm,
  { kind, backend }: Pick<AdapterDescription, 'kind' | 'backend'>,
): Promise<KernelCode> {
  if (backend === 'opencl') return (await import('../shaders/opencl-code.ts')).openclCode
  return loadWgsl(form, kind)
}

/** The kernels in WGSL. */
export async function loadWgsl(form: CodeForm, kind: AdapterDescription['kind']): Promise<WgslCode> {
  if (form === 'structured') return structuredCode(kind)
  blockCode ??= import('../shaders/kernel-blocks.generated.ts').then(({ kernelBlocks }) => makeBlockCode(kernelBlocks))
  return blockCode
}
