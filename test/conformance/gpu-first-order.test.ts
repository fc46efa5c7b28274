// The primitives with the longest kernels on a device; all of them are first-order.

import { longKernels, testOnDevice } from './gpu-suite.ts'

testOnDevice(({ family }) => longKernels.has(family))
