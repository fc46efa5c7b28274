// Checks the summary that a pair line begins with: expected pair, counts that add up, an error where there are failures.

import type { RunFailure } from '../../engine/run/pair-result.ts'
import type { PairSummary } from '../../engine/run/run-report.ts'
import { END_OF_SUMMARY } from './line-format.ts'

/** The pair whose line comes next. */
export interface ExpectedPair {
  readonly pair: number
  readonly program: string
  readonly file: string
  readonly task: string
  readonly total: number
}

/** The summary of a pair line, or the reason why it is none. */
export function parseSummary(head: Buffer, expected: ExpectedPair): PairSummary | string {
  const end = head.indexOf(END_OF_SUMMARY)
  if (end < 0) return 'The line is not the result of a pair'
  let parsed: (Partial<PairSummary> & { readonly pair?: unknown }) | null
  try {
    parsed = JSON.parse(`${head.toString('utf8', 0, end)}}`) as PairSummary | null
  } catch {
    return 'The line is not JSON'
  }
  const { pair, program, file, task, total, correct, wrong, errors, limits, unscored, defaults, error } = parsed ?? {}
  if (pair !== expected.pair || program !== expected.program || file !== expected.file || task !== expected.task) {
    const found = `pair ${String(pair)}, ${String(file)}:${String(program)} on ${String(task)}`
    const wanted = `pair ${expected.pair}, ${expected.file}:${expected.program} on ${expected.task}`
    return `The line is of ${found}; expected ${wanted}`
  }
  if (!isCount(correct) || !isCount(wrong) || !isCount(errors) || !isCount(limits) || !isCount(unscored))
    return 'A count is not a whole number from 0 on'
  if (!isCount(defaults)) return 'The number of defaults is not a whole number from 0 on'
  if (total !== expected.total) return `The line counts ${String(total)} samples; the task has ${expected.total}`
  if (correct + wrong + errors + limits + unscored !== total) return `The counts do not add up to ${total}`
  const isError = errors + limits === 0 ? error === null : isFailure(error, total)
  if (!isError) return 'The first error does not fit the counts'
  return { program, file, task, total, correct, wrong, errors, limits, unscored, defaults, error: error ?? null }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isFailure(value: Partial<RunFailure> | null | undefined, total: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { sample, statement, line, kind, limit, message } = value
  return (
    isCount(sample) &&
    sample < total &&
    (statement === null || typeof statement === 'string') &&
    (line === null || isCount(line)) &&
    typeof kind === 'string' &&
    typeof limit === 'boolean' &&
    typeof message === 'string'
  )
}
