// Prints the program of a family or of a kernel alone. Devices compile this text, and trust is keyed by it.

import type { CellLayout } from '../../../kernel/cell-layout.ts'
import type { KernelCode } from './kernel-code.ts'
import { GROUP_FAMILY, isFamily, kernelsOfFamily, sharesEnds } from './families.ts'
import { arityOfKernel } from './kernel-arity.ts'
import { kernelOfForm } from './tuned-kernels.ts'

/** The text of a program by its name, see `programsOf`. */
export function printProgram(code: KernelCode, name: string, layout: CellLayout): string {
  if (!isFamily(name)) {
    const { kernel, tuned } = kernelOfForm(name)
    return code.printKernel({ kernel, arity: arityOfKernel(kernel), tuned, layout })
  }
  const members = kernelsOfFamily(name, layout).map((kernel) => ({ kernel, arity: arityOfKernel(kernel) }))
  if (name === GROUP_FAMILY) return code.printGroups(members, layout)
  return code.printFamily(members, layout, sharesEnds(name))
}
