// Opens WebGPU adapters, in Node and in browsers.

import { EnvironmentError } from '../../../../language/errors.ts'
import type { AdapterDescription, DeviceLimits } from '../device.ts'
import { TIMESTAMPS, type Wait, WebGpuDevice } from './webgpu-device.ts'

// A WebGPU device has the minimum limits unless more are requested.
const LIMIT_NAMES = [
  'maxBufferSize',
  'maxStorageBufferBindingSize',
  'maxStorageBuffersPerShaderStage',
  'maxComputeWorkgroupsPerDimension',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
  'maxComputeWorkgroupStorageSize',
  'minStorageBufferOffsetAlignment',
] as const satisfies readonly (keyof DeviceLimits)[]

/** Describes an adapter; it does not know its `backend`. @internal */
export function describeAdapter(adapter: GPUAdapter, backend = ''): AdapterDescription {
  const { vendor, architecture, device, description } = adapter.info
  return {
    // Dawn replaces spaces by hyphens and leaves one at the end: swiftshader-device-subzero-
    name: device.replace(/-+$/, '') || description || architecture || vendor || 'unnamed adapter',
    vendor,
    architecture,
    driver: description,
    backend,
    kind: adapter.info.isFallbackAdapter || architecture === 'swiftshader' ? 'software' : 'hardware',
  }
}

/** The limits of an adapter or a device that concern compute. @internal */
export function pickLimits(limits: GPUSupportedLimits): Pick<DeviceLimits, (typeof LIMIT_NAMES)[number]> {
  return Object.fromEntries(LIMIT_NAMES.map((name) => [name, limits[name]])) as Record<
    (typeof LIMIT_NAMES)[number],
    number
  >
}

/** Opens a device with all limits of its adapter. @internal */
export async function openWebGpuDevice(
  adapter: GPUAdapter,
  description = describeAdapter(adapter),
  wait: Wait = (promise) => promise,
): Promise<WebGpuDevice> {
  try {
    // Optional: without timestamps dispatches cannot be timed.
    const requiredFeatures = adapter.features.has(TIMESTAMPS) ? [TIMESTAMPS] : []
    const requiredLimits = pickLimits(adapter.limits)
    const device = await wait(adapter.requestDevice({ label: 'megabatt', requiredFeatures, requiredLimits }))
    return new WebGpuDevice(device, description, pickLimits(device.limits), wait)
  } catch (cause) {
    throw new EnvironmentError(
      'gpu-device-refused',
      `The adapter ${description.name} gives no device: ${String(cause)}`,
      {
        advice: 'Update its driver, or use MEGABATT_DEVICE=software.',
        cause,
      },
    )
  }
}
