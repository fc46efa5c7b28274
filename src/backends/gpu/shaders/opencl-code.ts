// The kernels in OpenCL C. Imported only for devices that take this language: the text is large.

import type { KernelCode } from './kernel-code.ts'
import type { KernelTexts } from './kernel-text.ts'
import * as opencl from './kernels-opencl.generated.ts'
import {
  OPENCL_ENTRY,
  assembleOpenclFamily,
  assembleOpenclGroups,
  assembleOpenclKernel,
  assembleOpenclScheduler,
  assembleOpenclSharing,
} from './opencl-program.ts'

/** The kernels of a library in OpenCL C. */
export function makeOpenclCode(library: KernelTexts): KernelCode {
  return {
    language: 'opencl',
    entryPoint: OPENCL_ENTRY,
    printKernel: (entry) => assembleOpenclKernel(entry, library),
    printFamily: (members, layout, isSharing) =>
      isSharing ? assembleOpenclSharing(members, layout, library) : assembleOpenclFamily(members, layout, library),
    printGroups: (members, layout) => assembleOpenclGroups(members, layout, library),
    printScheduler: assembleOpenclScheduler,
  }
}

/** The kernels in OpenCL C. */
export const openclCode = makeOpenclCode(opencl)
