// Values on the heap: they come back as they went in, each has one form however it was made, and what else is on the heap
// changes nothing.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CpuEvaluator } from '../../src/backends/cpu/cpu-evaluator.ts'
import { sameNotation } from '../../src/engine/conform/conform.ts'
import type { Heap } from '../../src/kernel/heap.ts'
import { PRIMITIVE_BASE, type Word, isError } from '../../src/kernel/words.ts'
import { primitives } from '../../src/language/names.ts'
import { type Notation, decodeNotation, encodeNotation } from '../../src/language/values/value-notation.ts'
import { amount } from '../amount.ts'
import { findDifference } from '../generators/canonical.ts'
import { drawArguments, encodeCall } from '../generators/encode-calls.ts'
import { findFlaw } from '../generators/forms.ts'
import { functionsOf } from '../generators/functions.ts'
import { LAYOUTS, newHeap, primitivesOf } from '../generators/layouts.ts'
import '../generators/seed.ts'
import { type TypeName, valuesOf } from '../generators/values.ts'

const RUNS = { numRuns: amount(50, 300) }
const BUDGET = 1 << 16
const CALLS_A_PRIMITIVE = amount(50, 300)
describe.each(LAYOUTS)('layout %s', (layout) => {
  const values = valuesOf('large', layout)
  const types = Object.entries(values) as [TypeName, fc.Arbitrary<Notation>][]

  describe('encode, decode', () => {
    test.each([...types, ['Callable', functionsOf(layout).anyFunction] as const])(
      '%s: what comes back goes in as the same value',
      (_, arbitrary) => {
        fc.assert(
          fc.property(arbitrary, (value) => {
            const heap = newHeap(layout)
            const word = encodeNotation(heap, value)
            expect(findFlaw(heap, word)).toBeUndefined()
            const decoded = decodeNotation(heap, word)
            const again = encodeNotation(heap, decoded)
            expect(findDifference(heap, word, heap, again)).toBeUndefined()
            expect(decodeNotation(heap, again)).toEqual(decoded)
          }),
          RUNS,
        )
      },
    )

    test('without sets, which are put in order, it is what went in', () => {
      fc.assert(
        fc.property(fc.oneof(values.Grid, values.Integer, values.IntegerTuple, values.Cell), (value) => {
          fc.pre(!JSON.stringify(value).includes('"s"'))
          const heap = newHeap(layout)
          expect(sameNotation(decodeNotation(heap, encodeNotation(heap, value)), value)).toBe(true)
        }),
        RUNS,
      )
    })
  })

  describe('one form, whatever the way', () => {
    const evaluator = new CpuEvaluator()
    // By kernel: not every name of dialect a is one of dialect t.
    const primitiveWord = (kernel: string): Word =>
      PRIMITIVE_BASE + primitives.find(({ kernelName }) => kernelName === kernel)!.id
    const call = (heap: Heap, kernel: string, ...args: Word[]): Word => {
      const primitive = primitives[primitiveWord(kernel) - PRIMITIVE_BASE]!
      return primitive.sort === 'first-order'
        ? primitive.kernel(heap, ...args)
        : evaluator.call(heap, { fn: primitiveWord(kernel), args })
    }

    function expectSame(heap: Heap, a: Word, b: Word): void {
      expect(isError(b)).toBe(false)
      expect(findDifference(heap, a, heap, b)).toBeUndefined()
    }

    test('a tuple: written, put together from parts, from a set, by mapping, by cutting', () => {
      fc.assert(
        fc.property(values.Tuple, fc.nat(), (tuple, n) => {
          const items = (tuple as { t?: Notation[] }).t
          fc.pre(items !== undefined)
          const heap = newHeap(layout)
          const word = encodeNotation(heap, tuple)
          const cut = items!.length === 0 ? 0 : n % items!.length
          const [head, tail] = [items!.slice(0, cut), items!.slice(cut)].map((t) => encodeNotation(heap, { t }))
          expectSame(heap, word, call(heap, 'combine', head!, tail!))
          expectSame(heap, word, call(heap, 'apply', primitiveWord('identity'), word))
          expectSame(heap, word, call(heap, 'hmirror', call(heap, 'hmirror', word)))
          expectSame(heap, word, call(heap, 'tophalf', call(heap, 'combine', word, word)))
          expectSame(
            heap,
            word,
            call(heap, 'sfilter', word, encodeNotation(heap, { call: 'rbind', args: [{ f: 'either' }, 1] })),
          )
          expectSame(
            heap,
            word,
            call(heap, 'merge', encodeNotation(heap, { t: items!.map((item) => ({ t: [item] })) })),
          )
        }),
        RUNS,
      )
    })

    test('a set: written, inserted one by one, united, subtracted, from a tuple', () => {
      fc.assert(
        fc.property(values.FrozenSet, (set) => {
          const items = (set as { s?: Notation[] }).s
          fc.pre(items !== undefined)
          const heap = newHeap(layout)
          const word = encodeNotation(heap, set)
          let grown = encodeNotation(heap, { s: [] })
          for (const item of items!.toReversed()) grown = call(heap, 'insert', encodeNotation(heap, item), grown)
          expectSame(heap, word, grown)
          const [left, right] = [0, 1].map((odd) => encodeNotation(heap, { s: items!.filter((_, k) => k % 2 === odd) }))
          expectSame(heap, word, call(heap, 'combine', right!, left!))
          const other = encodeNotation(heap, { s: [{ t: [77, 77, { s: [] }] }] })
          expectSame(heap, word, call(heap, 'difference', call(heap, 'combine', other, word), other))
          expectSame(heap, word, call(heap, 'combine', encodeNotation(heap, { s: [] }), call(heap, 'totuple', word)))
          expectSame(heap, word, call(heap, 'merge', call(heap, 'apply', primitiveWord('initset'), word)))
        }),
        RUNS,
      )
    })

    test('a grid: written, made of rows, turned, painted, cut and put together', () => {
      fc.assert(
        fc.property(values.Grid, (grid) => {
          fc.pre(typeof grid === 'object' && grid !== null && 'g' in grid)
          const heap = newHeap(layout)
          const word = encodeNotation(heap, grid)
          const rows = (grid as { g: string[] }).g.map((row) => ({ t: Array.from(row, Number) }))
          expectSame(heap, word, encodeNotation(heap, { t: rows }))
          expectSame(heap, word, call(heap, 'rot270', call(heap, 'rot90', word)))
          expectSame(
            heap,
            word,
            call(heap, 'paint', call(heap, 'canvas', 0, call(heap, 'shape', word)), call(heap, 'asobject', word)),
          )
          expectSame(heap, word, call(heap, 'dmirror', call(heap, 'dmirror', word)))
          expectSame(heap, word, call(heap, 'trim', encodeNotation(heap, { t: framed(rows) })))
          expectSame(heap, word, call(heap, 'replace', call(heap, 'replace', word, 0, 10), 10, 0))
        }),
        RUNS,
      )
    })

    function framed(rows: readonly { t: number[] }[]): Notation[] {
      const border = { t: Array.from({ length: rows[0]!.t.length + 2 }, () => 5) }
      return [border, ...rows.map(({ t }) => ({ t: [5, ...t, 5] })), border]
    }
  })

  describe('every result has its one form, on a fresh heap and on one in use', () => {
    test.each(primitivesOf(layout))('%s', (name, primitive, dialect) => {
      const evaluator = new CpuEvaluator(BUDGET)
      const used = newHeap(layout)
      const flaws = drawArguments(primitive, CALLS_A_PRIMITIVE, dialect).flatMap((args) => {
        const fresh = newHeap(layout, 1 << 12)
        const a = evaluator.call(fresh, encodeCall(fresh, primitive, args))
        const b = evaluator.call(used, encodeCall(used, primitive, args))
        const flaw = (isError(a) ? undefined : findFlaw(fresh, a)) ?? findDifference(fresh, a, used, b)
        return flaw === undefined ? [] : [{ name, ...args, flaw }]
      })
      expect(flaws.slice(0, 3)).toEqual([])
    })
  })
})
