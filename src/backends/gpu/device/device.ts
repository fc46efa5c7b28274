// A WebGPU device in Node or in a browser, with the description and limits of its adapter and its loss.

import { EnvironmentError } from '../../../language/errors.ts'
import { type KernelCode, structuredCode } from '../shaders/code-form.ts'
import type { DeviceError } from './device-errors.ts'

/** A GPU, or a program that emulates one. */
export type DeviceKind = 'software' | 'hardware'

/** The description of an adapter; fields that the platform does not reveal are empty. */
export interface AdapterDescription {
  readonly name: string
  readonly vendor: string
  readonly architecture: string
  readonly driver: string
  /** The API below WebGPU (`vulkan`, `metal`, `d3d12`), or empty. */
  readonly backend: string
  readonly kind: DeviceKind
}

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
] as const

const TIMESTAMPS: GPUFeatureName = 'timestamp-query'

/** The limits of a device that concern compute; sizes in bytes. */
export type DeviceLimits = Readonly<Record<(typeof LIMIT_NAMES)[number], number>>

/** `lost`: ended by the driver; `destroyed`: ended by us. */
export type DeviceState = 'ready' | 'lost' | 'destroyed'

/** The reason for the loss of a device. */
export interface DeviceLoss {
  readonly reason: 'lost' | 'destroyed'
  readonly message: string
}

/** Awaits a promise of the device in the way that the platform requires. */
export type Wait = <T>(promise: Promise<T>) => Promise<T>

/** An open device; created by `openDevice`. */
export class GpuDevice {
  /** @internal */
  readonly device: GPUDevice
  readonly adapter: AdapterDescription
  readonly limits: DeviceLimits
  /** Must be used to await every promise of the device. */
  readonly wait: Wait
  /** Resolves when the device is lost or destroyed; never rejects. */
  readonly lost: Promise<DeviceLoss>
  /** Errors that no error scope caught, from calls outside `withErrorScopes`. */
  readonly uncaught: DeviceError[] = []
  /** The kernels in the form for this device; the opener may replace it before the first use. */
  code: KernelCode
  #state: DeviceState = 'ready'
  #loss: DeviceLoss | undefined

  /** @internal */
  constructor(device: GPUDevice, adapter: AdapterDescription, wait: Wait) {
    this.device = device
    this.adapter = adapter
    this.wait = wait
    this.code = structuredCode(adapter.kind)
    this.limits = pickLimits(device.limits)
    this.lost = device.lost.then(({ reason, message }) => {
      if (this.#state === 'ready') this.#state = reason === 'destroyed' ? 'destroyed' : 'lost'
      this.#loss = { reason: this.#state === 'destroyed' ? 'destroyed' : 'lost', message }
      return this.#loss
    })
    device.addEventListener('uncapturederror', (event) => {
      event.preventDefault() // Dawn would print it as well.
      this.uncaught.push({
        kind: errorKind(event.error),
        label: 'a call outside error scopes',
        message: event.error.message,
      })
    })
  }

  get name(): string {
    return this.adapter.name
  }

  /** Whether the device can time its dispatches. */
  get hasTimestamps(): boolean {
    return this.device.features.has(TIMESTAMPS)
  }

  get kind(): DeviceKind {
    return this.adapter.kind
  }

  get state(): DeviceState {
    return this.#state
  }

  /** The reason for the loss; undefined while the device is ready. */
  get loss(): DeviceLoss | undefined {
    return this.#loss
  }

  /** Frees the device and all its buffers; may be called twice. */
  destroy(): void {
    if (this.#state === 'ready') this.#state = 'destroyed'
    this.device.destroy()
  }
}

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
export function pickLimits(limits: GPUSupportedLimits): DeviceLimits {
  return Object.fromEntries(LIMIT_NAMES.map((name) => [name, limits[name]])) as DeviceLimits
}

/** Opens a device with all limits of its adapter. @internal */
export async function openDevice(
  adapter: GPUAdapter,
  description = describeAdapter(adapter),
  wait: Wait = (promise) => promise,
): Promise<GpuDevice> {
  try {
    // Optional: without timestamps dispatches cannot be timed.
    const requiredFeatures = adapter.features.has(TIMESTAMPS) ? [TIMESTAMPS] : []
    const requiredLimits = pickLimits(adapter.limits)
    const device = await wait(adapter.requestDevice({ label: 'megabatt', requiredFeatures, requiredLimits }))
    return new GpuDevice(device, description, wait)
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

function errorKind(error: GPUError): GPUErrorFilter {
  switch (error.constructor.name) {
    case 'GPUOutOfMemoryError':
      return 'out-of-memory'
    case 'GPUInternalError':
      return 'internal'
    default:
      return 'validation'
  }
}
