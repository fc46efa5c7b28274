// The CPU backend: one unit after the other, one sample after the other, on one thread and one heap.

import type { Heap } from '../../kernel/heap.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Backend, Crash, Evaluations, RunSettings, Unit } from '../backend.ts'
import { newWork } from '../evaluator.ts'
import { YIELD_EVERY_MS, yieldToEvents } from '../yield-to-events.ts'
import { UnitRunner, type Watch } from './unit-runner.ts'
import { WasmHeap } from './wasm-heap.ts'

const FIRST_HEAP_WORDS = 1 << 20

/** Runs plans on the thread it is called on. The reference for all other backends. */
export class CpuBackend implements Backend {
  readonly name = 'cpu'
  readonly device = undefined
  readonly work = { ...newWork(), executed: 0, chunks: 0 }
  readonly crashes: readonly Crash[] = []
  readonly #heap: Heap
  readonly #watch: Watch | undefined

  /** On a heap of its own if none is given; what is on it is forgotten. */
  constructor({ heap, watch }: { readonly heap?: Heap; readonly watch?: Watch } = {}) {
    this.#heap = heap ?? new WasmHeap(FIRST_HEAP_WORDS)
    this.#watch = watch
  }

  async *run(plans: readonly Plan[], units: readonly Unit[], settings: RunSettings): AsyncGenerator<Evaluations> {
    let yielded = performance.now()
    const runner = new UnitRunner(plans, settings, this.#heap, this.#watch)
    try {
      for (const unit of units) {
        yield runner.run(unit)
        if (performance.now() - yielded < YIELD_EVERY_MS) continue
        await yieldToEvents()
        yielded = performance.now()
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
