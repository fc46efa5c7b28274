// Values that are small on the heap but long to walk along: many times the same row. What is not made need not be paid for
// when it is allocated, so whoever walks along it must count, and stop when the budget is used up.

import { describe, expect, test } from 'vitest'
import { CpuEvaluator } from '../../src/backends/cpu/cpu-evaluator.ts'
import { PRIMITIVE_BASE, type Word, isError } from '../../src/kernel/words.ts'
import { describeError } from '../../src/language/values/error-words.ts'
import { primitiveNamed } from '../../src/language/names.ts'
import { type Notation, encodeNotation } from '../../src/language/values/value-notation.ts'
import { drawArguments, encodeCall } from '../generators/encode-calls.ts'
import { LAYOUTS, newHeap, primitivesOf } from '../generators/layouts.ts'
import { limitAccesses } from '../generators/limit-accesses.ts'

const LENGTH = 30_000
const BUDGET = 1 << 14
/** Ten times as many accesses to the heap as any call needs; walking along all of a value takes fifty times as many again. */
const MOST_ACCESSES = 1000 * BUDGET

describe.each(LAYOUTS)('layout %s', (layout) => {
  const heap = newHeap(layout, 1 << 20)
  const maker = new CpuEvaluator()

  function make(name: string, ...args: Word[]): Word {
    const result = maker.call(heap, { fn: PRIMITIVE_BASE + primitiveNamed(name, layout)!.id, args })
    if (isError(result)) throw new Error(`${name}: ${describeError(result)}`)
    return result
  }

  function many(item: (k: number) => Notation): Notation[] {
    return Array.from({ length: LENGTH }, (_, k) => item(k))
  }

  const cell = (color: number, i: number, j: number): Notation =>
    layout === 't' ? { t: [i, j, color] } : { t: [color, { t: [i, j] }] }
  const index = (k: number): Notation => ({ t: [k % 200, Math.floor(k / 200)] })
  const emptySet = encodeNotation(heap, { s: [] })
  const rows: Readonly<Record<string, Word>> = {
    'empty sets': make('repeat', emptySet, LENGTH),
    cells: encodeNotation(heap, { t: many(() => cell(3, 1, 2)) }),
    'zeros, and a set at the end': make('combine', make('repeat', 0, LENGTH), make('repeat', emptySet, 1)),
    'a set of integers': encodeNotation(heap, { s: many((k) => k) }),
    'a set of indices': encodeNotation(heap, { s: many(index) }),
    'an object': encodeNotation(heap, { s: many((k) => cell(k % 10, k % 200, Math.floor(k / 200))) }),
    'a grid': make('canvas', 3, encodeNotation(heap, { t: [LENGTH / 100, 100] })),
  }
  const tables = Object.values(rows).map((row) => make('repeat', row, LENGTH))
  const doubled = Array.from({ length: 40 }).reduce<Word>((value) => make('astuple', value, value), emptySet)
  const values = [...tables, doubled]
  const limit = limitAccesses(heap)

  describe('a walk along the same row, again and again, is counted', () => {
    test.each(primitivesOf(layout))('%s', (_, primitive, dialect) => {
      const evaluator = new CpuEvaluator(BUDGET)
      const { top } = heap
      heap.budget = 1 << 24
      const { args } = encodeCall(heap, primitive, drawArguments(primitive, 1, dialect)[0]!)
      const started = heap.top
      for (const value of values) {
        // In each place by itself, and in all of them.
        for (let place = 0; place <= args.length; place++) {
          const given = args.map((arg, k) => (k === place || place === args.length ? value : arg))
          const call = { fn: PRIMITIVE_BASE + primitive.id, args: given }
          const result = limit(MOST_ACCESSES, () => evaluator.call(heap, call))
          expect(result | 0).toBe(result)
          heap.top = started
        }
      }
      heap.top = top
    })
  })
})
