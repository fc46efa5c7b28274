// One pipeline a kernel, compiled when first asked for and kept.

import type { GpuDevice } from './device.ts'
import { assembleShader } from './shader.ts'
import { errorFromTrouble, expectValue, withErrorScopes } from './trouble.ts'

// The number behind GPUShaderStage.COMPUTE, which is a global only in browsers.
const COMPUTE = 4

const BINDINGS: readonly GPUBufferBindingType[] = [
  'storage',
  'storage',
  'storage',
  'read-only-storage',
  'storage',
  'uniform',
]

/** A kernel as a shader's entry: its name and how many argument words it takes. */
export interface KernelEntry {
  readonly kernel: string
  readonly arity: number
}

/** The pipelines of one device. */
export class Pipelines {
  readonly #gpu: GpuDevice
  readonly #layout: GPUBindGroupLayout
  readonly #pipelineLayout: GPUPipelineLayout
  readonly #byKernel = new Map<string, Promise<GPUComputePipeline>>()

  constructor(gpu: GpuDevice) {
    this.#gpu = gpu
    this.#layout = gpu.device.createBindGroupLayout({
      label: 'kernel',
      entries: BINDINGS.map((type, binding) => ({ binding, visibility: COMPUTE, buffer: { type } })),
    })
    this.#pipelineLayout = gpu.device.createPipelineLayout({ bindGroupLayouts: [this.#layout] })
  }

  /** The pipelines of these kernels, in order; throws a BugError for a kernel that does not compile. */
  async prepare(entries: readonly KernelEntry[]): Promise<GPUComputePipeline[]> {
    for (const entry of entries) {
      if (!this.#byKernel.has(entry.kernel)) this.#byKernel.set(entry.kernel, this.#compile(entry))
    }
    return Promise.all(entries.map(({ kernel }) => this.#byKernel.get(kernel)!))
  }

  // Asynchronous, so that a driver may compile on all cores. Node does not stay alive for it by itself; `wait` sees to that.
  async #compile(entry: KernelEntry): Promise<GPUComputePipeline> {
    const { device } = this.#gpu
    const label = `the kernel ${entry.kernel}`
    const pending = await withErrorScopes(this.#gpu, label, () => {
      const module = device.createShaderModule({ label: entry.kernel, code: assembleShader(entry) })
      return device.createComputePipelineAsync({
        label: entry.kernel,
        layout: this.#pipelineLayout,
        compute: { module, entryPoint: 'main' },
      })
    })
    return this.#gpu.wait(expectValue(pending)).catch((error: unknown) => {
      throw errorFromTrouble({ kind: 'validation', label, message: String(error) })
    })
  }

  /** A bind group of the kernels' one layout, buffers in the order of the bindings. */
  bind(buffers: readonly GPUBufferBinding[]): GPUBindGroup {
    return this.#gpu.device.createBindGroup({
      layout: this.#layout,
      entries: buffers.map((resource, binding) => ({ binding, resource })),
    })
  }
}
