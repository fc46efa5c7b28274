// The interface of a backend: plans and units of rows go in, the results of each program for each row come out, in order.

import type { Task } from '../data/task.ts'
import type { Notation } from '../language/values/value-notation.ts'
import type { Plan } from '../plan/plan.ts'
import type { BriefWords } from './brief-evaluations.ts'
import { type Work, newWork } from './evaluator.ts'
import type { GpuReport } from './gpu-report.ts'
import type { Choice } from './plan-choice.ts'
import type { StopSignal } from './stop-signal.ts'

/** The form in which kernels run on a CPU: compiled C, WebAssembly or JavaScript. */
export type EngineName = 'native' | 'wasm' | 'js'

/** The engine of a backend, and why it was chosen. */
export interface EngineReport {
  readonly name: EngineName
  readonly reason: string
}

/** All programs of a plan on some of a task's samples. */
export interface Unit {
  /** The number of the plan. */
  readonly plan: number
  readonly task: Task
  /** The half-open range [from, to) of the task's samples. */
  readonly from: number
  readonly to: number
}

/** How plans are run; the same for all units of a run. */
export interface RunSettings {
  /** The most counted work that one statement may cost. */
  readonly budget: number
  /** The most heap words that a program, or an output of a batt, may allocate on a sample. */
  readonly allowance: number
  /** Gives C the expected output (measuring); it is absent otherwise (solving). */
  readonly measure: boolean
  /** What is kept of values: nothing, a hash of each, or the values themselves. */
  readonly outputs: 'none' | 'hash' | 'value'
  /** Nobody reads more than verdicts and the number of defaults: a backend may give brief evaluations. Default: false. */
  readonly isBrief?: boolean
}

export { CORRECT, FAILED, LIMITED, NEAR, UNSCORED, WRONG } from './verdicts.ts'

/** The results of a unit's programs; evaluation (p, s) of `sampleCount` samples is at `p * sampleCount + s`. */
export interface Evaluations {
  readonly programCount: number
  readonly sampleCount: number
  /** Steps that were run for the unit. */
  readonly executed: number
  readonly verdicts: Uint8Array
  /**
   * Where a verdict is CORRECT or WRONG, the number of cells in which the output differs from the expected grid, OTHER_SIZE or
   * NO_GRID; of a batt, the smallest of its candidates. 0 elsewhere.
   */
  readonly differences: Int32Array
  /** The error that ended a strict program, and its statement as an index into the program's (-1: none); else 0. */
  readonly errors: Int32Array
  readonly failedStatements: Int32Array
  /** For each program how often each of its statements took its default, in the order of the plan's guarded slots. */
  readonly defaults: readonly (Int32Array | undefined)[]
  /**
   * For each batt the differences of its solvers' candidates, where the expected output is known: candidate k on sample s at
   * `k * sampleCount + s`. NO_GRID where it is not known, and where the candidate has no value.
   */
  readonly candidates: readonly (Int32Array | undefined)[]
  /**
   * For each batt that has such outputs, the statement (its index and 1; 0 for none) at which output k exceeded a limit of the
   * engine on sample s, and the error, at `2 * (k * sampleCount + s)`. Such an output has no value.
   */
  readonly cuts: readonly (Int32Array | undefined)[]
  /** For each program its values, as asked for: hashes of two numbers, or the values; of a batt's outputs one by one. */
  readonly hashes?: readonly Uint32Array[]
  readonly values?: readonly (Notation | undefined)[][]
  /** Of brief evaluations, instead of all other lists: see brief-evaluations.ts. */
  readonly brief?: BriefWords
}

/** Work as a backend counts it. */
export interface BackendWork extends Work {
  /** Steps run, and units or chunks. */
  executed: number
  chunks: number
  /** How often a plan was split because it did not fit into the machine's memory. */
  splits: number
}

/** A count that starts at 0. */
export function newBackendWork(): BackendWork {
  return { ...newWork(), executed: 0, chunks: 0, splits: 0 }
}

/** The difference between two states of a count: the work of one run. */
export function workSince(now: BackendWork, before: BackendWork): BackendWork {
  const work = newBackendWork()
  addWork(work, now, before)
  return work
}

/** Adds the work that was done between two counts. */
export function addWork(sum: BackendWork, after: BackendWork, before: BackendWork = newBackendWork()): void {
  for (const key of ['onCpu', 'onGpu', 'dispatches', 'executed', 'chunks', 'splits'] as const)
    sum[key] += after[key] - before[key]
  for (const way of ['upload', 'download'] as const) {
    sum[way].count += after[way].count - before[way].count
    sum[way].bytes += after[way].bytes - before[way].bytes
  }
}

/** A sample that a backend could not run, however often it tried: a bug of ours. */
export interface Crash {
  readonly plan: number
  /** The programs of the plan that the step belongs to at which it happened. */
  readonly programs: readonly number[]
  readonly task: string
  readonly sample: number
  readonly reason: string
}

/** Runs units of work. A backend chooses how to run them; results must not differ. */
export interface Backend {
  readonly name: string
  /** The device, where it is not the CPU. */
  readonly device: string | undefined
  /** The form of the kernels on the CPU; undefined where it has no part in the results. */
  readonly engine?: EngineReport | undefined
  /** Counted over all runs. */
  readonly work: BackendWork
  /** The report on devices, over all runs, of a backend that uses them. */
  readonly gpu?: GpuReport | undefined
  /** Where the plans of the last run were run and why, of a backend that chooses. */
  readonly choices?: readonly Choice[] | undefined
  /** Crashes over all runs; all programs count as failed there. */
  readonly crashes: readonly Crash[]
  /**
   * Yields the results of each unit, in the order of the units. May end early once the signal is aborted: whoever waits for a long
   * unit need not wait for its end.
   */
  run(
    plans: readonly Plan[],
    units: readonly Unit[],
    settings: RunSettings,
    signal?: StopSignal,
  ): AsyncIterable<Evaluations>
  /** Frees what it holds. */
  close(): Promise<void>
}
