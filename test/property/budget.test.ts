// Budgets: what grows without end is stopped by counted work, soon and always at the same place; what is large is not.

import { describe, expect, test } from 'vitest'
import { CpuEvaluator } from '../../src/backends/cpu/cpu-evaluator.ts'
import { resetHeap } from '../../src/kernel/heap.ts'
import { type Word, isError } from '../../src/kernel/words.ts'
import { errorKind } from '../../src/language/values/error-words.ts'
import { primitiveWord } from '../../src/language/names.ts'
import { type Notation, encodeNotation } from '../../src/language/values/value-notation.ts'
import { engines } from '../engines.ts'

const grid: Notation = { g: ['12', '34'] }

describe.each(engines)('%s', (_, engine) => {
  /** Calls a primitive with its own result again and again; how often until the error, and its kind. */
  function growUntilError(
    name: string,
    first: Notation,
    args: (word: Word) => Word[],
  ): { steps: number; kind: string } {
    const heap = engine.newHeap(1 << 16, 'a')
    const evaluator = new CpuEvaluator()
    let word = encodeNotation(heap, first)
    for (let steps = 1; steps <= 100; steps++) {
      word = evaluator.call(heap, { fn: primitiveWord(name), args: args(word) })
      if (isError(word)) return { steps, kind: errorKind(word) }
    }
    return { steps: Infinity, kind: 'none' }
  }

  test.each<[string, Notation, (word: Word) => Word[]]>([
    ['vconcat', grid, (w) => [w, w]],
    ['hconcat', grid, (w) => [w, w]],
    ['upscale', grid, (w) => [w, 2]],
    ['combine', { t: [1, 2, 3] }, (w) => [w, w]],
    ['product', { s: [1, 2, 3] }, (w) => [w, w]],
  ])('%s of its own result ends with a budget error, at the same step every time', (name, first, args) => {
    const once = growUntilError(name, first, args)
    expect(once.kind).toBe('budget')
    expect(growUntilError(name, first, args)).toEqual(once)
  })

  test('a function that doubles, to a high power, ends with a budget error', () => {
    const heap = engine.newHeap(1 << 16, 'a')
    const doubling = encodeNotation(heap, {
      call: 'fork',
      args: [{ f: 'vconcat' }, { f: 'identity' }, { f: 'identity' }],
    })
    const evaluator = new CpuEvaluator()
    const power = evaluator.call(heap, { fn: primitiveWord('power'), args: [doubling, 900] })
    const result = evaluator.call(heap, { fn: power, args: [encodeNotation(heap, grid)] })
    expect(isError(result) && errorKind(result)).toBe('budget')
  })

  test('a product of two sets of 900 is reasonable', () => {
    const heap = engine.newHeap(1 << 16, 'a')
    const indices: Notation = { s: Array.from({ length: 900 }, (_, k) => ({ t: [Math.floor(k / 30), k % 30] })) }
    const side = encodeNotation(heap, indices)
    const evaluator = new CpuEvaluator()
    const product = evaluator.call(heap, { fn: primitiveWord('product'), args: [side, side] })
    expect(evaluator.call(heap, { fn: primitiveWord('size'), args: [product] })).toBe(810_000)
  })

  test('what was on the heap before changes no result', () => {
    const heap = engine.newHeap(1 << 16, 'a')
    const evaluator = new CpuEvaluator()
    const count = (): Word => {
      const args = [encodeNotation(heap, { g: ['1010', '0101', '1010'] }), 1, 1, 1]
      return evaluator.call(heap, {
        fn: primitiveWord('size'),
        args: [evaluator.call(heap, { fn: primitiveWord('objects'), args })],
      })
    }
    const fresh = count()
    for (let k = 0; k < 50; k++) expect(count()).toBe(fresh)
    resetHeap(heap)
    expect(count()).toBe(fresh)
  })
})
