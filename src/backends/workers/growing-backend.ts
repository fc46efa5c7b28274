// A backend that begins on one thread and continues on all cores if the rest takes long enough to pay for starting threads.

import { type Plan, countSteps } from '../../plan/plan.ts'
import {
  type Backend,
  type Crash,
  type EngineReport,
  type Evaluations,
  type RunSettings,
  type Unit,
  addWork,
  newBackendWork,
} from '../backend.ts'
import { CpuBackend } from '../cpu/cpu-backend.ts'
import { type Engine, reportEngine } from '../cpu/engine.ts'
import type { StopSignal } from '../stop-signal.ts'

/** The time on one thread after which the rest is estimated, and the rest for which threads are started, in milliseconds. */
export const PATIENCE_MS = 300
export const LONG_MS = 500

export interface GrowingOptions {
  readonly engine: Engine
  /** The most words of the heap of the one thread. */
  readonly heapWords: number
  /** Starts the threads. */
  readonly openWorkers: () => Promise<Backend>
  /** Called before threads are started, with the estimate of the rest on one thread, in milliseconds. */
  readonly onGrowth?: (restMs: number) => void
  /** The clock that the rest is estimated with, in milliseconds; default: `performance.now`. */
  readonly now?: () => number
}

/** Runs plans on the thread it is called on, and from the first long run on with worker threads. */
export class GrowingBackend implements Backend {
  readonly device = undefined
  readonly engine: EngineReport
  readonly #options: GrowingOptions
  readonly #workBefore = newBackendWork()
  /** Undefined once threads are started: its memory is then theirs. */
  #cpu: CpuBackend | undefined
  #workers: Backend | undefined
  #watch: (unit: number, sample: number) => boolean = () => false

  constructor(options: GrowingOptions) {
    this.#options = options
    this.engine = reportEngine(options.engine)
    this.#cpu = new CpuBackend({
      engine: options.engine,
      heapWords: options.heapWords,
      isEnough: (unit, sample) => this.#watch(unit, sample),
    })
  }

  /** The backend that ran last. */
  get name(): string {
    return this.#cpu === undefined ? 'workers' : 'cpu'
  }

  get work(): Backend['work'] {
    const sum = newBackendWork()
    addWork(sum, this.#workBefore)
    for (const backend of [this.#cpu, this.#workers]) if (backend !== undefined) addWork(sum, backend.work)
    return sum
  }

  get crashes(): readonly Crash[] {
    return this.#workers?.crashes ?? []
  }

  async *run(
    plans: readonly Plan[],
    units: readonly Unit[],
    settings: RunSettings,
    signal?: StopSignal,
  ): AsyncGenerator<Evaluations> {
    let done = 0
    if (this.#cpu !== undefined) {
      const clock = new RestClock(plans, units, this.#options.now)
      // Values can be large: those of several threads at once need memory that a run on one thread does not.
      this.#watch = settings.outputs === 'value' ? () => false : (unit, sample) => clock.isLong(unit, sample)
      const { chunks } = this.#cpu.work
      // Not in a loop of its own, which would hold the values of a unit while the next one runs.
      yield* this.#cpu.run(plans, units, settings)
      done = this.#cpu.work.chunks - chunks
      if (done === units.length) return
      this.#options.onGrowth?.(clock.restMs)
      addWork(this.#workBefore, this.#cpu.work)
      this.#cpu = undefined
    }
    this.#workers ??= await this.#options.openWorkers()
    yield* this.#workers.run(plans, units.slice(done), settings, signal)
  }

  async close(): Promise<void> {
    await this.#workers?.close()
  }
}

/** Estimates the rest of a run from the time so far; the cost of a sample is taken as the number of its steps. */
class RestClock {
  restMs = 0
  /** The time and the steps at the first sample after half of the patience: before it, code is compiled. */
  #warm: { readonly at: number; readonly done: number } | undefined
  readonly #now: () => number
  readonly #started: number
  readonly #units: readonly Unit[]
  readonly #steps: readonly number[]
  /** The steps of all units before each, and of all. */
  readonly #before: Float64Array

  constructor(plans: readonly Plan[], units: readonly Unit[], now: () => number = () => performance.now()) {
    this.#now = now
    this.#started = now()
    this.#units = units
    this.#steps = plans.map((plan) => countSteps(plan))
    this.#before = new Float64Array(units.length + 1)
    for (const [k, { plan, from, to }] of units.entries())
      this.#before[k + 1] = this.#before[k]! + this.#steps[plan]! * (to - from)
  }

  /** Whether the rest after this sample of this unit takes long. */
  isLong(unit: number, sample: number): boolean {
    const now = this.#now()
    if (now - this.#started < PATIENCE_MS / 2) return false
    const { plan, from } = this.#units[unit]!
    const done = this.#before[unit]! + this.#steps[plan]! * (sample + 1 - from)
    this.#warm ??= { at: now, done }
    if (now - this.#started < PATIENCE_MS || done === this.#warm.done) return false
    this.restMs = ((now - this.#warm.at) * (this.#before.at(-1)! - done)) / (done - this.#warm.done)
    return this.restMs > LONG_MS
  }
}
