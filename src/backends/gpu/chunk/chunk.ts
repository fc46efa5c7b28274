// A chunk: rows of one or several plans that go through a device together.

import type { Pair } from '../../../data/task.ts'
import type { CellLayout } from '../../../kernel/cell-layout.ts'
import type { Plan } from '../../../plan/plan.ts'
import type { Unit } from '../../backend.ts'
import type { Schedule } from '../schedule/schedule.ts'

/** A plan with its schedule. */
export interface ScheduledPlan {
  readonly plan: Plan
  readonly schedule: Schedule
}

/** One sample of a chunk: the index of its unit, and its number in the task. */
export interface Row {
  readonly unit: number
  readonly sample: number
  /** The index of its task in `PlanRows.tasks`. */
  readonly task: number
}

/** The rows of one plan in a chunk. */
export interface PlanRows extends ScheduledPlan {
  /** The demo pairs of each task. */
  readonly tasks: readonly (readonly Pair[])[]
  readonly rows: readonly Row[]
}

export interface Chunk {
  /** The cell layout of all its plans. */
  readonly layout: CellLayout
  readonly plans: readonly PlanRows[]
  readonly rowCount: number
}

/** The half-open range [from, to) of the samples of a unit. */
export interface RowRange {
  readonly unit: number
  readonly from: number
  readonly to: number
}

/** The number of rows in all ranges together. */
export function countRows(ranges: readonly RowRange[]): number {
  return ranges.reduce((sum, { from, to }) => sum + to - from, 0)
}

/** Makes a chunk of row ranges, whose plans have one cell layout; the rows of a plan are adjacent. */
export function makeChunk(ranges: readonly RowRange[], units: readonly Unit[], plans: readonly ScheduledPlan[]): Chunk {
  const byPlan = new Map<number, { tasks: Map<readonly Pair[], number>; rows: Row[] }>()
  for (const { unit, from, to } of ranges) {
    const { plan, task } = units[unit]!
    let members = byPlan.get(plan)
    if (members === undefined) byPlan.set(plan, (members = { tasks: new Map(), rows: [] }))
    let number = members.tasks.get(task.train)
    if (number === undefined) members.tasks.set(task.train, (number = members.tasks.size))
    for (let sample = from; sample < to; sample++) members.rows.push({ unit, sample, task: number })
  }
  const planRows = Array.from(byPlan, ([plan, { tasks, rows }]) => ({
    ...plans[plan]!,
    tasks: [...tasks.keys()],
    rows,
  }))
  return { layout: planRows[0]?.plan.layout ?? 'a', plans: planRows, rowCount: countRows(ranges) }
}

/** Splits row ranges into two halves; undefined for a single row. */
export function splitRanges(ranges: readonly RowRange[]): [RowRange[], RowRange[]] | undefined {
  const rowCount = countRows(ranges)
  if (rowCount < 2) return undefined
  const first: RowRange[] = []
  const second: RowRange[] = []
  let left = rowCount >> 1
  for (const { unit, from, to } of ranges) {
    const middle = Math.min(to, from + left)
    if (middle > from) first.push({ unit, from, to: middle })
    if (to > middle) second.push({ unit, from: middle, to })
    left -= middle - from
  }
  return [first, second]
}
