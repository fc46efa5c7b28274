// One pipeline a kernel, compiled when first asked for and kept; and those of the device's own scheduler.

import { arityOfKernel } from '../shaders/kernel-arity.ts'
import type { CompileWork } from '../../gpu-report.ts'
import type { GpuDevice } from './device.ts'
import type { KernelLibrary } from '../shaders/kernel-text.ts'
import { type SchedulerEntry, assembleScheduler } from '../shaders/scheduler-shader.ts'
import { assembleShader, workgroupSize } from '../shaders/shader.ts'
import { type TunedChoice, formOf, kernelOfForm } from '../shaders/tuned/index.ts'
import { KernelError, toMegabattError, lossError, withErrorScopes } from './device-errors.ts'

// The number behind GPUShaderStage.COMPUTE, which is a global only in browsers.
const COMPUTE = 4

const BINDINGS: readonly GPUBufferBindingType[] = [
  'storage',
  'storage',
  'storage',
  'storage',
  'storage',
  'uniform',
  'read-only-storage',
]

/** The pipelines of one device. */
export class Pipelines {
  readonly compiled: CompileWork = { pipelines: 0, ms: 0 }
  readonly #gpu: GpuDevice
  readonly #layout: GPUBindGroupLayout
  readonly #pipelineLayout: GPUPipelineLayout
  readonly #byName = new Map<string, Promise<GPUComputePipeline>>()
  /** May be changed at any time: both forms of a kernel can be there side by side. */
  tuned: TunedChoice
  /** What shaders are assembled from, if not from all kernels as they are. */
  readonly #library: KernelLibrary | undefined
  readonly #untunable = new Set<string>()
  #scheduler: GPUShaderModule | undefined

  constructor(gpu: GpuDevice, options: { readonly tuned?: TunedChoice; readonly library?: KernelLibrary } = {}) {
    this.#gpu = gpu
    this.tuned = options.tuned ?? 'none'
    this.#library = options.library
    this.#layout = gpu.device.createBindGroupLayout({
      label: 'kernel',
      entries: BINDINGS.map((type, binding) => ({ binding, visibility: COMPUTE, buffer: { type } })),
    })
    this.#pipelineLayout = gpu.device.createPipelineLayout({ bindGroupLayouts: [this.#layout] })
  }

  /** The pipelines of these kernels, by their names; throws a BugError for a kernel that does not compile. */
  async prepare(
    kernels: Iterable<string>,
    onProgress?: (done: number, total: number) => void,
  ): Promise<Map<string, GPUComputePipeline>> {
    const wanted = [...new Set(kernels)]
    const forms = wanted.map((kernel) => formOf(kernel, this.isTuned(kernel) ? 'all' : 'none'))
    try {
      const pipelines = await this.#collect(forms, onProgress, (form) => {
        const { kernel, tuned } = kernelOfForm(form)
        const code = () => assembleShader({ kernel, arity: arityOfKernel(kernel), tuned }, this.#library)
        const module = () => this.#gpu.device.createShaderModule({ label: form, code: code() })
        return { label: form, entryPoint: 'main', module }
      })
      return new Map(wanted.map((kernel, k) => [kernel, pipelines.get(forms[k]!)!]))
    } catch (error) {
      // A tuned form that a driver refuses is done without.
      if (!(error instanceof KernelError) || !kernelOfForm(error.kernel).tuned) throw error
      this.#untunable.add(kernelOfForm(error.kernel).kernel)
      return this.prepare(wanted, onProgress)
    }
  }

  /** Whether `prepare` gives this kernel's tuned form. */
  isTuned(kernel: string): boolean {
    return !this.#untunable.has(kernel) && formOf(kernel, this.tuned) !== kernel
  }

  /**
   * How many workgroups a dispatch of `calls` calls of a kernel should have. `most` is how many of them have scratch for
   * all their invocations; of a tuned kernel, only one invocation a workgroup needs any.
   */
  groupsOf(kernel: string, calls: number, most: number): number {
    const [wanted, limit] = this.isTuned(kernel)
      ? [calls, Math.min(most * workgroupSize, this.#gpu.limits.maxComputeWorkgroupsPerDimension)]
      : [Math.ceil(calls / workgroupSize), most]
    return Math.max(1, Math.min(wanted, limit))
  }

  /** The pipelines of the scheduler, by their entry points. */
  async prepareScheduler(
    entries: readonly SchedulerEntry[],
    onProgress?: (done: number, total: number) => void,
  ): Promise<Map<string, GPUComputePipeline>> {
    return this.#collect(
      entries.map((entry) => `scheduler.${entry}`),
      onProgress,
      (name) => ({
        label: name,
        entryPoint: name.slice('scheduler.'.length),
        module: () =>
          (this.#scheduler ??= this.#gpu.device.createShaderModule({ label: 'scheduler', code: assembleScheduler() })),
      }),
    )
  }

  async #collect(
    names: readonly string[],
    onProgress: ((done: number, total: number) => void) | undefined,
    describe: (name: string) => { label: string; entryPoint: string; module: () => GPUShaderModule },
  ): Promise<Map<string, GPUComputePipeline>> {
    const missing = names.filter((name) => !this.#byName.has(name))
    const started = performance.now()
    let done = 0
    for (const name of missing) {
      const { label, entryPoint, module } = describe(name)
      const compiling = this.#compile(label, entryPoint, module)
      this.#byName.set(name, compiling)
      void compiling.then(
        () => onProgress?.(++done, missing.length),
        // Another attempt may be luckier, on a device that is short of something.
        () => this.#byName.delete(name),
      )
    }
    const pipelines = await Promise.all(names.map((name) => this.#byName.get(name)!))
    if (missing.length > 0) {
      this.compiled.pipelines += missing.length
      this.compiled.ms += performance.now() - started
    }
    return new Map(names.map((name, k) => [name, pipelines[k]!]))
  }

  // Asynchronous, so that a driver may compile on all cores. Node does not stay alive for it by itself; `wait` sees to that.
  async #compile(label: string, entryPoint: string, makeModule: () => GPUShaderModule): Promise<GPUComputePipeline> {
    const pending = await withErrorScopes(this.#gpu, label, () =>
      this.#gpu.device.createComputePipelineAsync({
        label,
        layout: this.#pipelineLayout,
        compute: { module: makeModule(), entryPoint },
      }),
    )
    if (!pending.ok && pending.error.kind !== 'validation') throw toMegabattError(pending.error)
    if (!pending.ok) throw new KernelError(label, pending.error.message)
    return this.#gpu.wait(pending.value).catch((error: unknown) => {
      if (this.#gpu.state !== 'ready') throw toMegabattError(lossError(this.#gpu, label))
      throw new KernelError(label, String(error))
    })
  }

  /** A bind group of the one layout, buffers in the order of the bindings. */
  bind(buffers: readonly GPUBufferBinding[]): GPUBindGroup {
    return this.#gpu.device.createBindGroup({
      layout: this.#layout,
      entries: buffers.map((resource, binding) => ({ binding, resource })),
    })
  }
}
