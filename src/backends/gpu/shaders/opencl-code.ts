// The kernels in OpenCL C. Imported only for devices that take this language: the text is large.

import type { CellLayout } from '../../../kernel/cell-layout.ts'
import { OPENCL_ENTRY, assembleOpenclFamily, assembleOpenclScheduler } from './opencl-program.ts'
import type { ShaderEntry } from './shader.ts'

/**
 * The kernels in OpenCL C. The arguments of every entry point are the seven buffers of the bindings of WGSL, in their order; the sizes of
 * workgroups are declared by `reqd_work_group_size`.
 */
export const openclCode = {
  form: 'structured',
  language: 'opencl',
  entryPoint: OPENCL_ENTRY,
  printKernel: ({ layout = 'a', ...entry }: ShaderEntry): string => assembleOpenclFamily([entry], layout),
  printFamily: (members: readonly ShaderEntry[], layout: CellLayout): string => assembleOpenclFamily(members, layout),
  printScheduler: assembleOpenclScheduler,
} as const
