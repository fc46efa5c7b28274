// The pairs of a result file in columns of numbers: a million of them take about 50 MB. Texts are kept once each.

import type { PairSummary } from '../../src/engine/run/pair-result.ts'
import { type PairVerdict, pairVerdicts } from '../../src/engine/run/pair-verdict.ts'
import type { FailedSample } from '../../src/engine/run/sample-result.ts'

/** More pairs than this do not fit the packed keys of the sort. */
export const MAX_PAIRS = 1 << 24

/** Texts by number. */
class TextTable {
  readonly texts: string[] = []
  readonly #numbers = new Map<string, number>()

  numberOf(text: string): number {
    let number = this.#numbers.get(text)
    if (number === undefined) {
      number = this.texts.length
      this.texts.push(text)
      this.#numbers.set(text, number)
    }
    return number
  }
}

/** A pair as the list shows it. */
export interface ResultRow {
  readonly pair: number
  readonly program: string
  readonly file: string
  readonly task: string
  readonly verdict: PairVerdict
  readonly demosRight: number
  readonly demos: number
  readonly testsRight: number
  readonly tests: number
  /** The number of differing cells of all wrong samples of the expected size; undefined if there are none. */
  readonly differing: number | undefined
  /** The first sample that is not right: demo pairs, then test pairs, from 0; undefined if all are right. */
  readonly failedSample: number | undefined
  /** The kind of the first error. */
  readonly error: string | undefined
}

/** Sums over all pairs, as in the report of `megabatt run`. */
export interface ResultSums {
  pairs: number
  evaluations: number
  right: number
  wrong: number
  errors: number
  limits: number
  unknown: number
  readonly verdicts: Record<PairVerdict, number>
}

const NONE = 0xffffffff
const COLUMNS = {
  pair: Uint32Array,
  program: Uint32Array,
  file: Uint32Array,
  task: Uint32Array,
  verdict: Uint8Array,
  demosRight: Uint32Array,
  demos: Uint32Array,
  testsRight: Uint32Array,
  tests: Uint32Array,
  differing: Uint32Array,
  failedSample: Uint32Array,
  error: Uint32Array,
  offset: Float64Array,
  byteLength: Uint32Array,
} as const
type ColumnName = keyof typeof COLUMNS
type Columns = Record<ColumnName, Uint8Array | Uint32Array | Float64Array>

/** Collects the pairs of a file. */
export class ResultColumns {
  count = 0
  readonly sums: ResultSums = {
    pairs: 0,
    evaluations: 0,
    right: 0,
    wrong: 0,
    errors: 0,
    limits: 0,
    unknown: 0,
    verdicts: Object.fromEntries(pairVerdicts.map((verdict) => [verdict, 0])) as Record<PairVerdict, number>,
  }
  readonly programs = new TextTable()
  readonly files = new TextTable()
  readonly tasks = new TextTable()
  readonly errors = new TextTable()
  #columns: Columns = newColumns(1 << 12)

  /** Adds a pair, whose line has this place in the file. */
  add(pair: number, result: PairSummary, offset: number, byteLength: number): void {
    const row = this.count
    if (row === this.#columns.pair.length) this.#grow()
    const columns = this.#columns
    const { demos, tests, samples, verdict } = result
    columns.pair[row] = pair
    columns.program[row] = this.programs.numberOf(result.program)
    columns.file[row] = this.files.numberOf(result.file)
    columns.task[row] = this.tasks.numberOf(result.task)
    columns.verdict[row] = pairVerdicts.indexOf(verdict)
    columns.demosRight[row] = demos.right
    columns.demos[row] = demos.total
    columns.testsRight[row] = tests.right
    columns.tests[row] = tests.total
    columns.offset[row] = offset
    columns.byteLength[row] = byteLength
    let [differing, failedSample, error] = [NONE, NONE, NONE]
    const { sums } = this
    for (const [k, sample] of samples.entries()) {
      if (sample.verdict === 'right' || sample.verdict === 'unknown') {
        sums[sample.verdict]++
        continue
      }
      if (failedSample === NONE) failedSample = k
      if (sample.verdict === 'wrong') {
        sums.wrong++
        if (sample.differing !== undefined) differing = (differing === NONE ? 0 : differing) + sample.differing
        continue
      }
      const failed = sample as FailedSample
      sums[failed.verdict === 'error' ? 'errors' : 'limits']++
      if (error === NONE) error = this.errors.numberOf(failed.kind)
    }
    columns.differing[row] = differing
    columns.failedSample[row] = failedSample
    columns.error[row] = error
    sums.pairs++
    sums.evaluations += samples.length
    sums.verdicts[verdict]++
    this.count++
  }

  /** The numbers of a column. */
  column(name: ColumnName): ArrayLike<number> {
    return this.#columns[name]
  }

  /** A pair by its row. */
  rowAt(row: number): ResultRow {
    const columns = this.#columns
    const optional = (name: ColumnName) => (columns[name][row] === NONE ? undefined : columns[name][row])
    const error = optional('error')
    return {
      pair: columns.pair[row]!,
      program: this.programs.texts[columns.program[row]!]!,
      file: this.files.texts[columns.file[row]!]!,
      task: this.tasks.texts[columns.task[row]!]!,
      verdict: pairVerdicts[columns.verdict[row]!]!,
      demosRight: columns.demosRight[row]!,
      demos: columns.demos[row]!,
      testsRight: columns.testsRight[row]!,
      tests: columns.tests[row]!,
      differing: optional('differing'),
      failedSample: optional('failedSample'),
      error: error === undefined ? undefined : this.errors.texts[error],
    }
  }

  /** The place of the line of a row in its file, half-open range [start, end). */
  placeOf(row: number): { readonly start: number; readonly end: number } {
    const start = this.#columns.offset[row]!
    return { start, end: start + this.#columns.byteLength[row]! }
  }

  #grow(): void {
    const larger = newColumns(this.#columns.pair.length * 2)
    for (const name of Object.keys(COLUMNS) as ColumnName[]) larger[name].set(this.#columns[name])
    this.#columns = larger
  }
}

function newColumns(rowCount: number): Columns {
  const entries = Object.entries(COLUMNS).map(([name, Column]) => [name, new Column(rowCount)])
  return Object.fromEntries(entries) as Columns
}
