// The GPU evaluator: runs calls as coroutines in waves; a wave is the set of kernel calls that all of them wait for.

import type { CellLayout } from '../../../kernel/cell-layout.ts'
import { DEFAULT_BUDGET, Heap } from '../../../kernel/heap.ts'
import { type Call, type Evaluation, type Evaluator, newWork } from '../../evaluator.ts'
import { GpuBuffers } from '../device/buffers.ts'
import type { GpuDevice } from '../device/device.ts'
import { DeviceHeap } from './device-heap.ts'
import { Dispatcher } from './dispatcher.ts'
import { Pipelines } from '../device/pipelines.ts'
import { runSteps, stepsOfStatement } from './run-steps.ts'

/** Evaluates calls on one device, which the caller owns: every primitive call is a kernel on the device, none runs on the CPU. */
export class GpuEvaluator implements Evaluator {
  readonly name = 'gpu'
  readonly work = newWork()
  /** The maximum work of one call. */
  budget: number
  readonly #buffers: GpuBuffers
  readonly #pipelines: Pipelines

  constructor(gpu: GpuDevice, budget = DEFAULT_BUDGET, pipelines = new Pipelines(gpu)) {
    this.#buffers = new GpuBuffers(gpu, this.work)
    this.#pipelines = pipelines
    this.budget = budget
  }

  /** A heap of the host, which `evaluate` uploads. */
  newHeap(layout: CellLayout = 'a'): Heap {
    return new Heap(1 << 20, undefined, layout)
  }

  /** Evaluates the calls; the heap becomes the host's copy of the device heap and holds the results. */
  async evaluate(heap: Heap, calls: readonly Call[]): Promise<Evaluation> {
    const deviceHeap = new DeviceHeap(this.#buffers, heap)
    try {
      const dispatcher = new Dispatcher(this.#buffers, this.#pipelines, deviceHeap, this.budget, this.work)
      const outcomes = await runSteps(
        calls.map((call) => stepsOfStatement(heap, this.budget, call)),
        dispatcher,
        deviceHeap,
      )
      return { heap, results: outcomes.map(({ word }) => word) }
    } finally {
      deviceHeap.destroy()
    }
  }
}
