// The size of chunks: as many rows as fit into the device's memory, estimated from the chunks before.

import type { CellLayout } from '../../../kernel/cell-layout.ts'
import { countSteps, type Plan } from '../../../plan/plan.ts'
import type { Unit } from '../../backend.ts'
import type { DeviceFacts } from './chunk-device.ts'
import type { ChunkImage } from './chunk-image.ts'
import type { RowRange } from './chunk.ts'

/** Heap words of a step of a row before the first measurement. */
const FIRST_GUESS = 200
/** The planned share of a memory: the real need depends on the data and is known only afterwards. */
const FILLING = 0.6

/** A software device takes milliseconds for a step: larger chunks would show no progress. */
const MOST_STEPS = { software: 1 << 15, hardware: Infinity } as const

/** Estimates the memory of a step of a row, and cuts chunks by it. */
export class ChunkSizer {
  #wordsPerStep = FIRST_GUESS
  #isMeasured = false
  #limit = Infinity
  /** Scratch words of an invocation in the last chunk; 0 before the first chunk. */
  scratchWords = 0

  /** Whether a chunk has been measured; the size of the first one is a guess. */
  get isMeasured(): boolean {
    return this.#isMeasured
  }

  /** The maximum number of steps of a chunk on a device: steps of a plan times rows. */
  mostSteps({ sizes, kind }: DeviceFacts): number {
    const byHeap = (sizes.heap * FILLING) / this.#wordsPerStep
    const byArena = sizes.arena / 4
    return Math.max(1, Math.floor(Math.min(byHeap, byArena, MOST_STEPS[kind], this.#limit)))
  }

  /** Updates the estimate from a finished chunk: its steps and the heap words in use at its end. */
  learn(steps: number, heapWords: number): void {
    const found = heapWords / Math.max(1, steps)
    // The estimate rises at once and falls slowly: a chunk whose grids are all larger than before must still fit.
    this.#wordsPerStep = this.#isMeasured ? Math.max(found * 1.25, 0.8 * this.#wordsPerStep) : found * 1.5
    this.#isMeasured = true
    // A single large row may have set the limit.
    this.#limit *= 2
  }

  /** Limits chunks to `steps` after one that did not fit; each chunk that fits doubles the limit. */
  limit(steps: number): void {
    this.#limit = Math.min(this.#limit, Math.max(1, steps))
  }

  /** Removes row ranges from the list until a chunk is full; at least one row. */
  cut(ranges: RowRange[], units: readonly Unit[], plans: readonly Plan[], facts: DeviceFacts): RowRange[] {
    let room = this.mostSteps(facts)
    const most = facts.sizes.entries / 4
    let rows = 0
    let layout: CellLayout | undefined
    const chunk: RowRange[] = []
    while (ranges.length > 0 && (chunk.length === 0 || (room > 0 && rows < most))) {
      const range = ranges[0]!
      const plan = plans[units[range.unit]!.plan]!
      layout ??= plan.layout
      // A chunk has one heap.
      if (plan.layout !== layout) break
      const steps = Math.max(1, countSteps(plan))
      const count = Math.min(range.to - range.from, Math.max(1, Math.floor(Math.min(room / steps, most - rows))))
      // A plan that no longer fits waits for the next chunk.
      if (chunk.length > 0 && room < steps) break
      chunk.push({ ...range, to: range.from + count })
      room -= count * steps
      rows += count
      if (range.from + count === range.to) ranges.shift()
      else ranges[0] = { ...range, from: range.from + count }
    }
    return chunk
  }
}

/** Whether the image of a chunk fits into a device and leaves half of each memory to its calls. */
export function hasRoomFor(image: ChunkImage, { sizes }: DeviceFacts): boolean {
  const launches = Math.max(0, image.exportCount, ...image.rounds.map((round) => round.launches))
  return (
    image.heap.length < sizes.heap / 2 &&
    image.arenaTop < sizes.arena / 2 &&
    image.tables.length <= sizes.tables &&
    image.counterCount <= sizes.counters / 2 &&
    launches <= sizes.entries / 2
  )
}
