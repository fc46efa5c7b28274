// The report of a score: what `megabatt score --json` prints.

import type { GridData } from '../../data/task.ts'
import type { LimitCounts } from '../run/count-limits.ts'
import type { SetCounts } from '../run/pair-verdict.ts'
import type { DifferWorth } from './differ-worth.ts'
import type { RuleScore, ScoringRule } from './scoring-rules.ts'

/** The format of the report; the version changes with the meaning of any field. */
export const SCORE_FORMAT = 'megabatt score'
export const SCORE_VERSION = 1

/** One of two attempts at a test output. */
export interface ReportedAttempt {
  /** The solver that stands for it; null for a default. */
  readonly solver: string | null
  /** The number of demo pairs that the solver has right, and of solvers with as many that give the same output. */
  readonly demosRight: number
  readonly agreement: number
  /** Null where the expected output is not known. */
  readonly right: boolean | null
}

/** A task: who solves it, and the attempts at its test outputs. */
export interface TaskScore {
  readonly task: string
  readonly demos: number
  readonly tests: number
  /** The number of solvers that ran on it. */
  readonly solvers: number
  /** The most demo pairs that a solver has right. */
  readonly best: number
  /** The solvers that have all demo pairs right. */
  readonly solvedBy: readonly string[]
  readonly attempts: readonly (readonly [ReportedAttempt, ReportedAttempt])[]
}

/** A solver over all tasks that it ran on. */
export interface SolverScore {
  /** Unique among the solvers. */
  readonly name: string
  readonly program: string
  readonly file: string
  /** The id in a batt, and the number of its statement; null for a strict program. */
  readonly solver: string | null
  readonly number: number | null
  readonly mutated: boolean
  /** The number of statements that its output depends on. */
  readonly size: number
  readonly tasks: number
  /** The number of exact outputs for demo pairs. */
  readonly score: number
  readonly demos: SetCounts
  readonly tests: SetCounts
  /** The tasks of which it has all demo pairs right. */
  readonly solved: readonly string[]
}

/** The report of a score. */
export interface ScoreReport {
  readonly format: typeof SCORE_FORMAT
  readonly version: typeof SCORE_VERSION
  readonly dataset: { readonly hash: string }
  readonly programs: number
  /** The limits of all passes, and the number of evaluations with C None that each kind of limit ended. */
  readonly settings: { readonly budget: number; readonly allowance: number }
  readonly limits: LimitCounts
  /** The number of tasks that at least one solver solves. */
  readonly solvedTasks: number
  /** The score of the attempts by each rule, over the tasks whose test outputs are all known; null if there is none. */
  readonly rules: Readonly<Record<ScoringRule, RuleScore>> | null
  readonly tasks: readonly TaskScore[]
  /** Best first: by score, then by solved tasks, then smallest, then by name. */
  readonly solvers: readonly SolverScore[]
  /** Most worth first. */
  readonly differs: readonly DifferWorth[]
  readonly time: { readonly solveMs: number; readonly measureMs: number; readonly attemptMs: number }
}

/** The attempts of a task as grids. */
export interface AttemptedTask {
  readonly task: string
  readonly tests: readonly (readonly [GridData, GridData])[]
}
