// Dispatches one WGSL module over buffers of words and reads them back.

import type { GpuDevice } from '../../src/backends/gpu/device/device.ts'

const STORAGE = 0x80
const COPY_SOURCE = 4
const COPY_TARGET = 8
const UNIFORM = 0x40
const MAP_READ = 1
const COMPUTE = 4

/** One dispatch. Buffers are bound in order; the one at `uniform` is the uniform buffer, all others are storage. */
export interface Dispatch {
  readonly code: string
  readonly entryPoint?: string
  readonly buffers: readonly Int32Array[]
  readonly uniform: number
  /** Storage buffers that the module only reads. */
  readonly readOnly?: readonly number[]
  readonly workgroups: number
}

/** Runs the dispatch; the words of the buffers at `read` afterwards. */
export async function dispatch(
  { device, wait }: GpuDevice,
  { code, entryPoint, buffers, uniform, readOnly = [], workgroups }: Dispatch,
  read: readonly number[],
): Promise<Int32Array[]> {
  const uploaded = buffers.map((words, k) => {
    const usage = (k === uniform ? UNIFORM : STORAGE) | COPY_TARGET | COPY_SOURCE
    const buffer = device.createBuffer({ size: Math.max(16, words.byteLength), usage })
    device.queue.writeBuffer(buffer, 0, words as Int32Array<ArrayBuffer>)
    return buffer
  })
  const typeOf = (k: number): GPUBufferBindingType =>
    k === uniform ? 'uniform' : readOnly.includes(k) ? 'read-only-storage' : 'storage'
  const layout = device.createBindGroupLayout({
    entries: uploaded.map((_, binding) => ({ binding, visibility: COMPUTE, buffer: { type: typeOf(binding) } })),
  })
  const pipeline = device.createComputePipeline({
    layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
    compute: { module: device.createShaderModule({ code }), ...(entryPoint === undefined ? {} : { entryPoint }) },
  })
  const encoder = device.createCommandEncoder()
  const pass = encoder.beginComputePass()
  pass.setPipeline(pipeline)
  const entries = uploaded.map((buffer, binding) => ({ binding, resource: { buffer } }))
  pass.setBindGroup(0, device.createBindGroup({ layout, entries }))
  pass.dispatchWorkgroups(workgroups)
  pass.end()
  const readers = read.map((k) => {
    const { size } = uploaded[k]!
    const reader = device.createBuffer({ size, usage: MAP_READ | COPY_TARGET })
    encoder.copyBufferToBuffer(uploaded[k]!, 0, reader, 0, size)
    return reader
  })
  device.queue.submit([encoder.finish()])
  const words = await Promise.all(
    readers.map(async (reader) => {
      await wait(reader.mapAsync(1))
      return new Int32Array(reader.getMappedRange().slice(0))
    }),
  )
  for (const buffer of [...uploaded, ...readers]) buffer.destroy()
  return words
}
