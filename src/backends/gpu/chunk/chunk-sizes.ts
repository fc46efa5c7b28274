// How many rows a chunk should have: as many as the device's memory takes, by what the chunks before have needed.

import { countSteps, type Plan } from '../../../plan/plan.ts'
import type { Unit } from '../../backend.ts'
import type { Piece } from './chunk.ts'
import type { DeviceFacts } from './chunk-device.ts'

/** Words of the heap that a step of a row takes, until it is known better. */
const FIRST_GUESS = 200
/** The share of a memory that a chunk is planned to fill: what the data does is only known afterwards. */
const FILLING = 0.6

/** A software device takes milliseconds a step: with more of them, nobody would see how far it is. */
const MOST_STEPS = { software: 1 << 15, hardware: Infinity } as const

/** Learns how much memory a step of a row takes. */
export class ChunkSizer {
  #wordsAStep = FIRST_GUESS
  #isMeasured = false
  #limit = Infinity
  /** Scratch words of an invocation that the last chunk needed; 0 before the first. */
  scratchWords = 0

  /** The most steps that a chunk should make on a device: calls of a plan times rows. */
  mostSteps({ sizes, kind }: DeviceFacts): number {
    const byHeap = (sizes.heap * FILLING) / this.#wordsAStep
    const byArena = sizes.arena / 4
    return Math.max(1, Math.floor(Math.min(byHeap, byArena, MOST_STEPS[kind], this.#limit)))
  }

  /** A chunk has made so many steps and filled so much of the heap. */
  learn(steps: number, heapWords: number): void {
    const found = heapWords / Math.max(1, steps)
    // A chunk of grids that are all larger than the ones before must still fit: what was found goes up at once, down slowly.
    this.#wordsAStep = this.#isMeasured ? Math.max(found * 1.25, 0.8 * this.#wordsAStep) : found * 1.5
    this.#isMeasured = true
    // It may have been one row that was too large, and no others are.
    this.#limit *= 2
  }

  /** More steps than these did not fit into a chunk; each chunk that does fit doubles it again. */
  limit(steps: number): void {
    this.#limit = Math.min(this.#limit, Math.max(1, steps))
  }

  /** Takes pieces off the list until a chunk is full; at least one row. */
  cut(pieces: Piece[], units: readonly Unit[], plans: readonly Plan[], facts: DeviceFacts): Piece[] {
    let room = this.mostSteps(facts)
    const most = facts.sizes.entries / 4
    let rows = 0
    const chunk: Piece[] = []
    while (pieces.length > 0 && (chunk.length === 0 || (room > 0 && rows < most))) {
      const piece = pieces[0]!
      const steps = Math.max(1, countSteps(plans[units[piece.unit]!.plan]!))
      const count = Math.min(piece.to - piece.from, Math.max(1, Math.floor(Math.min(room / steps, most - rows))))
      // A plan that does not fit any more waits for the next chunk.
      if (chunk.length > 0 && room < steps) break
      chunk.push({ ...piece, to: piece.from + count })
      room -= count * steps
      rows += count
      if (piece.from + count === piece.to) pieces.shift()
      else pieces[0] = { ...piece, from: piece.from + count }
    }
    return chunk
  }
}
