// Runs one assembled shader on a device, with as little around it as possible: for tests of the translation itself.

import type { GpuDevice } from '../../src/backends/gpu/device/device.ts'
import {
  ENTRY_ARGUMENTS,
  ENTRY_TARGET,
  ENTRY_WAITER,
  ENTRY_WORDS,
  HOST,
  STATE,
  kernelNumber,
} from '../../src/backends/gpu/shaders/device-state.ts'
import { workgroupSize } from '../../src/backends/gpu/shaders/shader.ts'
import { Heap } from '../../src/kernel/heap.ts'
import { deviceParams } from '../../src/translate/device-params.ts'
import { dispatch } from './dispatch.ts'

/** What a run is given: arguments of all calls one after the other, and room for each. */
export interface ShaderRun {
  readonly code: string
  readonly kernel: string
  readonly arity: number
  readonly calls: Int32Array
  readonly heapWords: number
  readonly scratchWords: number
  readonly budget: number
}

/** What comes back: result and work of each call, the top of the heap, and the heap. */
export interface ShaderOutcome {
  readonly results: Int32Array
  readonly top: number
  readonly heap: Int32Array
}

/** Makes the calls in one dispatch and reads everything back. */
export async function runShader(gpu: GpuDevice, run: ShaderRun): Promise<ShaderOutcome> {
  const count = run.calls.length / run.arity
  // One word more than the shader is told of, for the heap and for each invocation's scratch: refused writes go there.
  const heap = new Int32Array(run.heapWords + 1)
  const empty = new Heap()
  heap.set(empty.words.subarray(0, empty.top))
  const queue = kernelNumber(run.kernel)
  const state = new Int32Array(STATE.words)
  state[STATE.heapTop] = empty.top
  state[STATE.queueLengths + queue] = count
  const queued = new Int32Array(count * (ENTRY_WORDS + 1))
  for (let k = 0; k < count; k++) {
    queued[k * ENTRY_WORDS + ENTRY_TARGET] = 2 * k
    queued[k * ENTRY_WORDS + ENTRY_WAITER] = HOST
    queued.set(run.calls.subarray(k * run.arity, (k + 1) * run.arity), k * ENTRY_WORDS + ENTRY_ARGUMENTS)
    queued[count * ENTRY_WORDS + k] = k
  }
  const params = new Int32Array(deviceParams.length)
  params.set([run.heapWords, run.scratchWords, run.budget, 0, count, count * ENTRY_WORDS])
  const workgroups = Math.ceil(count / workgroupSize)
  const scratch = new Int32Array(workgroups * workgroupSize * (run.scratchWords + 1))
  const buffers = [heap, state, scratch, queued, new Int32Array(count * 2), params]
  const dispatched = { code: run.code, buffers, uniform: 5, workgroups }
  const [outcomes, counters, words] = await dispatch(gpu, dispatched, [4, 1, 0])
  // A kernel counts as one piece of work itself, which is not asked for here.
  const results = outcomes!.map((word, k) => (k % 2 === 1 ? word - 1 : word)).subarray(0, count * 2)
  return { results, top: counters![0]!, heap: words! }
}
