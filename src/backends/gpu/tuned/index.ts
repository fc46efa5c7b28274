// The tuned kernels by the names of the kernels that they are forms of.

import { combine } from './combine.ts'
import { apply, mapply, merge, prapply } from './gathering.ts'
import { objects } from './objects.ts'
import { cover, fill, move, paint, underfill, underpaint } from './painting.ts'
import type { TunedKernel } from './tuned-kernel.ts'

/** All kernels that have a tuned form. */
export const tunedKernels: ReadonlyMap<string, TunedKernel> = new Map(
  Object.entries({ apply, combine, cover, fill, mapply, merge, move, objects, paint, prapply, underfill, underpaint }),
)
