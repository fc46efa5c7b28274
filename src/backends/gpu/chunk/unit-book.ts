// Collects the evaluations of all units of a run, row by row in any order; a unit is finished with its last row.

import type { Plan } from '../../../plan/plan.ts'
import type { Evaluations, RunSettings, Unit } from '../../backend.ts'
import { type Deferred, defer } from '../../deferred.ts'
import { EvaluationRecorder } from '../../judge-sample.ts'

export class UnitBook {
  readonly #plans: readonly Plan[]
  readonly #units: readonly Unit[]
  readonly #outputs: RunSettings['outputs']
  readonly #recorders = new Map<number, EvaluationRecorder>()
  readonly #rowsLeft: Int32Array
  readonly #finished: readonly Deferred<Evaluations>[]

  constructor(plans: readonly Plan[], units: readonly Unit[], outputs: RunSettings['outputs']) {
    this.#plans = plans
    this.#units = units
    this.#outputs = outputs
    this.#rowsLeft = Int32Array.from(units, ({ from, to }) => to - from)
    this.#finished = units.map(() => defer<Evaluations>())
    for (const [k, { from, to }] of units.entries()) if (to <= from) this.#finish(k)
  }

  /** The evaluations of a unit, when all of its rows are recorded. */
  unit(number: number): Promise<Evaluations> {
    return this.#finished[number]!.promise
  }

  /** Records a row of a unit: calls `record` with the recorder and the index of the row in it. */
  write(unit: number, sample: number, record: (recorder: EvaluationRecorder, index: number) => void): void {
    record(this.#recorderOf(unit), sample - this.#units[unit]!.from)
    if (--this.#rowsLeft[unit]! === 0) this.#finish(unit)
  }

  #finish(unit: number): void {
    this.#finished[unit]!.resolve(this.#recorderOf(unit).evaluations)
    this.#recorders.delete(unit)
  }

  #recorderOf(unit: number): EvaluationRecorder {
    let recorder = this.#recorders.get(unit)
    if (recorder === undefined) {
      const { plan, from, to } = this.#units[unit]!
      this.#recorders.set(unit, (recorder = new EvaluationRecorder(this.#plans[plan]!, to - from, this.#outputs)))
    }
    return recorder
  }
}
