// The two forms of the code of kernels.

import type { CellLayout } from '../../../kernel/cell-layout.ts'
import type { DeviceKind } from '../device/device.ts'
import type { KernelBlocks, KernelLibrary, KernelText } from './kernel-text.ts'
import * as structured from './kernels.generated.ts'
import { assembleScheduler } from './scheduler-shader.ts'
import { type ShaderEntry, assembleFamily, assembleGroups, assembleShader, assembleSharing } from './shader.ts'

/** `structured`: every function is a function of WGSL; `blocks`: large functions are numbered blocks, which compile in bounded time. */
export type CodeForm = 'structured' | 'blocks'

/** The language of programs for a device. */
export type CodeLanguage = 'wgsl' | 'opencl'

/**
 * The kernels in one form and language. A program takes the buffers of KERNEL_BUFFERS as arguments, in that order. An OpenCL C program
 * declares the size of its workgroups by `reqd_work_group_size`.
 */
export interface KernelCode {
  readonly form: CodeForm
  readonly language: CodeLanguage
  /** The entry point of the programs of kernels and families; those of the scheduler are named after SchedulerEntry. */
  readonly entryPoint: string
  /** The program that makes the calls in the queue of one kernel. */
  readonly printKernel: (entry: ShaderEntry) => string
  /** The program that makes the calls in the queues of several kernels, which may share their ends. */
  readonly printFamily: (members: readonly ShaderEntry[], layout: CellLayout, isSharing: boolean) => string
  /** The program in which workgroups make the calls in the queues of several tuned kernels. */
  readonly printGroups: (members: readonly ShaderEntry[], layout: CellLayout) => string
  /** The program of all entry points of the scheduler. */
  readonly printScheduler: (layout: CellLayout) => string
}

/** The kernels in WGSL. */
export interface WgslCode extends KernelCode {
  readonly library: KernelLibrary
}

/** The kernels of a library in WGSL. */
export function wgslCode(form: CodeForm, library: KernelLibrary): WgslCode {
  return {
    form,
    language: 'wgsl',
    entryPoint: 'main',
    library,
    printKernel: (entry) => assembleShader(entry, library),
    printFamily: (members, layout, isSharing) =>
      isSharing ? assembleSharing(members, layout, library) : assembleFamily(members, layout, library),
    printGroups: (members, layout) => assembleGroups(members, layout, library),
    printScheduler: assembleScheduler,
  }
}

const onSoftware = wgslCode('structured', structured)
const onHardware = wgslCode('structured', { ...structured, hasBranches: true })

/** The kernels in structured form; accesses to memory branch on a GPU only. */
export function structuredCode(kind: DeviceKind): WgslCode {
  return kind === 'hardware' ? onHardware : onSoftware
}

/** The kernels as blocks; `blocks` is in a file of its own, since most devices do not need it. */
export function makeBlockCode(blocks: Readonly<Record<string, KernelBlocks>>): WgslCode {
  const kernels = Object.entries(structured.kernels).map(([name, kernel]): [string, KernelText] => {
    const own = blocks[name]
    return [name, own === undefined ? kernel : { ...kernel, blocks: own }]
  })
  return wgslCode('blocks', { ...structured, kernels: Object.fromEntries(kernels) })
}
