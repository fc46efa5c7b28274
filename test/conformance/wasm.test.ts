// Kernels in WebAssembly and in native code against the same kernels in JavaScript, word by word: results, faults, work, what is
// allocated.

import { describe, expect, test } from 'vitest'
import { CpuEvaluator } from '../../src/backends/cpu/cpu-evaluator.ts'
import { kernelIndexes } from '../../src/backends/kernel-numbers.generated.ts'
import type { KernelEngine } from '../../src/backends/cpu/engine.ts'
import { KernelHeap } from '../../src/backends/cpu/kernel-heap.ts'
import type { CellLayout } from '../../src/kernel/cell-layout.ts'
import { type Heap, resetHeap } from '../../src/kernel/heap.ts'
import type { Word } from '../../src/kernel/words.ts'
import { amount } from '../amount.ts'
import { kernelEngines } from '../engines.ts'
import { encodeCall } from '../generators/encode-calls.ts'
import { LAYOUTS, kernelsOf, newHeap, primitivesOf } from '../generators/layouts.ts'
import { SEED } from '../generators/seed.ts'
import { hostileBlocks, newSoup } from '../generators/word-soup.ts'
import { readVectors } from './vectors.ts'

const BUDGET = 1 << 12
const SOUPS = amount(1, 4)

/** Runs calls on heaps and on their copies in the memory of an engine. */
class EngineComparison {
  readonly #heaps: Record<CellLayout, KernelHeap>
  /** The part of their memory that may hold something. */
  readonly #used = { a: 0, t: 0 }

  constructor(engine: KernelEngine) {
    this.#heaps = { a: engine.newHeap(1 << 16, 'a'), t: engine.newHeap(1 << 16, 't') }
  }

  /** Runs a call on a heap and on its copy; what was different. */
  findDifference(h: Heap, run: (heap: Heap) => Word): string | undefined {
    const { layout, top, words } = h
    const copy = this.#heaps[layout]
    const before = words.slice()
    resetHeap(copy)
    copy.top = h.top
    if (copy.words.length < h.words.length) copy.grow(h.words.length)
    copy.words.set(h.words)
    copy.words.fill(0, h.words.length, this.#used[layout])
    for (const heap of [h, copy]) {
      heap.scratchTop = 0
      heap.work = 0
      heap.fault = 0
      heap.budget = BUDGET
    }
    const [wanted, got] = [run(h), run(copy)]
    const same = (name: 'top' | 'work' | 'fault' | 'scratchTop') => h[name] === copy[name]
    let difference: string | undefined
    if (wanted !== got) difference = `${wanted} in JavaScript, ${got} in the copy`
    else if (!same('top') || !same('fault') || !same('work') || !same('scratchTop'))
      difference = `top ${h.top} ${copy.top}, fault ${h.fault} ${copy.fault}, work ${h.work} ${copy.work}`
    else if (!equalWords(h.words.subarray(0, h.top), copy.words.subarray(0, h.top)))
      difference = 'the words on the heap'
    // The heap as it was, for the next call.
    words.set(before)
    h.words = words
    h.top = top
    this.#used[layout] = Math.max(h.words.length, copy.top)
    return difference
  }
}

/** Whether two parts of heaps have the same words; a loop over all of them would take most of the test's time. */
function equalWords(a: Int32Array, b: Int32Array): boolean {
  const bytes = (words: Int32Array): Uint8Array => new Uint8Array(words.buffer, words.byteOffset, words.byteLength)
  return Buffer.compare(bytes(a), bytes(b)) === 0
}

/** One kernel as the evaluator runs it. */
function runOn(name: string, kernel: (h: Heap, ...args: Word[]) => Word, args: readonly Word[]): (h: Heap) => Word {
  return (h) => {
    if (h instanceof KernelHeap) return h.run(kernelIndexes[name]!, args[0]!, args[1] ?? 0, args[2] ?? 0, args[3] ?? 0)
    h.work++
    const result = kernel(h, ...args)
    h.scratchTop = 0
    return h.fault === 0 ? result : h.fault
  }
}

describe.each(kernelEngines)('%s', (_name, engine) => {
  const comparison = new EngineComparison(engine)

  describe.each(LAYOUTS)('layout %s', (layout) => {
    describe('any words', () => {
      test.each(kernelsOf(layout))('$name', ({ name, kernel, arity }) => {
        const differences: unknown[] = []
        for (let k = 0; k < SOUPS; k++) {
          const { heap, word } = newSoup(SEED + k, 12, 30, layout)
          for (let call = 0; call < 30; call++) {
            const args = Array.from({ length: arity }, word)
            const difference = comparison.findDifference(heap, runOn(name, kernel, args))
            if (difference !== undefined) differences.push({ args, difference })
          }
        }
        expect(differences).toEqual([])
      })
    })

    test.each(Array.from({ length: 4 }, (_, k) => k))('any words for functions, soup %i', (k) => {
      const { heap, word } = newSoup(SEED + 100 + k, 12, 30, layout)
      const evaluator = new CpuEvaluator(BUDGET)
      const differences: unknown[] = []
      for (let call = 0; call < 400; call++) {
        const [fn, ...args] = Array.from({ length: 4 }, word) as [Word, ...Word[]]
        const difference = comparison.findDifference(heap, (h) =>
          evaluator.call(h, { fn, args: args.slice(0, 2), then: args.slice(2) }),
        )
        if (difference !== undefined) differences.push({ fn, args, difference })
      }
      expect(differences).toEqual([])
    })

    describe('blocks that are longer than the heap, shorter than nothing, or parts of themselves', () => {
      const heap = newHeap(layout, 1 << 12)
      test.each(kernelsOf(layout))('$name', ({ name, kernel, arity }) => {
        const differences: unknown[] = []
        for (const blocks of hostileBlocks(heap)) {
          for (const block of blocks) {
            for (let place = 0; place < arity; place++) {
              const args = Array.from({ length: arity }, (_, k) => (k === place ? block : 3))
              const difference = comparison.findDifference(heap, runOn(name, kernel, args))
              if (difference !== undefined) differences.push({ args, difference })
            }
          }
        }
        expect(differences).toEqual([])
      })
    })
  })

  describe('the conformance data, at a large and at a small budget', () => {
    const { vectors } = readVectors()
    test.each(primitivesOf('a').filter(([, , dialect]) => dialect === 'a'))('%s', (_, primitive) => {
      const own = vectors.filter(({ fn }) => fn === primitive.name)
      expect(own.length).toBeGreaterThan(0)
      const differences: unknown[] = []
      for (const budget of [1 << 24, 60, 7]) {
        const evaluator = new CpuEvaluator(budget)
        for (const vector of own) {
          const heap = newHeap('a', 1 << 14)
          const call = encodeCall(heap, primitive, vector)
          const difference = comparison.findDifference(heap, (h) => evaluator.call(h, call))
          if (difference !== undefined) differences.push({ vector, difference })
        }
      }
      expect(differences).toEqual([])
    })
  })

  test('memory that has grown keeps what it held', () => {
    const heap = engine.newHeap(16, 'a')
    heap.words[10] = 77
    heap.grow(1 << 20)
    expect(heap.words.length).toBeGreaterThanOrEqual(1 << 20)
    expect(heap.words[10]).toBe(77)
  })
})
