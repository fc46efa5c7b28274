// The first dispatch of a pipeline, without work: some drivers (lavapipe, PoCL) compile only then, which counts as compilation.

import { KERNEL_BUFFERS, LACKS, STATE } from '../shaders/device-state.ts'
import { expectValue } from './device-errors.ts'
import type { DevicePipeline, GpuDevice } from './device.ts'

/** The place of the state among the buffers. */
const STATE_BINDING = 1
const LABEL = 'first dispatch'

/** Dispatches one workgroup and waits for its end. Every program ends at once, as the state says that a memory has run out. */
export async function dispatchFirst(gpu: GpuDevice, pipeline: DevicePipeline): Promise<void> {
  const submitted = await gpu.attempt(LABEL, () => {
    const buffers = KERNEL_BUFFERS.map((use) => gpu.createBuffer(LABEL, STATE.words, use))
    const state = new Int32Array(STATE.words)
    state[STATE.lacking] = LACKS.heap
    gpu.write(buffers[STATE_BINDING]!, state, 0)
    const bindings = gpu.bind(buffers.map((buffer) => ({ buffer })))
    gpu.submit(LABEL, (commands) => commands.dispatch(pipeline, bindings, 1))
    return buffers
  })
  const buffers = expectValue(submitted)
  await gpu.settle().finally(() => {
    for (const buffer of buffers) buffer.destroy()
  })
}
