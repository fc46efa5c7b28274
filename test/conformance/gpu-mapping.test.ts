// All other primitives on a device, the higher-order ones and the functions that they map among them.

import { longKernels, testOnDevice } from './gpu-suite.ts'

testOnDevice(({ family }) => !longKernels.has(family))
