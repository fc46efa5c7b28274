// The interface of a device: takes the image of a chunk, returns the words read back, or throws a MegabattError.

import type { CompileWork } from '../../gpu-report.ts'
import type { AdapterDescription, DeviceKind, DispatchTimes } from '../device/device.ts'
import type { Transfers } from '../device/transfers.ts'
import type { FamilyChoice } from '../shaders/families.ts'
import type { TunedCalls, TunedChoice } from '../shaders/tuned-kernels.ts'
import type { ChunkImage } from './chunk-image.ts'

/** The capacity of each buffer, in words; `entries`, `ready` and `counters` in items. */
export interface MemorySizes {
  readonly heap: number
  readonly arena: number
  readonly scratch: number
  readonly entries: number
  readonly ready: number
  readonly counters: number
  readonly tables: number
  /** The maximum number of workgroups of one dispatch. */
  readonly groups: number
}

/** The properties of a device that determine its chunks. */
export interface DeviceFacts {
  readonly name: string
  readonly kind: DeviceKind
  /** The full description of the adapter: another driver counts as another device. */
  readonly adapter: AdapterDescription
  /** Why it was chosen, where it was. */
  readonly reason?: string
  readonly sizes: MemorySizes
  /** The capacity of the buffer for copies of outputs, in words. */
  readonly mostCopyWords: number
}

/** The work of a device since it was opened, counted where it is done. */
export interface DeviceWork {
  readonly transfers: Transfers
  readonly compiled: CompileWork
}

export interface ChunkOptions {
  /** Scratch memory of one invocation, in words. */
  readonly scratchWords: number
  /** Capacity for copies of outputs, or for the rows that the host has to finish, in words. */
  readonly packWords: number
  /** The words of rows for the host that are read with the evaluations; more of them are a second read-back. Default: 0. */
  readonly leftWords?: number
  /** The maximum counted work of one kernel call; longer calls are left to the CPU. Default: the budget of a statement. */
  readonly callLimit?: number | undefined
  /** The kernels that are used in their tuned form. Default: none. */
  readonly tuned?: TunedChoice
  /** The calls for which tuned forms are used. Default: long ones. */
  readonly tunedCalls?: TunedCalls
  /** Whether kernels share pipelines. Default: none. */
  readonly families?: FamilyChoice
  /** Times every dispatch; each is then a pass of its own. */
  readonly isTimed?: boolean
  /** Called for each compiled pipeline. */
  readonly onCompile?: ((done: number, total: number) => void) | undefined
}

/** The words read back from the device after a chunk; plain data. */
export interface ChunkWords {
  /** The first words of the state. */
  readonly state: Int32Array
  /** The number of calls of each kernel, by kernel number. */
  readonly calls: Int32Array
  /** The first words of the arena: all answers, or the evaluations alone. */
  readonly arena: Int32Array<ArrayBuffer>
  /** The copies of outputs. */
  readonly copies: Int32Array
  /** The rows that the host has to finish, see LEFT; empty where all answers are read. */
  readonly left: Int32Array
  /** The counted work of rows and their marks, where all answers are read: see PlanColumns. */
  readonly counters: Int32Array
  readonly dispatches: number
  /** The times of the dispatches, if requested and supported by the device. */
  readonly times?: DispatchTimes
}

/** Runs chunks one at a time, in the order of the calls. */
export interface ChunkDevice {
  readonly facts: DeviceFacts
  readonly work: DeviceWork
  run(image: ChunkImage, budget: number, options: ChunkOptions): Promise<ChunkWords>
  close(): Promise<void>
}
