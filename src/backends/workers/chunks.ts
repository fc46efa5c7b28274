// Chunks: units that are sent to a worker at a time.

import type { Plan } from '../../plan/plan.ts'
import type { Unit } from '../backend.ts'
import type { PackedUnit } from './messages.ts'

/** Units that stand next to each other, from number `first` on. */
export interface Chunk {
  readonly first: number
  readonly units: readonly PackedUnit[]
  /** How often it has failed. */
  readonly failures: number
}

const MIN_EVALUATIONS = 256
const MAX_EVALUATIONS = 16_384
/** So many chunks a worker, so that none waits long for the last. */
const CHUNKS_A_WORKER = 16

/** Cuts units into chunks of about equal work. */
export function cutChunks(
  plans: readonly Plan[],
  units: readonly Unit[],
  taskNumbers: ReadonlyMap<Unit['task'], number>,
  workerCount: number,
  wantedEvaluations: number | undefined,
): Chunk[] {
  const evaluationsOf = ({ plan, from, to }: Unit) => plans[plan]!.programs.length * (to - from)
  let total = 0
  for (const unit of units) total += evaluationsOf(unit)
  const fair = Math.ceil(total / (workerCount * CHUNKS_A_WORKER))
  const size = wantedEvaluations ?? Math.min(MAX_EVALUATIONS, Math.max(MIN_EVALUATIONS, fair))
  const chunks: Chunk[] = []
  let packed: PackedUnit[] = []
  let evaluations = 0
  for (const [k, unit] of units.entries()) {
    const { plan, task, from, to } = unit
    packed.push({ plan, task: taskNumbers.get(task)!, from, to, skip: [] })
    evaluations += evaluationsOf(unit)
    if (evaluations < size && k < units.length - 1) continue
    chunks.push({ first: k + 1 - packed.length, units: packed, failures: 0 })
    packed = []
    evaluations = 0
  }
  return chunks
}

/** The chunk once more, without the sample that it crashed at, or without any of that unit's. */
export function skipCrashed(chunk: Chunk, task: number, sample: number, isWholeUnit: boolean): Chunk {
  const units = chunk.units.map((unit) => {
    if (unit.task !== task || sample < unit.from || sample >= unit.to) return unit
    const all = Array.from({ length: unit.to - unit.from }, (_, k) => unit.from + k)
    return { ...unit, skip: isWholeUnit ? all : [...unit.skip, sample] }
  })
  return { ...chunk, units }
}
