// Read-back on WebGPU: ranges are copied into a buffer that the host can map. One is kept and grows.

import { COPY_TARGET, MAP_READ } from './usage.ts'

/** A part of a buffer, in bytes. */
interface Part {
  readonly buffer: GPUBuffer
  readonly offset: number
  readonly byteLength: number
}

/** A read-back under way. */
interface Reading {
  readonly parts: readonly Part[]
  readonly staging: GPUBuffer
  readonly mapping: Promise<undefined>
}

/** @internal */
export class StagingBuffer {
  readonly #device: GPUDevice
  #kept: GPUBuffer | undefined

  constructor(device: GPUDevice) {
    this.#device = device
  }

  /** Submits the copies; the words are there when `mapping` resolves. */
  start(parts: readonly Part[]): Reading {
    const byteLength = parts.reduce((sum, part) => sum + part.byteLength, 0)
    const staging = this.#take(byteLength)
    const encoder = this.#device.createCommandEncoder({ label: 'read back' })
    let position = 0
    for (const part of parts) {
      encoder.copyBufferToBuffer(part.buffer, part.offset, staging, position, part.byteLength)
      position += part.byteLength
    }
    this.#device.queue.submit([encoder.finish()])
    const mapping = staging.mapAsync(MAP_READ, 0, byteLength)
    // Not awaited after an error in the scopes.
    mapping.catch(() => undefined)
    return { parts, staging, mapping }
  }

  /** The words of all parts. */
  finish({ parts, staging }: Reading): Int32Array<ArrayBuffer>[] {
    const byteLength = parts.reduce((sum, part) => sum + part.byteLength, 0)
    const mapped = new Int32Array(staging.getMappedRange(0, byteLength))
    let position = 0
    const words = parts.map((part) => mapped.slice(position, (position += part.byteLength / 4)))
    staging.unmap()
    this.#kept?.destroy()
    this.#kept = staging
    return words
  }

  destroy(): void {
    this.#kept?.destroy()
    this.#kept = undefined
  }

  // A concurrent read-back gets a buffer of its own.
  #take(byteLength: number): GPUBuffer {
    const kept = this.#kept
    this.#kept = undefined
    if (kept !== undefined && kept.size >= byteLength) return kept
    kept?.destroy()
    const roomy = 2 ** Math.ceil(Math.log2(Math.max(byteLength, 4096)))
    const size = Math.max(byteLength, Math.min(roomy, this.#device.limits.maxBufferSize))
    return this.#device.createBuffer({ label: 'read back', size, usage: MAP_READ | COPY_TARGET })
  }
}
