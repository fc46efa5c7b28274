// The tests on OpenCL for the kernels of cell layout a: see gpu-suite.ts.

import { OPENCL } from '../gpu/test-devices.ts'
import { describeGpu } from './gpu-suite.ts'

describeGpu('a', OPENCL)
