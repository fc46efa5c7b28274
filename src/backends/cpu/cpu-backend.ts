// The CPU backend: one unit after the other, one sample after the other, on one thread and one heap.

import type { CellLayout } from '../../kernel/cell-layout.ts'
import type { Heap } from '../../kernel/heap.ts'
import type { Plan } from '../../plan/plan.ts'
import {
  type Backend,
  type Crash,
  type EngineReport,
  type Evaluations,
  type RunSettings,
  type Unit,
  newBackendWork,
} from '../backend.ts'
import { UnitJudge } from '../judge-sample.ts'
import { YIELD_EVERY_MS, yieldToEvents } from '../yield-to-events.ts'
import { type Engine, reportEngine, wasmEngine } from './engine.ts'
import type { StepObserver } from './plan-run.ts'
import { RowRunner } from './row-runner.ts'

const FIRST_HEAP_WORDS = 1 << 20

export interface CpuBackendOptions {
  /** The heaps to run on, by their cell layouts, whose content is dropped; default: new ones. */
  readonly heaps?: readonly Heap[]
  /** Makes new heaps; default: in WebAssembly. */
  readonly engine?: Engine | undefined
  /** The most words that a new heap may have. */
  readonly heapWords?: number | undefined
  /** Is told of each sample before it is run, and of each step. */
  readonly observer?: StepObserver & { readonly beginSample: (sample: number, unit: Unit) => void }
  /** Called after every sample, or after some, with the number of its unit; true ends the run without the results of this unit. */
  readonly isEnough?: (unit: number, sample: number) => boolean
}

/** Runs plans on the thread it is called on. The reference for all other backends. */
export class CpuBackend implements Backend {
  readonly name = 'cpu'
  readonly device = undefined
  readonly work = newBackendWork()
  readonly crashes: readonly Crash[] = []
  readonly engine: EngineReport
  readonly #engine: Engine
  readonly #heaps: Partial<Record<CellLayout, Heap>> = {}
  readonly #heapWords: number | undefined
  readonly #observer: CpuBackendOptions['observer']
  readonly #isEnough: CpuBackendOptions['isEnough']

  constructor({ heaps = [], engine = wasmEngine, heapWords, observer, isEnough }: CpuBackendOptions = {}) {
    this.#engine = engine
    this.engine = reportEngine(engine)
    for (const heap of heaps) this.#heaps[heap.layout] = heap
    this.#heapWords = heapWords
    this.#observer = observer
    this.#isEnough = isEnough
  }

  async *run(plans: readonly Plan[], units: readonly Unit[], settings: RunSettings): AsyncGenerator<Evaluations> {
    let yielded = performance.now()
    const observer = this.#observer
    const layoutCount = new Set(plans.map(({ layout }) => layout)).size
    const runner = new RowRunner(settings, (layout) => this.#heapOf(layout, layoutCount), { observer })
    let onCpu = 0
    let executed = 0
    try {
      for (let number = 0; number < units.length; number++) {
        const unit = units[number]!
        const { task, from, to } = unit
        const plan = plans[unit.plan]!
        const judge = new UnitJudge(plan, to - from, settings.outputs)
        for (let sample = from; sample < to;) {
          observer?.beginSample(sample, unit)
          sample = runner.judgeSome(plan, task, sample, to, judge, from)
          if (this.#isEnough?.(number, sample - 1) === true) return
          if (performance.now() - yielded < YIELD_EVERY_MS) continue
          await yieldToEvents()
          yielded = performance.now()
        }
        this.work.chunks++
        const before = executed
        ;({ onCpu, executed } = runner)
        yield judge.finish(executed - before)
      }
    } finally {
      // Of whole units: another backend may run the one that was begun.
      this.work.onCpu += onCpu
      this.work.executed += executed
      this.work.splits += runner.splits
    }
  }

  /** The heap of a layout; heaps of several layouts share the memory. */
  #heapOf(layout: CellLayout, layoutCount: number): Heap {
    const heap = (this.#heaps[layout] ??= this.#engine.newHeap(FIRST_HEAP_WORDS, layout))
    if (this.#heapWords !== undefined) heap.ceiling = Math.floor(this.#heapWords / layoutCount)
    return heap
  }

  async close(): Promise<void> {
    // Only memory is held.
  }
}
