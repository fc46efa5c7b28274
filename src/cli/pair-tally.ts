// The samples of a program on a task, counted for `megabatt list`.

import type { PairSummary } from '../engine/run/pair-result.ts'
import { type PairVerdict, isPassed } from '../engine/run/pair-verdict.ts'
import { countSamples } from '../engine/run/sample-result.ts'

/** The samples of a program on a task. */
export interface PairTally {
  readonly verdict: PairVerdict
  readonly right: number
  /** Samples whose expected output is known, or that have no output. */
  readonly known: number
  readonly total: number
  /** Samples that ended with an error or at a limit. */
  readonly failed: number
}

/** Counts the samples of a pair. */
export function tallyPair({ verdict, samples }: PairSummary): PairTally {
  const { right, unknown, total, errors, limits } = countSamples(samples)
  return { verdict, right, known: total - unknown, total, failed: errors + limits }
}

/** Whether the outputs are right wherever they are known. */
export function isSolved({ verdict }: PairTally): boolean {
  return isPassed(verdict)
}

/** The result of a program on a task in a few words. */
export function describeTally(tally: PairTally): string {
  const { right, known, total, failed } = tally
  const unknown = known < total ? `, ${total - known} unknown` : ''
  if (known === 0) return `${total} unknown`
  return `${right} of ${known} right${failed > 0 ? `, ${failed} failed` : ''}${unknown}`
}
