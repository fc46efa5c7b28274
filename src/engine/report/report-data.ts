// The data of an HTML report, as compact JSON: written by the command, read by the script of the page. Imports nothing, so that
// the page is checked without the engine.

/** The verdicts by their numbers in the matrix; 0 means that the solver did not run on the task. */
export const MATRIX_VERDICTS = ['solved', 'passes-demos', 'near', 'wrong', 'error', 'limit', 'unknown'] as const

/** The largest count in a byte of the matrix; larger counts are cut to it. */
export const MAX_COUNT = 255

/** A report. Grids are indexes into `grids`, tasks and solvers are indexes into their lists. */
export interface ReportData {
  readonly title: string
  readonly backend: string
  readonly hash: string
  readonly runMs: number
  readonly counts: ReportCounts
  readonly tasks: readonly ReportTask[]
  readonly solvers: readonly { readonly name: string; readonly file: string }[]
  /** Bytes in base64, of solver s on task t at `t * solvers.length + s`. */
  readonly matrix: { readonly verdicts: string; readonly demosRight: string; readonly testsRight: string }
  /** Fewest differing cells first. */
  readonly near: readonly NearMiss[]
  readonly errors: readonly ErrorGroup[]
  /** Null where no profile was made. */
  readonly primitives: readonly PrimitiveTime[] | null
  readonly score: ReportScore | null
  readonly leftOut: LeftOut
  /** Each as its width and its cells as hexadecimal digits, as in `2:0123`. */
  readonly grids: readonly string[]
}

/** The counts of a report. An evaluation is one solver on one sample. */
export interface ReportCounts {
  readonly programs: number
  readonly evaluations: number
  readonly right: number
  readonly wrong: number
  readonly errors: number
  readonly limits: number
  readonly unknown: number
  /** The number of tasks that a solver solves, or passes all demo pairs of where outputs of tests are unknown. */
  readonly solvedTasks: number
  readonly passedTasks: number
}

/** A task with the outputs that are shown. */
export interface ReportTask {
  readonly id: string
  /** The number of demo pairs; the other pairs are tests. */
  readonly demos: number
  /** Input and expected output; -1 where it is not known. */
  readonly pairs: readonly (readonly [number, number])[]
  readonly outputs: readonly SolverOutputs[]
  /** For each test two attempts; empty without a score. */
  readonly attempts: readonly (readonly [ReportAttempt, ReportAttempt])[]
}

/** The outputs of a solver on all samples of a task. */
export interface SolverOutputs {
  readonly solver: number
  readonly samples: readonly SampleOutput[]
}

/** The output for one sample. */
export interface SampleOutput {
  readonly verdict: 'right' | 'wrong' | 'error' | 'limit' | 'unknown'
  /** The number of differing cells, of a wrong output of the expected size. */
  readonly differing?: number
  /** The output, or text in its place: the reason why there is none. */
  readonly grid?: number
  readonly text?: string
}

/** An attempt at a test output. */
export interface ReportAttempt {
  readonly grid: number
  /** Its solver; null for a default. */
  readonly by: string | null
  readonly right: boolean | null
}

/** A solver with few wrong cells on a task. */
export interface NearMiss {
  readonly task: number
  readonly solver: number
  /** The number of wrong samples, and of differing cells in all of them. */
  readonly samples: number
  readonly differing: number
  readonly cells: number
}

/** Errors of one kind. */
export interface ErrorGroup {
  readonly kind: string
  readonly isLimit: boolean
  readonly evaluations: number
  readonly solvers: number
  readonly tasks: number
  /** The first one. */
  readonly example: { readonly task: number; readonly solver: number; readonly sample: string; readonly text: string }
}

/** The time of a primitive. */
export interface PrimitiveTime {
  readonly name: string
  readonly ms: number
  readonly share: number
  readonly calls: number
  readonly errors: number
}

/** The score in a report. */
export interface ReportScore {
  readonly rules: readonly { readonly rule: string; readonly points: number; readonly total: number }[]
  readonly differs: readonly (readonly [name: string, ...counts: number[]])[]
}

/** The numbers of things that a report does not show, because there are too many or they are too large. */
export interface LeftOut {
  /** Failing solvers on a task whose outputs are not shown. */
  readonly outputs: number
  /** Outputs with too many cells. */
  readonly largeGrids: number
  readonly nearMisses: number
  readonly solvers: number
  readonly primitives: number
}
