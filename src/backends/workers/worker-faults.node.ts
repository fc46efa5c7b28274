// Faults of a worker thread, injected by tests: the thread dies, throws or is refused memory at a chosen event.

import type { CellLayout } from '../../kernel/cell-layout.ts'
import type { Heap } from '../../kernel/heap.ts'
import type { StepObserver } from '../cpu/plan-run.ts'
import { WasmHeap } from '../cpu/wasm-heap.ts'
import type { WorkerFault } from './messages.ts'

/** Counts events and commits the fault at its turn. */
export class FaultInjector {
  readonly #fault: WorkerFault | undefined
  #count = 0

  constructor(fault: WorkerFault | undefined) {
    this.#fault = fault
  }

  /** Whether there is a fault: each sample is announced then. */
  get isAny(): boolean {
    return this.#fault !== undefined
  }

  /** A heap that is refused memory where the fault says so. */
  newHeap(wordCount: number, layout: CellLayout, module: WebAssembly.Module): WasmHeap {
    const fault = this.#fault
    if (fault?.event !== 'grow') return new WasmHeap(wordCount, layout, module)
    return new (class extends WasmHeap {
      #growCount = 0
      protected override growMemory(pages: number): void {
        // A growth that is refused is tried once more, with less memory.
        const late = this.#growCount++ - fault.at
        const isHit = late === 0 || (late === 1 && fault.how === 'refuse')
        if (isHit && fault.how === 'exit') process.exit(1)
        if (isHit) throw new RangeError('injected fault')
        super.growMemory(pages)
      }
    })(wordCount, layout, module)
  }

  get observer(): StepObserver | undefined {
    const fault = this.#fault
    if (fault?.event !== 'step') return undefined
    return {
      beginSteps: (_plan: unknown, _heap: Heap) => undefined,
      endStep: () => {
        if (this.#count++ === fault.at) process.exit(1)
      },
    }
  }

  beginSample(plan: number, task: number, sample: number): void {
    const fault = this.#fault
    if (fault?.event !== 'sample' || fault.task !== task || !fault.samples.includes(sample)) return
    if (fault.plan !== undefined && fault.plan !== plan) return
    if (fault.how === 'exit') process.exit(1)
    throw new Error('injected fault')
  }

  /** Sends an answer, unless the fault is due. */
  send(post: () => void): void {
    const fault = this.#fault
    if (fault?.event !== 'message' || this.#count++ !== fault.at) return post()
    if (fault.how === 'throw') throw new Error('injected fault')
    if (fault.how === 'exit-after') post()
    process.exit(1)
  }
}
