// The samples of a program on a task, counted for `megabatt list`.

import type { PairSummary } from '../engine/run/run-report.ts'

/** The samples of a program on a task. */
export interface PairTally {
  readonly right: number
  /** Samples whose expected output is known. */
  readonly known: number
  readonly total: number
  /** Samples that ended with an error or at a limit. */
  readonly failed: number
}

/** Counts the samples of a pair. */
export function tallyPair({ correct, unscored, total, errors, limits }: PairSummary): PairTally {
  return { right: correct, known: total - unscored, total, failed: errors + limits }
}

/** Whether the outputs are right wherever they are known, on one sample at least. */
export function isSolved({ right, known }: PairTally): boolean {
  return known > 0 && right === known
}

/** The result of a program on a task in a few words. */
export function describeTally(tally: PairTally): string {
  const { right, known, total, failed } = tally
  const unknown = known < total ? `, ${total - known} unknown` : ''
  if (known === 0) return `${total} unknown${failed > 0 ? `, ${failed} failed` : ''}`
  return `${right} of ${known} right${failed > 0 ? `, ${failed} failed` : ''}${unknown}`
}
