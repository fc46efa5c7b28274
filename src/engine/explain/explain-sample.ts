// Explains a failed sample of a run with the limits of the run.

import { type Task, sampleOf } from '../../data/task.ts'
import { type Program, shownName } from '../../language/program.ts'
import type { SampleResult } from '../run/sample-result.ts'
import { explainFailure } from './explain-failure.ts'
import { formatExplanation } from './failure-explainer.ts'

/** The settings of the run that decide how a program fails. */
export interface FailureSettings {
  readonly budget: number
  readonly allowance: number
  readonly measure: boolean
  readonly keepUnused?: boolean | undefined
}

/** The reason in one line; undefined if the sample did not fail, or if no call failed. `index` counts demo pairs, then test pairs, from 0. */
export function explainSample(
  program: Program,
  task: Task,
  index: number,
  sample: SampleResult | undefined,
  { measure, ...limits }: FailureSettings,
): string | undefined {
  if (sample === undefined || !('statement' in sample) || sample.statement === null) return undefined
  const { input, output } = sampleOf(task, index)
  const explanation = explainFailure(program, {
    ...limits,
    demos: task.train,
    input,
    candidate: measure ? output : undefined,
    statement: findStatement(program, sample.statement, sample.line),
  })
  return explanation === undefined ? undefined : formatExplanation(explanation)
}

/** The index of the statement of a result; undefined for a strict program, whose first failed statement it is. */
function findStatement({ mode, statements }: Program, name: string, line: number | null): number | undefined {
  if (mode === 'strict') return undefined
  return statements.findIndex((statement) => shownName(statement) === name && statement.place.line === line)
}
