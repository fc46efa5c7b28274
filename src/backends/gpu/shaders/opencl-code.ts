// The kernels in OpenCL C.

import { BugError } from '../../../language/errors.ts'
import type { KernelCode } from './code-form.ts'

const missing = (): never => {
  throw new BugError('gpu-kernel-text', 'there is no OpenCL C yet')
}

export const openclCode: KernelCode = {
  form: 'structured',
  language: 'opencl',
  entryPoint: 'runCalls',
  printKernel: missing,
  printFamily: missing,
  printScheduler: missing,
}
