// The reason of a failed result of `megabatt run`: the call inside the failed statement, and the value that does not fit.

import { type Task, sampleOf } from '../data/task.ts'
import { explainFailure } from '../engine/explain/explain-failure.ts'
import { formatExplanation } from '../engine/explain/failure-explainer.ts'
import type { PairSummary } from '../engine/run/pair-result.ts'
import type { JudgedSamples } from '../engine/run/pair-verdict.ts'
import type { RunRequest } from '../engine/run/run-programs.ts'
import { settleSettings } from '../engine/run/run-pass.ts'
import { type Program, shownName } from '../language/program.ts'

/** Returns a function that explains the first failure of a result; undefined if no sample failed. */
export function explainResults({
  programs,
  dataset,
  pairing,
  settings,
  keepUnused,
}: RunRequest): (pair: PairSummary, judged: JudgedSamples) => string | undefined {
  const { budget, allowance, measure } = settleSettings(settings, pairing)
  const programOf = new Map(programs.map((program) => [keyOf(program.file, program.name), program]))
  const taskOf = new Map(dataset.tasks.map((task) => [task.id, task]))
  return ({ program: name, file, task: id }, { samples }) => {
    const index = samples.findIndex(({ verdict }) => verdict === 'error' || verdict === 'limit')
    const sample = samples[index]
    if (sample === undefined || !('statement' in sample) || sample.statement === null) return undefined
    const program = programOf.get(keyOf(file, name))!
    const { input, output } = sampleOf(taskOf.get(id) as Task, index)
    const explanation = explainFailure(program, {
      demos: taskOf.get(id)!.train,
      input,
      candidate: measure ? output : undefined,
      budget,
      allowance,
      keepUnused,
      statement: findStatement(program, sample.statement, sample.line),
    })
    return explanation === undefined ? undefined : formatExplanation(explanation)
  }
}

function keyOf(file: string, name: string): string {
  return JSON.stringify([file, name])
}

/** The index of the statement of a result; undefined for a strict program, whose first failed statement it is. */
function findStatement({ mode, statements }: Program, name: string, line: number | null): number | undefined {
  if (mode === 'strict') return undefined
  return statements.findIndex((statement) => shownName(statement) === name && statement.place.line === line)
}
