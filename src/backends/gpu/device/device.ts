// The interface of a device that runs kernels, and the state that all devices have. WebGPU and OpenCL implement it.

import type { KernelCode } from '../shaders/kernel-code.ts'
import type { DeviceError, GpuResult } from './device-errors.ts'

/** A GPU, or a program that emulates one. */
export type DeviceKind = 'software' | 'hardware'

/** The description of a device; fields that the platform does not reveal are empty. */
export interface AdapterDescription {
  readonly name: string
  readonly vendor: string
  readonly architecture: string
  readonly driver: string
  /** The API that reaches it: `opencl`, or the API below WebGPU (`vulkan`, `metal`, `d3d12`), or empty. */
  readonly backend: string
  readonly kind: DeviceKind
}

/** The limits of a device that concern compute; sizes in bytes. */
export interface DeviceLimits {
  readonly maxBufferSize: number
  readonly maxStorageBufferBindingSize: number
  readonly maxStorageBuffersPerShaderStage: number
  readonly maxComputeWorkgroupsPerDimension: number
  readonly maxComputeInvocationsPerWorkgroup: number
  readonly maxComputeWorkgroupSizeX: number
  readonly maxComputeWorkgroupStorageSize: number
  readonly minStorageBufferOffsetAlignment: number
  /** The memory of the device, where the platform reveals it. */
  readonly memorySize?: number
}

/** `lost`: ended by the driver; `destroyed`: ended by us. */
export type DeviceState = 'ready' | 'lost' | 'destroyed'

/** The reason for the loss of a device. */
export interface DeviceLoss {
  readonly reason: 'lost' | 'destroyed'
  readonly message: string
}

/** How programs use a buffer: they read and write it, only read it, or read it as their parameters. */
export type BufferUse = 'storage' | 'read-only' | 'parameters'

/** A buffer of 32-bit words on a device. */
export interface DeviceBuffer {
  readonly label: string
  readonly use: BufferUse
  readonly wordCount: number
  destroy(): void
}

/** A part of a buffer; default: all of it. */
export interface BufferRange {
  readonly buffer: DeviceBuffer
  readonly wordOffset?: number
  readonly wordCount?: number
}

/** Buffers for the arguments of a program; made by `bind` of the device that uses it. */
export interface DeviceBindings {
  readonly ranges: readonly BufferRange[]
}

/** The text of a program, in the language of the device's code; its entry points are compiled separately. */
export interface ProgramText {
  readonly label: string
  readonly text: string
}

/** An entry point of a program. A program that is passed again is not parsed again. */
export interface ProgramEntry {
  readonly label: string
  readonly program: ProgramText
  readonly entryPoint: string
  /** The uses of the buffers that are its arguments, in their order. */
  readonly uses: readonly BufferUse[]
}

/** A compiled entry point. */
export interface DevicePipeline {
  readonly label: string
}

/** Records the commands of a submission, which run one after the other. */
export interface Commands {
  copy(from: DeviceBuffer, fromWord: number, to: DeviceBuffer, toWord: number, wordCount: number): void
  /** Runs workgroups of the size that the program declares. `timedAs`: the name under which the dispatch is timed. */
  dispatch(pipeline: DevicePipeline, bindings: DeviceBindings, workgroups: number, timedAs?: string): void
}

/** Nanoseconds and dispatches of each pipeline, by its name. */
export type DispatchTimes = ReadonlyMap<string, { readonly dispatches: number; readonly ns: number }>

/** Reads the times of a submission after its end. */
export type ReadTimes = () => Promise<DispatchTimes>

/**
 * An open device. Errors of calls outside `attempt` are in `uncaught`. Calls after an error have no effect, so a caller checks
 * once, at the end of an attempt.
 */
export abstract class GpuDevice {
  readonly adapter: AdapterDescription
  readonly limits: DeviceLimits
  /** Resolves when the device is lost or destroyed; never rejects. */
  readonly lost: Promise<DeviceLoss>
  /** Errors of calls outside `attempt`. */
  readonly uncaught: DeviceError[] = []
  /** The kernels in the language of this device. */
  readonly code: KernelCode
  #state: DeviceState = 'ready'
  #loss: DeviceLoss | undefined
  #resolveLost: (loss: DeviceLoss) => void = () => undefined

  protected constructor(adapter: AdapterDescription, limits: DeviceLimits, code: KernelCode) {
    this.adapter = adapter
    this.limits = limits
    this.code = code
    this.lost = new Promise((resolve) => {
      this.#resolveLost = resolve
    })
  }

  get name(): string {
    return this.adapter.name
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

  /** Whether the device can time its dispatches. */
  abstract get hasTimestamps(): boolean

  /** Creates a buffer of zeros. */
  abstract createBuffer(label: string, wordCount: number, use: BufferUse): DeviceBuffer

  /** Writes words into a buffer; the array is copied at once and may be reused. */
  abstract write(buffer: DeviceBuffer, words: Int32Array<ArrayBuffer>, wordOffset: number): void

  /** Reads ranges back after all submitted work is done; throws errors of the device, for example `gpu-lost`. */
  abstract read(ranges: readonly Required<BufferRange>[]): Promise<Int32Array<ArrayBuffer>[]>

  /** The arguments of programs, in their order. */
  abstract bind(ranges: readonly BufferRange[]): DeviceBindings

  /** Compiles an entry point; a program that is refused is an error of kind `validation`. */
  abstract compile(entry: ProgramEntry): Promise<GpuResult<DevicePipeline>>

  /** Submits the recorded commands at once. With `isTimed`, on a device that can, the result reads their times. */
  abstract submit(label: string, record: (commands: Commands) => void, isTimed?: boolean): ReadTimes | undefined

  /** Resolves when all submitted work is done. */
  abstract settle(): Promise<void>

  /** Runs `action`, which makes its calls synchronously, and returns its value or the first error of its calls. */
  abstract attempt<T>(label: string, action: () => T): Promise<GpuResult<T>>

  /** Frees the device and all its buffers; may be called twice. */
  destroy(): void {
    if (this.#state === 'ready') this.#state = 'destroyed'
    this.release()
  }

  /** Frees everything; may be called twice. */
  protected abstract release(): void

  /** Notes the end of the device. */
  protected end({ reason, message }: DeviceLoss): void {
    if (this.#state === 'ready') this.#state = reason
    this.#loss ??= { reason: this.#state === 'destroyed' ? 'destroyed' : 'lost', message }
    this.#resolveLost(this.#loss)
  }
}
