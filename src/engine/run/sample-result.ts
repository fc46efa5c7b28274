// The verdict on one sample: whether the output of a program, or of a candidate of a batt, is right, and if not, why.

import { CORRECT, FAILED, UNSCORED } from '../../backends/backend.ts'
import { NO_GRID, OTHER_SIZE } from '../../backends/grid-data.ts'
import { type SampleName, type Task, nameSample, sampleOf } from '../../data/task.ts'
import { type Program, shownName } from '../../language/program.ts'
import { type ErrorKind, describeError, errorKind, isLimit } from '../../language/values/error-words.ts'

/**
 * - `right`: the output equals the expected one, cell by cell; of a batt, the output of at least one candidate does;
 * - `wrong`: there is an output, and it is another one; of a batt, of all candidates;
 * - `error`: the program ended with an error;
 * - `limit`: the program ended with an error of the engine: the budget, the memory, an integer over 31 bits, a known deviation;
 * - `unknown`: there is an output, and the expected one is not known.
 */
export type SampleVerdict = SampleResult['verdict']

/** The verdict on a sample. */
export type SampleResult = JudgedSample | WrongSample | FailedSample

/** A sample with nothing to add to its verdict. */
export interface JudgedSample extends SampleName {
  readonly verdict: 'right' | 'unknown'
}

/** A sample with a wrong output; of a batt, the candidate with the fewest differing cells. */
export interface WrongSample extends SampleName {
  readonly verdict: 'wrong'
  /** The output has the expected size and other cells, or has another size, or is no grid. */
  readonly mismatch: 'cells' | 'size' | 'not-a-grid'
  /** The number of cells of the expected output. */
  readonly cells: number
  /** The number of cells that differ, where the size is the expected one. */
  readonly differing?: number
}

/** A sample without an output. */
export interface FailedSample extends SampleName {
  readonly verdict: 'error' | 'limit'
  /** The name of the statement that failed and its line in the file; null where the program calls nothing. */
  readonly statement: string | null
  readonly line: number | null
  readonly kind: ErrorKind
  readonly message: string
}

/** The number of samples by verdict; their sum is `total`. */
export interface SampleCounts {
  readonly total: number
  readonly right: number
  readonly wrong: number
  readonly errors: number
  readonly limits: number
  readonly unknown: number
}

/** Counts samples by verdict. */
export function countSamples(samples: readonly SampleResult[]): SampleCounts {
  const counts = { right: 0, wrong: 0, error: 0, limit: 0, unknown: 0 }
  for (const { verdict } of samples) counts[verdict]++
  const { right, wrong, error: errors, limit: limits, unknown } = counts
  return { total: samples.length, right, wrong, errors, limits, unknown }
}

/** The samples on which a program, or a candidate of a batt, has no output. */
export function failuresOf({ samples }: { readonly samples: readonly SampleResult[] }): FailedSample[] {
  return samples.filter((sample): sample is FailedSample => sample.verdict === 'error' || sample.verdict === 'limit')
}

/** Names and describes the samples of one task. Most results are shared by all programs: there can be millions. */
export class SampleDescriber {
  readonly #task: Task
  readonly #right: SampleResult[] = []
  readonly #unknown: SampleResult[] = []
  readonly #otherSize: SampleResult[] = []
  readonly #noGrid: SampleResult[] = []

  constructor(task: Task) {
    this.#task = task
  }

  /** The result of sample `k` from its verdict and differences; `describeFailure` is called for a failed one. */
  describe(k: number, verdict: number, differences: number, describeFailure: () => FailedSample): SampleResult {
    switch (verdict) {
      case FAILED:
        return describeFailure()
      case UNSCORED:
        return (this.#unknown[k] ??= { ...nameSample(this.#task, k), verdict: 'unknown' })
      case CORRECT:
        return (this.#right[k] ??= { ...nameSample(this.#task, k), verdict: 'right' })
      default:
        if (differences === NO_GRID) return (this.#noGrid[k] ??= this.#wrong(k, 'not-a-grid'))
        if (differences === OTHER_SIZE) return (this.#otherSize[k] ??= this.#wrong(k, 'size'))
        return { ...this.#wrong(k, 'cells'), differing: differences }
    }
  }

  /** The result of sample `k` on which the statement with index `statement` ended with an error word. */
  describeFailure(k: number, { statements }: Program, error: number, statement: number): FailedSample {
    const failed = statements[statement]
    return {
      ...nameSample(this.#task, k),
      verdict: isLimit(error) ? 'limit' : 'error',
      statement: failed === undefined ? null : shownName(failed),
      line: failed?.place.line ?? null,
      kind: errorKind(error),
      message: describeError(error),
    }
  }

  #wrong(k: number, mismatch: WrongSample['mismatch']): WrongSample {
    const { height, width } = sampleOf(this.#task, k).output!
    return { ...nameSample(this.#task, k), verdict: 'wrong', mismatch, cells: height * width }
  }
}
