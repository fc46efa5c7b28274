// The GPU of the browser. A module of its own, loaded when a run first asks for it: the kernels are larger than the rest of the engine.

import { openWebDevice } from '../../src/backends/gpu/device/webgpu/device.web.ts'
import { GpuBackend } from '../../src/backends/gpu/gpu-backend.ts'
import { LocalDevice } from '../../src/backends/gpu/resident/local-device.ts'

/** A backend on the device of the browser; where there is none, it runs everything on the CPU and reports the reason. */
export function openGpuBackend(): GpuBackend {
  return new GpuBackend({ open: [async () => new LocalDevice(await openWebDevice())] })
}
