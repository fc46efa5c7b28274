// The pipelines of kernels and of the scheduler, compiled on first use and cached.

import type { CellLayout } from '../../../kernel/cell-layout.ts'
import type { CompileWork } from '../../gpu-report.ts'
import type { DevicePipeline, GpuDevice, ProgramText } from './device.ts'
import { dispatchFirst } from './first-dispatch.ts'
import type { KernelCode } from '../shaders/kernel-code.ts'
import { KERNEL_BUFFERS, STATE, kernelNumber } from '../shaders/device-state.ts'
import type { SchedulerEntry } from '../shaders/scheduler-shader.ts'
import { type FamilyChoice, GROUP_FAMILY, familyOf, isFamily, programsOf } from '../shaders/families.ts'
import { printProgram } from '../shaders/print-program.ts'
import { workgroupSize } from '../shaders/shader.ts'
import {
  type TunedCalls,
  type TunedChoice,
  formOf,
  formWord,
  kernelOfForm,
  tunedKernels,
} from '../shaders/tuned-kernels.ts'
import { KernelError, toMegabattError } from './device-errors.ts'

/** The pipelines of one device. */
export class Pipelines {
  readonly compiled: CompileWork = { pipelines: 0, ms: 0 }
  readonly #gpu: GpuDevice
  readonly #byName = new Map<string, Promise<DevicePipeline>>()
  /** May change at any time: both forms of a kernel, for both layouts, are cached independently. */
  tuned: TunedChoice
  tunedCalls: TunedCalls = 'long'
  layout: CellLayout = 'a'
  /** The kernels to assemble shaders from. Default: those of the device. */
  readonly #code: KernelCode
  families: FamilyChoice = 'none'
  readonly #untunable = new Set<string>()
  readonly #refusedFamilies = new Set<string>()
  readonly #schedulers: Partial<Record<CellLayout, ProgramText>> = {}

  constructor(gpu: GpuDevice, options: { readonly tuned?: TunedChoice; readonly code?: KernelCode } = {}) {
    this.#gpu = gpu
    this.tuned = options.tuned ?? 'none'
    this.#code = options.code ?? gpu.code
  }

  /** The pipelines of all forms of these kernels; throws a KernelError for a kernel that does not compile. @internal */
  async prepare(
    kernels: Iterable<string>,
    onProgress?: (done: number, total: number) => void,
  ): Promise<Map<string, DevicePipeline>> {
    const wanted = [...new Set(kernels)]
    const { layout } = this
    const forms = new Set(wanted.flatMap((kernel) => this.formsOf(kernel)))
    try {
      return await this.#collect([...forms], onProgress, (form) => {
        const program = { label: form, text: printProgram(this.#code, form, layout) }
        return { program, entryPoint: this.#code.entryPoint }
      })
    } catch (error) {
      // Ordinary pipelines of their own replace what the driver refuses.
      if (!(error instanceof KernelError)) throw error
      if (isFamily(error.kernel)) this.#refusedFamilies.add(error.kernel)
      else if (kernelOfForm(error.kernel).tuned) this.#untunable.add(kernelOfForm(error.kernel).kernel)
      else throw error
      return this.prepare(wanted, onProgress)
    }
  }

  /** The programs that make the calls of a kernel, one after the other, without those that the driver refused. */
  formsOf(kernel: string): string[] {
    const tuned = this.#untunable.has(kernel) ? 'none' : this.tuned
    return programsOf(kernel, this.layout, tuned, this.families).map((program) => {
      if (!this.#refusedFamilies.has(program)) return program
      if (program === GROUP_FAMILY) return formOf(kernel, 'all')
      const small = familyOf(kernel, this.layout, 'small')
      return small === undefined || this.#refusedFamilies.has(small) ? kernel : small
    })
  }

  /** The dispatches for calls of several kernels in their order, with the calls of each: tuned forms leave calls to ordinary ones. */
  passesOf(kernels: ReadonlyMap<string, number>): Map<string, number> {
    const passes = new Map<string, number>()
    for (const isTuned of [true, false]) {
      for (const [kernel, calls] of kernels) {
        const forms = this.formsOf(kernel)
        const form = isTuned ? forms.at(-2) : forms.at(-1)
        if (form !== undefined) passes.set(form, (passes.get(form) ?? 0) + calls)
      }
    }
    return passes
  }

  /** Writes into the state which calls tuned forms make, once pipelines are prepared. */
  writeForms(state: Int32Array): void {
    for (const kernel of tunedKernels.keys())
      state[STATE.forms + kernelNumber(kernel)] = this.isTuned(kernel) ? formWord(kernel, this.tunedCalls) : 0
  }

  /** Whether the tuned form of this kernel is used. */
  isTuned(kernel: string): boolean {
    return !this.#untunable.has(kernel) && formOf(kernel, this.tuned) !== kernel
  }

  /**
   * The number of workgroups for `calls` calls of a form. `most` is the number of workgroups with scratch memory for
   * all their invocations.
   */
  groupsOf(form: string, calls: number, most: number): number {
    const isTuned = form === GROUP_FAMILY || kernelOfForm(form).tuned
    return Math.max(1, Math.min(isTuned ? calls : Math.ceil(calls / workgroupSize), most))
  }

  /** The pipelines of the scheduler by entry point. @internal */
  async prepareScheduler(
    entries: readonly SchedulerEntry[],
    onProgress?: (done: number, total: number) => void,
  ): Promise<Map<string, DevicePipeline>> {
    const { layout } = this
    return this.#collect(
      entries.map((entry) => `scheduler.${entry}`),
      onProgress,
      (name) => {
        const program = (this.#schedulers[layout] ??= { label: 'scheduler', text: this.#code.printScheduler(layout) })
        return { program, entryPoint: name.slice('scheduler.'.length) }
      },
    )
  }

  async #collect(
    names: readonly string[],
    onProgress: ((done: number, total: number) => void) | undefined,
    describe: (name: string) => { readonly program: ProgramText; readonly entryPoint: string },
  ): Promise<Map<string, DevicePipeline>> {
    const { layout } = this
    const keyOf = (name: string) => `${name}@${layout}`
    const missing = names.filter((name) => !this.#byName.has(keyOf(name)))
    const started = performance.now()
    let done = 0
    if (missing.length > 0) onProgress?.(0, missing.length)
    for (const name of missing) {
      const { program, entryPoint } = describe(name)
      const compiling = this.#compile(name, program, entryPoint)
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

  async #compile(label: string, program: ProgramText, entryPoint: string): Promise<DevicePipeline> {
    const compiled = await this.#gpu.compile({ label, program, entryPoint, uses: KERNEL_BUFFERS })
    if (!compiled.ok && compiled.error.kind === 'validation') throw new KernelError(label, compiled.error.message)
    if (!compiled.ok) throw toMegabattError(compiled.error)
    await dispatchFirst(this.#gpu, compiled.value)
    return compiled.value
  }
}
