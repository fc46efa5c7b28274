// The heap on the device: one storage buffer, a bump pointer beside it, and the host's copy of what is there.

import { LIST, elementsAt, newBlock } from '../../../kernel/blocks.ts'
import { type Heap, reserveWords } from '../../../kernel/heap.ts'
import type { Word } from '../../../kernel/words.ts'
import { LimitError } from '../../../language/errors.ts'
import type { GpuBuffers } from '../device/buffers.ts'
import { STATE } from '../shaders/device-state.ts'

const LEAST_WORDS = 1 << 18

/** Blocks are made on the device; `mirror` is the host's copy of them, as far as `catchUp` has brought it. */
export class DeviceHeap {
  readonly mirror: Heap
  readonly state: GPUBuffer
  buffer: GPUBuffer
  /** In words; one more stands behind them, for what kernels are refused to write. */
  capacity: number
  readonly #buffers: GpuBuffers

  constructor(buffers: GpuBuffers, host: Heap) {
    this.#buffers = buffers
    this.mirror = host
    this.capacity = Math.min(buffers.maxWordCount - 1, Math.max(LEAST_WORDS, host.top * 4))
    this.buffer = buffers.create('heap', this.capacity + 1)
    this.state = buffers.create('heap state', STATE.words)
    buffers.upload(this.buffer, usedWords(host, 0))
    this.#writeTop()
  }

  /** Puts lists of words onto the device, all with one write; their references. */
  writeLists(lists: readonly (readonly Word[])[]): Word[] {
    const { mirror } = this
    const start = mirror.top
    const refs = lists.map((words) => {
      mirror.work = 0
      // Looking at a function that is none may have left one behind.
      mirror.fault = 0
      const list = newBlock(mirror, LIST, words.length)
      mirror.words.set(words, elementsAt(list))
      return list
    })
    while (mirror.top > this.capacity) {
      if (!this.grow()) throw new LimitError('gpu-buffer-size', `The device's heap has no room for ${mirror.top} words`)
    }
    this.#buffers.upload(this.buffer, usedWords(mirror, start), start)
    this.#writeTop()
    return refs
  }

  /** Copies what the device has made since the last time to the mirror; `top` is the device's bump pointer. */
  async catchUp(top: number): Promise<void> {
    const { mirror } = this
    const start = mirror.top
    const end = Math.min(top, this.capacity)
    if (end > start) {
      const words = await this.#buffers.download(this.buffer, end - start, start)
      reserveWords(mirror, end)
      mirror.words.set(words, start)
      mirror.top = end
    }
    // Allocations that found no room have moved the pointer all the same.
    if (top > end) this.#writeTop()
  }

  /** Doubles the room, keeping the content; false where the device has no larger buffer. */
  grow(): boolean {
    const { device } = this.#buffers.gpu
    const capacity = Math.min(this.#buffers.maxWordCount - 1, this.capacity * 2)
    if (capacity <= this.capacity) return false
    const larger = this.#buffers.create('heap', capacity + 1)
    const encoder = device.createCommandEncoder({ label: 'grow the heap' })
    encoder.copyBufferToBuffer(this.buffer, 0, larger, 0, this.buffer.size)
    device.queue.submit([encoder.finish()])
    this.buffer.destroy()
    this.buffer = larger
    this.capacity = capacity
    return true
  }

  destroy(): void {
    this.buffer.destroy()
    this.state.destroy()
  }

  #writeTop(): void {
    this.#buffers.upload(this.state, Int32Array.of(this.mirror.top))
  }
}

function usedWords(h: Heap, start: number): Int32Array<ArrayBuffer> {
  return h.words.slice(start, h.top)
}
