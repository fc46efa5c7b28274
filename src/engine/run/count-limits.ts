// Counts how often a limit ended a program or an output of a batt.

import type { ErrorKind } from '../../language/values/error-words.ts'
import type { PairSummary } from './pair-result.ts'

/** The number of evaluations that each kind of limit ended; kinds that ended none are missing. */
export type LimitCounts = Readonly<Partial<Record<ErrorKind, number>>>

/** Counts programs and outputs of batts, sample by sample. */
export function countLimits(results: readonly PairSummary[]): LimitCounts {
  const counts: Partial<Record<ErrorKind, number>> = {}
  for (const { samples, battOutputs = [] } of results) {
    const own = battOutputs.map((output) => (output.kind === 'o' ? output.samples : (output.limits ?? [])))
    for (const sample of [samples, ...own].flat())
      if (sample.verdict === 'limit') counts[sample.kind] = (counts[sample.kind] ?? 0) + 1
  }
  return counts
}
