// The verdict on one sample: whether the output of a program, or of a candidate of a batt, is right, and if not, why.

import { CORRECT, UNSCORED } from '../../backends/backend.ts'
import { NO_GRID, OTHER_SIZE } from '../../backends/mismatch.ts'
import { type GridData, type SampleName, type Task, nameSample, sampleOf } from '../../data/task.ts'
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
  const counts = { total: samples.length, right: 0, wrong: 0, errors: 0, limits: 0, unknown: 0 }
  for (const { verdict } of samples) {
    if (verdict === 'right') counts.right++
    else if (verdict === 'wrong') counts.wrong++
    else if (verdict === 'error') counts.errors++
    else if (verdict === 'limit') counts.limits++
    else counts.unknown++
  }
  return counts
}

/** The samples on which a program, or a candidate of a batt, has no output. */
export function failuresOf({ samples }: { readonly samples: readonly SampleResult[] }): FailedSample[] {
  return samples.filter((sample): sample is FailedSample => sample.verdict === 'error' || sample.verdict === 'limit')
}

/** A kind of error as results have it. */
type ErrorDescription = Pick<FailedSample, 'verdict' | 'kind' | 'message'>

/** The number of samples of a task, in either set, whose results without details are the same objects in all tasks. */
const SHARED_SAMPLES = 1024

/** The results of samples with nothing to add to a verdict, by set and number. Most results are such, and there can be millions of them. */
class PlainResults {
  readonly #verdict: JudgedSample['verdict']
  readonly #demos: JudgedSample[] = []
  readonly #tests: JudgedSample[] = []

  constructor(verdict: JudgedSample['verdict']) {
    this.#verdict = verdict
  }

  /** The result of sample `k` of a task with this number of demo pairs. */
  of(k: number, demoCount: number): JudgedSample {
    const isDemo = k < demoCount
    const known = isDemo ? this.#demos : this.#tests
    const place = isDemo ? k : k - demoCount
    if (place >= SHARED_SAMPLES) return this.#make(isDemo, place)
    return (known[place] ??= this.#make(isDemo, place))
  }

  #make(isDemo: boolean, place: number): JudgedSample {
    return Object.freeze({ set: isDemo ? 'demo' : 'test', number: place + 1, verdict: this.#verdict } as const)
  }
}

const rightResults = new PlainResults('right')
const unknownResults = new PlainResults('unknown')

/** The wrong outputs on one sample of a task, with the results that programs share. Without spreads: there can be millions of them. */
class WrongOutputs {
  readonly #name: SampleName
  readonly #cells: number
  #noGrid: WrongSample | undefined
  #otherSize: WrongSample | undefined
  /** The differences of other wrong outputs, and their results in the same order. */
  readonly #differences: number[] = []
  readonly #results: WrongSample[] = []

  constructor(name: SampleName, { height, width }: GridData) {
    this.#name = name
    this.#cells = height * width
  }

  result(differences: number): WrongSample {
    // Nearly all of a batt's candidates.
    if (differences === NO_GRID) return (this.#noGrid ??= this.#describe(differences))
    if (differences === OTHER_SIZE) return (this.#otherSize ??= this.#describe(differences))
    const k = this.#differences.indexOf(differences)
    if (k >= 0) return this.#results[k]!
    const result = this.#describe(differences)
    this.#differences.push(differences)
    this.#results.push(result)
    return result
  }

  #describe(differences: number): WrongSample {
    const { set, number } = this.#name
    const cells = this.#cells
    if (differences === NO_GRID) return { set, number, verdict: 'wrong', mismatch: 'not-a-grid', cells }
    if (differences === OTHER_SIZE) return { set, number, verdict: 'wrong', mismatch: 'size', cells }
    return { set, number, verdict: 'wrong', mismatch: 'cells', cells, differing: differences }
  }
}

/** Names and describes the samples of one task. Equal results of several programs are one object. */
export class SampleDescriber {
  readonly #task: Task
  // Made when they are needed: most programs of a task that has one program are right.
  #wrong: WrongOutputs[] | undefined
  #errors: Map<number, ErrorDescription> | undefined

  constructor(task: Task) {
    this.#task = task
  }

  /** The result of sample `k`, on which the program did not fail, from its verdict and differences. */
  describe(k: number, verdict: number, differences: number): SampleResult {
    if (verdict === CORRECT) return rightResults.of(k, this.#task.train.length)
    if (verdict === UNSCORED) return unknownResults.of(k, this.#task.train.length)
    const wrong = (this.#wrong ??= [])
    return (wrong[k] ??= this.#wrongOutputs(k)).result(differences)
  }

  /** The result of sample `k` on which the statement with index `statement` ended with an error word. */
  describeFailure(k: number, { statements }: Program, error: number, statement: number): FailedSample {
    const { set, number } = nameSample(this.#task, k)
    const failed = statements[statement]
    const { verdict, kind, message } = this.#describeError(error)
    const name = failed === undefined ? null : shownName(failed)
    return { set, number, verdict, statement: name, line: failed?.place.line ?? null, kind, message }
  }

  #describeError(error: number): ErrorDescription {
    const errors = (this.#errors ??= new Map<number, ErrorDescription>())
    let description = errors.get(error)
    if (description === undefined) {
      description = {
        verdict: isLimit(error) ? 'limit' : 'error',
        kind: errorKind(error),
        message: describeError(error),
      }
      errors.set(error, description)
    }
    return description
  }

  #wrongOutputs(k: number): WrongOutputs {
    return new WrongOutputs(nameSample(this.#task, k), sampleOf(this.#task, k).output!)
  }
}
