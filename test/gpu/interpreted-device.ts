// A device without WebGPU: computes chunks with the image interpreter, in memory of a given size.

import type {
  ChunkDevice,
  ChunkOptions,
  ChunkWords,
  DeviceFacts,
  DeviceWork,
  MemorySizes,
} from '../../src/backends/gpu/chunk/chunk-device.ts'
import type { ChunkImage } from '../../src/backends/gpu/chunk/chunk-image.ts'
import type { DeviceKind } from '../../src/backends/gpu/device/device.ts'
import { newTransfers } from '../../src/backends/gpu/device/transfers.ts'
import { planMemory } from '../../src/backends/gpu/resident/device-memory.ts'
import { LACKS, STATE } from '../../src/backends/gpu/shaders/device-state.ts'
import { formOf } from '../../src/backends/gpu/shaders/tuned-kernels.ts'
import { ImageInterpreter } from './image-interpreter.ts'

/** Limits of a typical adapter. */
export const LIMITS = {
  maxBufferSize: 1 << 30,
  maxStorageBufferBindingSize: 1 << 27,
  maxStorageBuffersPerShaderStage: 10,
  maxComputeWorkgroupsPerDimension: 65535,
  maxComputeInvocationsPerWorkgroup: 256,
  maxComputeWorkgroupSizeX: 256,
  maxComputeWorkgroupStorageSize: 16384,
  minStorageBufferOffsetAlignment: 256,
}

export interface InterpretedDeviceOptions {
  readonly name?: string
  readonly kind?: DeviceKind
  /** The API of the adapter; default: none. */
  readonly api?: string
  readonly driver?: string
  readonly sizes?: Partial<MemorySizes>
  readonly mostCopyWords?: number
  /** Scratch words that every chunk needs. */
  readonly scratchNeed?: number
  /** Copies of more words fail. */
  readonly copyLimit?: number
  /** Called before each run; may throw or wait. `run` counts from 0. */
  readonly before?: (run: number, image: ChunkImage, options: ChunkOptions) => unknown
  /** Called with the answers of each run; may replace them. */
  readonly after?: (words: ChunkWords, run: number, image: ChunkImage) => ChunkWords | Promise<ChunkWords>
}

export class InterpretedDevice implements ChunkDevice {
  readonly facts: DeviceFacts
  readonly work: DeviceWork = { transfers: newTransfers(), compiled: { pipelines: 0, ms: 0 } }
  /** The image and the options of each run. */
  readonly runs: { readonly image: ChunkImage; readonly budget: number; readonly options: ChunkOptions }[] = []
  isClosed = false
  readonly #options: InterpretedDeviceOptions
  readonly #compiled = new Set<string>()

  constructor(options: InterpretedDeviceOptions = {}) {
    const { name = 'interpreted', kind = 'hardware', api = '', driver = 'none' } = options
    const { sizes = {}, mostCopyWords = 1 << 16 } = options
    this.#options = options
    this.facts = {
      name,
      kind,
      adapter: { name, kind, vendor: '', architecture: '', driver, backend: api },
      sizes: { ...planMemory({ kind, limits: LIMITS }, 8 << 20), ...sizes },
      mostCopyWords,
    }
  }

  async run(image: ChunkImage, budget: number, options: ChunkOptions): Promise<ChunkWords> {
    if (this.isClosed) throw new Error('a closed device is asked to run a chunk')
    const number = this.runs.push({ image, budget, options }) - 1
    await this.#options.before?.(number, image, options)
    this.#compile(image, options)
    const words = this.#interpret(image, budget, options)
    const { upload, download } = this.work.transfers
    upload.count++
    upload.bytes += 4 * (image.heap.length + image.arena.length + image.tables.length)
    download.count++
    download.bytes += 4 * (words.arena.length + words.copies.length + words.left.length)
    if (words.left.length > (options.leftWords ?? 0)) download.count++
    return (await this.#options.after?.(words, number, image)) ?? words
  }

  #compile(image: ChunkImage, { tuned = 'none', onCompile }: ChunkOptions): void {
    const forms = new Set(
      image.rounds.flatMap((round) => Array.from(round.kernels.keys(), (name) => formOf(name, tuned))),
    )
    const missing = [...forms].filter((form) => !this.#compiled.has(form))
    for (const [k, form] of missing.entries()) {
      this.#compiled.add(form)
      this.work.compiled.pipelines++
      this.work.compiled.ms += 2
      onCompile?.(k + 1, missing.length)
    }
  }

  #interpret(image: ChunkImage, budget: number, options: ChunkOptions): ChunkWords {
    const { sizes } = this.facts
    const arena = new Int32Array(image.arenaTop)
    arena.set(image.arena, image.answerWords)
    const interpreter = new ImageInterpreter(
      image.heap,
      arena,
      image.answerWords,
      image.tables,
      image.counterCount,
      image.layout,
    )
    const limits = { budget, callLimit: options.callLimit ?? budget }
    let lacking = 0
    for (const [number, round] of image.rounds.entries()) {
      const hasMaps = image.rounds.slice(number).some(({ spawns }) => spawns)
      const called = interpreter.runRound(number, hasMaps ? Infinity : image.rounds.length - number, limits)
      if (called.length !== round.launches) throw new Error(`round ${number} has ${round.launches} launches`)
      if (round.launches > sizes.entries) lacking |= LACKS.entries
      for (const kernel of called) {
        if (kernel !== undefined && !round.kernels.has(kernel)) throw new Error(`round ${number} lacks ${kernel}`)
      }
    }
    if (interpreter.heap.top > sizes.heap) lacking |= LACKS.heap
    if (options.scratchWords < (this.#options.scratchNeed ?? 0)) lacking |= LACKS.scratch
    interpreter.judge()
    interpreter.evaluations.evaluate()
    if (image.hasDefaults) interpreter.evaluations.countDefaults()
    const left = image.isGathered ? interpreter.evaluations.gather() : new Int32Array()
    const copies = interpreter.exportOutputs(this.#options.copyLimit)
    if (copies.length + left.length > options.packWords) lacking |= LACKS.pack
    const state = new Int32Array(STATE.queueCounts)
    state[STATE.heapTop] = interpreter.heap.top
    state[STATE.exportStart] = interpreter.exportStart
    state[STATE.callCount] = interpreter.callCount
    state[STATE.lacking] = lacking
    // As in the buffer that is read back: what does not fit is cut off, and the rest of it is left over.
    const packed = new Int32Array(options.packWords)
    packed.set(copies.subarray(0, packed.length))
    return {
      state,
      calls: interpreter.calls,
      arena: interpreter.arena.slice(0, image.isGathered ? image.evaluationWords : image.answerWords),
      copies: image.exportCount > 0 ? packed : new Int32Array(),
      left,
      counters: image.isGathered ? new Int32Array() : interpreter.counters,
      dispatches: image.rounds.length,
    }
  }

  async close(): Promise<void> {
    this.isClosed = true
  }
}
