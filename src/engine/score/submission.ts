// The submission of a competition: two attempts for each test input of each task, and its check against the tasks.

import { gridToRows } from '../../data/grid-rows.ts'
import { type GridData, type Task, samplesOf } from '../../data/task.ts'

/** The attempts at one test input, as rows of colours. */
export interface SubmittedAttempts {
  readonly attempt_1: readonly (readonly number[])[]
  readonly attempt_2: readonly (readonly number[])[]
}

/** By task id, for each test input in order. */
export type Submission = Readonly<Record<string, readonly SubmittedAttempts[]>>

/** The largest side and colour of the grids in a submission, where the task itself has no larger ones. */
const USUAL_SIDE = 30
const USUAL_COLOR = 9

/** The limits of the grids of a task. */
export interface GridLimits {
  readonly side: number
  readonly color: number
}

/** Up to 30 rows and columns and colours to 9, or as large as the grids of the task. */
export function limitsOf(task: Task): GridLimits {
  const limits = { side: USUAL_SIDE, color: USUAL_COLOR }
  for (const { input, output } of samplesOf(task)) {
    for (const grid of output === undefined ? [input] : [input, output]) {
      limits.side = Math.max(limits.side, grid.height, grid.width)
      for (const cell of grid.cells) limits.color = Math.max(limits.color, cell)
    }
  }
  return limits
}

/** The submission of attempts: for each task and test input a pair of grids. */
export function makeSubmission(
  entries: readonly { readonly task: string; readonly tests: readonly (readonly [GridData, GridData])[] }[],
): Submission {
  // A task may be called __proto__.
  const submission = Object.create(null) as Record<string, SubmittedAttempts[]>
  for (const { task, tests } of entries)
    submission[task] = tests.map(([first, second]) => ({
      attempt_1: gridToRows(first),
      attempt_2: gridToRows(second),
    }))
  return submission
}

/** Says what is wrong in a submission for these tasks; nothing where every test input of every task has two valid attempts. */
export function findSubmissionProblems(submission: unknown, tasks: readonly Task[]): string[] {
  if (!isObject(submission)) return ['The submission is not an object with task ids as keys']
  const problems: string[] = []
  const known = new Set(tasks.map(({ id }) => id))
  for (const id of Object.keys(submission)) if (!known.has(id)) problems.push(`${id} is not a task of the challenges`)
  for (const task of tasks) {
    if (!Object.hasOwn(submission, task.id)) problems.push(`${task.id} is missing`)
    else for (const problem of findEntryProblems(submission[task.id], task)) problems.push(`${task.id}: ${problem}`)
  }
  return problems
}

function findEntryProblems(entry: unknown, task: Task): string[] {
  if (!Array.isArray(entry)) return ['the entry is not a list']
  if (entry.length !== task.test.length) return [`${entry.length} entries for ${task.test.length} test inputs`]
  const limits = limitsOf(task)
  return entry.flatMap((attempts: unknown, k) =>
    ['attempt_1', 'attempt_2'].flatMap((name) =>
      isObject(attempts) && isGrid(attempts[name], limits) ? [] : [`${name} of test ${k + 1} is not a valid grid`],
    ),
  )
}

function isGrid(value: unknown, { side, color }: GridLimits): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > side) return false
  const rows: readonly unknown[] = value
  const width = Array.isArray(rows[0]) ? rows[0].length : 0
  if (width === 0 || width > side) return false
  return rows.every(
    (row) =>
      Array.isArray(row) &&
      row.length === width &&
      row.every((cell) => Number.isInteger(cell) && cell >= 0 && cell <= color),
  )
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
