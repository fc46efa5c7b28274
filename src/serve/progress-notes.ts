// Notifications of progress, a few a second.

import type { Progress } from '../engine/run/run-pass.ts'
import type { ProgressParams, RequestId } from './protocol.ts'
import type { Channel } from './server-state.ts'

const EVERY_MS = 100

/** Sends the progress of a request: the first and the last of each stage, and some between. */
export class ProgressNotes {
  readonly #request: RequestId
  readonly #channel: Channel
  #stage: ProgressParams['stage'] | undefined
  #sentAt = 0
  #isComplete = false

  constructor(request: RequestId, channel: Channel) {
    this.#request = request
    this.#channel = channel
  }

  send(stage: ProgressParams['stage'], { done, total }: Progress): void {
    const now = performance.now()
    if (stage === this.#stage && done < total && now - this.#sentAt < EVERY_MS) return
    this.#stage = stage
    this.#sentAt = now
    this.#isComplete = done === total
    this.#channel.send({ jsonrpc: '2.0', method: 'progress', params: { request: this.#request, stage, done, total } })
  }

  /** Sends that a stage is complete, unless that was sent: where all results are known, there is no progress. */
  finish(stage: ProgressParams['stage'], total: number): void {
    if (!this.#isComplete) this.send(stage, { done: total, total })
  }
}
