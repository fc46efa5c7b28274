// The pipelines of kernels and of the scheduler, compiled on first use and cached.

import type { CellLayout } from '../../../kernel/cell-layout.ts'
import { arityOfKernel } from '../shaders/kernel-arity.ts'
import type { CompileWork } from '../../gpu-report.ts'
import { MegabattError } from '../../../language/errors.ts'
import type { GpuDevice } from './device.ts'
import { dispatchFirst } from './first-dispatch.ts'
import type { KernelCode } from '../shaders/code-form.ts'
import { type SchedulerEntry, assembleScheduler } from '../shaders/scheduler-shader.ts'
import { type FamilyChoice, familyOf, isFamily, kernelsOfFamily } from '../shaders/families.ts'
import { assembleFamily, assembleShader, workgroupSize } from '../shaders/shader.ts'
import { type TunedChoice, formOf, kernelOfForm } from '../shaders/tuned-kernels.ts'
import { KernelError, toMegabattError, lossError, withErrorScopes } from './device-errors.ts'

// GPUShaderStage.COMPUTE, a global only in browsers.
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
  /** May change at any time: both forms of a kernel, for both layouts, are cached independently. */
  tuned: TunedChoice
  layout: CellLayout = 'a'
  /** The kernels to assemble shaders from. Default: those of the device. */
  readonly #code: KernelCode
  families: FamilyChoice = 'none'
  readonly #untunable = new Set<string>()
  readonly #refusedFamilies = new Set<string>()
  readonly #schedulers: Partial<Record<CellLayout, GPUShaderModule>> = {}

  constructor(gpu: GpuDevice, options: { readonly tuned?: TunedChoice; readonly code?: KernelCode } = {}) {
    this.#gpu = gpu
    this.tuned = options.tuned ?? 'none'
    this.#code = options.code ?? gpu.code
    this.#layout = gpu.device.createBindGroupLayout({
      label: 'kernel',
      entries: BINDINGS.map((type, binding) => ({ binding, visibility: COMPUTE, buffer: { type } })),
    })
    this.#pipelineLayout = gpu.device.createPipelineLayout({ bindGroupLayouts: [this.#layout] })
  }

  /** The pipelines of these kernels by name; throws a KernelError for a kernel that does not compile. @internal */
  async prepare(
    kernels: Iterable<string>,
    onProgress?: (done: number, total: number) => void,
  ): Promise<Map<string, GPUComputePipeline>> {
    const wanted = [...new Set(kernels)]
    const { layout } = this
    const forms = wanted.map((kernel) => this.nameOf(kernel))
    try {
      const pipelines = await this.#collect([...new Set(forms)], onProgress, (form) => {
        const code = () => this.#assemble(form, layout)
        const module = () => this.#gpu.device.createShaderModule({ label: form, code: code() })
        return { label: form, entryPoint: 'main', module }
      })
      return new Map(wanted.map((kernel, k) => [kernel, pipelines.get(forms[k]!)!]))
    } catch (error) {
      // Ordinary pipelines of their own replace what the driver refuses.
      if (!(error instanceof KernelError)) throw error
      if (isFamily(error.kernel)) this.#refusedFamilies.add(error.kernel)
      else if (kernelOfForm(error.kernel).tuned) this.#untunable.add(kernelOfForm(error.kernel).kernel)
      else throw error
      return this.prepare(wanted, onProgress)
    }
  }

  #assemble(form: string, layout: CellLayout): string {
    if (isFamily(form)) {
      const members = kernelsOfFamily(form, layout).map((kernel) => ({ kernel, arity: arityOfKernel(kernel) }))
      return assembleFamily(members, layout, this.#code.library)
    }
    const { kernel, tuned } = kernelOfForm(form)
    return assembleShader({ kernel, arity: arityOfKernel(kernel), tuned, layout }, this.#code.library)
  }

  /** The name of the pipeline that `prepare` returns for a kernel: that of its family, or of its form. */
  nameOf(kernel: string): string {
    if (this.isTuned(kernel)) return formOf(kernel, 'all')
    // Blocks are for drivers that cannot compile much code.
    const isAlone = this.families === 'none' || this.#code.form === 'blocks'
    const family = isAlone ? undefined : familyOf(kernel, this.layout)
    return family === undefined || this.#refusedFamilies.has(family) ? kernel : family
  }

  /** Whether `prepare` returns the tuned form of this kernel. */
  isTuned(kernel: string): boolean {
    return !this.#untunable.has(kernel) && formOf(kernel, this.tuned) !== kernel
  }

  /**
   * The number of workgroups for `calls` calls of a kernel. `most` is the number of workgroups with scratch memory for
   * all their invocations; a tuned kernel needs scratch memory for one invocation of a workgroup.
   */
  groupsOf(kernel: string, calls: number, most: number): number {
    const [wanted, limit] = this.isTuned(kernel)
      ? [calls, Math.min(most * workgroupSize, this.#gpu.limits.maxComputeWorkgroupsPerDimension)]
      : [Math.ceil(calls / workgroupSize), most]
    return Math.max(1, Math.min(wanted, limit))
  }

  /** The pipelines of the scheduler by entry point. @internal */
  async prepareScheduler(
    entries: readonly SchedulerEntry[],
    onProgress?: (done: number, total: number) => void,
  ): Promise<Map<string, GPUComputePipeline>> {
    const { layout } = this
    return this.#collect(
      entries.map((entry) => `scheduler.${entry}`),
      onProgress,
      (name) => ({
        label: name,
        entryPoint: name.slice('scheduler.'.length),
        module: () =>
          (this.#schedulers[layout] ??= this.#gpu.device.createShaderModule({
            label: 'scheduler',
            code: assembleScheduler(layout),
          })),
      }),
    )
  }

  async #collect(
    names: readonly string[],
    onProgress: ((done: number, total: number) => void) | undefined,
    describe: (name: string) => { label: string; entryPoint: string; module: () => GPUShaderModule },
  ): Promise<Map<string, GPUComputePipeline>> {
    const { layout } = this
    const keyOf = (name: string) => `${name}@${layout}`
    const missing = names.filter((name) => !this.#byName.has(keyOf(name)))
    const started = performance.now()
    let done = 0
    if (missing.length > 0) onProgress?.(0, missing.length)
    for (const name of missing) {
      const { label, entryPoint, module } = describe(name)
      const compiling = this.#compile(label, entryPoint, module)
      this.#byName.set(keyOf(name), compiling)
      void compiling.then(
        () => onProgress?.(++done, missing.length),
        // Not cached: a later attempt may succeed, for example after memory was freed.
        () => this.#byName.delete(keyOf(name)),
      )
    }
    const pipelines = await Promise.all(names.map((name) => this.#byName.get(keyOf(name))!))
    if (missing.length > 0) {
      this.compiled.pipelines += missing.length
      this.compiled.ms += performance.now() - started
    }
    return new Map(names.map((name, k) => [name, pipelines[k]!]))
  }

  // Asynchronous: the driver may compile on all cores. `wait` keeps Node alive.
  async #compile(label: string, entryPoint: string, makeModule: () => GPUShaderModule): Promise<GPUComputePipeline> {
    const pending = await withErrorScopes(this.#gpu, label, () => {
      const compiling = this.#gpu.device.createComputePipelineAsync({
        label,
        layout: this.#pipelineLayout,
        compute: { module: makeModule(), entryPoint },
      })
      // Not awaited after an error in the scopes.
      compiling.catch(() => undefined)
      return compiling
    })
    if (!pending.ok && pending.error.kind !== 'validation') throw toMegabattError(pending.error)
    if (!pending.ok) throw new KernelError(label, pending.error.message)
    try {
      const pipeline = await this.#gpu.wait(pending.value)
      await dispatchFirst(this.#gpu, pipeline, this.#layout, BINDINGS)
      return pipeline
    } catch (error) {
      if (this.#gpu.state !== 'ready') throw toMegabattError(lossError(this.#gpu, label))
      if (error instanceof MegabattError) throw error
      throw new KernelError(label, String(error))
    }
  }

  /** A bind group of the common layout; buffers in the order of the bindings. @internal */
  bind(buffers: readonly GPUBufferBinding[]): GPUBindGroup {
    return this.#gpu.device.createBindGroup({
      layout: this.#layout,
      entries: buffers.map((resource, binding) => ({ binding, resource })),
    })
  }
}
