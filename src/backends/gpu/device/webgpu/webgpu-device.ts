// A WebGPU device, in Node or in a browser.

import { wgslCode } from '../../shaders/kernel-code.ts'
import { type GpuResult, expectValue, lossError, toMegabattError } from '../device-errors.ts'
import {
  type AdapterDescription,
  type BufferRange,
  type BufferUse,
  type Commands,
  type DeviceBindings,
  type DeviceBuffer,
  type DeviceLimits,
  type DevicePipeline,
  GpuDevice,
  type ProgramEntry,
  type ProgramText,
  type ReadTimes,
} from '../device.ts'
import { DispatchClock } from './dispatch-clock.ts'
import { StagingBuffer } from './staging-buffer.ts'
import { COMPUTE, COPY_SOURCE, COPY_TARGET, UNIFORM, STORAGE } from './usage.ts'

/** Awaits a promise of the device in the way that the platform requires. */
export type Wait = <T>(promise: Promise<T>) => Promise<T>

/** Dispatches can be timed. */
export const TIMESTAMPS: GPUFeatureName = 'timestamp-query'

const WORD_BYTES = 4
// A binding must not be empty.
const LEAST_BYTES = 16

const USAGES = {
  storage: STORAGE | COPY_SOURCE | COPY_TARGET,
  'read-only': STORAGE | COPY_SOURCE | COPY_TARGET,
  parameters: UNIFORM | COPY_TARGET,
} as const

const BINDING_TYPES: Readonly<Record<BufferUse, GPUBufferBindingType>> = {
  storage: 'storage',
  'read-only': 'read-only-storage',
  parameters: 'uniform',
}

// In the order of the pops; the innermost matching scope catches an error.
const FILTERS: readonly GPUErrorFilter[] = ['validation', 'out-of-memory', 'internal']

class WebGpuBuffer implements DeviceBuffer {
  readonly label: string
  readonly use: BufferUse
  readonly wordCount: number
  readonly buffer: GPUBuffer

  constructor(buffer: GPUBuffer, use: BufferUse) {
    this.label = buffer.label
    this.use = use
    this.wordCount = buffer.size / WORD_BYTES
    this.buffer = buffer
  }

  destroy(): void {
    this.buffer.destroy()
  }
}

interface WebGpuBindings extends DeviceBindings {
  readonly group: GPUBindGroup
}

interface Layout {
  readonly group: GPUBindGroupLayout
  readonly pipeline: GPUPipelineLayout
}

/** A device of WebGPU; created by `openWebGpuDevice`. */
export class WebGpuDevice extends GpuDevice {
  /** @internal */
  readonly device: GPUDevice
  /** Must be used to await every promise of the device. */
  readonly wait: Wait
  readonly #layouts = new Map<string, Layout>()
  readonly #modules = new WeakMap<ProgramText, GPUShaderModule>()
  readonly #staging: StagingBuffer

  /** @internal */
  constructor(device: GPUDevice, adapter: AdapterDescription, limits: DeviceLimits, wait: Wait) {
    super(adapter, limits, wgslCode(adapter.kind))
    this.device = device
    this.wait = wait
    this.#staging = new StagingBuffer(device)
    void device.lost.then(({ reason, message }) =>
      this.end({ reason: reason === 'destroyed' ? 'destroyed' : 'lost', message }),
    )
    device.addEventListener('uncapturederror', (event) => {
      event.preventDefault() // Dawn would print it as well.
      this.uncaught.push({
        kind: errorKind(event.error),
        label: 'a call outside error scopes',
        message: event.error.message,
      })
    })
  }

  get hasTimestamps(): boolean {
    return this.device.features.has(TIMESTAMPS)
  }

  createBuffer(label: string, wordCount: number, use: BufferUse): DeviceBuffer {
    const size = Math.max(wordCount * WORD_BYTES, LEAST_BYTES)
    return new WebGpuBuffer(this.device.createBuffer({ label, size, usage: USAGES[use] }), use)
  }

  write(buffer: DeviceBuffer, words: Int32Array<ArrayBuffer>, wordOffset: number): void {
    this.device.queue.writeBuffer(own(buffer), wordOffset * WORD_BYTES, words)
  }

  async read(ranges: readonly Required<BufferRange>[]): Promise<Int32Array<ArrayBuffer>[]> {
    const parts = ranges.map(({ buffer, wordOffset, wordCount }) => ({
      buffer: own(buffer),
      offset: wordOffset * WORD_BYTES,
      byteLength: wordCount * WORD_BYTES,
    }))
    // Without error scopes a refused copy would go unnoticed and return the words of the last read-back.
    const reading = expectValue(await this.attempt('reading back', () => this.#staging.start(parts)))
    await this.wait(reading.mapping).catch(() => {
      // Only a loss is left: the scopes caught all other errors. Dawn gives no message.
      throw toMegabattError(lossError(this, 'reading back'))
    })
    return this.#staging.finish(reading)
  }

  bind(ranges: readonly BufferRange[]): DeviceBindings {
    const layout = this.#layoutOf(ranges.map(({ buffer }) => buffer.use)).group
    const entries = ranges.map(({ buffer, wordOffset = 0, wordCount }, binding) => ({
      binding,
      resource: {
        buffer: own(buffer),
        offset: wordOffset * WORD_BYTES,
        ...(wordCount === undefined ? {} : { size: wordCount * WORD_BYTES }),
      },
    }))
    const bindings: WebGpuBindings = { ranges, group: this.device.createBindGroup({ layout, entries }) }
    return bindings
  }

  // Asynchronous: the driver may compile on all cores. `wait` keeps Node alive.
  async compile({ label, program, entryPoint, uses }: ProgramEntry): Promise<GpuResult<DevicePipeline>> {
    const pending = await this.attempt(label, () => {
      const layout = this.#layoutOf(uses).pipeline
      const compute = { module: this.#moduleOf(program), entryPoint }
      const compiling = this.device.createComputePipelineAsync({ label, layout, compute })
      // Not awaited after an error in the scopes.
      compiling.catch(() => undefined)
      return compiling
    })
    if (!pending.ok) return pending
    try {
      return { ok: true, value: await this.wait(pending.value) }
    } catch (error) {
      if (this.state !== 'ready') return { ok: false, error: lossError(this, label) }
      return { ok: false, error: { kind: 'validation', label, message: String(error) } }
    }
  }

  submit(label: string, record: (commands: Commands) => void, isTimed = false): ReadTimes | undefined {
    const clock = isTimed && this.hasTimestamps ? new DispatchClock(this.device) : undefined
    const encoder = this.device.createCommandEncoder({ label })
    let shared: GPUComputePassEncoder | undefined
    const endPass = () => {
      shared?.end()
      shared = undefined
    }
    record({
      copy: (from, fromWord, to, toWord, wordCount) => {
        endPass()
        const bytes = [fromWord, toWord, wordCount].map((words) => words * WORD_BYTES) as [number, number, number]
        encoder.copyBufferToBuffer(own(from), bytes[0], own(to), bytes[1], bytes[2])
      },
      dispatch: (pipeline, bindings, workgroups, timedAs = pipeline.label) => {
        const pass =
          clock === undefined
            ? (shared ??= encoder.beginComputePass({ label }))
            : encoder.beginComputePass({ label: timedAs, timestampWrites: clock.next(timedAs) })
        pass.setBindGroup(0, (bindings as WebGpuBindings).group)
        pass.setPipeline(pipeline as GPUComputePipeline)
        pass.dispatchWorkgroups(workgroups)
        if (clock !== undefined) pass.end()
      },
    })
    endPass()
    const times = clock?.resolve(encoder)
    this.device.queue.submit([encoder.finish()])
    if (clock === undefined) return undefined
    return async () => {
      const { buffer, wordCount } = times!
      const [words] = await this.read([{ buffer: new WebGpuBuffer(buffer, 'storage'), wordOffset: 0, wordCount }])
      clock.destroy()
      return clock.read(words!)
    }
  }

  async settle(): Promise<void> {
    await this.wait(this.device.queue.onSubmittedWorkDone()).catch(() => {
      throw toMegabattError(lossError(this, 'waiting'))
    })
  }

  /** Error scopes are one stack per device, so an action that awaits would catch the errors of others. */
  async attempt<T>(label: string, action: () => T): Promise<GpuResult<T>> {
    if (this.state !== 'ready') return { ok: false, error: lossError(this, label) }
    for (const filter of FILTERS.toReversed()) this.device.pushErrorScope(filter)
    let value: T
    let errors: Promise<GPUError | null>[]
    try {
      value = action()
    } finally {
      errors = FILTERS.map(() => this.device.popErrorScope())
      // Not awaited where the action throws.
      for (const error of errors) error.catch(() => undefined)
    }
    for (const [index, kind] of FILTERS.entries()) {
      // A lost device rejects; its state below gives the better message.
      const error = await this.wait(errors[index]!).catch(() => null)
      if (error !== null) return { ok: false, error: { kind, label, message: error.message } }
    }
    // Dawn ignores calls on a lost device without an error.
    if (this.state !== 'ready') return { ok: false, error: lossError(this, label) }
    return { ok: true, value }
  }

  protected release(): void {
    this.#staging.destroy()
    this.device.destroy()
  }

  #moduleOf(program: ProgramText): GPUShaderModule {
    let module = this.#modules.get(program)
    if (module === undefined) {
      module = this.device.createShaderModule({ label: program.label, code: program.text })
      this.#modules.set(program, module)
    }
    return module
  }

  #layoutOf(uses: readonly BufferUse[]): Layout {
    const key = uses.join()
    let layout = this.#layouts.get(key)
    if (layout === undefined) {
      const group = this.device.createBindGroupLayout({
        label: 'kernel',
        entries: uses.map((use, binding) => ({
          binding,
          visibility: COMPUTE,
          buffer: { type: BINDING_TYPES[use] },
        })),
      })
      layout = { group, pipeline: this.device.createPipelineLayout({ bindGroupLayouts: [group] }) }
      this.#layouts.set(key, layout)
    }
    return layout
  }
}

/** Buffers reach only the device that made them. */
function own(buffer: DeviceBuffer): GPUBuffer {
  return (buffer as WebGpuBuffer).buffer
}

function errorKind(error: GPUError): GPUErrorFilter {
  switch (error.constructor.name) {
    case 'GPUOutOfMemoryError':
      return 'out-of-memory'
    case 'GPUInternalError':
      return 'internal'
    default:
      return 'validation'
  }
}
