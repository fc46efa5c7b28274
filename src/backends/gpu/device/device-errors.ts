// Errors of a device, returned as results.

import { BugError, EnvironmentError, LimitError, MegabattError } from '../../../language/errors.ts'
import type { GpuDevice } from './device.ts'

/** `validation`: our bug; `out-of-memory`: the chunk is too large; `internal`: the driver failed; `lost`: the device is gone. */
export type DeviceErrorKind = 'validation' | 'out-of-memory' | 'internal' | 'lost'

/** An error of a device and the operation during which it occurred. */
export interface DeviceError {
  readonly kind: DeviceErrorKind
  readonly label: string
  readonly message: string
}

/** A kernel that the device does not compile; other kernels may compile. */
export class KernelError extends MegabattError {
  override readonly name = 'KernelError'
  readonly exitCode = 70
  readonly kernel: string
  constructor(kernel: string, message: string) {
    super('gpu-kernel', `The kernel ${kernel} does not compile: ${message}`, {
      advice: 'Update the driver. The CPU runs the programs that need this kernel.',
    })
    this.kernel = kernel
  }
}

/** The value of an operation on a device, or its error. */
export type GpuResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: DeviceError }

/** The error of an operation on a lost device. */
export function lossError(gpu: Pick<GpuDevice, 'loss'>, label: string): DeviceError {
  return { kind: 'lost', label, message: gpu.loss?.message || 'the device is lost' }
}

/** Returns the value of a result, or throws its error as a MegabattError. */
export function expectValue<T>(result: GpuResult<T>): T {
  if (!result.ok) throw toMegabattError(result.error)
  return result.value
}

/** The MegabattError for an error of a device; its class follows from the kind. */
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
