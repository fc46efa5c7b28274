// Loads the kernels in the language of a device.

import { type KernelCode, wgslCode } from '../shaders/kernel-code.ts'
import type { AdapterDescription } from './device.ts'

/** The kernels for a device; OpenCL C is loaded when it is first needed. */
export async function loadCode({ kind, backend }: Pick<AdapterDescription, 'kind' | 'backend'>): Promise<KernelCode> {
  return backend === 'opencl' ? (await import('../shaders/opencl-code.ts')).openclCode : wgslCode(kind)
}
