// Buffers on the device: making, filling and reading back, with every crossing counted.

import { LimitError } from '../../../language/errors.ts'
import type { GpuDevice } from './device.ts'
import { toMegabattError, expectValue, lossError, withErrorScopes } from './device-errors.ts'

// GPUBufferUsage and GPUMapMode are globals that Node does not have; their values are fixed by the specification.
const MAP_READ = 0x1
const COPY_SOURCE = 0x4
const COPY_TARGET = 0x8
const UNIFORM = 0x40
const STORAGE = 0x80

const WORD_BYTES = 4
// A binding must not be empty.
const LEAST_BYTES = 16

/** How often data crossed in one direction, and how much of it. */
export interface Crossings {
  count: number
  bytes: number
}

/** What crossed to the device and back; counted by the calls that do it. */
export interface Transfers {
  readonly upload: Crossings
  readonly download: Crossings
}

/** A stretch of a buffer, in words. */
export interface BufferRange {
  readonly buffer: GPUBuffer
  readonly wordCount: number
  readonly wordOffset?: number
}

/** A count that starts at nothing. */
export function newTransfers(): Transfers {
  return { upload: { count: 0, bytes: 0 }, download: { count: 0, bytes: 0 } }
}

/** The storage buffers of one device; all traffic of words goes through here and is counted in `transfers`. */
export class GpuBuffers {
  readonly gpu: GpuDevice
  readonly transfers: Transfers
  #staging: GPUBuffer | undefined

  constructor(gpu: GpuDevice, transfers: Transfers = newTransfers()) {
    this.gpu = gpu
    this.transfers = transfers
  }

  /** The most words that one buffer can hold and bind. */
  get maxWordCount(): number {
    const { maxBufferSize, maxStorageBufferBindingSize } = this.gpu.limits
    return Math.floor(Math.min(maxBufferSize, maxStorageBufferBindingSize) / WORD_BYTES)
  }

  /** A storage buffer full of zeros; throws a LimitError when the device cannot bind one so large. */
  create(label: string, wordCount: number): GPUBuffer {
    if (wordCount > this.maxWordCount) {
      throw new LimitError('gpu-buffer-size', `The buffer ${label} needs ${wordCount} words`, {
        advice: `This device binds at most ${this.maxWordCount} words: use smaller chunks of rows.`,
      })
    }
    return this.#allocate(label, wordCount, STORAGE | COPY_SOURCE | COPY_TARGET)
  }

  /** A storage buffer that holds these words. */
  createFrom(label: string, words: Int32Array<ArrayBuffer>): GPUBuffer {
    const buffer = this.create(label, words.length)
    this.upload(buffer, words)
    return buffer
  }

  /** A uniform buffer; parts of it are bound at multiples of 64 words. */
  createUniform(label: string, wordCount: number): GPUBuffer {
    return this.#allocate(label, wordCount, UNIFORM | COPY_TARGET)
  }

  /** Writes words into a buffer; they are copied at once, so the array may be used again. */
  upload(buffer: GPUBuffer, words: Int32Array<ArrayBuffer>, wordOffset = 0): void {
    if (words.length === 0) return
    this.gpu.device.queue.writeBuffer(buffer, wordOffset * WORD_BYTES, words)
    this.transfers.upload.count++
    this.transfers.upload.bytes += words.byteLength
  }

  /** Reads words back, once the work submitted so far is done. */
  async download(buffer: GPUBuffer, wordCount: number, wordOffset = 0): Promise<Int32Array<ArrayBuffer>> {
    const [words] = await this.downloadAll([{ buffer, wordCount, wordOffset }])
    return words!
  }

  /** Reads several stretches back in one crossing; throws what went wrong on the device, `gpu-lost` for instance. */
  async downloadAll(ranges: readonly BufferRange[]): Promise<Int32Array<ArrayBuffer>[]> {
    const byteLength = ranges.reduce((sum, range) => sum + range.wordCount * WORD_BYTES, 0)
    if (byteLength === 0) return ranges.map(() => new Int32Array(0))
    // Without the scopes a copy that was refused would go unnoticed, and the words of the last reading come back.
    const started = await withErrorScopes(this.gpu, 'reading back', () => this.#startReading(ranges, byteLength))
    const { staging, mapping } = expectValue(started)
    await this.gpu.wait(mapping).catch(() => {
      // The scopes have caught all else; and Dawn gives no message.
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

  /** Frees the staging buffer; the buffers made here belong to who asked for them. */
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
    // Where the scopes have caught something, nobody awaits it.
    mapping.catch(() => undefined)
    return { staging, mapping }
  }

  // One is kept and grows; a second read that starts before the first is done gets its own.
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
