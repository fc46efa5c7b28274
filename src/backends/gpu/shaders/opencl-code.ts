// The kernels in OpenCL C. Imported only for devices that take this language: the text is large.

import { OPENCL_ENTRY, assembleOpenclFamily, assembleOpenclKernel, assembleOpenclScheduler } from './opencl-program.ts'

/**
 * The kernels in OpenCL C. The arguments of every entry point are the seven buffers of the bindings of WGSL, in their order; the sizes of
 * workgroups are declared by `reqd_work_group_size`.
 */
export const openclCode = {
  form: 'structured',
  language: 'opencl',
  entryPoint: OPENCL_ENTRY,
  printKernel: assembleOpenclKernel,
  printFamily: assembleOpenclFamily,
  printScheduler: assembleOpenclScheduler,
} as const
