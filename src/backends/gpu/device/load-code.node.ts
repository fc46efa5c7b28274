// Loads the kernels in a form. A file of Node's: the blocks would be half of the bundle for browsers, which do not use them.

import { type CodeForm, type KernelCode, makeBlockCode, structuredCode } from '../shaders/code-form.ts'

let blockCode: Promise<KernelCode> | undefined

/** The kernels in this form; the blocks are loaded when they are first needed. */
export function loadCode(form: CodeForm): Promise<KernelCode> {
  if (form === 'structured') return Promise.resolve(structuredCode)
  blockCode ??= import('../shaders/kernel-blocks.generated.ts').then(({ kernelBlocks }) => makeBlockCode(kernelBlocks))
  return blockCode
}
