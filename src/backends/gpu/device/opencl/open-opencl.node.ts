// Lists and opens OpenCL devices with the kernels in OpenCL C.

import type { ListedDevice } from '../device.node.ts'
import { loadCode } from '../load-code.node.ts'
import { listOpenClDevices } from './list-devices.node.ts'
import { OpenClDevice } from './opencl-device.node.ts'

/**
 * All devices, GPUs first; none with MEGABATT_OPENCL=off. MEGABATT_OPENCL_PARTS divides CPUs into parts, for tests with several
 * devices.
 */
export function listOpenCl(env: NodeJS.ProcessEnv = process.env): ListedDevice[] {
  if (env.MEGABATT_OPENCL === 'off') return []
  const parts = Number(env.MEGABATT_OPENCL_PARTS) || 1
  return listOpenClDevices(parts).map((found) => ({
    description: found.description,
    limits: found.limits,
    open: async () => OpenClDevice.open(found, await loadCode('structured', found.description)),
  }))
}
