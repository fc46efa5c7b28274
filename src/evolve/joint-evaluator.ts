// Collects the requests of searches that run side by side, so that one run of the engine answers all of them.

import type { BatchEvaluator, EvaluationRequest, EvaluationResult, ProgramEvaluator } from './evaluate.ts'

interface Waiting {
  readonly request: EvaluationRequest
  readonly resolve: (result: EvaluationResult) => void
  readonly reject: (error: unknown) => void
}

/** Runs what has been asked for as soon as every search waits for an answer; what a search gets does not depend on the others. */
export class JointEvaluator {
  readonly #batches: BatchEvaluator
  #waiting: Waiting[] = []
  #running = 0

  constructor(batches: BatchEvaluator) {
    this.#batches = batches
  }

  /** Lets all of these searches take a step; ends when all have. */
  async runAll(steps: readonly ((evaluator: ProgramEvaluator) => Promise<void>)[]): Promise<void> {
    this.#running = steps.length
    const outcomes = await Promise.allSettled(
      steps.map(async (step) => {
        try {
          await step(this.#evaluator)
        } finally {
          this.#running--
          this.#flush()
        }
      }),
    )
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }

  readonly #evaluator: ProgramEvaluator = {
    evaluate: (request) =>
      new Promise<EvaluationResult>((resolve, reject) => {
        this.#waiting.push({ request, resolve, reject })
        this.#flush()
      }),
    measure: (request, differs) => this.#batches.measure(request, differs),
  }

  #flush(): void {
    if (this.#waiting.length === 0 || this.#waiting.length < this.#running) return
    const waiting = this.#waiting
    this.#waiting = []
    void this.#answer(waiting)
  }

  async #answer(waiting: readonly Waiting[]): Promise<void> {
    try {
      const results = await this.#batches.evaluateAll(waiting.map(({ request }) => request))
      for (const [k, { resolve }] of waiting.entries()) resolve(results[k]!)
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }
}
