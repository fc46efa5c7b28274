// The report of a run: what `megabatt run --json` prints, summed pair by pair.

import { DEFAULT_ALLOWANCE } from '../../kernel/heap-growth.ts'
import { DEFAULT_BUDGET } from '../../kernel/heap.ts'
import { type Backend, type BackendWork, type EngineReport, newBackendWork } from '../../backends/backend.ts'
import type { Choice } from '../../backends/plan-choice.ts'
import type { GpuReport } from '../../backends/gpu-report.ts'
import type { SampleName } from '../../data/task.ts'
import type { ReuseReport } from '../reuse/reuse-cache.ts'
import type { JobCounts, PairCounts, PairSums } from './pair-counts.ts'
import type { PairResult, PairSummary } from './pair-result.ts'
import { type PairVerdict, type SetCounts, isPassed, pairVerdicts } from './pair-verdict.ts'
import { countSamples } from './sample-result.ts'
import type { Shard } from './shard.ts'

type MutableCounts = { -readonly [Key in keyof SetCounts]: SetCounts[Key] }

/** The report of a run. Times are in milliseconds; with several passes, `runMs` is the median. */
export interface RunReport {
  programs: number
  tasks: number
  samples: number
  /** The number of (program, sample) pairs; each is right, wrong, an error, a limit of the engine, or of an unknown output. */
  evaluations: number
  right: number
  wrong: number
  errors: number
  limits: number
  unknown: number
  /** The same evaluations, on demo pairs and on test pairs. */
  demos: MutableCounts
  tests: MutableCounts
  /** The number of times a statement of a batt took its default. */
  defaults: number
  /** The number of (program, task) pairs by verdict. */
  verdicts: Record<PairVerdict, number>
  /** The number of programs that solve at least one task, and of tasks that at least one program solves. */
  solvers: number
  solvedTasks: number
  /** The same, but where outputs of tests are unknown, passing all demos suffices. */
  passers: number
  passedTasks: number
  backend: string
  device: string | null
  /** The form of the kernels on the CPU, and why; null where a device or several backends run them. */
  engine: EngineReport | null
  time: { readMs: number; planMs: number; runMs: number; totalMs: number }
  /** Statements requested, nodes they were merged into, calls made, kernels by place, transfers to and from devices. */
  work: { statements: number; nodes: number } & BackendWork
  /** Devices, compiled kernels, split, repeated and verified chunks, and fallbacks to the CPU; null without devices. */
  gpu: GpuReport | null
  /** Where programs were run and why, with `--backend auto`: for each plan the choice and the predicted times. */
  choices?: readonly Choice[]
  /** Use of what earlier runs have left, where a cache was given. */
  reuse?: ReuseReport
  /** Samples that could not be run at all; all programs count as failed there. */
  crashes: ReportedCrash[]
  /** The limits of the run. */
  settings: { budget: number; allowance: number; measure: boolean }
  dataset: { hash: string }
  /** The number of invalid examples that were left out, if there are any. */
  invalid?: number
  /** The part of the run that the report is of, if it is not of all. */
  shard?: Shard
  results: PairSummary[]
}

/** A crash with the programs that the crashed step belongs to; with their files where names are not unique. */
export interface ReportedCrash extends SampleName {
  readonly programs: readonly string[]
  readonly task: string
  readonly reason: string
}

/** Sums the results of pairs. */
export class ReportBuilder {
  readonly report: RunReport
  readonly #keepResults: boolean
  readonly #solvers = new DistinctNumbers()
  readonly #passers = new DistinctNumbers()
  /** The tasks that are passed, and whether they are solved. */
  readonly #tasks = new Map<string, boolean>()

  constructor(backend: Backend, datasetHash: string, keepResults = true) {
    this.#keepResults = keepResults
    this.report = {
      programs: 0,
      tasks: 0,
      samples: 0,
      evaluations: 0,
      right: 0,
      wrong: 0,
      errors: 0,
      limits: 0,
      unknown: 0,
      demos: { total: 0, right: 0, unknown: 0 },
      tests: { total: 0, right: 0, unknown: 0 },
      defaults: 0,
      verdicts: Object.fromEntries(pairVerdicts.map((verdict) => [verdict, 0])) as Record<PairVerdict, number>,
      solvers: 0,
      solvedTasks: 0,
      passers: 0,
      passedTasks: 0,
      backend: backend.name,
      device: backend.device ?? null,
      engine: backend.engine ?? null,
      time: { readMs: 0, planMs: 0, runMs: 0, totalMs: 0 },
      work: { statements: 0, nodes: 0, ...newBackendWork() },
      gpu: null,
      crashes: [],
      settings: { budget: DEFAULT_BUDGET, allowance: DEFAULT_ALLOWANCE, measure: false },
      dataset: { hash: datasetHash },
      results: [],
    }
  }

  /** Counts a pair and keeps its result; `program` is the number of its program: names are not unique. */
  add(program: number, result: PairResult): void {
    const summary: PairSummary = result.outputs === undefined ? result : withoutOutputs(result)
    const { task, verdict, samples } = summary
    let defaults = 0
    for (const { count } of summary.defaults) defaults += count
    this.count(program, { task, verdict, tally: summary, counts: countSamples(samples), defaults })
    if (this.#keepResults) this.report.results.push(summary)
  }

  /** Counts a pair. */
  count(program: number, pair: PairCounts): void {
    const { report } = this
    const { task, verdict } = pair
    this.#addSums(pair)
    report.verdicts[verdict]++
    if (verdict === 'solved') this.#addSolver(program, task)
    if (isPassed(verdict)) this.#addPasser(program, task)
  }

  /** Counts all pairs of a task. */
  countJob(job: JobCounts): void {
    this.#addSums(job)
    for (const [verdict, count] of job.verdicts) this.report.verdicts[verdict] += count
    for (const program of job.solvers) this.#addSolver(program, job.task)
    for (const program of job.passers) this.#addPasser(program, job.task)
  }

  #addSums({ tally, counts, defaults }: PairSums): void {
    const { report } = this
    report.evaluations += counts.total
    report.right += counts.right
    report.wrong += counts.wrong
    report.errors += counts.errors
    report.limits += counts.limits
    report.unknown += counts.unknown
    addCounts(report.demos, tally.demos)
    addCounts(report.tests, tally.tests)
    report.defaults += defaults
  }

  #addSolver(program: number, task: string): void {
    const { report } = this
    report.solvers = this.#solvers.add(program)
    const isSolved = this.#tasks.get(task)
    if (isSolved === true) return
    report.solvedTasks++
    if (isSolved === undefined) report.passedTasks++
    this.#tasks.set(task, true)
  }

  #addPasser(program: number, task: string): void {
    const { report } = this
    report.passers = this.#passers.add(program)
    if (this.#tasks.has(task)) return
    report.passedTasks++
    this.#tasks.set(task, false)
  }
}

/** Counts different numbers from 0 on. */
class DistinctNumbers {
  #isKnown = new Uint8Array(64)
  #count = 0

  /** Adds a number and returns the count. */
  add(number: number): number {
    if (number >= this.#isKnown.length) {
      const larger = new Uint8Array(2 * number)
      larger.set(this.#isKnown)
      this.#isKnown = larger
    }
    if (this.#isKnown[number] === 0) this.#count++
    this.#isKnown[number] = 1
    return this.#count
  }
}

function addCounts(sum: MutableCounts, { total, right, unknown }: SetCounts): void {
  sum.total += total
  sum.right += right
  sum.unknown += unknown
}

function withoutOutputs(result: PairResult): PairSummary {
  const { outputs: _, ...summary } = result
  return summary
}
