// The buffers of one device, created once and used for every chunk; their sizes follow from the memory limit.

import type { MemorySizes } from '../chunk/chunk-device.ts'
import type { GpuBuffers } from '../device/buffers.ts'
import type { DeviceBuffer, DeviceKind, DeviceLimits } from '../device/device.ts'
import { ENTRY_WORDS, FRAME_WORDS, STATE } from '../shaders/device-state.ts'
import { workgroupSize } from '../shaders/shader.ts'

/** The share of the heap, the largest buffer, in the total size; and its most as a share of what the device allows, or has. */
const HEAP_SHARE = 0.45
const LARGEST_SHARE = 0.8
/** The heap has fewer than 2^29 words: see NOWHERE. */
const MOST_BYTES = 2 ** 32
/**
 * Default total size. A software device uses the memory of the machine and has few threads; a card waits for the longest calls
 * of each chunk, so its chunks are as large as its memory allows. WebGPU does not say how much it has: see `LocalDevice.open`.
 */
const SOFTWARE_BYTES = 160 * 2 ** 20
const UNKNOWN_CARD_BYTES = 2 ** 31
/** Workgroups of one dispatch: 32 warps for each of 128 multiprocessors. */
const GROUPS = { software: 8, hardware: 2048 } as const
/** The least total size. */
export const LEAST_BYTES = 8 << 20

/** What the sizes of the buffers of a device depend on. */
interface DeviceSize {
  readonly kind: DeviceKind
  readonly limits: Pick<DeviceLimits, 'maxBufferSize' | 'maxStorageBufferBindingSize' | 'memorySize'>
}

function defaultBytes({ kind, limits }: DeviceSize): number {
  if (kind === 'software') return SOFTWARE_BYTES
  return limits.memorySize === undefined ? UNKNOWN_CARD_BYTES : MOST_BYTES
}

/** The total size of the buffers of a device in bytes; `wanted` limits it. */
export function totalBytes({ kind, limits }: DeviceSize, wanted: number = defaultBytes({ kind, limits })): number {
  const largest = LARGEST_SHARE * Math.min(limits.maxBufferSize, limits.maxStorageBufferBindingSize)
  const memory = LARGEST_SHARE * (limits.memorySize ?? Infinity)
  return Math.max(LEAST_BYTES, Math.min(wanted, largest / HEAP_SHARE, memory, MOST_BYTES))
}

/** The sizes of all buffers of a device; `bytes` limits their total. */
export function planMemory(gpu: DeviceSize, bytes?: number): MemorySizes {
  const total = totalBytes(gpu, bytes) / 4
  const part = (share: number) => Math.floor((total * share) / 256) * 256
  const arena = part(0.125)
  const entries = Math.floor(part(0.16) / (ENTRY_WORDS + 3))
  return {
    heap: part(HEAP_SHARE),
    arena,
    scratch: part(0.2),
    entries,
    ready: Math.floor(entries / 2),
    counters: Math.floor(arena / FRAME_WORDS),
    tables: part(0.03),
    groups: GROUPS[gpu.kind],
  }
}

/** The buffers of a device. */
export class DeviceMemory {
  readonly sizes: MemorySizes
  readonly heap: DeviceBuffer
  readonly state: DeviceBuffer
  readonly scratch: DeviceBuffer
  readonly calls: DeviceBuffer
  readonly arena: DeviceBuffer
  readonly tables: DeviceBuffer
  readonly stateWords: number
  /** Offsets in `calls` of the parts after the entries. */
  readonly orderAt: number
  readonly restAt: number
  readonly readyAt: number
  readonly callWords: number

  constructor(buffers: GpuBuffers, sizes: MemorySizes) {
    this.sizes = sizes
    this.orderAt = sizes.entries * ENTRY_WORDS
    this.restAt = this.orderAt + sizes.entries
    this.readyAt = this.restAt + sizes.entries
    this.callWords = this.readyAt + 2 * sizes.ready
    this.stateWords = STATE.words + sizes.counters
    this.heap = buffers.create('heap', sizes.heap)
    this.state = buffers.create('state', this.stateWords)
    this.scratch = buffers.create('scratch', sizes.scratch)
    this.calls = buffers.create('calls', this.callWords)
    this.arena = buffers.create('arena', sizes.arena)
    this.tables = buffers.create('tables', sizes.tables, 'read-only')
  }

  /** The maximum number of workgroups with `scratchWords` for each invocation. */
  groupsFor(scratchWords: number): number {
    return Math.min(this.sizes.groups, Math.floor(this.sizes.scratch / (scratchWords * workgroupSize)))
  }

  /** The parameters of all shaders, in the order of `Params` in the prelude. */
  params(
    parity: 0 | 1,
    { budget, callLimit = budget }: { readonly budget: number; readonly callLimit?: number | undefined },
    scratchWords: number,
    packWords: number,
  ): Int32Array<ArrayBuffer> {
    const { heap, entries, ready, counters, arena } = this.sizes
    return Int32Array.of(
      heap - 1,
      scratchWords - 1,
      Math.min(budget, callLimit) - 1,
      parity,
      entries,
      this.orderAt,
      this.readyAt,
      ready,
      STATE.words,
      counters,
      arena,
      this.sizes.tables,
      packWords,
      budget,
      this.restAt,
    )
  }

  destroy(): void {
    for (const buffer of [this.heap, this.state, this.scratch, this.calls, this.arena, this.tables]) buffer.destroy()
  }
}
