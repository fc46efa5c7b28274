// The messages between the page of runs and the worker that holds a result file.

import type { PairSummary } from '../../src/engine/run/pair-result.ts'
import type { RowQuery } from './order-rows.ts'
import type { ReadState } from './read-results.ts'
import type { ResultRow, ResultSums } from './result-columns.ts'

/** A file that has been read: its sums, the numbers of its programs and tasks, and damage. */
export interface OpenedResults {
  readonly sums: ResultSums
  readonly programs: number
  readonly tasks: number
  readonly state: ReadState
  readonly elapsedMs: number
}

/** The calls of the worker, by name. */
export interface ResultsCalls {
  readonly open: { params: { readonly file: File }; result: OpenedResults }
  /** Makes the list; later calls of `rows` count in it. */
  readonly query: { params: RowQuery; result: { readonly count: number } }
  readonly rows: {
    params: { readonly from: number; readonly to: number }
    result: readonly ResultRow[]
  }
  /** The whole line of a row of the list. */
  readonly detail: { params: { readonly at: number }; result: PairSummary }
}

export type ResultsMethod = keyof ResultsCalls

/** A call on its way to the worker. */
export interface ResultsRequest<Method extends ResultsMethod = ResultsMethod> {
  readonly id: number
  readonly method: Method
  readonly params: ResultsCalls[Method]['params']
}

/** An answer, or the progress of reading. */
export type ResultsReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string }
  | { readonly id: number; readonly bytes: number; readonly pairs: number }
