// What a primitive is to a caller, in one number, as src/backends/cpu/apply.ts takes it apart.

import type { PrimitiveSource } from '../read-primitives.ts'

/** Bits 0-9 the kernel, 10-19 the kernel of the calls, 20-22 the arity, 23-24 that of the calls, 25 lazy, 26 higher-order. */
export function packFacts(primitive: PrimitiveSource, indexes: ReadonlyMap<string, number>): number {
  const kernel = indexes.get(primitive.kernel.name)!
  const arity = primitive.parameters.length << 20
  if (!primitive.calls) return kernel | arity
  const lazy = primitive.lazy ? 1 << 25 : 0
  const calls = (indexes.get(primitive.calls.name)! << 10) | ((primitive.callArity ?? 0) << 23)
  return kernel | calls | arity | lazy | (1 << 26)
}
