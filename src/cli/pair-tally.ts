// The samples of a program on a task, counted for `megabatt list`.

import type { PairSummary } from '../engine/run/pair-result.ts'
import { type PairVerdict, type SetCounts, isPassed } from '../engine/run/pair-verdict.ts'
import { countSamples } from '../engine/run/sample-result.ts'

/** The samples of a program on a task. */
export interface PairTally {
  readonly verdict: PairVerdict
  readonly demos: SetCounts
  readonly tests: SetCounts
  readonly right: number
  /** Samples whose expected output is known, or that have no output. */
  readonly known: number
  readonly total: number
  /** Samples that ended with an error or at a limit. */
  readonly failed: number
}

/** Counts the samples of a pair. */
export function tallyPair({ verdict, demos, tests, samples }: PairSummary): PairTally {
  const { right, unknown, total, errors, limits } = countSamples(samples)
  return { verdict, demos, tests, right, known: total - unknown, total, failed: errors + limits }
}

/** Whether the outputs are right wherever they are known. */
export function isSolved({ verdict }: PairTally): boolean {
  return isPassed(verdict)
}

/** The result of a program on a task in a few words: the verdict if it passes, then the right samples of each set. */
export function describeTally({ verdict, demos, tests, failed }: PairTally): string {
  const parts = [
    verdict === 'solved' ? 'solved' : '',
    verdict === 'passes-demos' ? 'passes all demos' : describeSet('demos', demos),
    describeSet('tests', tests),
    failed > 0 ? `${failed} failed` : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}

function describeSet(noun: string, { total, right, unknown }: SetCounts): string {
  if (total === 0) return ''
  if (unknown === total) return `${noun} unknown`
  return `${right} of ${total - unknown} ${noun}${unknown > 0 ? `, ${unknown} unknown` : ''}`
}
