// Adds up the samples of a program on a task of a stream, unit by unit; failing samples are described as they are found.

import { CORRECT, type Evaluations, FAILED } from '../../backends/backend.ts'
import { type TaskPart, nameOfPart } from '../../data/stream/task-window.ts'
import { type GridData, sampleOf } from '../../data/task.ts'
import type { Program } from '../../language/program.ts'
import type { Notation } from '../../language/values/value-notation.ts'
import type { PairCounts } from '../run/pair-counts.ts'
import { type PairVerdict, VerdictTally, isNear } from '../run/pair-verdict.ts'
import { SampleDescriber, type SampleResult } from '../run/sample-result.ts'
import type { FailedPlace, StreamedPair } from './stream-report.ts'

/** An example that a program does not get right. */
export interface FailedExample {
  readonly task: string
  /** The file of the example. */
  readonly source: string
  readonly program: string
  readonly place: FailedPlace
  readonly result: SampleResult
  readonly input: GridData
  readonly output: GridData | undefined
  /** The output of the program, where that is wrong; undefined for a batt, and where it is too large for the notation. */
  readonly found: Notation | undefined
}

/** Finds the output of a program on a sample of the unit at hand. */
type FindOutput = (index: number, sample: number) => Notation | undefined

/** One program on one task. */
export class StreamTally implements PairCounts {
  readonly task: string
  readonly tally = new VerdictTally()
  readonly counts = { total: 0, right: 0, wrong: 0, errors: 0, limits: 0, unknown: 0 }
  defaults = 0
  readonly #program: Program
  readonly #onFailure: ((failed: FailedExample) => void) | undefined
  #first: StreamedPair['firstFailure'] | undefined

  constructor(task: string, program: Program, onFailure: ((failed: FailedExample) => void) | undefined) {
    this.task = task
    this.#program = program
    this.#onFailure = onFailure
  }

  get verdict(): PairVerdict {
    return this.tally.verdict
  }

  /** Adds program number `index` of a unit, whose samples begin at `from` of the part. */
  add(part: TaskPart, from: number, index: number, evaluations: Evaluations, findOutput: FindOutput): void {
    const { sampleCount, verdicts, defaults } = evaluations
    const first = index * sampleCount
    const demoCount = part.task.train.length
    let describer: SampleDescriber | undefined
    this.counts.total += sampleCount
    for (let s = 0; s < sampleCount; s++) {
      const isDemo = from + s < demoCount
      if (verdicts[first + s] === CORRECT) {
        this.counts.right++
        this.tally.add(isDemo, 'right')
      } else {
        describer ??= new SampleDescriber(part.task)
        const result = this.#describe(describer, from + s, first + s, evaluations)
        this.#count(result, isDemo)
        if (result.verdict !== 'unknown') this.#report(part, from + s, result, () => findOutput(index, from + s))
      }
    }
    for (const count of defaults[index] ?? []) this.defaults += count
  }

  /** The sums, for a report. */
  finish(): StreamedPair {
    const { name: program, file } = this.#program
    const { demos, tests } = this.tally
    const own = { program, file, task: this.task, verdict: this.verdict, demos, tests, ...this.counts }
    return this.#first === undefined ? own : { ...own, firstFailure: this.#first }
  }

  #describe(describer: SampleDescriber, k: number, at: number, evaluations: Evaluations): SampleResult {
    const { verdicts, differences, errors, failedStatements } = evaluations
    return verdicts[at] === FAILED
      ? describer.describeFailure(k, this.#program, errors[at]!, failedStatements[at]!)
      : describer.describe(k, verdicts[at]!, differences[at]!)
  }

  #count(result: SampleResult, isDemo: boolean): void {
    const { verdict } = result
    if (verdict === 'wrong') this.counts.wrong++
    else if (verdict === 'error') this.counts.errors++
    else if (verdict === 'limit') this.counts.limits++
    else this.counts.unknown++
    this.tally.add(isDemo, verdict === 'wrong' && isNear(result) ? 'near' : verdict)
  }

  #report(part: TaskPart, k: number, result: SampleResult, findOutput: () => Notation | undefined): void {
    const index = part.indexes?.[k - part.from]
    const place: FailedPlace = { ...nameOfPart(part, k), ...(index === undefined ? {} : { index }) }
    this.#first ??= { ...result, ...place }
    if (this.#onFailure === undefined) return
    const { input, output } = sampleOf(part.task, k)
    const { name: program } = this.#program
    const found = result.verdict === 'wrong' ? findOutput() : undefined
    this.#onFailure({ task: this.task, source: part.file, program, place, result, input, output, found })
  }
}
