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

const STORAGE = 0x80
const COPY_SOURCE = 4
const COPY_TARGET = 8
const UNIFORM = 0x40
const MAP_READ = 1

/** Makes the calls in one dispatch and reads everything back. */
export async function runShader({ device, wait }: GpuDevice, run: ShaderRun): Promise<ShaderOutcome> {
  const count = run.calls.length / run.arity
  const upload = (data: Int32Array, usage: number): GPUBuffer => {
    const buffer = device.createBuffer({
      size: Math.max(16, data.byteLength),
      usage: usage | COPY_TARGET | COPY_SOURCE,
    })
    device.queue.writeBuffer(buffer, 0, data as Int32Array<ArrayBuffer>)
    return buffer
  }
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
  const params = new Int32Array(16)
  params.set([run.heapWords, run.scratchWords, run.budget, 0, count, count * ENTRY_WORDS])
  const buffers = [
    upload(heap, STORAGE),
    upload(state, STORAGE),
    upload(new Int32Array(Math.ceil(count / workgroupSize) * workgroupSize * (run.scratchWords + 1)), STORAGE),
    upload(queued, STORAGE),
    upload(new Int32Array(count * 2), STORAGE),
    upload(params, UNIFORM),
  ]
  const types: GPUBufferBindingType[] = ['storage', 'storage', 'storage', 'storage', 'storage', 'uniform']
  const layout = device.createBindGroupLayout({
    entries: types.map((type, binding) => ({ binding, visibility: 4, buffer: { type } })),
  })
  const pipeline = device.createComputePipeline({
    layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
    compute: { module: device.createShaderModule({ code: run.code }) },
  })
  const encoder = device.createCommandEncoder()
  const pass = encoder.beginComputePass()
  pass.setPipeline(pipeline)
  const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }))
  pass.setBindGroup(0, device.createBindGroup({ layout, entries }))
  pass.dispatchWorkgroups(Math.ceil(count / workgroupSize))
  pass.end()
  const readers = [4, 1, 0].map((k) => {
    const { size } = buffers[k]!
    const reader = device.createBuffer({ size, usage: MAP_READ | COPY_TARGET })
    encoder.copyBufferToBuffer(buffers[k]!, 0, reader, 0, size)
    return reader
  })
  device.queue.submit([encoder.finish()])
  const [outcomes, counters, words] = await Promise.all(
    readers.map(async (reader) => {
      await wait(reader.mapAsync(1))
      return new Int32Array(reader.getMappedRange().slice(0))
    }),
  )
  for (const buffer of [...buffers, ...readers]) buffer.destroy()
  // A kernel counts as one piece of work itself, which is not asked for here.
  const results = outcomes!.map((word, k) => (k % 2 === 1 ? word - 1 : word)).subarray(0, count * 2)
  return { results, top: counters![0]!, heap: words! }
}
