// Buffers on the device: creation, upload and read-back; every transfer is counted.

import { LimitError } from '../../../language/errors.ts'
import type { BufferRange, BufferUse, DeviceBuffer, GpuDevice } from './device.ts'
import { type Transfers, newTransfers } from './transfers.ts'

const WORD_BYTES = 4

/** Creates the buffers of one device and counts all transfers of words in `transfers`. */
export class GpuBuffers {
  readonly gpu: GpuDevice
  readonly transfers: Transfers

  constructor(gpu: GpuDevice, transfers: Transfers = newTransfers()) {
    this.gpu = gpu
    this.transfers = transfers
  }

  /** The maximum size of a buffer that can be bound, in words. */
  get maxWordCount(): number {
    const { maxBufferSize, maxStorageBufferBindingSize } = this.gpu.limits
    return Math.floor(Math.min(maxBufferSize, maxStorageBufferBindingSize) / WORD_BYTES)
  }

  /** Creates a buffer of zeros, which the caller owns; throws a LimitError where the device cannot bind it. */
  create(label: string, wordCount: number, use: BufferUse = 'storage'): DeviceBuffer {
    if (wordCount > this.maxWordCount) {
      throw new LimitError('gpu-buffer-size', `The buffer ${label} needs ${wordCount} words`, {
        advice: `This device binds at most ${this.maxWordCount} words: use smaller chunks of rows.`,
      })
    }
    return this.gpu.createBuffer(label, wordCount, use)
  }

  /** Creates a buffer with these words. */
  createFrom(label: string, words: Int32Array<ArrayBuffer>, use?: BufferUse): DeviceBuffer {
    const buffer = this.create(label, words.length, use)
    this.upload(buffer, words)
    return buffer
  }

  /** Writes words into a buffer; the array is copied at once and may be reused. */
  upload(buffer: DeviceBuffer, words: Int32Array<ArrayBuffer>, wordOffset = 0): void {
    if (words.length === 0) return
    this.gpu.write(buffer, words, wordOffset)
    this.transfers.upload.count++
    this.transfers.upload.bytes += words.byteLength
  }

  /** Writes arrays one after the other into a buffer, as one transfer; they are copied at once and may be reused. */
  uploadAll(buffer: DeviceBuffer, parts: readonly Int32Array<ArrayBuffer>[]): void {
    let at = 0
    for (const part of parts) {
      if (part.length > 0) this.gpu.write(buffer, part, at)
      at += part.length
    }
    if (at === 0) return
    this.transfers.upload.count++
    this.transfers.upload.bytes += at * WORD_BYTES
  }

  /** Reads words back after all submitted work is done. */
  async download(buffer: DeviceBuffer, wordCount: number, wordOffset = 0): Promise<Int32Array<ArrayBuffer>> {
    const [words] = await this.downloadAll([{ buffer, wordCount, wordOffset }])
    return words!
  }

  /** Reads several ranges back in one transfer; throws errors of the device, for example `gpu-lost`. */
  async downloadAll(
    ranges: readonly (BufferRange & { readonly wordCount: number })[],
  ): Promise<Int32Array<ArrayBuffer>[]> {
    const byteLength = ranges.reduce((sum, range) => sum + range.wordCount * WORD_BYTES, 0)
    if (byteLength === 0) return ranges.map(() => new Int32Array(0))
    const results = await this.gpu.read(ranges.map((range) => ({ wordOffset: 0, ...range })))
    this.transfers.download.count++
    this.transfers.download.bytes += byteLength
    return results
  }
}
