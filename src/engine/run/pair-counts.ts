// The counts of programs on a task, straight from the evaluations: for runs of which nobody reads the results pair by pair.

import { CORRECT, type Evaluations, FAILED, LIMITED, NEAR, UNSCORED, WRONG } from '../../backends/backend.ts'
import {
  type BriefEvaluations,
  allBriefDefaults,
  briefDefaults,
  briefVerdict,
  brieflyOf,
  isBrief,
  lineWords,
} from '../../backends/brief-evaluations.ts'
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
  isPassed,
  pairVerdict,
} from './pair-verdict.ts'
import type { SampleCounts } from './sample-result.ts'
import { VerdictLines } from './verdict-lines.ts'

/** What a report counts of a pair, or of all pairs of a task together. */
export interface PairSums {
  readonly task: string
  readonly tally: { readonly demos: SetCounts; readonly tests: SetCounts }
  readonly counts: SampleCounts
  /** How often a statement of a batt took its default. */
  readonly defaults: number
}

/** What a report counts of a pair. */
export interface PairCounts extends PairSums {
  readonly verdict: PairVerdict
}

/** Sums up pairs of one task. */
export class PairAdder implements PairSums {
  readonly task: string
  readonly tally = { demos: { total: 0, right: 0, unknown: 0 }, tests: { total: 0, right: 0, unknown: 0 } }
  readonly counts = { total: 0, right: 0, wrong: 0, errors: 0, limits: 0, unknown: 0 }
  defaults = 0
  protected readonly demoCount: number
  readonly #task: Task
  #cells: Int32Array | undefined

  constructor(task: Task) {
    this.task = task.id
    this.demoCount = task.train.length
    this.#task = task
  }

  /** The number of cells of each expected output; brief evaluations do not need them. */
  protected get cells(): Int32Array {
    if (this.#cells !== undefined) return this.#cells
    const cells = new Int32Array(sampleCountOf(this.#task))
    for (let k = 0; k < cells.length; k++) {
      const { output } = sampleOf(this.#task, k)
      if (output !== undefined) cells[k] = output.height * output.width
    }
    return (this.#cells = cells)
  }

  /** Adds program number `index` of the plan whose units these are, in the order of the samples; returns its verdict. */
  add(index: number, units: readonly Evaluations[]): PairVerdict {
    for (let u = 0; u < units.length; u++) {
      const unit = units[u]!
      if (isBrief(unit)) this.defaults += briefDefaults(unit, index)
      const own = unit.defaults[index]
      if (own !== undefined) for (let g = 0; g < own.length; g++) this.defaults += own[g]!
    }
    return this.addVerdicts(index, units, 1)
  }

  /**
   * Adds this number of programs with the verdicts of program number `index`; returns the verdict on each. Counts in variables: there
   * can be millions of pairs with a few samples each.
   */
  protected addVerdicts(index: number, units: readonly Evaluations[], times: number): PairVerdict {
    let failure = NO_FAILURE
    let k = 0
    let demosRight = 0
    let demosUnknown = 0
    let testsRight = 0
    let testsUnknown = 0
    for (let u = 0; u < units.length; u++) {
      const unit = units[u]!
      const { sampleCount } = unit
      const first = index * sampleCount
      const isShort = isBrief(unit)
      for (let s = 0; s < sampleCount; s++, k++) {
        const verdict = isShort ? briefVerdict(unit, index, s) : brieflyOf(unit, first + s, this.cells[k]!)
        const isDemo = k < this.demoCount
        if (verdict === CORRECT) {
          if (isDemo) demosRight++
          else testsRight++
        } else if (verdict === UNSCORED) {
          if (isDemo) demosUnknown++
          else testsUnknown++
        } else failure = Math.min(failure, this.#countFailure(verdict, times))
      }
    }
    const { counts, tally } = this
    counts.total += times * k
    counts.right += times * (demosRight + testsRight)
    counts.unknown += times * (demosUnknown + testsUnknown)
    addToSet(tally.demos, times * Math.min(k, this.demoCount), times * demosRight, times * demosUnknown)
    addToSet(tally.tests, times * Math.max(0, k - this.demoCount), times * testsRight, times * testsUnknown)
    return pairVerdict(failure, demosRight, testsRight, demosUnknown + testsUnknown)
  }

  #countFailure(verdict: number, times: number): number {
    const { counts } = this
    if (verdict === LIMITED) {
      counts.limits += times
      return LIMIT_FAILURE
    }
    if (verdict === FAILED) {
      counts.errors += times
      return ERROR_FAILURE
    }
    counts.wrong += times
    return verdict === NEAR ? NEAR_FAILURE : WRONG_FAILURE
  }

  protected clear(): void {
    const { counts, tally } = this
    counts.total = counts.right = counts.wrong = counts.errors = counts.limits = counts.unknown = 0
    tally.demos.total = tally.demos.right = tally.demos.unknown = 0
    tally.tests.total = tally.tests.right = tally.tests.unknown = 0
    this.defaults = 0
  }
}

/** Counts the pairs of one task; each call of `count` overwrites what the one before returned. */
export class PairCounter extends PairAdder implements PairCounts {
  verdict: PairVerdict = 'unknown'

  /** Counts program number `index` of the plan whose units these are, in the order of the samples. */
  count(index: number, units: readonly Evaluations[]): PairCounts {
    this.clear()
    this.verdict = this.add(index, units)
    return this
  }
}

/** Used by one task after the other. */
const verdictLines = new VerdictLines()

/** Adds up the pairs of one task, with the programs of each verdict that a report names. */
export class JobCounts extends PairAdder {
  /** The number of pairs by verdict; verdicts without pairs are missing. */
  readonly verdicts = new Map<PairVerdict, number>()
  /** The programs that solve the task, and those that pass all samples whose outputs are known. */
  readonly solvers: number[] = []
  readonly passers: number[] = []
  #last: PairVerdict = 'unknown'
  #lastCount = 0

  /** Adds a program, by its number in the run. */
  take(program: number, index: number, units: readonly Evaluations[]): void {
    const verdict = this.add(index, units)
    this.#addVerdict(verdict, 1)
    this.#name(program, verdict)
  }

  #addVerdict(verdict: PairVerdict, times: number): void {
    // Most programs of a population have the same verdict on a task.
    if (verdict !== this.#last) {
      this.finish()
      this.#last = verdict
    }
    this.#lastCount += times
  }

  #name(program: number, verdict: PairVerdict): void {
    if (verdict === 'solved') this.solvers.push(program)
    if (verdict === 'solved' || verdict === 'passes-demos') this.passers.push(program)
  }

  /**
   * Adds all programs of the plan whose only unit this is, by their numbers in the run: what `take` does for each, in one loop. A host
   * of devices does little else for an evaluation.
   */
  takeAll(programs: readonly number[], unit: Evaluations): void {
    if (isBrief(unit)) return this.#takeLines(programs, unit)
    const { sampleCount, verdicts, differences, errors, defaults } = unit
    for (const own of defaults) if (own !== undefined) for (let g = 0; g < own.length; g++) this.defaults += own[g]!
    const cells = this.cells
    const { counts, tally } = this
    const demoCount = Math.min(sampleCount, this.demoCount)
    let wrong = 0
    let limits = 0
    let failed = 0
    let demosRight = 0
    let demosUnknown = 0
    let testsRight = 0
    let testsUnknown = 0
    let at = 0
    for (let p = 0; p < programs.length; p++) {
      let failure = NO_FAILURE
      let ownDemos = 0
      let ownTests = 0
      let unknownDemos = 0
      let unknownTests = 0
      for (let k = 0; k < sampleCount; k++, at++) {
        const verdict = verdicts[at]!
        if (verdict === FAILED) {
          failed++
          if (!isLimit(errors[at]!)) failure = ERROR_FAILURE
          else {
            limits++
            if (failure > LIMIT_FAILURE) failure = LIMIT_FAILURE
          }
        } else if (verdict === WRONG) {
          wrong++
          const found = isNearCount(differences[at]!, cells[k]!) ? NEAR_FAILURE : WRONG_FAILURE
          if (found < failure) failure = found
        } else if (k < demoCount) {
          ownDemos += verdict
          unknownDemos += 1 - verdict
        } else {
          ownTests += verdict
          unknownTests += 1 - verdict
        }
      }
      demosRight += ownDemos
      testsRight += ownTests
      demosUnknown += unknownDemos
      testsUnknown += unknownTests
      const verdict = pairVerdict(failure, ownDemos, ownTests, unknownDemos + unknownTests)
      this.#addVerdict(verdict, 1)
      this.#name(programs[p]!, verdict)
    }
    counts.wrong += wrong
    counts.limits += limits
    counts.errors += failed - limits
    counts.total += at
    counts.right += demosRight + testsRight
    counts.unknown += demosUnknown + testsUnknown
    addToSet(tally.demos, programs.length * demoCount, demosRight, demosUnknown)
    addToSet(tally.tests, programs.length * (sampleCount - demoCount), testsRight, testsUnknown)
  }

  #takeLines(programs: readonly number[], unit: BriefEvaluations): void {
    const { words, batts } = unit.brief
    this.defaults += allBriefDefaults(unit)
    verdictLines.find(words, batts.guardedTotal, lineWords(unit.sampleCount), programs.length)
    const { count, firstOf, timesOf, lineOf } = verdictLines
    const units = [unit]
    /** Verdicts of lines whose programs a report names; few lines have one. */
    const passed: PairVerdict[] = []
    for (let line = 0; line < count; line++) {
      const verdict = this.addVerdicts(firstOf[line]!, units, timesOf[line]!)
      this.#addVerdict(verdict, timesOf[line]!)
      if (isPassed(verdict)) passed[line] = verdict
    }
    if (passed.length === 0) return
    for (let p = 0; p < programs.length; p++) {
      const verdict = passed[lineOf[p]!]
      if (verdict !== undefined) this.#name(programs[p]!, verdict)
    }
  }

  /** Completes `verdicts`. */
  finish(): void {
    if (this.#lastCount > 0) this.verdicts.set(this.#last, (this.verdicts.get(this.#last) ?? 0) + this.#lastCount)
    this.#lastCount = 0
  }
}

function addToSet(
  set: { total: number; right: number; unknown: number },
  total: number,
  right: number,
  unknown: number,
) {
  set.total += total
  set.right += right
  set.unknown += unknown
}
