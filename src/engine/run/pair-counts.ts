// The counts of a program on a task, straight from the evaluations: for runs of which nobody reads the results pair by pair.

import { CORRECT, type Evaluations, FAILED, UNSCORED } from '../../backends/backend.ts'
import { type Task, sampleCountOf, sampleOf } from '../../data/task.ts'
import { isLimit } from '../../language/values/error-words.ts'
import {
  ERROR_FAILURE,
  LIMIT_FAILURE,
  NEAR_FAILURE,
  NO_FAILURE,
  type PairVerdict,
  type SetCounts,
  WRONG_FAILURE,
  isNearCount,
  pairVerdict,
} from './pair-verdict.ts'
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

type MutableSet = { -readonly [Key in keyof SetCounts]: SetCounts[Key] }

/** The verdicts and counts of one task's pairs; each call of `count` overwrites what the one before returned. */
export class PairCounter implements PairCounts {
  readonly task: string
  readonly tally = { demos: { total: 0, right: 0, unknown: 0 }, tests: { total: 0, right: 0, unknown: 0 } }
  readonly counts = { total: 0, right: 0, wrong: 0, errors: 0, limits: 0, unknown: 0 }
  verdict: PairVerdict = 'unknown'
  defaults = 0
  readonly #demoCount: number
  /** The number of cells of each expected output. */
  readonly #cells: Int32Array
  #failure = NO_FAILURE

  constructor(task: Task) {
    this.task = task.id
    this.#demoCount = task.train.length
    this.#cells = new Int32Array(sampleCountOf(task))
    for (let k = 0; k < this.#cells.length; k++) {
      const { output } = sampleOf(task, k)
      if (output !== undefined) this.#cells[k] = output.height * output.width
    }
  }

  /** Counts program number `index` of the plan whose units these are, in the order of the samples. */
  count(index: number, units: readonly Evaluations[]): PairCounts {
    const { counts, tally } = this
    counts.total = counts.right = counts.wrong = counts.errors = counts.limits = counts.unknown = 0
    tally.demos.total = tally.demos.right = tally.demos.unknown = 0
    tally.tests.total = tally.tests.right = tally.tests.unknown = 0
    this.#failure = NO_FAILURE
    this.defaults = 0
    for (let u = 0; u < units.length; u++) {
      this.#addUnit(index, units[u]!)
      const own = units[u]!.defaults[index]
      if (own !== undefined) for (let k = 0; k < own.length; k++) this.defaults += own[k]!
    }
    this.verdict = pairVerdict(this.#failure, tally.demos, tally.tests)
    return this
  }

  #addUnit(index: number, unit: Evaluations): void {
    const { counts, tally } = this
    const k = counts.total
    const first = index * unit.sampleCount
    const demoCount = Math.max(0, Math.min(unit.sampleCount, this.#demoCount - k))
    counts.total += unit.sampleCount
    this.#addSet(tally.demos, unit, first, first + demoCount, k)
    this.#addSet(tally.tests, unit, first + demoCount, first + unit.sampleCount, k + demoCount)
  }

  /** Counts the evaluations [from, to), the first of which is of sample `k`. Right ones in variables: there can be millions. */
  #addSet(set: MutableSet, { verdicts, differences, errors }: Evaluations, from: number, to: number, k: number): void {
    let right = 0
    let unknown = 0
    for (let at = from; at < to; at++) {
      const verdict = verdicts[at]!
      if (verdict === CORRECT) right++
      else if (verdict === UNSCORED) unknown++
      else {
        const failure = this.#countFailure(verdict, differences[at]!, errors[at]!, k + at - from)
        if (failure < this.#failure) this.#failure = failure
      }
    }
    set.total += to - from
    set.right += right
    set.unknown += unknown
    this.counts.right += right
    this.counts.unknown += unknown
  }

  #countFailure(verdict: number, differences: number, error: number, k: number): number {
    const { counts } = this
    if (verdict !== FAILED) {
      counts.wrong++
      return isNearCount(differences, this.#cells[k]!) ? NEAR_FAILURE : WRONG_FAILURE
    }
    if (isLimit(error)) {
      counts.limits++
      return LIMIT_FAILURE
    }
    counts.errors++
    return ERROR_FAILURE
  }
}
