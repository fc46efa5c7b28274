// The reason of a failed result of `megabatt run`: the call inside the failed statement, and the value that does not fit.

import { explainSample } from '../engine/explain/explain-sample.ts'
import type { PairSummary } from '../engine/run/pair-result.ts'
import type { JudgedSamples } from '../engine/run/pair-verdict.ts'
import type { RunRequest } from '../engine/run/run-programs.ts'
import { settleSettings } from '../engine/run/run-pass.ts'

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
    const program = programOf.get(keyOf(file, name))!
    return explainSample(program, taskOf.get(id)!, index, samples[index], { budget, allowance, measure, keepUnused })
  }
}

function keyOf(file: string, name: string): string {
  return JSON.stringify([file, name])
}
