// The calls of the engine for the pages of batts, runs, reference and sharing.

import type { GpuReport } from '../../src/backends/gpu-report.ts'
import type { AdapterDescription, DeviceLimits } from '../../src/backends/gpu/device/device.ts'
import type { Task } from '../../src/data/task.ts'
import type { PlanReport } from '../../src/engine/plan/plan-report.ts'
import type { Spread } from '../../src/engine/bench/statistics.ts'
import type { Profile } from '../../src/engine/profile/profile-report.ts'
import type { PairVerdict } from '../../src/engine/run/pair-verdict.ts'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import type { SampleResult } from '../../src/engine/run/sample-result.ts'
import type { DifferWorth } from '../../src/engine/score/differ-worth.ts'
import type { DialectId } from '../../src/language/dialects.ts'
import type { Program } from '../../src/language/program.ts'
import type { Notation } from '../../src/language/values/value-notation.ts'
import type { Rows } from '../../src/plan/graph.ts'

/** A solver: a strict program, or a candidate of a batt; with its verdicts on the samples of a task. */
export interface StudiedSolver {
  /** Unique among the solvers. */
  readonly label: string
  /** The index of its program among those studied. */
  readonly program: number
  /** Its id and number in a batt; null for a strict program. */
  readonly id: string | null
  readonly number: number | null
  readonly mutated: boolean
  /** The number of statements that its output depends on. */
  readonly size: number
  readonly verdict: PairVerdict
  readonly samples: readonly SampleResult[]
}

/** A node of the merged graph. */
export interface SharedNode {
  /** The call as the first solver spells it. */
  readonly call: string
  readonly callee: string
  /** The indexes of the solvers that need it. */
  readonly solvers: readonly number[]
  /** The indexes of the nodes that it uses. */
  readonly uses: readonly number[]
  /** The longest way from an input, from 0. */
  readonly level: number
  readonly rows: Rows
}

/** The counts of a differ on the demo pairs; null where a measure is no pair of a count and an example. */
export interface MeasuredDiffer {
  readonly differ: string
  /** Of the input against the expected output. */
  readonly before: readonly (number | null)[]
  /** Of the output of each solver against the expected one. */
  readonly after: readonly { readonly owner: string; readonly counts: readonly (number | null)[] }[]
}

/** Everything that the page of batts shows of some programs on one task. */
export interface BattStudy {
  readonly solvers: readonly StudiedSolver[]
  /** The nodes of the solvers merged, the most shared first where there are too many to send. */
  readonly nodes: readonly SharedNode[]
  readonly nodeCount: number
  /** Merging and patterns of the solvers, counted and measured as `megabatt plan --explain` does. */
  readonly plan: PlanReport
  readonly differs: readonly DifferWorth[]
  readonly measures: readonly MeasuredDiffer[]
}

/** A primitive in the reference. */
export interface ReferenceEntry {
  readonly key: string
  readonly name: string
  readonly family: string
  readonly sort: string
  readonly prose: string
  readonly signatures: readonly { readonly text: string; readonly dialects: readonly DialectId[] }[]
  /** The example calls, those that are spelled alike in several dialects once. */
  readonly examples: readonly { readonly text: string; readonly dialects: readonly DialectId[] }[]
}

/** An evaluated example: the values of its call, and the result or the reason why there is none. */
export interface EvaluatedExample {
  readonly name: string
  readonly args: readonly Notation[]
  readonly then?: readonly Notation[]
  /** The names of the parameters. */
  readonly parameters: readonly string[]
  readonly result?: Notation
  readonly error?: string
}

/** The forms in which a program can be copied. */
export type ProgramForm = 'python' | 'json' | 'typescript'

/** A workload to compare the backends with. */
export interface CompareParams {
  readonly programs: readonly Program[]
  readonly tasks: readonly Task[]
  /** The number of samples; those of the tasks are repeated if there are fewer. */
  readonly batch: number
  /** The name of the channel for the number of compiled kernels. */
  readonly channel: string
}

/** The number of kernels that were compiled so far, on its way to the page. */
export interface CompileProgress {
  readonly done: number
  readonly total: number
}

/** The times and the work of a backend, in milliseconds; the first pass opens it and compiles. */
export interface BackendFigures {
  readonly firstMs: number
  readonly passesMs: readonly number[]
  readonly ms: Spread
  readonly evaluationsPerSecond: number
  /** Counted in one pass. */
  readonly work: RunReport['work']
}

/** A difference between the backends. */
export interface BackendDifference {
  readonly program: string
  readonly task: string
  readonly sample: string
  readonly cpu: string
  readonly gpu: string
}

/** The report of a card: what it is, what it was given, and how it compares with one thread of the CPU. */
export interface CardReport {
  readonly format: 'megabatt card report'
  readonly version: 1
  readonly date: string
  readonly browser: string
  readonly cores: number
  readonly adapter: AdapterDescription
  readonly limits: DeviceLimits
  readonly selfCheck: { readonly passed: boolean; readonly checkCount: number }
  readonly workload: {
    readonly programs: readonly string[]
    readonly tasks: readonly string[]
    readonly samples: number
    readonly evaluations: number
  }
  readonly cpu: BackendFigures
  readonly gpu: BackendFigures & {
    readonly report: GpuReport
    /** The time of each kernel on the device in one pass; empty without timestamps. */
    readonly kernels: readonly { readonly kernel: string; readonly dispatches: number; readonly ms: number }[]
  }
  /** Evaluations whose verdict, error and values are equal. */
  readonly equal: { readonly count: number; readonly of: number }
  readonly differences: readonly BackendDifference[]
}

/** The calls by name: parameters and result. */
export interface StudyCalls {
  readonly studyBatt: { params: { readonly programs: readonly Program[]; readonly task: Task }; result: BattStudy }
  /** One solver of a batt as a strict program in Python. */
  readonly cutSolver: {
    params: { readonly batt: Program; readonly id: string; readonly number: number }
    result: { readonly name: string; readonly text: string }
  }
  /** The time of a run by primitive, program and statement. */
  readonly profile: {
    params: { readonly programs: readonly Program[]; readonly tasks: readonly Task[] }
    result: Profile
  }
  readonly reference: { params: Readonly<Record<string, never>>; result: readonly ReferenceEntry[] }
  readonly evaluateExample: {
    params: { readonly text: string; readonly dialect: DialectId }
    result: EvaluatedExample
  }
  /** Runs on the CPU and on the GPU; belongs to the lane `gpu`. */
  readonly compareBackends: { params: CompareParams; result: CardReport }
  readonly printProgram: { params: { readonly program: Program; readonly form: ProgramForm }; result: string }
}
