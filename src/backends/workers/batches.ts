// Batches: the units that are sent to a worker at a time.

import type { Plan } from '../../plan/plan.ts'
import type { Unit } from '../backend.ts'
import type { PackedUnit } from './messages.ts'

/** Consecutive units, from number `first` on. */
export interface Batch {
  readonly first: number
  readonly units: readonly PackedUnit[]
  /** Whether a thread has died with it. */
  readonly isRepeated: boolean
  /** Where the last thread died that ran it. */
  readonly diedAt?: SamplePlace | undefined
}

/** A sample of a unit, by the numbers of the unit's plan and task. */
export interface SamplePlace {
  readonly plan: number
  readonly task: number
  readonly sample: number
}

const MIN_EVALUATIONS = 256
const MAX_EVALUATIONS = 16_384
/** Enough that no worker waits long for the last batch of another. */
const BATCHES_PER_WORKER = 16

/** Cuts units into batches of about equal work. */
export function cutBatches(
  plans: readonly Plan[],
  units: readonly Unit[],
  taskNumbers: ReadonlyMap<Unit['task'], number>,
  workerCount: number,
  wantedEvaluations: number | undefined,
): Batch[] {
  const evaluationsOf = ({ plan, from, to }: Unit) => plans[plan]!.programs.length * (to - from)
  let total = 0
  for (const unit of units) total += evaluationsOf(unit)
  const fair = Math.ceil(total / (workerCount * BATCHES_PER_WORKER))
  const size = wantedEvaluations ?? Math.min(MAX_EVALUATIONS, Math.max(MIN_EVALUATIONS, fair))
  const batches: Batch[] = []
  let packed: PackedUnit[] = []
  let evaluations = 0
  for (const [k, unit] of units.entries()) {
    const { plan, task, from, to } = unit
    packed.push({ plan, task: taskNumbers.get(task)!, from, to, skip: [] })
    evaluations += evaluationsOf(unit)
    if (evaluations < size && k < units.length - 1) continue
    batches.push({ first: k + 1 - packed.length, units: packed, isRepeated: false })
    packed = []
    evaluations = 0
  }
  return batches
}

/** The batch without this sample, or without all samples of the sample's unit. */
export function skipSample(batch: Batch, { plan, task, sample }: SamplePlace, isWholeUnit: boolean): Batch {
  const units = batch.units.map((unit) => {
    if (unit.plan !== plan || unit.task !== task || sample < unit.from || sample >= unit.to) return unit
    const all = Array.from({ length: unit.to - unit.from }, (_, k) => unit.from + k)
    return { ...unit, skip: isWholeUnit ? all : [...unit.skip, sample] }
  })
  return { ...batch, units }
}
