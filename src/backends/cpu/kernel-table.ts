// Every kernel in JavaScript by its number, which is its place in the table of the WebAssembly module.

import { newResults } from '../../kernel/calls.ts'
import type { Kernel } from '../../primitives/primitive.ts'
import { primitives } from '../../primitives/registry.generated.ts'
import { kernelIndexes } from '../kernel-numbers.generated.ts'

export const kernelTable: readonly Kernel[] = makeTable()

function makeTable(): Kernel[] {
  const table: Kernel[] = []
  const put = (name: string, kernel: Kernel): void => {
    table[kernelIndexes[name]!] = kernel
  }
  put('newResults', newResults)
  for (const primitive of primitives) {
    put(primitive.kernelName, primitive.kernel)
    if (primitive.sort === 'higher-order') put(primitive.callsName, primitive.calls)
  }
  return table
}
