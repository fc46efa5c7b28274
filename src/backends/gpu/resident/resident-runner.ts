// Runs chunks on a device: one upload, all rounds in one submission, one read-back.

import type { GpuBuffers } from '../device/buffers.ts'
import type { ChunkOptions, ChunkWords } from '../chunk/chunk-device.ts'
import type { ChunkImage } from '../chunk/chunk-image.ts'
import type { DeviceMemory } from './device-memory.ts'
import type { Commands, DeviceBuffer, DevicePipeline } from '../device/device.ts'
import type { Pipelines } from '../device/pipelines.ts'
import { COPY_KERNEL, MAX_KERNELS, STATE } from '../shaders/device-state.ts'
import { workgroupSize } from '../shaders/shader.ts'
import { expectValue } from '../device/device-errors.ts'
import { deviceParams } from '../../../translate/device-params.ts'

const PARAMS_WORDS = deviceParams.length
/** Copies of outputs do not count against the budget of programs. */
const COPY_BUDGET = 1 << 24

export class ResidentRunner {
  readonly #buffers: GpuBuffers
  readonly #pipelines: Pipelines
  readonly #memory: DeviceMemory
  /** Of rounds of either parity, and of copies. */
  readonly #params: readonly DeviceBuffer[]
  #upload: DeviceBuffer | undefined

  constructor(buffers: GpuBuffers, pipelines: Pipelines, memory: DeviceMemory) {
    this.#buffers = buffers
    this.#pipelines = pipelines
    this.#memory = memory
    this.#params = [0, 1, 2].map(() => buffers.create('parameters', PARAMS_WORDS, 'parameters'))
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
    let dispatches = 0
    const started = await gpu.attempt('a chunk', () => {
      this.#write(image, budget, { ...options, packWords })
      return gpu.submit(
        'chunk',
        (commands) => {
          this.#copyIn(commands, image)
          dispatches = this.#record(commands, image, all, options.scratchWords)
        },
        options.isTimed,
      )
    })
    const readTimes = expectValue(started)
    const [state, calls, arena, copies, rowWork] = await this.#buffers.downloadAll([
      { buffer: this.#memory.state, wordCount: STATE.queueCounts },
      { buffer: this.#memory.state, wordCount: MAX_KERNELS, wordOffset: STATE.queueTotals },
      { buffer: this.#memory.arena, wordCount: image.answerWords },
      { buffer: this.#memory.calls, wordCount: packWords },
      { buffer: this.#memory.state, wordCount: image.workCount, wordOffset: STATE.words },
    ])
    const words = { state: state!, calls: calls!, arena: arena!, copies: copies!, rowWork: rowWork!, dispatches }
    return readTimes === undefined ? words : { ...words, times: await readTimes() }
  }

  /** Uploads parameters, state and image in one transfer. */
  #write(image: ChunkImage, budget: number, { scratchWords, packWords, callLimit }: ChunkOptions): void {
    const state = new Int32Array(STATE.words + image.workCount)
    state[STATE.counterTop] = image.workCount
    state[STATE.heapTop] = image.heap.length
    state[STATE.arenaTop] = image.arenaTop
    const { tunedForms } = this.#pipelines
    const params = ([0, 1] as const).map((parity) =>
      this.#memory.params(parity, { budget, callLimit }, scratchWords, packWords, tunedForms),
    )
    params.push(this.#memory.params(0, { budget: COPY_BUDGET }, scratchWords, packWords, tunedForms))
    const parts = [...params, state, image.heap, image.arena, image.tables]
    const words = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0))
    let at = 0
    for (const part of parts) {
      words.set(part, at)
      at += part.length
    }
    const kept = this.#upload
    if (kept === undefined || kept.wordCount < words.length) {
      kept?.destroy()
      this.#upload = this.#buffers.create('upload', 2 ** Math.ceil(Math.log2(words.length)))
    }
    this.#buffers.upload(this.#upload!, words)
  }

  /** Records the copies from the upload buffer to the other buffers. */
  #copyIn(commands: Commands, image: ChunkImage): void {
    const memory = this.#memory
    let at = 0
    const copy = (target: DeviceBuffer, count: number, targetAt = 0) => {
      if (count > 0) commands.copy(this.#upload!, at, target, targetAt, count)
      at += count
    }
    for (const params of this.#params) copy(params, PARAMS_WORDS)
    copy(memory.state, STATE.words + image.workCount)
    copy(memory.heap, image.heap.length)
    copy(memory.arena, image.arena.length, image.answerWords)
    copy(memory.tables, image.tables.length)
  }

  /** Records all dispatches of the chunk; returns their number. */
  #record(
    commands: Commands,
    image: ChunkImage,
    pipelines: ReadonlyMap<string, DevicePipeline>,
    scratchWords: number,
  ): number {
    const { heap, state, scratch, calls, arena, tables, sizes } = this.#memory
    const { gpu } = this.#buffers
    const groups = this.#params.map((params) =>
      gpu.bind([heap, state, scratch, calls, arena, params, tables].map((buffer) => ({ buffer }))),
    )
    const most = sizes.groups
    const mostOfKernel = this.#memory.groupsFor(scratchWords)
    let dispatches = 0
    let bound = groups[0]!
    const dispatch = (name: string, workgroups: number) => {
      commands.dispatch(pipelines.get(name)!, bound, workgroups, name)
      dispatches++
    }
    const runQueues = (kernels: ReadonlyMap<string, number>) => {
      dispatch('scheduler.prepare', 1)
      if (kernels.size === 0) return
      dispatch('scheduler.scatter', most)
      for (const [form, calls] of this.#pipelines.passesOf(kernels))
        dispatch(form, this.#pipelines.groupsOf(form, calls, mostOfKernel))
    }
    for (const [number, round] of image.rounds.entries()) {
      bound = groups[number % 2]!
      dispatch('scheduler.advance', most)
      if (round.spawns) dispatch('scheduler.spawn', most)
      runQueues(round.kernels)
    }
    bound = groups[2]!
    if (image.judgedCount > 0) dispatch('scheduler.judge', Math.min(most, Math.ceil(image.judgedCount / workgroupSize)))
    if (image.exportCount > 0) {
      dispatch('scheduler.exportOutputs', most)
      runQueues(new Map([[COPY_KERNEL, image.exportCount]]))
      dispatch('scheduler.pack', most)
    }
    return dispatches
  }

  destroy(): void {
    this.#upload?.destroy()
    for (const params of this.#params) params.destroy()
  }
}
