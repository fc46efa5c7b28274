// The heap on the device: one storage buffer, its bump pointer, and the host's copy.

import { LIST, elementsAt, newBlock } from '../../../kernel/blocks.ts'
import { type Heap, reserveWords } from '../../../kernel/heap.ts'
import type { Word } from '../../../kernel/words.ts'
import { LimitError } from '../../../language/errors.ts'
import type { GpuBuffers } from '../device/buffers.ts'
import type { DeviceBuffer } from '../device/device.ts'
import { STATE } from '../shaders/device-state.ts'

const LEAST_WORDS = 1 << 18

/** A heap on which the device makes blocks; `mirror` is the host's copy as of the last `catchUp`. */
export class DeviceHeap {
  readonly mirror: Heap
  readonly state: DeviceBuffer
  buffer: DeviceBuffer
  /** In words; one more word follows, the target of refused writes. */
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

  /** Writes lists of words to the device in one upload; returns their references. */
  writeLists(lists: readonly (readonly Word[])[]): Word[] {
    const { mirror } = this
    const start = mirror.top
    const refs = lists.map((words) => {
      mirror.work = 0
      // Reading a value that is no function may have set a fault.
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

  /** Copies new blocks of the device to the mirror; `top` is the device's bump pointer. */
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
    // Failed allocations have moved the pointer as well.
    if (top > end) this.#writeTop()
  }

  /** Doubles the capacity and keeps the content; false at the maximum buffer size. */
  grow(): boolean {
    const capacity = Math.min(this.#buffers.maxWordCount - 1, this.capacity * 2)
    if (capacity <= this.capacity) return false
    const larger = this.#buffers.create('heap', capacity + 1)
    const { buffer } = this
    this.#buffers.gpu.submit('grow the heap', (commands) => commands.copy(buffer, 0, larger, 0, buffer.wordCount))
    buffer.destroy()
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
