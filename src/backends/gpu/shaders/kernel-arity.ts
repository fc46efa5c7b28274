// The number of arguments of each kernel.

import { primitives } from '../../../primitives/registry.generated.ts'
import { COPY_KERNEL } from './device-state.ts'

const arities = new Map<string, number>([[COPY_KERNEL, 1]])
for (const primitive of primitives) {
  const count = primitive.parameters.length
  arities.set(primitive.kernelName, primitive.sort === 'higher-order' ? count + 1 : count)
  if (primitive.sort === 'higher-order') arities.set(primitive.callsName, count)
}

/** All kernels. */
export const kernelNames: readonly string[] = [...arities.keys()]

export function arityOfKernel(kernel: string): number {
  const arity = arities.get(kernel)
  if (arity === undefined) throw new RangeError(`there is no kernel '${kernel}'`)
  return arity
}
