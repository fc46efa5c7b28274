// The tests on a device for the kernels of cell layout t: see gpu-suite.ts.

import { describeGpu } from './gpu-suite.ts'

describeGpu('t')
