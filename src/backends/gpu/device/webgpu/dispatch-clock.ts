// Times dispatches on the device by timestamps.

import type { DispatchTimes } from '../device.ts'
import { COPY_SOURCE, QUERY_RESOLVE } from './usage.ts'

/** The maximum number of queries in a set. */
const SET_SIZE = 4096
const BYTES = 8

/** The clock of one submission. Every dispatch is a pass of its own: timestamps are written around passes. @internal */
export class DispatchClock {
  readonly #device: GPUDevice
  readonly #names: string[] = []
  readonly #sets: GPUQuerySet[] = []
  #buffer: GPUBuffer | undefined

  constructor(device: GPUDevice) {
    this.#device = device
  }

  /** The queries for the pass of the next dispatch. */
  next(name: string): GPUComputePassTimestampWrites {
    const first = (this.#names.length * 2) % SET_SIZE
    if (first === 0) this.#sets.push(this.#device.createQuerySet({ type: 'timestamp', count: SET_SIZE }))
    this.#names.push(name)
    const querySet = this.#sets.at(-1)!
    return { querySet, beginningOfPassWriteIndex: first, endOfPassWriteIndex: first + 1 }
  }

  /** Encodes the copy of all times to a buffer: four words for each dispatch. */
  resolve(encoder: GPUCommandEncoder): { buffer: GPUBuffer; wordCount: number } {
    const size = this.#sets.length * SET_SIZE * BYTES
    this.#buffer = this.#device.createBuffer({ label: 'times', size, usage: QUERY_RESOLVE | COPY_SOURCE })
    for (const [k, set] of this.#sets.entries())
      encoder.resolveQuerySet(set, 0, SET_SIZE, this.#buffer, k * SET_SIZE * BYTES)
    return { buffer: this.#buffer, wordCount: this.#names.length * 4 }
  }

  /** Sums the times that were read back. */
  read(words: Int32Array<ArrayBuffer>): DispatchTimes {
    const times = new BigUint64Array(words.buffer, words.byteOffset, words.length / 2)
    const byName = new Map<string, { dispatches: number; ns: number }>()
    for (const [k, name] of this.#names.entries()) {
      const own = byName.get(name) ?? { dispatches: 0, ns: 0 }
      own.dispatches++
      own.ns += Math.max(0, Number(times[2 * k + 1]! - times[2 * k]!))
      byName.set(name, own)
    }
    return byName
  }

  destroy(): void {
    this.#buffer?.destroy()
    for (const set of this.#sets) set.destroy()
  }
}
