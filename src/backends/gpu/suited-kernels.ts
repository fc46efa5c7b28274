// Which devices run tuned kernels, in which a workgroup makes one call together.

import type { DeviceFacts } from './chunk/chunk-device.ts'
import type { TunedChoice } from './shaders/tuned-kernels.ts'

/**
 * Whether tuned kernels may be chosen for a device without being asked for. On PoCL one of them, compiled together with its ordinary
 * kernel, gives wrong values; until the reason is known, no device of OpenCL has them.
 */
export function mayBeTuned({ adapter }: DeviceFacts): boolean {
  return adapter.backend !== 'opencl'
}

/** The kernels that a device uses in their tuned form: on a software device a whole workgroup for one call gains nothing. */
export function suitedKernels(facts: DeviceFacts): TunedChoice {
  return facts.kind === 'hardware' && mayBeTuned(facts) ? 'all' : 'none'
}
