// A null device: it computes nothing and answers with zeros at once, so the time of a run is the time of the host.

import type { ChunkDevice, ChunkWords, DeviceFacts } from '../gpu/chunk/chunk-device.ts'
import type { ChunkImage } from '../gpu/chunk/chunk-image.ts'
import { newTransfers } from '../gpu/device/transfers.ts'
import { planMemory } from '../gpu/resident/device-memory.ts'
import { MAX_KERNELS, STATE } from '../gpu/shaders/device-state.ts'

const NO_WORDS = new Int32Array()
const ADAPTER = { name: 'idle', kind: 'hardware', vendor: '', architecture: '', driver: '', backend: '' } as const

/** The memory that a run takes of a card of 8 GB and more. */
export const CARD_MEMORY = planMemory({
  kind: 'hardware',
  limits: { maxBufferSize: 2 ** 32, maxStorageBufferBindingSize: 2 ** 32, memorySize: 8e9 },
})

export class IdleDevice implements ChunkDevice {
  readonly facts: DeviceFacts = {
    name: 'idle',
    kind: 'hardware',
    adapter: ADAPTER,
    sizes: CARD_MEMORY,
    mostCopyWords: 1 << 20,
  }
  readonly work = { transfers: newTransfers(), compiled: { pipelines: 0, ms: 0 } }

  /** Evaluations of zeros: the expected output is not known. Values cannot be read from it. */
  async run({ heap, arena, tables, evaluationWords, counterCount }: ChunkImage): Promise<ChunkWords> {
    const { upload, download } = this.work.transfers
    upload.count++
    upload.bytes += 4 * (heap.length + arena.length + tables.length + STATE.words + counterCount)
    download.count++
    download.bytes += 4 * (evaluationWords + STATE.queueCounts + MAX_KERNELS)
    const state = new Int32Array(STATE.queueCounts)
    state[STATE.heapTop] = heap.length
    return {
      state,
      calls: new Int32Array(MAX_KERNELS),
      arena: new Int32Array(evaluationWords),
      copies: NO_WORDS,
      left: NO_WORDS,
      counters: NO_WORDS,
      dispatches: 0,
    }
  }

  async close(): Promise<void> {}
}
