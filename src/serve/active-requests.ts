// Requests under way: each can be cancelled, and only some runs go on at the same time.

import { LimitError, MegabattError, UserError } from '../language/errors.ts'
import type { ServeLimits } from './limits.ts'
import type { RequestId } from './protocol.ts'
import { cancelled } from './rpc-error.ts'

/** Keeps the requests under way, by id. */
export class ActiveRequests {
  readonly #limits: ServeLimits
  readonly #requests = new Map<RequestId, AbortController>()
  readonly #waiting: (() => void)[] = []
  /** The number of runs and scores that go on now. */
  runCount = 0

  constructor(limits: ServeLimits) {
    this.#limits = limits
  }

  get waitingCount(): number {
    return this.#waiting.length
  }

  /** Does the work of a request, whose signal `cancel` and the end of its client abort. */
  async track<Result>(
    id: RequestId,
    ended: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (this.#requests.has(id))
      throw new UserError('rpc-request', `Request ${JSON.stringify(id)} is under way already`, {
        advice: 'Choose another id for each request.',
      })
    const { requests } = this.#limits
    if (this.#requests.size >= requests) throw busy(`${requests} requests are under way`)
    const controller = new AbortController()
    const signal = AbortSignal.any([controller.signal, ended])
    this.#requests.set(id, controller)
    try {
      return await work(signal)
    } catch (error) {
      throw signal.aborted && !(error instanceof MegabattError) ? cancelled() : error
    } finally {
      this.#requests.delete(id)
    }
  }

  /** Cancels a request; false if there is none of this id. */
  cancel(id: RequestId): boolean {
    const controller = this.#requests.get(id)
    controller?.abort()
    return controller !== undefined
  }

  /** Waits for its turn, then runs; refuses where too many wait already. */
  async inTurn<Result>(signal: AbortSignal, run: () => Promise<Result>): Promise<Result> {
    await this.#enter(signal)
    try {
      return await run()
    } finally {
      const next = this.#waiting.shift()
      // The next one takes this place at once, so that nobody comes between.
      if (next === undefined) this.runCount--
      else next()
    }
  }

  async #enter(signal: AbortSignal): Promise<void> {
    const { runs, waitingRuns } = this.#limits
    if (this.runCount < runs) {
      this.runCount++
      return
    }
    if (this.waitingCount >= waitingRuns) throw busy(`${runs} runs are under way and ${waitingRuns} wait`)
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1)
        reject(cancelled())
      }
      const enter = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.push(enter)
    })
  }
}

function busy(message: string): LimitError {
  return new LimitError('server-busy', message, { advice: 'Wait for an answer before the next request.' })
}
