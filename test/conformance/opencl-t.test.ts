// The tests on OpenCL for the kernels of cell layout t: see gpu-suite.ts.

import { OPENCL } from '../gpu/test-devices.ts'
import { describeGpu } from './gpu-suite.ts'

describeGpu('t', OPENCL)
