// The devices on which suites run: one of WebGPU and one of OpenCL. A machine without OpenCL says so with MEGABATT_OPENCL=off, which
// scripts/test.mjs sets and prints; otherwise a missing device makes the tests fail.

import { openNodeDevice } from '../../src/backends/gpu/device/device.node.ts'
import type { GpuDevice } from '../../src/backends/gpu/device/device.ts'
import { OpenClDevice } from '../../src/backends/gpu/device/opencl/opencl-device.node.ts'
import { type DeviceApi, type WantedDevice, readWantedDevice } from '../../src/backends/gpu/device/wanted-device.ts'
import type { WebGpuDevice } from '../../src/backends/gpu/device/webgpu/webgpu-device.ts'

/** A device under test. */
export interface TestDevice {
  readonly api: DeviceApi
  readonly wanted: WantedDevice
  readonly open: () => Promise<GpuDevice>
}

/** The device of OpenCL. */
export const OPENCL: TestDevice = deviceOf('opencl')
/** The device of WebGPU: the software one unless MEGABATT_DEVICE says otherwise. */
export const WEBGPU: TestDevice = deviceOf('webgpu')

/** Whether OpenCL is tested. */
export const hasOpenCl = process.env.MEGABATT_OPENCL !== 'off'

/** All devices under test, for `describe.each`. */
export const TEST_DEVICES: readonly TestDevice[] = hasOpenCl ? [WEBGPU, OPENCL] : [WEBGPU]

/**
 * The device of suites that take one: PoCL runs many times as fast as the software device of WebGPU. MEGABATT_TEST_DEVICE=webgpu runs
 * them there.
 */
export const FAST_DEVICE: TestDevice = process.env.MEGABATT_TEST_DEVICE === 'webgpu' ? WEBGPU : TEST_DEVICES.at(-1)!

function deviceOf(api: DeviceApi): TestDevice {
  const { kind } = readWantedDevice(process.env)
  const wanted: WantedDevice = { kind: api === 'opencl' ? 'auto' : kind, api }
  return { api, wanted, open: () => openNodeDevice(wanted) }
}

/** A device of WebGPU, with the object of WebGPU. */
export async function openWebGpu(): Promise<WebGpuDevice> {
  return (await WEBGPU.open()) as WebGpuDevice
}

/** Ends a device past our own bookkeeping, as a driver does. */
export function pullOut(gpu: GpuDevice): void {
  if (gpu instanceof OpenClDevice) gpu.lose('pulled out')
  else (gpu as WebGpuDevice).device.destroy()
}
