// The report of a stream: counts as in the report of a run, and of each pair its counts in place of its samples.

import type { SampleName } from '../../data/task.ts'
import type { PairVerdict, SetCounts } from '../run/pair-verdict.ts'
import type { RunReport } from '../run/run-report.ts'
import type { SampleCounts, SampleResult } from '../run/sample-result.ts'

/** A program on a task of a stream. */
export interface StreamedPair extends SampleCounts {
  readonly program: string
  readonly file: string
  readonly task: string
  readonly verdict: PairVerdict
  readonly demos: SetCounts
  readonly tests: SetCounts
  /** The first sample that is not right, if there is one. */
  readonly firstFailure?: FailedPlace & SampleResult
}

/** Where a sample is: in a list of pairs also by its position there, from 0 on, which counts invalid pairs. */
export interface FailedPlace extends SampleName {
  readonly index?: number
}

/** The report of a stream. */
export interface StreamReport extends Omit<RunReport, 'results' | 'dataset'> {
  /** The number of invalid pairs, which were left out. */
  invalid: number
  /** The number of files that could not be read to their ends. */
  unreadable: number
  /** The number of bytes that were read, unpacked. */
  bytes: number
  results: StreamedPair[]
}
