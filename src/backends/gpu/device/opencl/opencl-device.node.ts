// An OpenCL device: one context and one in-order queue. Calls never block the main thread.

import { EnvironmentError } from '../../../../language/errors.ts'
import type { KernelCode } from '../../shaders/kernel-code.ts'
import {
  type BufferRange,
  type BufferUse,
  type Commands,
  type DeviceBindings,
  type DeviceBuffer,
  type DevicePipeline,
  GpuDevice,
  type ProgramEntry,
  type ProgramText,
  type ReadTimes,
} from '../device.ts'
import { type DeviceError, type GpuResult, lossError, toMegabattError } from '../device-errors.ts'
import type { BinaryCache } from './binary-cache.node.ts'
import { type BuildResult, buildProgram, callAsync, isRefused, spellFailure } from './build-program.node.ts'
import { kindOf, spellCode } from './error-codes.ts'
import { EventClock } from './event-clock.ts'
import type { Argument, CallName, FunctionName, Handle, OpenCl } from './functions.ts'
import type { FoundOpenClDevice } from './list-devices.node.ts'

const READ_WRITE = 1
const PROFILING = 2
const REGION = 0x1220
const LARGEST_GROUP_SIZE = 0x11b0
const COMPILED_GROUP_SIZE = 0x11b1
const LOCAL_BYTES = 0x11b2
const WORD_BYTES = 4
const HANDLE_BYTES = 8
/** A buffer must not be empty. */
const LEAST_BYTES = 16
/** Of programs that do not declare it. */
const DEFAULT_GROUP_SIZE = 64

class OpenClBuffer implements DeviceBuffer {
  readonly label: string
  readonly use: BufferUse
  readonly wordCount: number
  /** Undefined after an error or `destroy`. */
  memory: Handle | undefined
  readonly #release: (memory: Handle) => void

  constructor(label: string, use: BufferUse, wordCount: number, release: (memory: Handle) => void) {
    this.label = label
    this.use = use
    this.wordCount = wordCount
    this.#release = release
  }

  destroy(): void {
    if (this.memory !== undefined) this.#release(this.memory)
    this.memory = undefined
  }
}

interface OpenClPipeline extends DevicePipeline {
  readonly kernel: Handle
  readonly groupSize: number
  /** Its arguments, which stay until others are set. */
  bound: DeviceBindings | undefined
}

/** A device of OpenCL. */
export class OpenClDevice extends GpuDevice {
  readonly #cl: OpenCl
  readonly #device: Handle
  readonly #context: Handle
  readonly #queue: Handle
  readonly #cache: BinaryCache | undefined
  readonly #programs = new Map<ProgramText, Promise<BuildResult>>()
  readonly #kernels: Handle[] = []
  readonly #buffers = new Set<OpenClBuffer>()
  /** Uploaded words that the queue may still read. */
  #uploads: Int32Array[] = []
  /** The first error of the attempt under way. */
  #attempt: { error: DeviceError | undefined } | undefined
  /** Calls on other threads. */
  #pending = 0
  #isReleased = false

  /** Opens a device; without `cache` every program is compiled from source. Throws an EnvironmentError where the driver refuses. */
  static open(found: FoundOpenClDevice, code: KernelCode, cache?: BinaryCache): OpenClDevice {
    const { cl, device, description } = found
    const refuse = (call: string, reason: number) =>
      new EnvironmentError(
        'gpu-device-refused',
        `${description.name} cannot be opened: ${call}: ${spellCode(reason)}`,
        {
          advice: 'Update its driver, or use MEGABATT_DEVICE=software.',
        },
      )
    const result = new Int32Array(1)
    const context = cl.clCreateContext(null, 1, BigUint64Array.of(device), null, null, result)
    if (context === null) throw refuse('clCreateContext', result[0]!)
    const queue = cl.clCreateCommandQueue(context, device, PROFILING, result)
    if (queue === null) {
      cl.clReleaseContext(context)
      throw refuse('clCreateCommandQueue', result[0]!)
    }
    return new OpenClDevice(found, context, queue, code, cache)
  }

  private constructor(
    { cl, device, description, limits }: FoundOpenClDevice,
    context: Handle,
    queue: Handle,
    code: KernelCode,
    cache: BinaryCache | undefined,
  ) {
    super(description, limits, code)
    this.#cl = cl
    this.#device = device
    this.#context = context
    this.#queue = queue
    this.#cache = cache
  }

  get hasTimestamps(): boolean {
    return true
  }

  createBuffer(label: string, wordCount: number, use: BufferUse): DeviceBuffer {
    const byteLength = Math.max(wordCount * WORD_BYTES, LEAST_BYTES)
    const buffer = new OpenClBuffer(label, use, byteLength / WORD_BYTES, (memory) => {
      this.#buffers.delete(buffer)
      this.#cl.clReleaseMemObject(memory)
    })
    buffer.memory = this.#make('clCreateBuffer', (code) =>
      this.#cl.clCreateBuffer(this.#context, READ_WRITE, byteLength, null, code),
    )
    if (buffer.memory === undefined) return buffer
    this.#buffers.add(buffer)
    const zero = new Int32Array(1)
    this.#call('clEnqueueFillBuffer', this.#queue, buffer.memory, zero, WORD_BYTES, 0, byteLength, 0, null, null)
    return buffer
  }

  write(buffer: DeviceBuffer, words: Int32Array<ArrayBuffer>, wordOffset: number): void {
    const copy = words.slice()
    this.#uploads.push(copy)
    const [at, length] = [wordOffset * WORD_BYTES, copy.byteLength]
    this.#call('clEnqueueWriteBuffer', this.#queue, memoryOf(buffer), 0, at, length, copy, 0, null, null)
  }

  async read(ranges: readonly Required<BufferRange>[]): Promise<Int32Array<ArrayBuffer>[]> {
    const label = 'reading back'
    const started = await this.attempt(label, () =>
      ranges.map(({ buffer, wordOffset, wordCount }) => {
        const words = new Int32Array(wordCount)
        if (wordCount > 0) {
          const [at, length] = [wordOffset * WORD_BYTES, words.byteLength]
          this.#call('clEnqueueReadBuffer', this.#queue, memoryOf(buffer), 0, at, length, words, 0, null, null)
        }
        return words
      }),
    )
    if (!started.ok) throw toMegabattError(started.error)
    await this.#finish(label)
    return started.value
  }

  bind(ranges: readonly BufferRange[]): DeviceBindings {
    return {
      ranges: ranges.map((range) => (range.wordOffset === undefined ? range : { buffer: this.#cut(range) })),
    }
  }

  async compile({ label, program, entryPoint }: ProgramEntry): Promise<GpuResult<DevicePipeline>> {
    if (this.state !== 'ready') return { ok: false, error: lossError(this, label) }
    let building = this.#programs.get(program)
    if (building === undefined) {
      const place = { cl: this.#cl, context: this.#context, device: this.#device, cache: this.#cache }
      building = this.#track(buildProgram(place, program.text))
      this.#programs.set(program, building)
    }
    const built = await building
    if (this.state !== 'ready') return { ok: false, error: lossError(this, label) }
    if (!('program' in built)) {
      this.#programs.delete(program)
      const kind = isRefused(built.code) ? 'validation' : kindOf(built.code, 'clBuildProgram')
      return { ok: false, error: { kind, label, message: spellFailure(built) } }
    }
    return this.attempt(label, () => this.#makePipeline(built.program, label, entryPoint))
  }

  submit(label: string, record: (commands: Commands) => void, isTimed = false): ReadTimes | undefined {
    const clock = isTimed ? new EventClock(this.#cl) : undefined
    record({
      copy: (from, fromWord, to, toWord, wordCount) => {
        const [a, b, length] = [fromWord, toWord, wordCount].map((words) => words * WORD_BYTES)
        const [source, target] = [memoryOf(from), memoryOf(to)]
        this.#call('clEnqueueCopyBuffer', this.#queue, source, target, a!, b!, length!, 0, null, null)
      },
      dispatch: (pipeline, bindings, workgroups, timedAs = pipeline.label) => {
        const { kernel, groupSize } = pipeline as OpenClPipeline
        this.#setArguments(pipeline as OpenClPipeline, bindings)
        const global = BigUint64Array.of(BigInt(workgroups * groupSize))
        const local = BigUint64Array.of(BigInt(groupSize))
        const event = clock?.next(timedAs) ?? null
        this.#call('clEnqueueNDRangeKernel', this.#queue, kernel, 1, null, global, local, 0, null, event)
      },
    })
    this.#call('clFlush', this.#queue)
    if (clock === undefined) return undefined
    return async () => {
      await this.#finish(label)
      return clock.read()
    }
  }

  settle(): Promise<void> {
    return this.#finish('waiting')
  }

  async attempt<T>(label: string, action: () => T): Promise<GpuResult<T>> {
    if (this.state !== 'ready') return { ok: false, error: lossError(this, label) }
    const own: { error: DeviceError | undefined } = { error: undefined }
    const outer = this.#attempt
    this.#attempt = own
    let value: T
    try {
      value = action()
    } finally {
      this.#attempt = outer
    }
    if (own.error !== undefined) return { ok: false, error: { ...own.error, label } }
    return { ok: true, value }
  }

  /** Ends the device as a driver does that loses it. */
  lose(message: string): void {
    this.end({ reason: 'lost', message })
    this.#releaseWhenIdle()
  }

  protected release(): void {
    this.end({ reason: 'destroyed', message: 'destroyed' })
    this.#releaseWhenIdle()
  }

  /** Waits for the queue on another thread. After an error there, the state of the device is undefined: it is lost. */
  async #finish(label: string): Promise<void> {
    if (this.state === 'ready') {
      const uploads = this.#uploads
      this.#uploads = []
      const code = await this.#track(callAsync(this.#cl.clFinish, this.#queue))
      uploads.length = 0
      if (code !== 0 && this.state === 'ready') this.lose(`clFinish: ${spellCode(code)}`)
    }
    if (this.state !== 'ready') throw toMegabattError(lossError(this, label))
  }

  /** Objects of the driver live as long as a call on another thread may use them. */
  async #track<T>(pending: Promise<T>): Promise<T> {
    this.#pending++
    try {
      return await pending
    } finally {
      this.#pending--
      if (this.state !== 'ready') this.#releaseWhenIdle()
    }
  }

  #releaseWhenIdle(): void {
    if (this.#pending > 0 || this.#isReleased) return
    this.#isReleased = true
    for (const buffer of this.#buffers) buffer.destroy()
    for (const kernel of this.#kernels) this.#cl.clReleaseKernel(kernel)
    void this.#releasePrograms()
  }

  /** Builds that have ended: others are calls on other threads. */
  async #releasePrograms(): Promise<void> {
    for (const built of await Promise.all(this.#programs.values()))
      if ('program' in built) this.#cl.clReleaseProgram(built.program)
    this.#cl.clReleaseCommandQueue(this.#queue)
    this.#cl.clReleaseContext(this.#context)
  }

  #makePipeline(program: Handle, label: string, entryPoint: string): OpenClPipeline {
    const made = this.#make('clCreateKernel', (code) => this.#cl.clCreateKernel(program, entryPoint, code))
    if (made !== undefined) this.#kernels.push(made)
    const kernel = made ?? 0n
    const groupSize = this.#readOfKernel(kernel, COMPILED_GROUP_SIZE) || DEFAULT_GROUP_SIZE
    this.#checkGroup(groupSize, this.#readOfKernel(kernel, LARGEST_GROUP_SIZE), this.#readOfKernel(kernel, LOCAL_BYTES))
    return { label, kernel, groupSize, bound: undefined }
  }

  /** Refuses a kernel whose workgroups do not fit into the device; 0 is an unknown number. */
  #checkGroup(size: number, largest: number, localBytes: number): void {
    const room = this.limits.maxComputeWorkgroupStorageSize
    if ((largest === 0 || size <= largest) && !(localBytes > room)) return
    this.#fail({
      kind: 'validation',
      message: `workgroups of ${size} invocations and ${localBytes} bytes; the device has ${largest} and ${room}`,
    })
  }

  /** The first number of a fact about a kernel; 0 where the driver has no answer. */
  #readOfKernel(kernel: Handle, key: number): number {
    const numbers = new BigUint64Array(key === COMPILED_GROUP_SIZE ? 3 : 1)
    this.#call('clGetKernelWorkGroupInfo', kernel, this.#device, key, numbers.byteLength, numbers, null)
    return Number(numbers[0])
  }

  #setArguments(pipeline: OpenClPipeline, bindings: DeviceBindings): void {
    if (pipeline.bound === bindings) return
    for (const [k, { buffer }] of bindings.ranges.entries()) {
      this.#call('clSetKernelArg', pipeline.kernel, k, HANDLE_BYTES, BigUint64Array.of(memoryOf(buffer)))
    }
    pipeline.bound = bindings
  }

  /** A part of a buffer as a buffer of its own. */
  #cut({ buffer, wordOffset = 0, wordCount = buffer.wordCount - wordOffset }: BufferRange): DeviceBuffer {
    const part = new OpenClBuffer(buffer.label, buffer.use, wordCount, (memory) => {
      this.#buffers.delete(part)
      this.#cl.clReleaseMemObject(memory)
    })
    const region = BigUint64Array.of(BigInt(wordOffset * WORD_BYTES), BigInt(wordCount * WORD_BYTES))
    part.memory = this.#make('clCreateSubBuffer', (code) =>
      this.#cl.clCreateSubBuffer(memoryOf(buffer), READ_WRITE, REGION, region, code),
    )
    if (part.memory !== undefined) this.#buffers.add(part)
    return part
  }

  /** Makes an object; undefined after an error. */
  #make(name: FunctionName, make: (code: Int32Array) => Handle | null): Handle | undefined {
    if (!this.#isUsable) return undefined
    const code = new Int32Array(1)
    const made = make(code)
    if (made !== null) return made
    this.#note(name, code[0]!)
    return undefined
  }

  #call(name: CallName, ...args: readonly Argument[]): void {
    if (!this.#isUsable) return
    const code = this.#cl[name](...args)
    if (code !== 0) this.#note(name, code)
  }

  get #isUsable(): boolean {
    return this.state === 'ready' && this.#attempt?.error === undefined
  }

  #note(call: FunctionName, code: number): void {
    const kind = kindOf(code, call)
    const message = `${call}: ${spellCode(code)}`
    if (kind === 'lost') this.lose(message)
    this.#fail({ kind, message })
  }

  #fail(reason: Pick<DeviceError, 'kind' | 'message'>): void {
    const error = { ...reason, label: 'a call outside of attempts' }
    if (this.#attempt === undefined) this.uncaught.push(error)
    else this.#attempt.error = error
  }
}

/** Buffers reach only the device that made them; 0 is refused by every call. */
function memoryOf(buffer: DeviceBuffer): Handle {
  return (buffer as OpenClBuffer).memory ?? 0n
}
