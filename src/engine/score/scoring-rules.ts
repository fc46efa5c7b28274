// The three scoring rules: how right attempts at test outputs add up to a score.

/**
 * - `outputs`: the mean over all test outputs;
 * - `tasks`: for each task the fraction of its test outputs, then the mean over tasks;
 * - `complete`: the fraction of tasks of which all test outputs are right.
 */
export type ScoringRule = 'outputs' | 'tasks' | 'complete'

/** All rules. */
export const scoringRules = ['outputs', 'tasks', 'complete'] as const

/** The score by one rule: `points` of `total`; `share` is their ratio. */
export interface RuleScore {
  readonly points: number
  readonly total: number
  readonly share: number
}

/** The test outputs of a task: for each, whether it is right. */
export type TaskOutcome = readonly boolean[]

/** The scores of tasks by all rules. A task without test outputs does not count; undefined where none counts. */
export function scoreByRules(outcomes: readonly TaskOutcome[]): Record<ScoringRule, RuleScore> | undefined {
  const counted = outcomes.filter(({ length }) => length > 0)
  if (counted.length === 0) return undefined
  const fractions = counted.map((outcome) => countRight(outcome) / outcome.length)
  return {
    outputs: ratio(sum(counted.map(countRight)), sum(counted.map(({ length }) => length))),
    tasks: ratio(sum(fractions), counted.length),
    complete: ratio(counted.filter((outcome) => outcome.every((isRight) => isRight)).length, counted.length),
  }
}

function countRight(outcome: TaskOutcome): number {
  return outcome.filter((isRight) => isRight).length
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function ratio(points: number, total: number): RuleScore {
  return { points, total, share: points / total }
}
