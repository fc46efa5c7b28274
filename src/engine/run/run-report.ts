// The report of a run: what `megabatt run --json` prints, added up pair by pair.

import { type Backend, type BackendWork, newBackendWork } from '../../backends/backend.ts'
import type { GpuReport } from '../../backends/gpu-report.ts'
import type { PairResult, RunFailure } from './pair-result.ts'

/** A pair as the report lists it; `error` is the first of its failures. */
export interface PairSummary {
  readonly program: string
  readonly task: string
  readonly correct: number
  readonly total: number
  readonly error: RunFailure | null
}

/** What came of a run. Times are in milliseconds; with several passes, `runMs` is the median one's. */
export interface RunReport {
  programs: number
  tasks: number
  samples: number
  /** (program, sample) pairs; each is correct, wrong, an error, a limit of ours, or has no known output. */
  evaluations: number
  correct: number
  wrong: number
  errors: number
  limits: number
  unscored: number
  /** How often a statement of a batt took its default. */
  defaults: number
  /** Programs that are right on all samples of a task they were paired with. */
  solved: number
  backend: string
  device: string | null
  time: { readMs: number; planMs: number; runMs: number; totalMs: number }
  /** Statements asked for, nodes they were merged into, calls made; where kernels ran, and what crossed to a device. */
  work: { statements: number; nodes: number } & BackendWork
  /** Devices, what was compiled, what was split, repeated, verified, and what the CPU did instead; null without devices. */
  gpu: GpuReport | null
  /** Words in which a second backend differed; 0 where none ran beside. */
  mismatches: number
  /** Samples that could not be run at all; all programs have failed there. */
  crashes: ReportedCrash[]
  dataset: { hash: string }
  results: PairSummary[]
}

/** A crash with the names of the programs whose step it happened at. */
export interface ReportedCrash {
  readonly programs: readonly string[]
  readonly task: string
  readonly sample: number
  readonly reason: string
}

/** Adds up the results of pairs. */
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
      mismatches: 0,
      crashes: [],
      dataset: { hash: datasetHash },
      results: [],
    }
  }

  /** Counts a pair; `program` is the number of its program, which tells programs of one name apart. */
  add(program: number, result: PairResult): void {
    const { report } = this
    const { total, correct, unscored, failures } = result
    const limits = failures.filter(({ limit }) => limit).length
    report.evaluations += total
    report.correct += correct
    report.unscored += unscored
    report.limits += limits
    report.errors += failures.length - limits
    report.wrong += total - correct - unscored - failures.length
    for (const { count } of result.defaults) report.defaults += count
    if (correct === total && total > 0) this.#solvers.add(program)
    report.solved = this.#solvers.size
    const { program: name, task } = result
    report.results.push({ program: name, task, correct, total, error: failures[0] ?? null })
  }
}
