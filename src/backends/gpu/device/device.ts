// A WebGPU device as the GPU backend uses it, in Node and in browsers: named, with its adapter's limits, its loss noticed.

import { EnvironmentError } from '../../../language/errors.ts'
import type { DeviceError } from './device-errors.ts'

/** Whether an adapter is a GPU or a program that stands in for one. */
export type DeviceKind = 'software' | 'hardware'

/** What is known of an adapter; fields that the platform keeps to itself are empty. */
export interface AdapterDescription {
  readonly name: string
  readonly vendor: string
  readonly architecture: string
  readonly driver: string
  /** The API below WebGPU (`vulkan`, `metal`, `d3d12`), or empty where it is not told. */
  readonly backend: string
  readonly kind: DeviceKind
}

// WebGPU gives a device the least limits unless it is asked for more.
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

/** The limits that matter to compute, as the device grants them; sizes are in bytes. */
export type DeviceLimits = Readonly<Record<(typeof LIMIT_NAMES)[number], number>>

/** `lost` came from outside, `destroyed` from us. */
export type DeviceState = 'ready' | 'lost' | 'destroyed'

/** Why a device is gone. */
export interface DeviceLoss {
  readonly reason: 'lost' | 'destroyed'
  readonly message: string
}

/** Awaits a promise of the device's, in the way that suits the platform. */
export type Wait = <T>(promise: Promise<T>) => Promise<T>

/** A device with what the backend asks about it; make one with `openDevice`. */
export class GpuDevice {
  readonly device: GPUDevice
  readonly adapter: AdapterDescription
  readonly limits: DeviceLimits
  /** Every promise of the device is awaited through this. */
  readonly wait: Wait
  /** Resolves once, when the device is gone; never rejects. */
  readonly lost: Promise<DeviceLoss>
  /** Errors that no error scope caught: each is a call of ours outside `withErrorScopes`. */
  readonly uncaught: DeviceError[] = []
  #state: DeviceState = 'ready'
  #loss: DeviceLoss | undefined

  constructor(device: GPUDevice, adapter: AdapterDescription, wait: Wait) {
    this.device = device
    this.adapter = adapter
    this.wait = wait
    this.limits = pickLimits(device.limits)
    this.lost = device.lost.then(({ reason, message }) => {
      if (this.#state === 'ready') this.#state = reason === 'destroyed' ? 'destroyed' : 'lost'
      this.#loss = { reason: this.#state === 'destroyed' ? 'destroyed' : 'lost', message }
      return this.#loss
    })
    device.addEventListener('uncapturederror', (event) => {
      event.preventDefault() // else Dawn prints it as well
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

  /** Whether dispatches can be timed on the device itself. */
  get hasTimestamps(): boolean {
    return this.device.features.has(TIMESTAMPS)
  }

  get kind(): DeviceKind {
    return this.adapter.kind
  }

  get state(): DeviceState {
    return this.#state
  }

  /** Why the device is gone, once it is. */
  get loss(): DeviceLoss | undefined {
    return this.#loss
  }

  /** Frees the device and all its buffers; harmless when done twice. */
  destroy(): void {
    if (this.#state === 'ready') this.#state = 'destroyed'
    this.device.destroy()
  }
}

/** What an adapter says of itself; `backend` is known only to who found it. */
export function describeAdapter(adapter: GPUAdapter, backend = ''): AdapterDescription {
  const { vendor, architecture, device, description } = adapter.info
  return {
    // Dawn makes a word of the name and leaves hyphens behind: swiftshader-device-subzero-
    name: device.replace(/-+$/, '') || description || architecture || vendor || 'unnamed adapter',
    vendor,
    architecture,
    driver: description,
    backend,
    kind: adapter.info.isFallbackAdapter || architecture === 'swiftshader' ? 'software' : 'hardware',
  }
}

/** The limits of an adapter or device that matter to compute. */
export function pickLimits(limits: GPUSupportedLimits): DeviceLimits {
  return Object.fromEntries(LIMIT_NAMES.map((name) => [name, limits[name]])) as DeviceLimits
}

/** Opens a device with all that its adapter can give. */
export async function openDevice(
  adapter: GPUAdapter,
  description = describeAdapter(adapter),
  wait: Wait = (promise) => promise,
): Promise<GpuDevice> {
  try {
    // Without it, a device works as well, and nobody sees how long its kernels take.
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
