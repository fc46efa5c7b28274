// The state of a device for the host: its layout, and the numbers of the queues.

import { MAX_KERNELS } from '../../../kernel/primitive-facts.ts'
import type { BufferUse } from '../device/device.ts'
import { kernelIndexes } from '../../kernel-numbers.generated.ts'

export * from '../device-code/state-layout.ts'
export { MAX_KERNELS }

/** The uses of the buffers that every program takes: heap, state, scratch memory, calls, arena, parameters, tables. */
export const KERNEL_BUFFERS: readonly BufferUse[] = [
  'storage',
  'storage',
  'storage',
  'storage',
  'storage',
  'parameters',
  'read-only',
]

/** The kernel that copies outputs, which belongs to no primitive. */
export const COPY_KERNEL = 'copyValue'

/** The number of a kernel's queue on the device; a kernel of no primitive has the last one. */
export function kernelNumber(kernel: string): number {
  return kernelIndexes[kernel] ?? MAX_KERNELS - 1
}
