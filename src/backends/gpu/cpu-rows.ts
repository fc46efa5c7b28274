// Rows that a device could not do, done by the CPU; a plan or a task is started anew only where the next row has another.

import { sampleOf } from '../../data/task.ts'
import type { Plan } from '../../plan/plan.ts'
import type { RunSettings, Unit } from '../backend.ts'
import { CpuEvaluator } from '../cpu/cpu-evaluator.ts'
import { PlanRun } from '../cpu/plan-run.ts'
import { WasmHeap } from '../cpu/wasm-heap.ts'
import type { EvaluationRecorder } from '../judge-sample.ts'

const FIRST_HEAP_WORDS = 1 << 20

export class CpuRows {
  readonly #settings: RunSettings
  readonly #evaluator: CpuEvaluator
  #heap: WasmHeap | undefined
  #run: PlanRun | undefined
  #task: Unit['task'] | undefined

  constructor(settings: RunSettings) {
    this.#settings = settings
    this.#evaluator = new CpuEvaluator(settings.budget)
  }

  /** Kernels run so far. */
  get onCpu(): number {
    return this.#evaluator.work.onCpu
  }

  /** Runs one sample; the slots hold its words until the next one is run. */
  run(plan: Plan, { task }: Unit, sample: number): PlanRun {
    if (this.#run?.plan !== plan) {
      this.#heap ??= new WasmHeap(FIRST_HEAP_WORDS)
      this.#run = new PlanRun(plan, this.#heap, this.#evaluator)
      this.#task = undefined
    }
    if (this.#task !== task) this.#run.startTask(task.train)
    this.#task = task
    const { input, output } = sampleOf(task, sample)
    this.#run.runSample(input, this.#settings.measure ? output : undefined)
    return this.#run
  }

  /** Runs one sample and writes down what it gave. */
  record(plan: Plan, unit: Unit, sample: number, recorder: EvaluationRecorder): void {
    const { heap, slots } = this.run(plan, unit, sample)
    recorder.record(sample - unit.from, heap, slots, sampleOf(unit.task, sample).output)
  }
}
