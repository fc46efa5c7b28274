// Runs chunks on a device: one upload, all rounds in one submission, one read-back.

import type { GpuBuffers } from '../device/buffers.ts'
import type { ChunkOptions, ChunkWords } from '../chunk/chunk-device.ts'
import type { ChunkImage } from '../chunk/chunk-image.ts'
import type { DeviceMemory } from './device-memory.ts'
import type { Commands, DeviceBuffer, DevicePipeline } from '../device/device.ts'
import type { Pipelines } from '../device/pipelines.ts'
import { COPY_KERNEL, MAX_KERNELS, STATE, kernelNumber } from '../shaders/device-state.ts'
import type { SchedulerEntry } from '../shaders/scheduler-shader.ts'
import { workgroupSize } from '../shaders/shader.ts'
import { longQueue, tunedKernels } from '../shaders/tuned-kernels.ts'
import { expectValue, toMegabattError } from '../device/device-errors.ts'
import { deviceParams } from '../../../translate/device-params.ts'

const PARAMS_WORDS = deviceParams.length
/** Copies of outputs do not count against the budget of programs. */
const COPY_BUDGET = 1 << 24
const NO_WORDS = new Int32Array()

export class ResidentRunner {
  readonly #buffers: GpuBuffers
  readonly #pipelines: Pipelines
  readonly #memory: DeviceMemory
  /** Of rounds of either parity, and of copies. */
  readonly #params: readonly DeviceBuffer[]
  #upload: DeviceBuffer | undefined
  /** The state at the start of a chunk, kept for all chunks. */
  #state = new Int32Array()

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
    this.#pipelines.tunedCalls = options.tunedCalls ?? 'long'
    this.#pipelines.families = options.families ?? 'none'
    this.#pipelines.layout = image.layout
    const pipelines = await this.#pipelines.prepare(kernels, options.onCompile)
    const scheduler = await this.#pipelines.prepareScheduler(schedulerEntries(image), options.onCompile)
    const all = new Map([...pipelines, ...scheduler])
    const usesPack = hasCopies || image.isGathered
    const packWords = usesPack ? Math.min(options.packWords, this.#memory.callWords) : 0
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
    const words = { ...(await this.#read(image, packWords, options.leftWords ?? 0)), dispatches }
    return readTimes === undefined ? words : { ...words, times: await readTimes() }
  }

  /** Reads the answers back; those of rows for the host again where there are more of them than expected. */
  async #read(image: ChunkImage, packWords: number, leftWords: number): Promise<Omit<ChunkWords, 'dispatches'>> {
    const memory = this.#memory
    const { isGathered } = image
    const [state, calls, arena, packed, counters] = await this.#buffers.downloadAll([
      { buffer: memory.state, wordCount: STATE.queueCounts },
      { buffer: memory.state, wordCount: MAX_KERNELS, wordOffset: STATE.queueTotals },
      { buffer: memory.arena, wordCount: isGathered ? image.evaluationWords : image.answerWords },
      { buffer: memory.calls, wordCount: isGathered ? Math.min(leftWords, packWords) : packWords },
      { buffer: memory.state, wordCount: isGathered ? 0 : image.counterCount, wordOffset: STATE.words },
    ])
    expectNoRefusal(state!)
    foldLongCalls(calls!)
    const words = { state: state!, calls: calls!, arena: arena!, counters: counters! }
    if (!isGathered) return { ...words, copies: packed!, left: NO_WORDS }
    const count = state![STATE.lacking] === 0 ? state![STATE.leftWords]! : 0
    const left = count <= packed!.length ? packed! : await this.#buffers.download(memory.calls, count)
    return { ...words, copies: NO_WORDS, left: left.subarray(0, count) }
  }

  /** Uploads parameters, state and image in one transfer. */
  #write(image: ChunkImage, budget: number, { scratchWords, packWords, callLimit }: ChunkOptions): void {
    const stateWords = STATE.words + image.counterCount
    if (this.#state.length < stateWords) this.#state = new Int32Array(2 ** Math.ceil(Math.log2(stateWords)))
    // All counters begin at 0; what is written here is all that changes.
    const state = this.#state.subarray(0, stateWords)
    state[STATE.counterTop] = image.counterCount
    state[STATE.heapTop] = image.heap.length
    state[STATE.arenaTop] = image.arenaTop
    this.#pipelines.writeForms(state)
    const params = ([0, 1] as const).map((parity) =>
      this.#memory.params(parity, { budget, callLimit }, scratchWords, packWords),
    )
    // Copies are one more round: the counters of the last round are not cleared yet.
    const parity = image.rounds.length % 2 === 0 ? 0 : 1
    params.push(this.#memory.params(parity, { budget: COPY_BUDGET }, scratchWords, packWords))
    const parts = [...params, state, image.heap, image.arena, image.tables]
    const wordCount = parts.reduce((sum, part) => sum + part.length, 0)
    const kept = this.#upload
    if (kept === undefined || kept.wordCount < wordCount) {
      kept?.destroy()
      this.#upload = this.#buffers.create('upload', 2 ** Math.ceil(Math.log2(wordCount)))
    }
    this.#buffers.uploadAll(this.#upload!, parts)
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
    copy(memory.state, STATE.words + image.counterCount)
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
      dispatch('scheduler.scatter', most)
      for (const [form, calls] of this.#pipelines.passesOf(kernels))
        dispatch(form, this.#pipelines.groupsOf(form, calls, mostOfKernel))
    }
    for (const [number, round] of image.rounds.entries()) {
      bound = groups[number % 2]!
      dispatch('scheduler.advance', most)
      runQueues(round.kernels)
    }
    bound = groups[2]!
    if (image.judgedCount > 0) dispatch('scheduler.judge', Math.min(most, Math.ceil(image.judgedCount / workgroupSize)))
    if (image.evaluationWords > 0) {
      dispatch('scheduler.evaluate', most)
      if (image.hasDefaults) dispatch('scheduler.defaults', most)
      if (image.isGathered) dispatch('scheduler.gather', most)
    }
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

/** Neither programs nor data can cause such an access: the answers of the chunk, or the memory of the device, are wrong. */
function expectNoRefusal(state: Int32Array): void {
  const count = state[STATE.refusedAccesses]!
  if (count === 0) return
  const message = `${count} accesses outside of a buffer`
  throw toMegabattError({ kind: 'internal', label: 'a chunk', message })
}

/** Adds the calls in queues of long calls to those of their kernels. */
function foldLongCalls(calls: Int32Array): void {
  for (const kernel of tunedKernels.keys()) {
    const queue = longQueue(kernel)!
    calls[kernelNumber(kernel)]! += calls[queue]!
    calls[queue] = 0
  }
}

/** The entry points of the scheduler that a chunk needs. */
function schedulerEntries({ evaluationWords, hasDefaults, isGathered, exportCount }: ChunkImage): SchedulerEntry[] {
  const entries: SchedulerEntry[] = ['advance', 'scatter', 'judge']
  if (evaluationWords > 0) entries.push('evaluate')
  if (hasDefaults) entries.push('defaults')
  if (isGathered) entries.push('gather')
  if (exportCount > 0) entries.push('exportOutputs', 'pack')
  return entries
}
