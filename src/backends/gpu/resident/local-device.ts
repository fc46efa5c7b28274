// A device in this process.

import type { ChunkDevice, ChunkOptions, ChunkWords, DeviceFacts, DeviceWork } from '../chunk/chunk-device.ts'
import type { ChunkImage } from '../chunk/chunk-image.ts'
import { GpuBuffers } from '../device/buffers.ts'
import type { GpuDevice } from '../device/device.ts'
import { toMegabattError } from '../device/device-errors.ts'
import { Pipelines } from '../device/pipelines.ts'
import { newTransfers } from '../device/transfers.ts'
import { DeviceMemory, LEAST_BYTES, planMemory, totalBytes } from './device-memory.ts'
import { ResidentRunner } from './resident-runner.ts'

export class LocalDevice implements ChunkDevice {
  readonly facts: DeviceFacts
  readonly work: DeviceWork
  readonly #gpu: GpuDevice
  readonly #memory: DeviceMemory
  readonly #runner: ResidentRunner
  #last: Promise<unknown> = Promise.resolve()

  /** Opens a device with half as much memory as before, again and again, until it has that much; `reason` is that of its choice. */
  static async open(gpu: GpuDevice, bytes?: number, reason?: string): Promise<LocalDevice> {
    for (let size = totalBytes(gpu, bytes); ; size /= 2) {
      const tried: LocalDevice[] = []
      const made = await gpu.attempt('the buffers', () => tried.push(new LocalDevice(gpu, size, undefined, reason)))
      if (made.ok) return tried[0]!
      for (const device of tried) device.#freeBuffers()
      if (made.error.kind !== 'out-of-memory' || size / 2 < LEAST_BYTES) throw toMegabattError(made.error)
    }
  }

  /** Takes ownership of the device: `close` destroys it. `bytes` limits the total size of its buffers. */
  constructor(gpu: GpuDevice, bytes?: number, pipelines = new Pipelines(gpu), reason?: string) {
    this.#gpu = gpu
    const transfers = newTransfers()
    const buffers = new GpuBuffers(gpu, transfers)
    this.#memory = new DeviceMemory(buffers, planMemory(gpu, bytes))
    this.#runner = new ResidentRunner(buffers, pipelines, this.#memory)
    this.work = { transfers, compiled: pipelines.compiled }
    const { sizes, callWords } = this.#memory
    const { name, kind, adapter } = gpu
    const chosen = reason === undefined ? {} : { reason }
    this.facts = { name, kind, adapter, ...chosen, sizes, mostCopyWords: callWords }
  }

  /** Runs a chunk after all earlier ones: they share one set of buffers. */
  run(image: ChunkImage, budget: number, options: ChunkOptions): Promise<ChunkWords> {
    const running = this.#last.then(() => this.#runner.run(image, budget, options))
    this.#last = running.catch(() => undefined)
    return running
  }

  async close(): Promise<void> {
    this.#freeBuffers()
    this.#gpu.destroy()
  }

  #freeBuffers(): void {
    this.#runner.destroy()
    this.#memory.destroy()
  }
}
