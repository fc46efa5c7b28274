// Word soup on the CPU: whatever words a kernel is given, it ends soon, throws nothing, and writes only what it allocates.

import { describe, expect, test } from 'vitest'
import type { Heap } from '../../src/kernel/heap.ts'
import type { Word } from '../../src/kernel/words.ts'
import type { Kernel } from '../../src/primitives/primitive.ts'
import { primitives } from '../../src/primitives/registry.generated.ts'
import { SEED } from '../generators/seed.ts'
import { type Soup, newSoup } from '../generators/word-soup.ts'

const BUDGET = 1 << 12
const SOUPS = 4
const CALLS_A_SOUP = 100
const MILLISECONDS_A_CALL = 250

const kernels = primitives.flatMap((p): { name: string; kernel: Kernel; arity: number }[] => {
  const arity = p.parameters.length
  if (p.sort !== 'higher-order') return [{ name: p.name, kernel: p.kernel, arity }]
  return [
    { name: p.callsName, kernel: p.calls, arity },
    { name: p.kernelName, kernel: p.kernel, arity: arity + 1 },
  ]
})

function runKernel(h: Heap, kernel: Kernel, args: readonly Word[]): Word {
  h.work = 0
  h.budget = BUDGET
  h.fault = 0
  h.scratchTop = 0
  const result = kernel(h, ...args)
  return h.fault === 0 ? result : h.fault
}

function stirred({ heap, word }: Soup, kernel: Kernel, arity: number, calls: number): string[] {
  const flaws: string[] = []
  const before = heap.words.slice()
  const { top } = heap
  for (let k = 0; k < calls; k++) {
    const args = Array.from({ length: arity }, word)
    const started = performance.now()
    const result = runKernel(heap, kernel, args)
    const took = performance.now() - started
    if ((result | 0) !== result) flaws.push(`${args.join(', ')}: ${result} is no word`)
    if (took > MILLISECONDS_A_CALL) flaws.push(`${args.join(', ')}: took ${took} ms`)
    if (changedOutside(heap, before, top))
      flaws.push(`${args.join(', ')}: words outside of what was allocated are changed`)
    heap.words = before.slice()
    heap.top = top
  }
  return flaws
}

/** Whether a word below `from` or above the heap's top is not what it was before; what grew beyond that must be 0. */
function changedOutside(h: Heap, before: Int32Array, from: number): boolean {
  const same = (start: number, end: number): boolean => {
    for (let k = start; k < end; k++) if (h.words[k] !== (before[k] ?? 0)) return false
    return true
  }
  return h.top < from || !same(0, from) || !same(h.top, h.words.length)
}

describe('a kernel takes any words', () => {
  test.each(kernels)('$name', ({ kernel, arity }) => {
    for (let k = 0; k < SOUPS; k++) {
      expect(stirred(newSoup(SEED + k, 12, 30), kernel, arity, CALLS_A_SOUP)).toEqual([])
    }
  })
})
