// Measures a workload on several backends side by side: batch by batch, passes in turns, every evaluation compared.

import { type Backend, type BackendWork, type RunSettings, workSince } from '../../backends/backend.ts'
import type { Dataset, Task } from '../../data/task.ts'
import { LimitError } from '../../language/errors.ts'
import type { Program } from '../../language/program.ts'
import { listJobs } from '../run/pair-order.ts'
import type { Pairing } from '../run/pair-programs.ts'
import type { PairResult } from '../run/pair-result.ts'
import { type PlannedGroup, planGroups } from '../run/plan-groups.ts'
import { runPass } from '../run/run-pass.ts'
import type { RouteName, RouteResult } from './bench-report.ts'
import { EvaluationDigests } from './evaluation-digests.ts'
import { spreadOf } from './statistics.ts'
import { takeBatch } from './take-batch.ts'

/** A backend that is open. */
export interface OpenRoute {
  readonly route: RouteName
  readonly backend: Backend
  readonly openMs: number
}

/** A batch that is planned. */
export interface PlannedBatch {
  readonly samples: number
  readonly dataset: Dataset
  readonly groups: readonly PlannedGroup[]
  readonly planMs: number
}

/** What is measured, and how. */
export interface MeasureRequest {
  readonly programs: readonly Program[]
  /** The tasks that programs run on. */
  readonly tasks: readonly Task[]
  readonly pairing: Pairing
  readonly settings: Partial<RunSettings>
  readonly keepUnused: boolean
  /** Batch sizes, ascending. */
  readonly sizes: readonly number[]
  /** Passes that count; fewer, but at least three, where a route takes very long. */
  readonly passes: number
  /** The sequential route first: all others are compared with it. */
  readonly routes: readonly OpenRoute[]
  /** Predicted times in milliseconds, asked for after the passes of each batch. */
  readonly predict: (batch: PlannedBatch) => Promise<Partial<Record<RouteName, number>>>
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void
}

/** The results of a route. */
export interface RouteMeasurement extends OpenRoute {
  readonly results: RouteResult[]
  /** The first pass at the smallest size. */
  firstMs: number
}

/** A pass is repeated until it takes so long in all: shorter times are mostly noise. */
const SHORTEST_MS = 5
const MOST_RUNS = 32
const LEAST_PASSES = 3
/** A route gets no more passes at a size after this time. */
const LONGEST_MS = 10_000
/** Code is compiled while it runs: passes before the ones that count, by time and by number. */
const WARM_UP_MS = 50
const MOST_WARM_UPS = 8
/** The results of a pass are in memory, about 200 bytes each. */
const MOST_EVALUATIONS = 10_000_000

/** Measures all routes at all sizes; returns them in their order, with the batches. */
export async function measureRoutes(
  request: MeasureRequest,
): Promise<{ measured: RouteMeasurement[]; batches: PlannedBatch[] }> {
  const { routes, sizes, passes, onProgress } = request
  const measured = routes.map((route): RouteMeasurement => ({ ...route, results: [], firstMs: 0 }))
  const batches: PlannedBatch[] = []
  const total = sizes.length * routes.length * (passes + 1)
  let done = 0
  const step = () => onProgress?.({ done: ++done, total })
  for (const size of sizes) {
    const batch = planBatch(request, size)
    batches.push(batch)
    const timers: RouteTimer[] = []
    for (const route of measured) {
      const timer = new RouteTimer(request, route.backend, batch)
      const firstMs = await timer.check(timers[0])
      if (size === sizes[0]) route.firstMs = firstMs
      await timer.warmUp()
      timers.push(timer)
      step()
    }
    // In turns, so that a machine that slows down slows down all routes.
    for (let pass = 0; pass < passes; pass++) {
      for (const timer of timers) {
        await timer.time()
        step()
      }
    }
    const predicted = await request.predict(batch)
    const [sequential] = timers
    for (const [k, timer] of timers.entries())
      measured[k]!.results.push(timer.result(sequential!, predicted[measured[k]!.route] ?? null))
  }
  return { measured, batches }
}

function planBatch({ programs, tasks, pairing, keepUnused }: MeasureRequest, samples: number): PlannedBatch {
  const dataset: Dataset = { tasks: takeBatch(tasks, samples), hash: '' }
  const started = performance.now()
  const groups = planGroups({ programs, dataset, pairing, keepUnused })
  const planMs = performance.now() - started
  const evaluations = listJobs(groups, dataset).reduce((sum, job) => sum + job.sampleCount * job.programs.length, 0)
  if (evaluations > MOST_EVALUATIONS) {
    const message = `A batch of ${samples} samples has ${evaluations} evaluations; the maximum is ${MOST_EVALUATIONS}`
    throw new LimitError('bench-too-large', message, { advice: 'Use smaller --sizes or fewer programs.' })
  }
  return { samples, dataset, groups, planMs }
}

/** One route at one batch size. */
class RouteTimer {
  readonly #request: MeasureRequest
  readonly #backend: Backend
  readonly #batch: PlannedBatch
  readonly #digests = new EvaluationDigests()
  readonly #passesMs: number[] = []
  #equal = 0
  #right = 0
  #lastMs = 0
  #runs = 1
  #work: BackendWork | undefined

  constructor(request: MeasureRequest, backend: Backend, batch: PlannedBatch) {
    this.#request = request
    this.#backend = backend
    this.#batch = batch
  }

  /** The first pass, with hashes of all values; compares them with those of the sequential route. Returns its time. */
  async check(sequential: RouteTimer = this): Promise<number> {
    const ms = await this.#pass({ outputs: 'hash' }, (result, pair) => {
      this.#digests.add(result, pair)
      this.#right += countRight(result)
    })
    this.#equal = this.#digests.countEqual(sequential.#digests)
    return ms
  }

  async warmUp(): Promise<void> {
    let spent = 0
    for (let pass = 0; pass === 0 || (pass < MOST_WARM_UPS && spent < WARM_UP_MS); pass++) {
      this.#lastMs = await this.#countedPass()
      spent += this.#lastMs
    }
    this.#runs = Math.max(1, Math.min(MOST_RUNS, Math.ceil(SHORTEST_MS / Math.max(this.#lastMs, 1e-3))))
  }

  /** A pass that counts, unless the route has had its time. */
  async time(): Promise<void> {
    const spent = this.#runs * this.#passesMs.reduce((sum, ms) => sum + ms, 0)
    if (this.#passesMs.length >= LEAST_PASSES && spent > LONGEST_MS) return
    let ms = 0
    for (let run = 0; run < this.#runs; run++) ms += await this.#countedPass()
    this.#passesMs.push(roundTime(ms / this.#runs))
  }

  result(sequential: RouteTimer, predictedMs: number | null): RouteResult {
    const ms = spreadOf(this.#passesMs)
    const evaluations = this.#digests.count
    const { onCpu, onGpu, dispatches, upload, download } = this.#work!
    return {
      samples: this.#batch.samples,
      evaluations,
      passesMs: this.#passesMs,
      runsPerPass: this.#runs,
      ms,
      evaluationsPerSecond: evaluations / (ms.median / 1000),
      ratio: spreadOf(sequential.#passesMs).median / ms.median,
      gpuShare: onGpu / Math.max(1, onCpu + onGpu),
      dispatches,
      upload,
      download,
      correct: { count: this.#equal, of: sequential.#digests.count },
      predictedMs,
    }
  }

  /** A pass as users make them; its outputs are compared by their number of right ones. */
  async #countedPass(): Promise<number> {
    const before = structuredClone(this.#backend.work)
    let right = 0
    const ms = await this.#pass({}, (result) => (right += countRight(result)))
    this.#equal = Math.min(this.#equal, this.#digests.count - Math.abs(right - this.#right))
    this.#work = workSince(this.#backend.work, before)
    return ms
  }

  #pass(settings: Partial<RunSettings>, onPair: (result: PairResult, pair: number) => void): Promise<number> {
    const { programs, pairing } = this.#request
    const { dataset, groups } = this.#batch
    return runPass({
      programs,
      dataset,
      groups,
      pairing,
      backend: this.#backend,
      settings: { ...this.#request.settings, ...settings },
      skip: 0,
      onPair,
    })
  }
}

/** Six digits are more than a clock knows. */
function roundTime(ms: number): number {
  return Number(Math.max(ms, 1e-6).toPrecision(6))
}

function countRight({ demos, tests }: PairResult): number {
  return demos.right + tests.right
}
