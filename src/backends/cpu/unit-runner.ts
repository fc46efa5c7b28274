// Runs units on a heap, one sample after the other. A plan or a task is started anew only where the next unit has another.

import type { Heap } from '../../kernel/heap.ts'
import { sampleOf } from '../../data/task.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Evaluations, RunSettings, Unit } from '../backend.ts'
import { EvaluationRecorder } from '../judge-sample.ts'
import { CpuEvaluator } from './cpu-evaluator.ts'
import { PlanRun, type StepObserver } from './plan-run.ts'

/** Who wants to know where a runner is. */
export interface Watch {
  /** Its first place gets the slot of each step before it is made. */
  readonly marker: Int32Array
  /** Hears of each sample before it is run. */
  readonly onSample: (sample: number, unit: Unit) => void
  /** Hears of each step. */
  readonly observer?: StepObserver
}

export class UnitRunner {
  /** Units run so far. */
  chunks = 0
  readonly #plans: readonly Plan[]
  readonly #settings: RunSettings
  readonly #heap: Heap
  readonly #evaluator: CpuEvaluator
  readonly #watch: Watch | undefined
  #run: PlanRun | undefined
  #executedBefore = 0
  #task: Unit['task'] | undefined

  constructor(plans: readonly Plan[], settings: RunSettings, heap: Heap, watch?: Watch) {
    this.#plans = plans
    this.#settings = settings
    this.#heap = heap
    this.#evaluator = new CpuEvaluator(settings.budget)
    this.#watch = watch
  }

  /** Kernels run so far. */
  get onCpu(): number {
    return this.#evaluator.work.onCpu
  }

  /** Calls made so far. */
  get executed(): number {
    return this.#executedBefore + (this.#run?.executed ?? 0)
  }

  /** What the programs gave. Samples in `skip` are not run: all programs have failed there. */
  run(unit: Unit, skip: readonly number[] = []): Evaluations {
    const { plan: number, task, from, to } = unit
    const plan = this.#plans[number]!
    const { outputs, measure } = this.#settings
    const recorder = new EvaluationRecorder(plan, to - from, outputs)
    for (let k = from; k < to; k++) {
      if (skip.includes(k)) {
        recorder.recordCrash(k - from)
        continue
      }
      this.#watch?.onSample(k, unit)
      const run = this.#start(plan, task)
      const { input, output } = sampleOf(task, k)
      run.runSample(input, measure ? output : undefined)
      recorder.record(k - from, this.#heap, run.slots, output)
    }
    this.chunks++
    return recorder.evaluations
  }

  #start(plan: Plan, task: Unit['task']): PlanRun {
    if (this.#run?.plan !== plan) {
      this.#executedBefore = this.executed
      this.#run = undefined
      this.#task = undefined
      this.#run = new PlanRun(plan, this.#heap, this.#evaluator, this.#watch?.marker, this.#watch?.observer)
    }
    if (this.#task !== task) {
      this.#run.startTask(task.train)
      this.#task = task
    }
    return this.#run
  }
}
