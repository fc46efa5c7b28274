// Runs chunks on a device: one upload, all rounds in one submission, one read-back.

import type { GpuBuffers } from '../device/buffers.ts'
import type { ChunkOptions, ChunkWords } from '../chunk/chunk-device.ts'
import type { ChunkImage } from '../chunk/chunk-image.ts'
import type { DeviceMemory } from './device-memory.ts'
import { DispatchClock } from '../device/dispatch-clock.ts'
import type { Pipelines } from '../device/pipelines.ts'
import { COPY_KERNEL, MAX_KERNELS, STATE } from '../shaders/device-state.ts'
import { workgroupSize } from '../shaders/shader.ts'
import { expectValue, withErrorScopes } from '../device/device-errors.ts'

// The offset of a uniform binding is a multiple of 256 bytes.
const PARAMS_STEP = 64
const PARAMS_WORDS = 16
/** Copies of outputs do not count against the budget of programs. */
const COPY_BUDGET = 1 << 24

export class ResidentRunner {
  readonly #buffers: GpuBuffers
  readonly #pipelines: Pipelines
  readonly #memory: DeviceMemory
  readonly #uniforms: GPUBuffer
  #upload: GPUBuffer | undefined

  constructor(buffers: GpuBuffers, pipelines: Pipelines, memory: DeviceMemory) {
    this.#buffers = buffers
    this.#pipelines = pipelines
    this.#memory = memory
    this.#uniforms = buffers.createUniform('parameters', 3 * PARAMS_STEP)
  }

  /** Runs the image of a chunk; runs must not overlap. */
  async run(image: ChunkImage, budget: number, options: ChunkOptions): Promise<ChunkWords> {
    const hasCopies = image.exportCount > 0
    const kernels = new Set(image.rounds.flatMap((round) => [...round.kernels.keys()]))
    if (hasCopies) kernels.add(COPY_KERNEL)
    this.#pipelines.tuned = options.tuned ?? 'none'
    this.#pipelines.families = options.families ?? 'none'
    this.#pipelines.layout = image.layout
    const pipelines = await this.#pipelines.prepare(kernels, options.onCompile)
    const scheduler = await this.#pipelines.prepareScheduler(
      ['advance', 'spawn', 'prepare', 'scatter', 'judge', ...(hasCopies ? (['exportOutputs', 'pack'] as const) : [])],
      options.onCompile,
    )
    const all = new Map([...pipelines, ...scheduler])
    const packWords = hasCopies ? Math.min(options.packWords, this.#memory.callWords) : 0
    const { gpu } = this.#buffers
    const clock = options.isTimed === true && gpu.hasTimestamps ? new DispatchClock(gpu) : undefined
    let dispatches = 0
    const started = await withErrorScopes(gpu, 'a chunk', () => {
      this.#write(image, budget, { ...options, packWords })
      const encoder = gpu.device.createCommandEncoder({ label: 'chunk' })
      this.#copyIn(encoder, image)
      dispatches = this.#encode(encoder, image, all, options.scratchWords, clock)
      const times = clock?.resolve(encoder)
      gpu.device.queue.submit([encoder.finish()])
      return times
    })
    const timed = expectValue(started)
    const [state, calls, arena, copies, rowWork, times] = await this.#buffers.downloadAll([
      { buffer: this.#memory.state, wordCount: STATE.queueCounts },
      { buffer: this.#memory.state, wordCount: MAX_KERNELS, wordOffset: STATE.queueTotals },
      { buffer: this.#memory.arena, wordCount: image.answerWords },
      { buffer: this.#memory.calls, wordCount: packWords },
      { buffer: this.#memory.state, wordCount: image.workCount, wordOffset: STATE.words },
      ...(timed === undefined ? [] : [timed]),
    ])
    const words = { state: state!, calls: calls!, arena: arena!, copies: copies!, rowWork: rowWork!, dispatches }
    if (clock === undefined) return words
    const read = clock.read(times!)
    clock.destroy()
    return { ...words, times: read }
  }

  /** Uploads parameters, state and image in one transfer. */
  #write(image: ChunkImage, budget: number, { scratchWords, packWords, callLimit }: ChunkOptions): void {
    const state = new Int32Array(STATE.words + image.workCount)
    state[STATE.counterTop] = image.workCount
    state[STATE.heapTop] = image.heap.length
    state[STATE.arenaTop] = image.arenaTop
    const params = new Int32Array(3 * PARAMS_STEP)
    for (const parity of [0, 1] as const) {
      params.set(this.#memory.params(parity, { budget, callLimit }, scratchWords, packWords), parity * PARAMS_STEP)
    }
    params.set(this.#memory.params(0, { budget: COPY_BUDGET }, scratchWords, packWords), 2 * PARAMS_STEP)
    const parts = [params, state, image.heap, image.arena, image.tables]
    const words = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0))
    let at = 0
    for (const part of parts) {
      words.set(part, at)
      at += part.length
    }
    const kept = this.#upload
    if (kept === undefined || kept.size < words.byteLength) {
      kept?.destroy()
      this.#upload = this.#buffers.create('upload', 2 ** Math.ceil(Math.log2(words.length)))
    }
    this.#buffers.upload(this.#upload!, words)
  }

  /** Encodes the copies from the upload buffer to the other buffers. */
  #copyIn(encoder: GPUCommandEncoder, image: ChunkImage): void {
    const memory = this.#memory
    let at = 0
    const copy = (target: GPUBuffer, count: number, targetAt = 0) => {
      if (count > 0) encoder.copyBufferToBuffer(this.#upload!, at * 4, target, targetAt * 4, count * 4)
      at += count
    }
    copy(this.#uniforms, 3 * PARAMS_STEP)
    copy(memory.state, STATE.words + image.workCount)
    copy(memory.heap, image.heap.length)
    copy(memory.arena, image.arena.length, image.answerWords)
    copy(memory.tables, image.tables.length)
  }

  /** Encodes all dispatches of the chunk; returns their number. */
  #encode(
    encoder: GPUCommandEncoder,
    image: ChunkImage,
    pipelines: ReadonlyMap<string, GPUComputePipeline>,
    scratchWords: number,
    clock: DispatchClock | undefined,
  ): number {
    const groups = [0, 1, 2].map((k) => this.#bind(k))
    const most = this.#memory.sizes.groups
    const mostOfKernel = this.#memory.groupsFor(scratchWords)
    let dispatches = 0
    let bound = groups[0]
    const shared = clock === undefined ? encoder.beginComputePass({ label: 'chunk' }) : undefined
    const dispatch = (name: string, workgroups: number, label = name) => {
      const pass = shared ?? encoder.beginComputePass({ label, timestampWrites: clock!.next(label) })
      pass.setBindGroup(0, bound)
      pass.setPipeline(pipelines.get(name)!)
      pass.dispatchWorkgroups(workgroups)
      if (shared === undefined) pass.end()
      dispatches++
    }
    const runQueues = (kernels: ReadonlyMap<string, number>) => {
      dispatch('scheduler.prepare', 1)
      if (kernels.size === 0) return
      dispatch('scheduler.scatter', most)
      for (const [kernel, calls] of this.#sharePipelines(kernels))
        dispatch(kernel, this.#pipelines.groupsOf(kernel, calls, mostOfKernel), this.#pipelines.nameOf(kernel))
    }
    for (const [number, round] of image.rounds.entries()) {
      bound = groups[number % 2]
      dispatch('scheduler.advance', most)
      if (round.spawns) dispatch('scheduler.spawn', most)
      runQueues(round.kernels)
    }
    bound = groups[2]
    if (image.judgedCount > 0) dispatch('scheduler.judge', Math.min(most, Math.ceil(image.judgedCount / workgroupSize)))
    if (image.exportCount > 0) {
      dispatch('scheduler.exportOutputs', most)
      runQueues(new Map([[COPY_KERNEL, image.exportCount]]))
      dispatch('scheduler.pack', most)
    }
    shared?.end()
    return dispatches
  }

  /** The first kernel of each pipeline, with the calls of all kernels that share it. */
  #sharePipelines(kernels: ReadonlyMap<string, number>): Map<string, number> {
    const firstOf = new Map<string, string>()
    const shared = new Map<string, number>()
    for (const [kernel, calls] of kernels) {
      const name = this.#pipelines.nameOf(kernel)
      const first = firstOf.get(name) ?? kernel
      firstOf.set(name, first)
      shared.set(first, (shared.get(first) ?? 0) + calls)
    }
    return shared
  }

  #bind(params: number): GPUBindGroup {
    const { heap, state, scratch, calls, arena, tables } = this.#memory
    const uniform = { buffer: this.#uniforms, offset: params * PARAMS_STEP * 4, size: PARAMS_WORDS * 4 }
    const storages = [heap, state, scratch, calls, arena].map((buffer) => ({ buffer }))
    return this.#pipelines.bind([...storages, uniform, { buffer: tables }])
  }

  destroy(): void {
    this.#upload?.destroy()
    this.#uniforms.destroy()
  }
}
