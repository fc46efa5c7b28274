// The list of tiny kernels against the kernels that there are.

import { expect, test } from 'vitest'
import { primitives } from '../primitives/registry.generated.ts'
import { tinyKernels } from './tiny-kernels.ts'

test('every name is that of a first-order kernel of one or two parameters', () => {
  const kernels = new Map(primitives.map((primitive) => [primitive.kernelName, primitive]))
  for (const name of tinyKernels) {
    const { sort, kernel } = kernels.get(name)!
    expect({ name, sort }).toEqual({ name, sort: 'first-order' })
    expect([2, 3]).toContain(kernel.length)
  }
  expect(new Set(tinyKernels).size).toBe(tinyKernels.length)
})
