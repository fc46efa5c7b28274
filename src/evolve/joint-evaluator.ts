// Collects the requests of searches that run side by side, so that one run of the engine answers all of them.

import type { EngineEvaluator } from './engine-evaluator.ts'
import type { EvaluationRequest, EvaluationResult, MeasureResult, ProgramEvaluator } from './evaluate.ts'
import type { Program } from '../language/program.ts'

interface Waiting {
  readonly request: EvaluationRequest
  readonly resolve: (result: EvaluationResult) => void
  readonly reject: (error: unknown) => void
}

/** Runs what has been asked for as soon as every search waits for an answer; what a search gets does not depend on the others. */
export class JointEvaluator {
  readonly #engine: EngineEvaluator
  #waiting: Waiting[] = []
  #running = 0

  constructor(engine: EngineEvaluator) {
    this.#engine = engine
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
    measure: (request: EvaluationRequest, differs: readonly Program[]): Promise<MeasureResult> =>
      this.#engine.measure(request, differs),
  }

  #flush(): void {
    if (this.#waiting.length === 0 || this.#waiting.length < this.#running) return
    const waiting = this.#waiting
    this.#waiting = []
    void this.#answer(waiting)
  }

  async #answer(waiting: readonly Waiting[]): Promise<void> {
    try {
      const results = await this.#engine.evaluateAll(waiting.map(({ request }) => request))
      for (const [k, { resolve }] of waiting.entries()) resolve(results[k]!)
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }
}
