// Which devices run tuned kernels, in which a workgroup makes one call together.

import type { DeviceFacts } from './chunk/chunk-device.ts'
import type { TunedChoice } from './shaders/tuned-kernels.ts'

/** The begin of the driver of PoCL, as its platform is named. */
const POCL = 'Portable Computing Language'

/**
 * Whether tuned kernels may be chosen for a device without being asked for. The compiler of PoCL loses statements between barriers of some
 * programs (docs/decisions/0012-tuned-kernels.md), so it has ordinary kernels.
 */
export function mayBeTuned({ adapter }: DeviceFacts): boolean {
  return !(adapter.backend === 'opencl' && adapter.driver.startsWith(POCL))
}

/** The kernels that a device uses in their tuned form: on a software device a whole workgroup for one call gains nothing. */
export function suitedKernels(facts: DeviceFacts): TunedChoice {
  return facts.kind === 'hardware' && mayBeTuned(facts) ? 'all' : 'none'
}
