// The GPU evaluator: runs calls as coroutines, wave by wave; each wave is what all of them wait for at that moment.

import { DEFAULT_BUDGET, Heap } from '../../../kernel/heap.ts'
import { type Call, type Evaluation, type Evaluator, newWork } from '../../evaluator.ts'
import { GpuBuffers } from '../device/buffers.ts'
import type { GpuDevice } from '../device/device.ts'
import { DeviceHeap } from './device-heap.ts'
import { Dispatcher } from './dispatcher.ts'
import { Pipelines } from '../device/pipelines.ts'
import { runSteps, stepsOfStatement } from './run-steps.ts'

/** Evaluates calls on one device: every primitive call is a kernel on it, none runs on the CPU. */
export class GpuEvaluator implements Evaluator {
  readonly name = 'gpu'
  readonly work = newWork()
  /** The most work that one call may cost. */
  budget: number
  readonly #buffers: GpuBuffers
  readonly #pipelines: Pipelines

  constructor(gpu: GpuDevice, budget = DEFAULT_BUDGET, pipelines = new Pipelines(gpu)) {
    this.#buffers = new GpuBuffers(gpu, this.work)
    this.#pipelines = pipelines
    this.budget = budget
  }

  /** The host's own: what is on it goes to the device. */
  newHeap(): Heap {
    return new Heap(1 << 20)
  }

  /** The heap becomes the host's copy of the device's heap; results are read on it. */
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

  /** Frees what stays between evaluations; the device belongs to who opened it. */
  destroy(): void {
    this.#buffers.destroy()
  }
}
