// The tests on a device for the kernels of cell layout a: see gpu-suite.ts.

import { describeGpu } from './gpu-suite.ts'

describeGpu('a')
