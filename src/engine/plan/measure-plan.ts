// Measures the steps of a plan on samples of a task: calls, counted work, time.

import { CpuEvaluator } from '../../backends/cpu/cpu-evaluator.ts'
import { PlanRun, type StepObserver } from '../../backends/cpu/plan-run.ts'
import { WasmHeap } from '../../backends/cpu/wasm-heap.ts'
import { type Task, sampleOf } from '../../data/task.ts'
import type { Heap } from '../../kernel/heap.ts'
import type { Plan } from '../../plan/plan.ts'

/** What steps have cost. Time is in milliseconds. */
export interface Cost {
  calls: number
  work: number
  ms: number
}

/** The cost of the step of each slot. */
export interface StepCosts {
  of(slot: number): Cost
}

const FIRST_HEAP_WORDS = 1 << 20
const PASSES = 3

/**
 * Runs the first `sampleCount` samples of a task on each of some plans and measures every step. The plans take turns for
 * several passes; the time of a step is that of its fastest pass.
 */
export function measurePlans(
  plans: readonly Plan[],
  task: Task,
  sampleCount: number,
  isMeasuring: boolean,
): StepCosts[] {
  const clocks = plans.map(({ slotCount }) => new StepClock(slotCount))
  for (let pass = 0; pass < PASSES; pass++) {
    for (const [k, plan] of plans.entries()) {
      const clock = clocks[k]!
      clock.startPass()
      const heap = new WasmHeap(FIRST_HEAP_WORDS, plan.layout)
      const run = new PlanRun(plan, heap, new CpuEvaluator(), { observer: clock })
      run.startTask(task.train)
      for (let s = 0; s < sampleCount; s++) {
        const { input, output } = sampleOf(task, s)
        run.runSample(input, isMeasuring ? output : undefined)
      }
      clock.endPass()
    }
  }
  return clocks
}

class StepClock implements StepObserver, StepCosts {
  readonly #calls: Float64Array
  readonly #work: Float64Array
  readonly #passMs: Float64Array
  readonly #leastMs: Float64Array
  #heap: Heap | undefined
  #last = 0

  constructor(slotCount: number) {
    this.#calls = new Float64Array(slotCount)
    this.#work = new Float64Array(slotCount)
    this.#passMs = new Float64Array(slotCount)
    this.#leastMs = new Float64Array(slotCount).fill(Infinity)
  }

  startPass(): void {
    // Every pass makes the same calls.
    this.#calls.fill(0)
    this.#work.fill(0)
    this.#passMs.fill(0)
  }

  endPass(): void {
    for (const [slot, ms] of this.#passMs.entries()) this.#leastMs[slot] = Math.min(ms, this.#leastMs[slot]!)
  }

  beginSteps(_plan: Plan, heap: Heap): void {
    this.#heap = heap
    heap.work = 0
    this.#last = performance.now()
  }

  endStep(slot: number): void {
    const now = performance.now()
    const heap = this.#heap!
    this.#calls[slot]!++
    this.#work[slot]! += heap.work
    this.#passMs[slot]! += now - this.#last
    // A step that calls nothing leaves the work of the one before.
    heap.work = 0
    this.#last = now
  }

  of(slot: number): Cost {
    return { calls: this.#calls[slot]!, work: this.#work[slot]!, ms: this.#leastMs[slot]! }
  }
}
