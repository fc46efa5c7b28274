// What a backend does: plans and units of rows go in, what each program gave for each row comes out, in order.

import type { Task } from '../data/task.ts'
import type { Notation } from '../language/values/value-notation.ts'
import type { Plan } from '../plan/plan.ts'
import type { Work } from './evaluator.ts'
import type { GpuReport } from './gpu-report.ts'

/** All programs of a plan on some of a task's samples. */
export interface Unit {
  /** Which of the plans. */
  readonly plan: number
  readonly task: Task
  /** The samples, from the one on, up to but without the other. */
  readonly from: number
  readonly to: number
}

/** How plans are run; the same for all units of a run. */
export interface RunSettings {
  /** The most counted work that one statement may cost. */
  readonly budget: number
  /** Gives C the expected output (measuring); it is absent otherwise (solving). */
  readonly measure: boolean
  /** What is kept of values: nothing, a hash of each, or the values themselves. */
  readonly outputs: 'none' | 'hash' | 'value'
}

/** What came of an evaluation, one program on one sample. */
export const UNSCORED = 0
export const CORRECT = 1
export const WRONG = 2
export const FAILED = 3

/** What the programs of a unit gave; evaluation (p, s) of `sampleCount` samples is at `p * sampleCount + s`. */
export interface Evaluations {
  readonly programCount: number
  readonly sampleCount: number
  readonly verdicts: Uint8Array
  /** The error that ended a strict program, and its statement as an index into the program's (-1: none); else 0. */
  readonly errors: Int32Array
  readonly failedStatements: Int32Array
  /** For each program how often each of its statements took its default, in the order of the plan's guarded slots. */
  readonly defaults: readonly (Int32Array | undefined)[]
  /** For each batt, which of its solvers' candidates are right: candidate k on sample s at `k * sampleCount + s`. */
  readonly candidates: readonly (Uint8Array | undefined)[]
  /** For each program its values, as asked for: hashes of two numbers, or the values; of a batt's outputs one by one. */
  readonly hashes?: readonly Uint32Array[]
  readonly values?: readonly (readonly (Notation | undefined)[])[]
}

/** A sample that a backend could not run, however often it tried: a bug of ours, or memory that ran out. */
export interface Crash {
  readonly plan: number
  /** The programs of the plan that the step belongs to at which it happened. */
  readonly programs: readonly number[]
  readonly task: string
  readonly sample: number
  readonly reason: string
}

/** A backend runs units of work; where and how is its matter, what comes out is not. */
export interface Backend {
  readonly name: string
  /** The device, where it is not the CPU. */
  readonly device: string | undefined
  /** Counted over all runs. */
  readonly work: Work & { executed: number; chunks: number }
  /** What a backend that uses devices says about them, over all runs. */
  readonly gpu?: GpuReport | undefined
  /** What happened over all runs; all programs count as failed there. */
  readonly crashes: readonly Crash[]
  /** Gives what each unit gave, in the order of the units. */
  run(plans: readonly Plan[], units: readonly Unit[], settings: RunSettings): AsyncIterable<Evaluations>
  /** Gives back what it holds. */
  close(): Promise<void>
}
