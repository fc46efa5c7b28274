// A device as the GPU backend sees it: chunks go in, words come out, or an error that says what happened.

import { newTransfers, type Transfers, GpuBuffers } from '../device/buffers.ts'
import type { ChunkImage } from './chunk-image.ts'
import type { AdapterDescription, DeviceKind, GpuDevice } from '../device/device.ts'
import { DeviceMemory, type MemorySizes, planMemory } from '../resident/device-memory.ts'
import type { CompileWork } from '../../gpu-report.ts'
import { Pipelines } from '../device/pipelines.ts'
import { type ChunkOptions, type ChunkWords, ResidentRunner } from '../resident/resident-runner.ts'

/** What the host must know of a device to cut chunks for it. */
export interface DeviceFacts {
  readonly name: string
  readonly kind: DeviceKind
  /** All that its adapter says of itself, so that another driver is another device. */
  readonly adapter: AdapterDescription
  readonly sizes: MemorySizes
  /** Words of the buffer that outputs are copied to. */
  readonly mostCopyWords: number
}

/** What a device has done so far; counted where it is done. */
export interface DeviceWork {
  readonly transfers: Transfers
  readonly compiled: CompileWork
}

/** Runs chunks, one after the other. */
export interface ChunkDevice {
  readonly facts: DeviceFacts
  readonly work: DeviceWork
  run(image: ChunkImage, budget: number, options: ChunkOptions): Promise<ChunkWords>
  close(): Promise<void>
}

/** A device of this process. */
export class LocalDevice implements ChunkDevice {
  readonly facts: DeviceFacts
  readonly work: DeviceWork
  readonly #gpu: GpuDevice
  readonly #buffers: GpuBuffers
  readonly #memory: DeviceMemory
  readonly #runner: ResidentRunner
  #last: Promise<unknown> = Promise.resolve()

  /** Takes the device over: it is destroyed with this. `bytes` is what its buffers may take together. */
  constructor(gpu: GpuDevice, bytes?: number, pipelines = new Pipelines(gpu)) {
    this.#gpu = gpu
    const transfers = newTransfers()
    this.#buffers = new GpuBuffers(gpu, transfers)
    this.#memory = new DeviceMemory(this.#buffers, planMemory(gpu, bytes))
    this.#runner = new ResidentRunner(this.#buffers, pipelines, this.#memory)
    this.work = { transfers, compiled: pipelines.compiled }
    const { sizes, callWords } = this.#memory
    this.facts = { name: gpu.name, kind: gpu.kind, adapter: gpu.adapter, sizes, mostCopyWords: callWords }
  }

  /** One after the other: all chunks use the same memory. */
  run(image: ChunkImage, budget: number, options: ChunkOptions): Promise<ChunkWords> {
    const running = this.#last.then(() => this.#runner.run(image, budget, options))
    this.#last = running.catch(() => undefined)
    return running
  }

  async close(): Promise<void> {
    this.#runner.destroy()
    this.#memory.destroy()
    this.#buffers.destroy()
    this.#gpu.destroy()
  }
}

/** Whether a chunk's image has room on a device, what its calls will make apart. */
export function hasRoomFor(image: ChunkImage, { sizes }: DeviceFacts): boolean {
  const launches = Math.max(0, image.exportCount, ...image.rounds.map((round) => round.launches))
  return (
    image.heap.length < sizes.heap / 2 &&
    image.arenaTop < sizes.arena / 2 &&
    image.tables.length <= sizes.tables &&
    launches <= sizes.entries / 2
  )
}
