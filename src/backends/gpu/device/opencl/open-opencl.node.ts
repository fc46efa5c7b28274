// Lists and opens OpenCL devices with the kernels in OpenCL C.

import { join } from 'node:path'
import { cacheFolder } from '../../../cache-folder.node.ts'
import type { ListedDevice } from '../device.node.ts'
import { loadCode } from '../load-code.node.ts'
import { BinaryCache } from './binary-cache.node.ts'
import { type FoundOpenClDevice, listOpenClDevices } from './list-devices.node.ts'
import { OpenClDevice } from './opencl-device.node.ts'

/**
 * All devices, GPUs first; none with MEGABATT_OPENCL=off. MEGABATT_OPENCL_PARTS divides CPUs into parts, for tests with several
 * devices.
 */
export function listOpenCl(env: NodeJS.ProcessEnv = process.env): ListedDevice[] {
  if (env.MEGABATT_OPENCL === 'off') return []
  // PoCL keeps its own cache, by device, version and source; it reads the variable when it is loaded.
  env.POCL_CACHE_DIR ??= join(cacheFolder(env), 'pocl')
  const parts = Number(env.MEGABATT_OPENCL_PARTS) || 1
  return listOpenClDevices(parts).map((found) => ({
    description: found.description,
    limits: found.limits,
    open: async () => OpenClDevice.open(found, await loadCode(found.description), cacheOf(found, env)),
  }))
}

/** On a CPU, asking for a binary compiles every kernel once more, and the cache of PoCL is as good. */
function cacheOf({ description }: FoundOpenClDevice, env: NodeJS.ProcessEnv): BinaryCache | undefined {
  return description.kind === 'hardware' ? new BinaryCache(description, env) : undefined
}
