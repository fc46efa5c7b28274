// Buffers on the device: creation, upload and read-back; every transfer is counted.

import { LimitError } from '../../../language/errors.ts'
import type { GpuDevice } from './device.ts'
import { toMegabattError, expectValue, lossError, withErrorScopes } from './device-errors.ts'
import { type Transfers, newTransfers } from './transfers.ts'

// GPUBufferUsage and GPUMapMode are globals that Node does not have; their values are fixed by the specification.
const MAP_READ = 0x1
const COPY_SOURCE = 0x4
const COPY_TARGET = 0x8
const UNIFORM = 0x40
const STORAGE = 0x80

const WORD_BYTES = 4
// A binding must not be empty.
const LEAST_BYTES = 16

/** A range of a buffer, in words. */
export interface BufferRange {
  readonly buffer: GPUBuffer
  readonly wordCount: number
  readonly wordOffset?: number
}

/** Creates the buffers of one device and counts all transfers of words in `transfers`. */
export class GpuBuffers {
  readonly gpu: GpuDevice
  readonly transfers: Transfers
  #staging: GPUBuffer | undefined

  constructor(gpu: GpuDevice, transfers: Transfers = newTransfers()) {
    this.gpu = gpu
    this.transfers = transfers
  }

  /** The maximum size of a buffer that can be bound, in words. */
  get maxWordCount(): number {
    const { maxBufferSize, maxStorageBufferBindingSize } = this.gpu.limits
    return Math.floor(Math.min(maxBufferSize, maxStorageBufferBindingSize) / WORD_BYTES)
  }

  /** Creates a storage buffer of zeros; throws a LimitError where the device cannot bind it. */
  create(label: string, wordCount: number): GPUBuffer {
    if (wordCount > this.maxWordCount) {
      throw new LimitError('gpu-buffer-size', `The buffer ${label} needs ${wordCount} words`, {
        advice: `This device binds at most ${this.maxWordCount} words: use smaller chunks of rows.`,
      })
    }
    return this.#allocate(label, wordCount, STORAGE | COPY_SOURCE | COPY_TARGET)
  }

  /** Creates a storage buffer with these words. */
  createFrom(label: string, words: Int32Array<ArrayBuffer>): GPUBuffer {
    const buffer = this.create(label, words.length)
    this.upload(buffer, words)
    return buffer
  }

  /** Creates a uniform buffer; bindings of its parts begin at multiples of 64 words. */
  createUniform(label: string, wordCount: number): GPUBuffer {
    return this.#allocate(label, wordCount, UNIFORM | COPY_TARGET)
  }

  /** Writes words into a buffer; the array is copied at once and may be reused. */
  upload(buffer: GPUBuffer, words: Int32Array<ArrayBuffer>, wordOffset = 0): void {
    if (words.length === 0) return
    this.gpu.device.queue.writeBuffer(buffer, wordOffset * WORD_BYTES, words)
    this.transfers.upload.count++
    this.transfers.upload.bytes += words.byteLength
  }

  /** Reads words back after all submitted work is done. */
  async download(buffer: GPUBuffer, wordCount: number, wordOffset = 0): Promise<Int32Array<ArrayBuffer>> {
    const [words] = await this.downloadAll([{ buffer, wordCount, wordOffset }])
    return words!
  }

  /** Reads several ranges back in one transfer; throws errors of the device, for example `gpu-lost`. */
  async downloadAll(ranges: readonly BufferRange[]): Promise<Int32Array<ArrayBuffer>[]> {
    const byteLength = ranges.reduce((sum, range) => sum + range.wordCount * WORD_BYTES, 0)
    if (byteLength === 0) return ranges.map(() => new Int32Array(0))
    // Without error scopes a refused copy would go unnoticed and return the words of the last read-back.
    const started = await withErrorScopes(this.gpu, 'reading back', () => this.#startReading(ranges, byteLength))
    const { staging, mapping } = expectValue(started)
    await this.gpu.wait(mapping).catch(() => {
      // Only a loss is left: the scopes caught all other errors. Dawn gives no message.
      throw toMegabattError(lossError(this.gpu, 'reading back'))
    })
    const mapped = new Int32Array(staging.getMappedRange(0, byteLength))
    let position = 0
    const results = ranges.map(({ wordCount }) => mapped.slice(position, (position += wordCount)))
    staging.unmap()
    this.#staging?.destroy()
    this.#staging = staging
    this.transfers.download.count++
    this.transfers.download.bytes += byteLength
    return results
  }

  /** Frees the staging buffer; the caller owns the buffers created here. */
  destroy(): void {
    this.#staging?.destroy()
    this.#staging = undefined
  }

  #allocate(label: string, wordCount: number, usage: GPUBufferUsageFlags): GPUBuffer {
    return this.gpu.device.createBuffer({ label, size: Math.max(wordCount * WORD_BYTES, LEAST_BYTES), usage })
  }

  #startReading(
    ranges: readonly BufferRange[],
    byteLength: number,
  ): { staging: GPUBuffer; mapping: Promise<undefined> } {
    const staging = this.#takeStaging(byteLength)
    const encoder = this.gpu.device.createCommandEncoder({ label: 'read back' })
    let position = 0
    for (const { buffer, wordCount, wordOffset = 0 } of ranges) {
      encoder.copyBufferToBuffer(buffer, wordOffset * WORD_BYTES, staging, position, wordCount * WORD_BYTES)
      position += wordCount * WORD_BYTES
    }
    this.gpu.device.queue.submit([encoder.finish()])
    const mapping = staging.mapAsync(MAP_READ, 0, byteLength)
    // Not awaited after an error in the scopes.
    mapping.catch(() => undefined)
    return { staging, mapping }
  }

  // One staging buffer is kept and grows; a concurrent read-back gets its own.
  #takeStaging(byteLength: number): GPUBuffer {
    const kept = this.#staging
    this.#staging = undefined
    if (kept !== undefined && kept.size >= byteLength) return kept
    kept?.destroy()
    const roomy = 2 ** Math.ceil(Math.log2(Math.max(byteLength, 4096)))
    const size = Math.max(byteLength, Math.min(roomy, this.gpu.limits.maxBufferSize))
    return this.gpu.device.createBuffer({ label: 'read back', size, usage: MAP_READ | COPY_TARGET })
  }
}
