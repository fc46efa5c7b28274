// Collects the evaluations of all units of a run, row by row in any order; a unit is finished with its last row.

import { type Plan, countSteps } from '../../../plan/plan.ts'
import { sampleOf } from '../../../data/task.ts'
import type { Evaluations, RunSettings, Unit } from '../../backend.ts'
import { type BriefEvaluations, newBrief, takeBrief, takeFull, viewBrief } from '../../brief-evaluations.ts'
import { type Deferred, defer } from '../../deferred.ts'
import { EvaluationMemory, viewEvaluations } from '../../evaluations.ts'
import { UnitJudge } from '../../judge-sample.ts'
import type { EvaluationBlock } from './chunk-layout.ts'

export class UnitBook {
  readonly #plans: readonly Plan[]
  readonly #units: readonly Unit[]
  readonly #outputs: RunSettings['outputs']
  readonly #judges = new Map<number, UnitJudge>()
  /** The evaluations of whole units as a device has made them; their memory begins with the differences. */
  readonly #taken = new Map<number, Evaluations>()
  /** Brief evaluations of units, and the rows of them that the host has judged. */
  readonly #brief = new Map<number, BriefEvaluations>()
  readonly #hostRows = new Map<number, Set<number>>()
  readonly #rowsLeft: Int32Array
  /** The units that somebody waits for. */
  readonly #awaited = new Map<number, Deferred<Evaluations>>()
  /** The evaluations of other finished units until they are taken: there is no need to wait for them. */
  readonly #ready = new Map<number, Evaluations>()

  constructor(plans: readonly Plan[], units: readonly Unit[], outputs: RunSettings['outputs']) {
    this.#plans = plans
    this.#units = units
    this.#outputs = outputs
    this.#rowsLeft = Int32Array.from(units, ({ from, to }) => to - from)
    for (const [k, { from, to }] of units.entries()) if (to <= from) this.#finish(k)
  }

  /** The evaluations of a unit that nobody has taken, when all of its rows are recorded. */
  unit(number: number): Promise<Evaluations> {
    let awaited = this.#awaited.get(number)
    if (awaited === undefined) {
      this.#awaited.set(number, (awaited = defer()))
      const ready = this.takeReady(number)
      if (ready !== undefined) awaited.resolve(ready)
    }
    return awaited.promise
  }

  /** Takes the evaluations of a unit if all of its rows are recorded. */
  takeReady(number: number): Evaluations | undefined {
    const ready = this.#ready.get(number)
    this.#ready.delete(number)
    return ready
  }

  /** The judge of a unit that is not finished, for a row that the host judges. */
  judgeOf(unit: number, row: number): UnitJudge {
    let rows = this.#hostRows.get(unit)
    if (rows === undefined) this.#hostRows.set(unit, (rows = new Set()))
    rows.add(row)
    return this.#judgeOf(unit)
  }

  #judgeOf(unit: number): UnitJudge {
    let judge = this.#judges.get(unit)
    if (judge === undefined) this.#judges.set(unit, (judge = this.#newJudge(unit)))
    return judge
  }

  #newJudge(unit: number): UnitJudge {
    const { plan: number, from, to } = this.#units[unit]!
    const plan = this.#plans[number]!
    const taken = this.#taken.get(unit)
    if (taken === undefined) return new UnitJudge(plan, to - from, this.#outputs)
    const { buffer, byteOffset } = taken.differences as Int32Array<ArrayBuffer>
    return new UnitJudge(plan, to - from, 'none', { memory: new EvaluationMemory(buffer), firstByte: byteOffset }, true)
  }

  /** Takes the evaluations of a block from the first words of the arena; a whole unit keeps them there. */
  take({ unit, sample, rowCount, area }: EvaluationBlock, { buffer, byteOffset }: Int32Array<ArrayBuffer>): void {
    const { plan: number, from, to } = this.#units[unit]!
    const plan = this.#plans[number]!
    const firstByte = byteOffset + 4 * area
    const evaluations = viewEvaluations(plan, rowCount, 'none', buffer, firstByte, countSteps(plan) * rowCount)
    if (rowCount === to - from) this.#taken.set(unit, evaluations)
    else this.#judgeOf(unit).take(sample - from, evaluations)
  }

  /** Takes the brief evaluations of a block. */
  takeBrief({ unit, sample, rowCount, area }: EvaluationBlock, { buffer, byteOffset }: Int32Array<ArrayBuffer>): void {
    const { plan: number, from, to } = this.#units[unit]!
    const plan = this.#plans[number]!
    const part = viewBrief(plan, rowCount, buffer, byteOffset + 4 * area, countSteps(plan) * rowCount)
    let own = this.#brief.get(unit)
    if (own === undefined) {
      own = rowCount === to - from ? part : newBrief(plan, to - from, countSteps(plan) * (to - from))
      this.#brief.set(unit, own)
    }
    if (own !== part) takeBrief(own, sample - from, part)
  }

  /** Counts rows of a unit as judged; the last ones finish it. */
  finishRows(unit: number, count: number): void {
    if ((this.#rowsLeft[unit]! -= count) === 0) this.#finish(unit)
  }

  #finish(unit: number): void {
    const evaluations = this.#brief.has(unit) ? this.#finishBrief(unit) : this.#finishFull(unit)
    const awaited = this.#awaited.get(unit)
    if (awaited === undefined) this.#ready.set(unit, evaluations)
    else awaited.resolve(evaluations)
    this.#judges.delete(unit)
    this.#taken.delete(unit)
    this.#brief.delete(unit)
    this.#hostRows.delete(unit)
  }

  #finishFull(unit: number): Evaluations {
    const taken = this.#judges.has(unit) ? undefined : this.#taken.get(unit)
    if (taken !== undefined) return taken
    const { plan, from, to } = this.#units[unit]!
    return this.#judgeOf(unit).finish(countSteps(this.#plans[plan]!) * (to - from))
  }

  #finishBrief(unit: number): Evaluations {
    const own = this.#brief.get(unit)!
    const judge = this.#judges.get(unit)
    const { task, from } = this.#units[unit]!
    const cellsOf = (row: number) => sampleOf(task, from + row).output?.cells.length ?? 0
    if (judge !== undefined) takeFull(own, judge.evaluations, this.#hostRows.get(unit)!, cellsOf)
    return own
  }
}
