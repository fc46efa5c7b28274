// The CPU backend: one unit after the other, one sample after the other, on one thread and one heap.

import type { Heap } from '../../kernel/heap.ts'
import { samplesOf } from '../../data/task.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Backend, Evaluations, RunSettings, Unit } from '../backend.ts'
import { newWork } from '../evaluator.ts'
import { PAUSE_EVERY_MS, pause } from '../pause.ts'
import { EvaluationRecorder } from '../record.ts'
import { CpuEvaluator } from './cpu-evaluator.ts'
import { PlanRun } from './plan-run.ts'
import { WasmHeap } from './wasm-heap.ts'

const FIRST_HEAP_WORDS = 1 << 20

/** Runs plans on the thread it is called on. The reference for all other backends. */
export class CpuBackend implements Backend {
  readonly name = 'cpu'
  readonly device = undefined
  readonly work = { ...newWork(), executed: 0, chunks: 0 }
  readonly #heap: Heap = new WasmHeap(FIRST_HEAP_WORDS)

  async *run(plans: readonly Plan[], units: readonly Unit[], settings: RunSettings): AsyncGenerator<Evaluations> {
    let paused = performance.now()
    const runner = new UnitRunner(plans, settings, this.#heap)
    try {
      for (const unit of units) {
        yield runner.run(unit)
        if (performance.now() - paused < PAUSE_EVERY_MS) continue
        await pause()
        paused = performance.now()
      }
    } finally {
      this.work.onCpu += runner.onCpu
      this.work.executed += runner.executed
      this.work.chunks += runner.chunks
    }
  }

  async close(): Promise<void> {
    // Nothing is held but memory.
  }
}

/** Runs units on a heap, and starts a plan or a task anew only where the next unit has another one. */
export class UnitRunner {
  chunks = 0
  readonly #plans: readonly Plan[]
  readonly #settings: RunSettings
  readonly #heap: Heap
  readonly #evaluator: CpuEvaluator
  #run: PlanRun | undefined
  #executedBefore = 0
  #task: Unit['task'] | undefined

  constructor(plans: readonly Plan[], settings: RunSettings, heap: Heap) {
    this.#plans = plans
    this.#settings = settings
    this.#heap = heap
    this.#evaluator = new CpuEvaluator(settings.budget)
  }

  get onCpu(): number {
    return this.#evaluator.work.onCpu
  }

  /** Calls made so far. */
  get executed(): number {
    return this.#executedBefore + (this.#run?.executed ?? 0)
  }

  run({ plan: number, task, from, to }: Unit): Evaluations {
    const plan = this.#plans[number]!
    if (this.#run?.plan !== plan) {
      this.#executedBefore = this.executed
      this.#run = new PlanRun(plan, this.#heap, this.#evaluator)
      this.#task = undefined
    }
    if (this.#task !== task) {
      this.#task = task
      this.#run.startTask(task.train)
    }
    const { outputs, measure } = this.#settings
    const recorder = new EvaluationRecorder(plan, to - from, outputs)
    const samples = samplesOf(task)
    for (let k = from; k < to; k++) {
      const { input, output } = samples[k]!
      this.#run.runSample(input, measure ? output : undefined)
      recorder.record(k - from, this.#heap, this.#run.slots, output)
    }
    this.chunks++
    return recorder.evaluations
  }
}
