// The first dispatch of a pipeline, without work: some drivers (lavapipe) compile only then, which counts as compilation.

import { LACKS, STATE } from '../shaders/device-state.ts'
import { expectValue, withErrorScopes } from './device-errors.ts'
import type { GpuDevice } from './device.ts'

// GPUBufferUsage, a global only in browsers.
const COPY_TARGET = 0x8
const UNIFORM = 0x40
const STORAGE = 0x80
const BYTES = 4 * STATE.words
/** The place of the state among the bindings. */
const STATE_BINDING = 1

/** Dispatches one workgroup and waits for its end. Every shader ends at once, as the state says that a memory has run out. */
export async function dispatchFirst(
  gpu: GpuDevice,
  pipeline: GPUComputePipeline,
  layout: GPUBindGroupLayout,
  types: readonly GPUBufferBindingType[],
): Promise<void> {
  const { device, wait } = gpu
  const label = 'first dispatch'
  const submitted = await withErrorScopes(gpu, label, () => {
    const buffers = types.map((type) =>
      device.createBuffer({ label, size: BYTES, usage: (type === 'uniform' ? UNIFORM : STORAGE) | COPY_TARGET }),
    )
    const state = new Int32Array(STATE.words)
    state[STATE.lacking] = LACKS.heap
    device.queue.writeBuffer(buffers[STATE_BINDING]!, 0, state)
    const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }))
    const encoder = device.createCommandEncoder({ label })
    const pass = encoder.beginComputePass({ label })
    pass.setPipeline(pipeline)
    pass.setBindGroup(0, device.createBindGroup({ layout, entries }))
    pass.dispatchWorkgroups(1)
    pass.end()
    device.queue.submit([encoder.finish()])
    return { buffers, done: device.queue.onSubmittedWorkDone() }
  })
  const { buffers, done } = expectValue(submitted)
  await wait(done).finally(() => {
    for (const buffer of buffers) buffer.destroy()
  })
}
