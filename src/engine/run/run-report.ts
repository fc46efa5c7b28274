// The report of a run: what `megabatt run --json` prints, summed pair by pair.

import { type Backend, type BackendWork, newBackendWork } from '../../backends/backend.ts'
import type { GpuReport } from '../../backends/gpu-report.ts'
import type { PairResult, RunFailure } from './pair-result.ts'

/** The counts of evaluations; each evaluation is exactly one of `correct` to `unscored`. */
export interface EvaluationCounts {
  readonly correct: number
  readonly wrong: number
  readonly errors: number
  readonly limits: number
  readonly unscored: number
}

/** A pair as the report lists it: the counts of its evaluations, and the first of its failures. */
export interface PairSummary extends EvaluationCounts {
  readonly program: string
  readonly file: string
  readonly task: string
  readonly total: number
  /** The number of times a statement of a batt took its default. */
  readonly defaults: number
  readonly error: RunFailure | null
}

/** The report of a run. Times are in milliseconds; with several passes, `runMs` is the median. */
export interface RunReport {
  programs: number
  tasks: number
  samples: number
  /** (program, sample) pairs; each is correct, wrong, an error, a limit of the engine, or has no known output. */
  evaluations: number
  correct: number
  wrong: number
  errors: number
  limits: number
  unscored: number
  /** The number of times a statement of a batt took its default. */
  defaults: number
  /** The number of programs that are correct on all samples of a task they were paired with. */
  solved: number
  backend: string
  device: string | null
  time: { readMs: number; planMs: number; runMs: number; totalMs: number }
  /** Statements requested, nodes they were merged into, calls made, kernels by place, transfers to and from devices. */
  work: { statements: number; nodes: number } & BackendWork
  /** Devices, compiled kernels, split, repeated and verified chunks, and fallbacks to the CPU; null without devices. */
  gpu: GpuReport | null
  /** Samples that could not be run at all; all programs count as failed there. */
  crashes: ReportedCrash[]
  dataset: { hash: string }
  results: PairSummary[]
}

/** A crash with the programs that the crashed step belongs to; with their files where names are not unique. */
export interface ReportedCrash {
  readonly programs: readonly string[]
  readonly task: string
  readonly sample: number
  readonly reason: string
}

/** Counts the evaluations of a pair. */
export function summarizePair({
  program,
  file,
  task,
  total,
  correct,
  unscored,
  failures,
  defaults,
}: PairResult): PairSummary {
  const limits = failures.filter(({ limit }) => limit).length
  let defaultCount = 0
  for (const { count } of defaults) defaultCount += count
  return {
    program,
    file,
    task,
    total,
    correct,
    wrong: total - correct - unscored - failures.length,
    errors: failures.length - limits,
    limits,
    unscored,
    defaults: defaultCount,
    error: failures[0] ?? null,
  }
}

/** Sums the results of pairs. */
export class ReportBuilder {
  readonly report: RunReport
  readonly #solvers = new Set<number>()

  constructor(backend: Backend, datasetHash: string) {
    this.report = {
      programs: 0,
      tasks: 0,
      samples: 0,
      evaluations: 0,
      correct: 0,
      wrong: 0,
      errors: 0,
      limits: 0,
      unscored: 0,
      defaults: 0,
      solved: 0,
      backend: backend.name,
      device: backend.device ?? null,
      time: { readMs: 0, planMs: 0, runMs: 0, totalMs: 0 },
      work: { statements: 0, nodes: 0, ...newBackendWork() },
      gpu: null,
      crashes: [],
      dataset: { hash: datasetHash },
      results: [],
    }
  }

  /** Counts a pair; `program` is the number of its program: names are not unique. */
  add(program: number, result: PairResult): void {
    this.addSummary(program, summarizePair(result))
  }

  addSummary(program: number, summary: PairSummary): void {
    const { report } = this
    report.evaluations += summary.total
    for (const count of ['correct', 'wrong', 'errors', 'limits', 'unscored', 'defaults'] as const)
      report[count] += summary[count]
    if (summary.correct === summary.total && summary.total > 0) this.#solvers.add(program)
    report.solved = this.#solvers.size
    report.results.push(summary)
  }
}
