// A WebGPU device in memory, for tests of the device layer: buffers hold words, encoders record commands, and `submit` runs
// them; a dispatch calls a function. Misuse that WebGPU refuses is a validation error here as well.

import type { AdapterDescription } from '../../src/backends/gpu/device/device.ts'
import { pickLimits } from '../../src/backends/gpu/device/webgpu/open-device.ts'
import { WebGpuDevice } from '../../src/backends/gpu/device/webgpu/webgpu-device.ts'
import { LIMITS } from './interpreted-device.ts'

/** The number of each usage in the WebGPU specification. */
const USAGE = { mapRead: 0x1, copySource: 0x4, copyTarget: 0x8, uniform: 0x40, storage: 0x80, resolve: 0x200 }

export class FakeBuffer {
  readonly label: string
  readonly size: number
  readonly usage: number
  readonly bytes: ArrayBuffer
  isDestroyed = false
  isMapped = false
  readonly #gpu: FakeGpu

  constructor(gpu: FakeGpu, { label = '', size, usage }: GPUBufferDescriptor) {
    this.#gpu = gpu
    this.label = label
    this.size = size
    this.usage = usage
    this.bytes = new ArrayBuffer(size)
  }

  get words(): Int32Array {
    return new Int32Array(this.bytes)
  }

  async mapAsync(mode: number, offset: number, size: number): Promise<undefined> {
    if (this.#gpu.isLost) throw new Error('')
    if (mode !== 1 || (this.usage & USAGE.mapRead) === 0 || offset + size > this.size) throw new Error('not mappable')
    this.isMapped = true
    return undefined
  }

  getMappedRange(offset: number, size: number): ArrayBuffer {
    if (!this.isMapped) throw new Error('not mapped')
    return this.bytes.slice(offset, offset + size)
  }

  unmap(): void {
    this.isMapped = false
  }

  destroy(): void {
    this.isDestroyed = true
  }
}

/** A dispatch: its pipeline, and the words of each binding. */
export interface FakeDispatch {
  readonly label: string
  readonly entryPoint: string
  readonly code: string
  readonly workgroups: number
  readonly bindings: readonly Int32Array[]
  readonly layout: unknown
}

interface Pipeline {
  readonly label: string
  readonly entryPoint: string
  readonly code: string
  readonly layout: unknown
  readonly getBindGroupLayout: () => unknown
}

interface BindGroup {
  readonly layout: unknown
  readonly entries: readonly { readonly binding: number; readonly resource: GPUBufferBinding }[]
}

export interface FakeGpuOptions {
  readonly limits?: Partial<typeof LIMITS>
  readonly features?: readonly string[]
  readonly onDispatch?: (dispatch: FakeDispatch) => void
  /** Called for each shader module. */
  readonly onModule?: (label: string) => void
  /** An error message for a shader that does not compile. */
  readonly refuse?: (label: string, code: string) => string | undefined
  /** The memory of the card in bytes; default: without limit. */
  readonly memory?: number
  /** Awaited before a pipeline is ready. */
  readonly compile?: () => Promise<void>
}

type Listener = (event: { error: { message: string }; preventDefault: () => void }) => void

const NAMES = { validation: 'GPUValidationError', 'out-of-memory': 'GPUOutOfMemoryError', internal: 'GPUInternalError' }

export class FakeGpu {
  readonly buffers: FakeBuffer[] = []
  readonly dispatches: FakeDispatch[] = []
  readonly passes: string[] = []
  /** The pipelines of dispatches without work, which count as compilation; in no other list. */
  readonly firstDispatches: { readonly label: string; readonly state: readonly number[] }[] = []
  readonly modules: string[] = []
  isLost = false
  submissions = 0
  scopeDepth = 0
  #time = 0n
  readonly #options: FakeGpuOptions
  readonly #scopes: { readonly filter: GPUErrorFilter; error: { message: string } | null }[] = []
  readonly #listeners: Listener[] = []
  #lose: (info: { reason: string; message: string }) => void = () => undefined
  readonly lost = new Promise<{ reason: string; message: string }>((resolve) => {
    this.#lose = resolve
  })

  constructor(options: FakeGpuOptions = {}) {
    this.#options = options
  }

  /** Ends the device as a driver does. */
  lose(reason = 'unknown', message = 'pulled out'): void {
    this.isLost = true
    this.#lose({ reason, message })
  }

  /** Reports an error to the innermost scope of its kind, or to the listeners. */
  raise(kind: GPUErrorFilter, message: string): void {
    if (this.isLost) return
    const scope = this.#scopes.findLast(({ filter }) => filter === kind)
    const error = Object.assign(Object.create({ constructor: { name: NAMES[kind] } }) as object, { message })
    if (scope === undefined)
      for (const listener of this.#listeners) listener({ error, preventDefault: () => undefined })
    else scope.error ??= error
  }

  get limits() {
    return { ...LIMITS, ...this.#options.limits }
  }

  /** The part of GPUDevice that the device layer uses. */
  get device(): GPUDevice {
    const device = {
      limits: this.limits,
      features: new Set(this.#options.features),
      lost: this.lost,
      addEventListener: (_: string, listener: Listener) => this.#listeners.push(listener),
      destroy: () => this.lose('destroyed', 'destroyed'),
      pushErrorScope: (filter: GPUErrorFilter) => {
        this.scopeDepth++
        this.#scopes.push({ filter, error: null })
      },
      popErrorScope: async () => {
        this.scopeDepth--
        const scope = this.#scopes.pop()
        if (scope === undefined) throw new Error('no scope')
        return scope.error
      },
      createBuffer: (descriptor: GPUBufferDescriptor) => {
        if (descriptor.size > this.limits.maxBufferSize || descriptor.size % 4 !== 0) this.raise('validation', 'size')
        const buffer = new FakeBuffer(this, descriptor)
        this.buffers.push(buffer)
        const used = this.buffers.reduce((sum, { size, isDestroyed }) => sum + (isDestroyed ? 0 : size), 0)
        if (used > (this.#options.memory ?? Infinity)) this.raise('out-of-memory', `${used} bytes`)
        return buffer
      },
      createShaderModule: ({ label, code }: { label: string; code: string }) => {
        this.modules.push(label)
        this.#options.onModule?.(label)
        return { label, code }
      },
      createBindGroupLayout: (layout: unknown) => layout,
      createPipelineLayout: (layout: unknown) => layout,
      createComputePipeline: ({ label, compute, layout }: GPUComputePipelineDescriptor) =>
        this.#pipeline(label!, compute, layout),
      createComputePipelineAsync: async ({ label, compute, layout }: GPUComputePipelineDescriptor) => {
        const message = this.#options.refuse?.(label!, (compute.module as unknown as { code: string }).code)
        if (message !== undefined) throw new Error(message)
        await this.#options.compile?.()
        return this.#pipeline(label!, compute, layout)
      },
      createBindGroup: (group: BindGroup) => group,
      createQuerySet: ({ count }: GPUQuerySetDescriptor) => ({
        times: new BigUint64Array(count),
        destroy: () => undefined,
      }),
      createCommandEncoder: () => this.#encoder(),
      queue: {
        writeBuffer: (buffer: FakeBuffer, offset: number, words: Int32Array) => {
          if ((buffer.usage & USAGE.copyTarget) === 0 || offset + words.byteLength > buffer.size)
            return this.raise('validation', `write of ${buffer.label}`)
          buffer.words.set(words, offset / 4)
        },
        onSubmittedWorkDone: async () => undefined,
        submit: (commands: (() => void)[][]) => {
          const before = this.firstDispatches.length
          if (!this.isLost) for (const command of commands.flat()) command()
          if (this.firstDispatches.length === before) this.submissions++
        },
      },
    }
    return device as unknown as GPUDevice
  }

  #pipeline(label: string, { module, entryPoint = 'main' }: GPUProgrammableStage, layout: unknown): Pipeline {
    return {
      label,
      entryPoint,
      code: (module as unknown as { code: string }).code,
      layout,
      getBindGroupLayout: () => layout,
    }
  }

  #encoder(): unknown {
    const commands: (() => void)[] = []
    return {
      copyBufferToBuffer: (from: FakeBuffer, at: number, to: FakeBuffer, toAt: number, size: number) => {
        const fits = at + size <= from.size && toAt + size <= to.size && (at | toAt | size) % 4 === 0
        if (!fits || (from.usage & USAGE.copySource) === 0 || (to.usage & USAGE.copyTarget) === 0)
          return this.raise('validation', `copy of ${from.label} to ${to.label}`)
        commands.push(() => to.words.set(from.words.subarray(at / 4, (at + size) / 4), toAt / 4))
      },
      beginComputePass: (descriptor: GPUComputePassDescriptor = {}) => this.#pass(commands, descriptor),
      resolveQuerySet: (set: { times: BigUint64Array }, first: number, count: number, to: FakeBuffer, at: number) => {
        if ((to.usage & USAGE.resolve) === 0) return this.raise('validation', 'resolve')
        commands.push(() => new BigUint64Array(to.bytes).set(set.times.subarray(first, first + count), at / 8))
      },
      finish: () => commands,
    }
  }

  #pass(commands: (() => void)[], { label = '', timestampWrites }: GPUComputePassDescriptor): unknown {
    let pipeline: Pipeline | undefined
    let group: BindGroup | undefined
    const isFirst = label === 'first dispatch'
    if (!isFirst) commands.push(() => this.passes.push(label))
    return {
      setPipeline: (own: Pipeline) => (pipeline = own),
      setBindGroup: (_: number, own: BindGroup) => (group = own),
      dispatchWorkgroups: (workgroups: number) => {
        if (workgroups > this.limits.maxComputeWorkgroupsPerDimension) this.raise('validation', 'workgroups')
        const { label: name, entryPoint, code, layout } = pipeline!
        const bound = group!
        commands.push(() => {
          const bindings = bound.entries
            .toSorted((a, b) => a.binding - b.binding)
            .map(({ resource: { buffer, offset = 0, size } }) => {
              const { bytes } = buffer as unknown as FakeBuffer
              return new Int32Array(bytes, offset, (size ?? bytes.byteLength - offset) / 4)
            })
          if (isFirst) return this.firstDispatches.push({ label: name, state: [...bindings[1]!] })
          const dispatch = { label: name, entryPoint, code, workgroups, bindings, layout }
          this.dispatches.push(dispatch)
          this.#options.onDispatch?.(dispatch)
          if (timestampWrites === undefined) return
          const { times } = timestampWrites.querySet as unknown as { times: BigUint64Array }
          // The n-th timed dispatch takes n × 10 ns.
          const begin = this.#time
          this.#time += BigInt(this.dispatches.length) * 10n
          times[timestampWrites.beginningOfPassWriteIndex!] = begin
          times[timestampWrites.endOfPassWriteIndex!] = this.#time
        })
      },
      end: () => undefined,
    }
  }
}

const ADAPTER: AdapterDescription = {
  name: 'fake',
  vendor: '',
  architecture: '',
  driver: '',
  backend: '',
  kind: 'hardware',
}

/** An open device on a fake one. */
export function openFake(
  options: FakeGpuOptions = {},
  adapter: Partial<AdapterDescription> = {},
): { fake: FakeGpu; gpu: WebGpuDevice } {
  const fake = new FakeGpu(options)
  const { device } = fake
  const wait = <T>(promise: Promise<T>) => promise
  return { fake, gpu: new WebGpuDevice(device, { ...ADAPTER, ...adapter }, pickLimits(device.limits), wait) }
}
