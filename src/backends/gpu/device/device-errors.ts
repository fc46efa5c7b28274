// What can go wrong on a device, caught by error scopes and handed back as a result instead of a crash.

import { BugError, EnvironmentError, LimitError, MegabattError } from '../../../language/errors.ts'
import type { GpuDevice } from './device.ts'

/** `validation` is our bug, `out-of-memory` asks for a smaller chunk, `internal` is the driver's, `lost` ends the device. */
export type DeviceErrorKind = GPUErrorFilter | 'lost'

/** One thing that went wrong on a device, and during what. */
export interface DeviceError {
  readonly kind: DeviceErrorKind
  readonly label: string
  readonly message: string
}

/** A kernel that a device does not compile; all others may well be sound. */
export class KernelError extends MegabattError {
  override readonly name = 'KernelError'
  readonly exitCode = 70
  readonly kernel: string
  constructor(kernel: string, message: string) {
    super('gpu-kernel', `The kernel ${kernel} does not compile: ${message}`, {
      advice: 'Update the driver; the CPU runs what needs it.',
    })
    this.kernel = kernel
  }
}

/** The value of work on a device, or what went wrong instead. */
export type GpuResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: DeviceError }

// In the order in which they are popped; the innermost scope that fits catches an error.
const FILTERS: readonly GPUErrorFilter[] = ['validation', 'out-of-memory', 'internal']

/**
 * Runs `action` and gives its value, or the first trouble that its calls caused. The action must make its calls before it
 * returns: scopes are a stack of the whole device, so an action that awaited would catch its neighbours' errors.
 */
export async function withErrorScopes<T>(gpu: GpuDevice, label: string, action: () => T): Promise<GpuResult<T>> {
  if (gpu.state !== 'ready') return { ok: false, error: lossError(gpu, label) }
  for (const filter of FILTERS.toReversed()) gpu.device.pushErrorScope(filter)
  let value: T
  let errors: Promise<GPUError | null>[]
  try {
    value = action()
  } finally {
    errors = FILTERS.map(() => gpu.device.popErrorScope())
    // Where the action throws, nobody awaits these.
    for (const error of errors) error.catch(() => undefined)
  }
  for (const [index, kind] of FILTERS.entries()) {
    // A lost device rejects; its state, looked at below, says so better.
    const error = await gpu.wait(errors[index]!).catch(() => null)
    if (error !== null) return { ok: false, error: { kind, label, message: error.message } }
  }
  // Dawn raises no errors for calls on a lost device, it ignores them.
  if (gpu.state !== 'ready') return { ok: false, error: lossError(gpu, label) }
  return { ok: true, value }
}

/** The trouble of asking something of a device that is gone. */
export function lossError(gpu: GpuDevice, label: string): DeviceError {
  return { kind: 'lost', label, message: gpu.loss?.message || 'the device is lost' }
}

/** The value of a result, or the error of ours that its trouble amounts to, thrown. */
export function expectValue<T>(result: GpuResult<T>): T {
  if (!result.ok) throw toMegabattError(result.error)
  return result.value
}

/** Trouble as an error: whose fault it is follows from its kind. */
export function toMegabattError({ kind, label, message }: DeviceError): MegabattError {
  switch (kind) {
    case 'validation':
      return new BugError('gpu-validation', `The device refused ${label}: ${message}`)
    case 'out-of-memory':
      return new LimitError('gpu-out-of-memory', `The device has no memory left for ${label}: ${message}`, {
        advice: 'Use smaller chunks of rows.',
      })
    case 'internal':
      return new EnvironmentError('gpu-internal', `The device's driver failed at ${label}: ${message}`, {
        advice: 'Update the driver, or run on the CPU or with MEGABATT_DEVICE=software.',
      })
    case 'lost':
      return new EnvironmentError('gpu-lost', `The device was lost during ${label}: ${message}`, {
        advice: 'Open the device again, or run on the CPU.',
      })
  }
  return kind satisfies never
}
