// Loads the kernels in a form. A file of Node's: the blocks would be half of the bundle for browsers, which do not use them.

import type { AdapterDescription } from './device.ts'
import { type CodeForm, type WgslCode, makeBlockCode, structuredCode } from '../shaders/code-form.ts'

let blockCode: Promise<WgslCode> | undefined

/** The kernels in this form for a device; the blocks are loaded when they are first needed. */
export function loadCode(form: CodeForm, { kind }: Pick<AdapterDescription, 'kind'>): Promise<WgslCode> {
  if (form === 'structured') return Promise.resolve(structuredCode(kind))
  blockCode ??= import('../shaders/kernel-blocks.generated.ts').then(({ kernelBlocks }) => makeBlockCode(kernelBlocks))
  return blockCode
}
