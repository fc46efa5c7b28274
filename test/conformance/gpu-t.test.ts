// The tests on WebGPU for the kernels of cell layout t: see gpu-suite.ts.

import { WEBGPU } from '../gpu/test-devices.ts'
import { describeGpu } from './gpu-suite.ts'

describeGpu('t', WEBGPU)
