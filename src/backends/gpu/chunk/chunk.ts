// A chunk: rows of one or several plans that go through the device together.

import { type Pair, sampleOf } from '../../../data/task.ts'
import type { Plan } from '../../../plan/plan.ts'
import type { Unit } from '../../backend.ts'
import type { Schedule } from '../schedule/schedule.ts'

/** A plan with its schedule. */
export interface ScheduledPlan {
  readonly plan: Plan
  readonly schedule: Schedule
}

/** One sample of a chunk: its unit, by its place among the run's, and its number in the task. */
export interface Row {
  readonly unit: number
  readonly sample: number
  /** Which of the run's tasks it belongs to. */
  readonly task: number
}

/** The rows of one plan. */
export interface ChunkRun extends ScheduledPlan {
  readonly tasks: readonly (readonly Pair[])[]
  readonly rows: readonly Row[]
}

export interface Chunk {
  readonly runs: readonly ChunkRun[]
  readonly rowCount: number
}

/** A stretch of a unit's samples. */
export interface Piece {
  readonly unit: number
  readonly from: number
  readonly to: number
}

/** The chunk of these pieces, the rows of a plan together. */
export function makeChunk(pieces: readonly Piece[], units: readonly Unit[], plans: readonly ScheduledPlan[]): Chunk {
  const byPlan = new Map<number, { tasks: Map<readonly Pair[], number>; rows: Row[] }>()
  let rowCount = 0
  for (const { unit, from, to } of pieces) {
    const { plan, task } = units[unit]!
    let run = byPlan.get(plan)
    if (run === undefined) byPlan.set(plan, (run = { tasks: new Map(), rows: [] }))
    let number = run.tasks.get(task.train)
    if (number === undefined) run.tasks.set(task.train, (number = run.tasks.size))
    for (let sample = from; sample < to; sample++) run.rows.push({ unit, sample, task: number })
    rowCount += to - from
  }
  const runs = Array.from(byPlan, ([plan, { tasks, rows }]) => ({ ...plans[plan]!, tasks: [...tasks.keys()], rows }))
  return { runs, rowCount }
}

/** The two halves of pieces; none where there is only one row. */
export function splitPieces(pieces: readonly Piece[]): [Piece[], Piece[]] | undefined {
  const rowCount = pieces.reduce((sum, { from, to }) => sum + to - from, 0)
  if (rowCount < 2) return undefined
  const first: Piece[] = []
  const second: Piece[] = []
  let left = rowCount >> 1
  for (const { unit, from, to } of pieces) {
    const middle = Math.min(to, from + left)
    if (middle > from) first.push({ unit, from, to: middle })
    if (to > middle) second.push({ unit, from: middle, to })
    left -= middle - from
  }
  return [first, second]
}

/** The input and the output of a row. */
export function pairOf(row: Row, units: readonly Unit[]): Pair {
  return sampleOf(units[row.unit]!.task, row.sample)
}
