// The output of a program on a sample that it does not get right, by running that sample again: few samples need it.

import type { RunSettings } from '../../backends/backend.ts'
import { type RowRunner, newRowRunner } from '../../backends/cpu/row-runner.ts'
import { UnitJudge } from '../../backends/judge-sample.ts'
import type { Task } from '../../data/task.ts'
import type { Notation } from '../../language/values/value-notation.ts'
import type { Plan } from '../../plan/plan.ts'

/** Runs single samples again. */
export class FailedOutputs {
  readonly #settings: RunSettings
  readonly #runner: RowRunner

  constructor(settings: RunSettings) {
    this.#settings = { ...settings, outputs: 'value' }
    this.#runner = newRowRunner(this.#settings)
  }

  /** The output of program number `index` of a plan on a sample; undefined for a batt, and where it is too large for the notation. */
  find(plan: Plan, index: number, task: Task, sample: number): Notation | undefined {
    if (plan.programs[index]!.mode !== 'strict') return undefined
    const judge = new UnitJudge(plan, 1, 'value')
    this.#runner.judge(plan, task, sample, judge, 0)
    return judge.evaluations.values![index]![0]
  }
}
