// The two forms of the code of kernels.

import type { DeviceKind } from '../device/device.ts'
import type { KernelBlocks, KernelLibrary, KernelText } from './kernel-text.ts'
import * as structured from './kernels.generated.ts'

/** `structured`: every function is a function of WGSL; `blocks`: large functions are numbered blocks, which compile in bounded time. */
export type CodeForm = 'structured' | 'blocks'

/** The kernels in one form. */
export interface KernelCode {
  readonly form: CodeForm
  readonly library: KernelLibrary
}

const onSoftware: KernelCode = { form: 'structured', library: structured }
const onHardware: KernelCode = { form: 'structured', library: { ...structured, hasBranches: true } }

/** The kernels in structured form; accesses to memory branch on a GPU only. */
export function structuredCode(kind: DeviceKind): KernelCode {
  return kind === 'hardware' ? onHardware : onSoftware
}

/** The kernels as blocks; `blocks` is in a file of its own, since most devices do not need it. */
export function makeBlockCode(blocks: Readonly<Record<string, KernelBlocks>>): KernelCode {
  const kernels = Object.entries(structured.kernels).map(([name, kernel]): [string, KernelText] => {
    const own = blocks[name]
    return [name, own === undefined ? kernel : { ...kernel, blocks: own }]
  })
  return { form: 'blocks', library: { ...structured, kernels: Object.fromEntries(kernels) } }
}
