// Dispatches one program over buffers of words and reads them back.

import type { GpuDevice } from '../../src/backends/gpu/device/device.ts'
import { expectValue } from '../../src/backends/gpu/device/device-errors.ts'

/** One dispatch. Buffers are bound in order; the one at `uniform` has the parameters, all others are storage. */
export interface Dispatch {
  readonly code: string
  /** Default: that of kernels. */
  readonly entryPoint?: string
  readonly buffers: readonly Int32Array[]
  readonly uniform: number
  /** Storage buffers that the program only reads. */
  readonly readOnly?: readonly number[]
  readonly workgroups: number
}

/** The pipelines of each device by their code, so that each is compiled once. */
const compiled = new WeakMap<GpuDevice, Map<string, ReturnType<GpuDevice['compile']>>>()

/** Runs the dispatch; the words of the buffers at `read` afterwards. */
export async function dispatch(
  gpu: GpuDevice,
  { code, entryPoint = gpu.code.entryPoint, buffers, uniform, readOnly = [], workgroups }: Dispatch,
  read: readonly number[],
): Promise<Int32Array[]> {
  const label = 'test'
  const uses = buffers.map((_, k) => (k === uniform ? 'parameters' : readOnly.includes(k) ? 'read-only' : 'storage'))
  let known = compiled.get(gpu)
  if (known === undefined) compiled.set(gpu, (known = new Map()))
  const key = JSON.stringify([code, entryPoint, uses])
  let compiling = known.get(key)
  if (compiling === undefined)
    known.set(key, (compiling = gpu.compile({ label, program: { label, text: code }, entryPoint, uses })))
  const pipeline = expectValue(await compiling)
  const attempt = await gpu.attempt(label, () => {
    const uploaded = buffers.map((words, k) => {
      const buffer = gpu.createBuffer(label, words.length, uses[k]!)
      gpu.write(buffer, words as Int32Array<ArrayBuffer>, 0)
      return buffer
    })
    const bindings = gpu.bind(uploaded.map((buffer) => ({ buffer })))
    gpu.submit(label, (commands) => commands.dispatch(pipeline, bindings, workgroups))
    return uploaded
  })
  const uploaded = expectValue(attempt)
  const words = await gpu.read(
    read.map((k) => ({ buffer: uploaded[k]!, wordOffset: 0, wordCount: uploaded[k]!.wordCount })),
  )
  for (const buffer of uploaded) buffer.destroy()
  return words
}
