// The verdict on a program on a task, from the verdicts on its samples. Demo pairs and test pairs count apart.

import { NEAR_SHARE } from '../../backends/verdicts.ts'
import type { SampleResult } from './sample-result.ts'

/**
 * One program, or one candidate of a batt, on all samples of a task; the first that applies:
 *
 * - `error`: it ended with an error on at least one sample;
 * - `limit`: it exceeded a limit of the engine on at least one sample;
 * - `solved`: all samples are right, demos and tests;
 * - `passes-demos`: all samples whose outputs are known are right, at least one demo among them, and outputs of tests are unknown,
 *   as in the challenges of a competition;
 * - `near`: some samples are wrong, but each of their outputs has the expected size and differs in at most an eighth of its cells;
 * - `wrong`: any other program with a wrong sample;
 * - `unknown`: no sample decides.
 */
export type PairVerdict = 'solved' | 'passes-demos' | 'near' | 'wrong' | 'error' | 'limit' | 'unknown'

/** All verdicts, best first. */
export const pairVerdicts = ['solved', 'passes-demos', 'unknown', 'near', 'wrong', 'error', 'limit'] as const

/** The counts of the demo pairs, or of the test pairs, of a task. */
export interface SetCounts {
  readonly total: number
  readonly right: number
  /** Samples with an output whose expected output is not known. */
  readonly unknown: number
}

/** The verdict on all samples of a task, with the counts of its sets. */
export interface JudgedSamples {
  readonly verdict: PairVerdict
  readonly demos: SetCounts
  readonly tests: SetCounts
  /** In the order of the task: demo pairs, then test pairs. */
  readonly samples: readonly SampleResult[]
}

/** Judges all samples of a task. */
export function judgeSamples(samples: readonly SampleResult[]): JudgedSamples {
  const tally = new VerdictTally()
  for (const sample of samples)
    tally.add(sample.set === 'demo', sample.verdict === 'wrong' && isNear(sample) ? 'near' : sample.verdict)
  return { verdict: tally.verdict, demos: tally.demos, tests: tally.tests, samples }
}

/** Verdicts of failed samples, the one first that decides; and the places of the verdicts in the list. */
const FAILURES: readonly PairVerdict[] = ['error', 'limit', 'wrong', 'near']
export const ERROR_FAILURE = 0
export const LIMIT_FAILURE = 1
export const WRONG_FAILURE = 2
export const NEAR_FAILURE = 3
export const NO_FAILURE = FAILURES.length

/** Adds up the verdicts on the samples of a task. */
export class VerdictTally {
  readonly demos = { total: 0, right: 0, unknown: 0 }
  readonly tests = { total: 0, right: 0, unknown: 0 }
  #failure = NO_FAILURE

  /** Counts a demo or a test with this verdict; `near` is a sample that is wrong in few cells. */
  add(isDemo: boolean, verdict: SampleResult['verdict'] | 'near'): void {
    const counts = isDemo ? this.demos : this.tests
    counts.total++
    if (verdict === 'right') counts.right++
    else if (verdict === 'unknown') counts.unknown++
    else this.#failure = Math.min(this.#failure, FAILURES.indexOf(verdict))
  }

  get verdict(): PairVerdict {
    const { demos, tests } = this
    return pairVerdict(this.#failure, demos.right, tests.right, demos.unknown + tests.unknown)
  }
}

/** The verdict on samples of which `failure` is the first in the order of failures. */
export function pairVerdict(failure: number, demosRight: number, testsRight: number, unknown: number): PairVerdict {
  if (failure < NO_FAILURE) return FAILURES[failure]!
  if (demosRight + testsRight === 0) return 'unknown'
  if (unknown === 0) return 'solved'
  return demosRight > 0 ? 'passes-demos' : 'unknown'
}

/** Whether a verdict means that no known output is wrong: solved, or all demos passed. */
export function isPassed(verdict: PairVerdict): boolean {
  return verdict === 'solved' || verdict === 'passes-demos'
}

/** Whether a sample is right, or wrong in few cells. */
export function isNear(sample: SampleResult): boolean {
  if (sample.verdict !== 'wrong') return sample.verdict === 'right'
  return sample.differing !== undefined && isNearCount(sample.differing, sample.cells)
}

/** Whether an output with this number of differing cells is near. OTHER_SIZE and NO_GRID exceed every limit. */
export function isNearCount(differing: number, cells: number): boolean {
  return differing * NEAR_SHARE <= cells
}
