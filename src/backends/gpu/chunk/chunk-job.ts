// A chunk under way: its rows, its image once it is built, and the devices that run it.

import { type Deferred, defer } from '../../deferred.ts'
import type { DeviceSlot } from '../device-pool.ts'
import type { ChunkImage } from './chunk-image.ts'
import type { RowRange } from './chunk.ts'

/** The image of a job, and whether its answers are verified. */
export interface BuiltChunk {
  readonly image: ChunkImage
  readonly isVerified: boolean
  readonly rowCount: number
  /** Steps of its plans times rows. */
  readonly steps: number
}

/** Where two devices run a job, the first answers count. */
export class ChunkJob {
  ranges: readonly RowRange[]
  /** The chunk, if it was built while a device was running another one. */
  built: BuiltChunk | undefined
  /** Time of the last progress reported by a device. */
  lastSign = performance.now()
  readonly runners = new Set<DeviceSlot>()
  readonly #end: Deferred<void> = defer()
  #isDone = false

  constructor(ranges: readonly RowRange[]) {
    this.ranges = ranges
  }

  /** Whether a device has finished the job, or its rows are back on the list. */
  get isDone(): boolean {
    return this.#isDone
  }

  /** Resolves when the job is done, or its run is stopped. */
  get end(): Promise<void> {
    return this.#end.promise
  }

  finish(): void {
    this.#isDone = true
    this.#end.resolve()
  }

  /** Ends the wait for its answers. */
  abandon(): void {
    this.#end.resolve()
  }
}
