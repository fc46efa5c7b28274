// The entry of a device in the report of a run.

import type { DeviceReport } from '../gpu-report.ts'
import type { DeviceFacts } from './chunk/chunk-device.ts'

/** A device without work yet. */
export function reportDevice({
  name,
  kind,
  adapter,
  reason,
}: Pick<DeviceFacts, 'name' | 'kind' | 'adapter' | 'reason'>): DeviceReport {
  return {
    name,
    software: kind === 'software',
    api: adapter.backend === 'opencl' ? 'opencl' : 'webgpu',
    ...(reason === undefined ? {} : { reason }),
    chunks: 0,
    rows: 0,
  }
}
