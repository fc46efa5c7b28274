// The primitives and kernels of a cell layout, for tests that run on both.

import type { CellLayout } from '../../src/kernel/cell-layout.ts'
import { Heap } from '../../src/kernel/heap.ts'
import type { DialectId, Kernel, Primitive } from '../../src/primitives/primitive.ts'
import { primitives } from '../../src/primitives/registry.generated.ts'

export const LAYOUTS: readonly CellLayout[] = ['a', 't']

/** An empty heap of the layout. */
export function newHeap(layout: CellLayout, wordCount = 1 << 16): Heap {
  return new Heap(wordCount, 1 << 12, layout)
}

/** The dialect in which arguments of a primitive are drawn for a layout; undefined if no dialect of the layout has it. */
export function dialectFor({ declarations }: Primitive, layout: CellLayout): DialectId | undefined {
  const dialects: readonly DialectId[] = layout === 't' ? ['t'] : ['a', 'r']
  return dialects.find((dialect) => declarations[dialect] !== undefined)
}

/** The primitives of a layout by key, each with the dialect in which its arguments are drawn. */
export function primitivesOf(layout: CellLayout): [key: string, primitive: Primitive, dialect: DialectId][] {
  return primitives.flatMap((primitive) => {
    const dialect = dialectFor(primitive, layout)
    return dialect === undefined ? [] : [[primitive.key, primitive, dialect] as [string, Primitive, DialectId]]
  })
}

export interface NamedKernel {
  readonly name: string
  readonly kernel: Kernel
  readonly arity: number
}

/** The kernels of the primitives of a layout, each once. */
export function kernelsOf(layout: CellLayout): NamedKernel[] {
  const kernels = primitivesOf(layout).flatMap(([, p]): NamedKernel[] => {
    const arity = p.parameters.length
    if (p.sort !== 'higher-order') return [{ name: p.kernelName, kernel: p.kernel, arity }]
    return [
      { name: p.callsName, kernel: p.calls, arity },
      { name: p.kernelName, kernel: p.kernel, arity: arity + 1 },
    ]
  })
  return [...new Map(kernels.map((kernel) => [kernel.name, kernel])).values()]
}
