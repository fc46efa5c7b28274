// The line that says how often limits ended programs, and how to raise them.

import type { LimitCounts } from '../../engine/run/count-limits.ts'
import { formatCount } from '../../language/format-count.ts'

/** The limits that a run had. */
export interface RunLimits {
  readonly budget: number
  readonly allowance: number
}

/** How often each limit ended a program or an output of a batt, and the option that raises it; no line if none did. */
export function describeLimits(counts: LimitCounts, { budget, allowance }: RunLimits): string[] {
  const { budget: overBudget = 0, room = 0, overflow = 0, ...others } = counts
  const rest = Object.values(others).reduce((sum, count) => sum + count, 0)
  const parts = [
    [overBudget, `the budget of ${formatCount(budget)} units of work a statement (raise it with --budget)`],
    [room, `the memory allowance of ${formatCount(allowance)} words (raise it with --program-memory)`],
    [overflow, 'integers over 31 bits'],
    [rest, 'deviations from Python (docs/deviations.md)'],
  ] as const
  const texts = parts.flatMap(([count, text]) => (count === 0 ? [] : [`${formatCount(count)} at ${text}`]))
  return texts.length === 0 ? [] : [`cut off: ${texts.join(', ')}`]
}
