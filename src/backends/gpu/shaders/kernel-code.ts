// The programs of kernels in the language of a device; here in WGSL.

import type { CellLayout } from '../../../kernel/cell-layout.ts'
import type { DeviceKind } from '../device/device.ts'
import type { KernelLibrary } from './kernel-text.ts'
import * as generated from './kernels.generated.ts'
import { assembleScheduler } from './scheduler-shader.ts'
import { type ShaderEntry, assembleFamily, assembleGroups, assembleShader, assembleSharing } from './shader.ts'

/** The language of programs for a device. */
export type CodeLanguage = 'wgsl' | 'opencl'

/**
 * The kernels in one language. A program takes the buffers of KERNEL_BUFFERS as arguments, in that order. An OpenCL C program
 * declares the size of its workgroups by `reqd_work_group_size`.
 */
export interface KernelCode {
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

/** The kernels of a library in WGSL. */
export function makeWgslCode(library: KernelLibrary): KernelCode {
  return {
    language: 'wgsl',
    entryPoint: 'main',
    printKernel: (entry) => assembleShader(entry, library),
    printFamily: (members, layout, isSharing) =>
      isSharing ? assembleSharing(members, layout, library) : assembleFamily(members, layout, library),
    printGroups: (members, layout) => assembleGroups(members, layout, library),
    printScheduler: assembleScheduler,
  }
}

const onSoftware = makeWgslCode(generated)
const onHardware = makeWgslCode({ ...generated, hasBranches: true })

/** The kernels in WGSL; accesses to memory branch on a GPU only. */
export function wgslCode(kind: DeviceKind): KernelCode {
  return kind === 'hardware' ? onHardware : onSoftware
}
