// The counts of a program on a task, straight from the evaluations: for runs of which nobody reads the results pair by pair.

import { CORRECT, type Evaluations, FAILED, UNSCORED } from '../../backends/backend.ts'
import { type Task, sampleOf, samplesOf } from '../../data/task.ts'
import { isLimit } from '../../language/values/error-words.ts'
import { type PairVerdict, type SetCounts, VerdictTally, isNearCount } from './pair-verdict.ts'
import type { SampleCounts } from './sample-result.ts'

/** What a report counts of a pair. */
export interface PairCounts {
  readonly task: string
  readonly verdict: PairVerdict
  readonly tally: { readonly demos: SetCounts; readonly tests: SetCounts }
  readonly counts: SampleCounts
  /** How often a statement of a batt took its default. */
  readonly defaults: number
}

/** Counts the pairs of one task; each call of `count` overwrites what the one before returned. */
export class PairCounter implements PairCounts {
  readonly task: string
  readonly tally = new VerdictTally()
  readonly counts = { total: 0, right: 0, wrong: 0, errors: 0, limits: 0, unknown: 0 }
  defaults = 0
  readonly #demoCount: number
  /** The number of cells of each expected output. */
  readonly #cells: Int32Array

  constructor(task: Task) {
    this.task = task.id
    this.#demoCount = task.train.length
    this.#cells = Int32Array.from(samplesOf(task), (_, k) => {
      const { output } = sampleOf(task, k)
      return output === undefined ? 0 : output.height * output.width
    })
  }

  get verdict(): PairVerdict {
    return this.tally.verdict
  }

  /** Counts program number `index` of the plan whose units these are, in the order of the samples. */
  count(index: number, units: readonly Evaluations[]): PairCounts {
    this.tally.clear()
    const { counts } = this
    counts.total = counts.right = counts.wrong = counts.errors = counts.limits = counts.unknown = 0
    this.defaults = 0
    for (let u = 0; u < units.length; u++) {
      const { sampleCount, verdicts, differences, errors, defaults } = units[u]!
      const first = index * sampleCount
      for (let at = first; at < first + sampleCount; at++)
        this.#add(counts.total++, verdicts[at]!, differences[at]!, errors[at]!)
      const own = defaults[index]
      if (own !== undefined) for (let k = 0; k < own.length; k++) this.defaults += own[k]!
    }
    return this
  }

  #add(k: number, verdict: number, differences: number, error: number): void {
    const { counts, tally } = this
    const isDemo = k < this.#demoCount
    if (verdict === FAILED) {
      const isOverLimit = isLimit(error)
      if (isOverLimit) counts.limits++
      else counts.errors++
      tally.add(isDemo, isOverLimit ? 'limit' : 'error')
    } else if (verdict === CORRECT) {
      counts.right++
      tally.add(isDemo, 'right')
    } else if (verdict === UNSCORED) {
      counts.unknown++
      tally.add(isDemo, 'unknown')
    } else {
      counts.wrong++
      tally.add(isDemo, isNearCount(differences, this.#cells[k]!) ? 'near' : 'wrong')
    }
  }
}
