// Word soup on the CPU: whatever words a kernel is given, it ends soon, throws nothing, and writes only what it allocates.

import { describe, expect, test } from 'vitest'
import { CpuEvaluator } from '../../src/backends/cpu/cpu-evaluator.ts'
import type { Heap } from '../../src/kernel/heap.ts'
import { PRIMITIVE_BASE, type Word } from '../../src/kernel/words.ts'
import type { Kernel } from '../../src/primitives/primitive.ts'
import { amount, isAll } from '../amount.ts'
import { LAYOUTS, kernelsOf, newHeap, primitivesOf } from '../generators/layouts.ts'
import { limitAccesses } from '../generators/limit-accesses.ts'
import { SEED } from '../generators/seed.ts'
import { hostileBlocks, newSoup } from '../generators/word-soup.ts'

const BUDGET = 1 << 12
const SOUPS = amount(1, 4)
const CALLS_A_SOUP = amount(12, 80)
const FUNCTION_CALLS = amount(300, 1000)
/** `npm test` tries one hostile block of four. */
const STRIDE = isAll ? 1 : 4
/** Ten times as many accesses to the heap as any call needs. */
const MOST_ACCESSES = 1000 * BUDGET

function runKernel(h: Heap, kernel: Kernel, args: readonly Word[]): Word {
  h.work = 0
  h.budget = BUDGET
  h.fault = 0
  h.scratchTop = 0
  const result = kernel(h, ...args)
  return h.fault === 0 ? result : h.fault
}

/** Makes calls one after the other, each on the heap as it was; what was wrong with them. */
function findFlaws(heap: Heap, calls: Iterable<readonly Word[]>, run: (args: readonly Word[]) => Word): string[] {
  const flaws: string[] = []
  const { words, top } = heap
  const limit = limitAccesses(heap)
  const before = words.slice()
  for (const args of calls) {
    let result: Word = 0
    try {
      result = limit(MOST_ACCESSES, () => run(args))
    } catch (error) {
      flaws.push(`${args.join(', ')}: ${String(error)}`)
    }
    if ((result | 0) !== result) flaws.push(`${args.join(', ')}: ${result} is no word`)
    if (changedOutside(heap, before, top)) flaws.push(`${args.join(', ')}: words that it did not allocate are changed`)
    words.set(before)
    heap.words = words
    heap.top = top
  }
  return flaws
}

/** Whether a word below `from` or above the heap's top is not what it was before; what grew beyond that must be 0. */
function changedOutside(h: Heap, before: Int32Array, from: number): boolean {
  if (h.top < from) return true
  const bytes = (words: Int32Array): Uint8Array => new Uint8Array(words.buffer, words.byteOffset, words.byteLength)
  const same = (a: Int32Array, b: Int32Array): boolean => Buffer.compare(bytes(a), bytes(b)) === 0
  const end = Math.max(h.top, before.length)
  return (
    !same(h.words.subarray(0, from), before.subarray(0, from)) ||
    !same(h.words.subarray(h.top, before.length), before.subarray(h.top)) ||
    !same(h.words.subarray(end), new Int32Array(h.words.length - Math.min(end, h.words.length)))
  )
}

function* randomCalls(word: () => Word, arity: number, count: number): Generator<Word[]> {
  for (let k = 0; k < count; k++) yield Array.from({ length: arity }, word)
}

/** Each hostile block in each place, the other places taken by a small integer, or by hostile blocks as well. */
function* hostileCalls(blocks: readonly Word[], arity: number): Generator<Word[]> {
  for (const block of blocks.filter((_, k) => k % STRIDE === 0)) {
    for (let place = 0; place < arity; place++) yield Array.from({ length: arity }, (_, k) => (k === place ? block : 3))
    if (arity > 1) yield Array.from({ length: arity }, (_, k) => (k === 0 ? block : blocks[k]!))
  }
}

describe.each(LAYOUTS)('layout %s', (layout) => {
  describe('a kernel takes any words', () => {
    test.each(kernelsOf(layout))('$name', ({ kernel, arity }) => {
      for (let k = 0; k < SOUPS; k++) {
        const { heap, word } = newSoup(SEED + k, 12, 30, layout)
        const calls = randomCalls(word, arity, CALLS_A_SOUP)
        expect(findFlaws(heap, calls, (args) => runKernel(heap, kernel, args))).toEqual([])
      }
    })
  })

  describe('a kernel takes blocks that are longer than the heap, shorter than nothing, or parts of themselves', () => {
    const heap = newHeap(layout, 1 << 14)
    test.each(kernelsOf(layout))('$name', ({ kernel, arity }) => {
      for (const blocks of hostileBlocks(heap)) {
        expect(findFlaws(heap, hostileCalls(blocks, arity), (args) => runKernel(heap, kernel, args))).toEqual([])
      }
    })
  })

  describe('the evaluator takes any words for functions', () => {
    test.each(Array.from({ length: 6 }, (_, k) => k))('soup %i', (k) => {
      const { heap, word } = newSoup(SEED + 100 + k, 12, 30, layout)
      const evaluator = new CpuEvaluator(BUDGET)
      const run = ([fn, ...args]: readonly Word[]): Word =>
        evaluator.call(heap, { fn: fn!, args: args.slice(0, 2), then: args.slice(2) })
      expect(findFlaws(heap, randomCalls(word, 4, FUNCTION_CALLS), run)).toEqual([])
    })

    test.each(primitivesOf(layout).filter(([, { sort }]) => sort !== 'first-order'))('%s of any words', (_, p) => {
      const { heap, word } = newSoup(SEED + 200 + p.id, 12, 30, layout)
      const evaluator = new CpuEvaluator(BUDGET)
      const arity = p.parameters.length
      const run = (args: readonly Word[]): Word =>
        evaluator.call(heap, {
          fn: PRIMITIVE_BASE + p.id,
          args: args.slice(0, arity),
          ...(p.sort === 'combinator' ? { then: args.slice(arity) } : {}),
        })
      expect(findFlaws(heap, randomCalls(word, arity + 1, 200), run)).toEqual([])
    })
  })
})
