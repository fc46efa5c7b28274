// The ascending order: total, consistent with equality, and the one that the specification writes down.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CpuEvaluator } from '../../src/backends/cpu/cpu-evaluator.ts'
import { sizeOf } from '../../src/kernel/blocks.ts'
import { compare, equals } from '../../src/kernel/compare.ts'
import type { Heap } from '../../src/kernel/heap.ts'
import { PRIMITIVE_BASE, type Word, isError } from '../../src/kernel/words.ts'
import { errorKind } from '../../src/language/values/error-words.ts'
import { primitiveNamed } from '../../src/language/names.ts'
import { type Notation, encodeNotation } from '../../src/language/values/value-notation.ts'
import { type Plain, comparePlain, readPlain } from '../generators/plain-values.ts'
import { LAYOUTS, newHeap } from '../generators/layouts.ts'
import '../generators/seed.ts'
import { valuesOf } from '../generators/values.ts'

const RUNS = { numRuns: 1000 }
describe.each(LAYOUTS)('layout %s', (layout) => {
  const primitive = fc.constantFrom<Notation>({ f: 'size' }, { f: 'rot90' }, { f: 'fill' })
  const value = fc.oneof({ weight: 12, arbitrary: valuesOf('small', layout).Any }, { weight: 1, arbitrary: primitive })
  // The same value again, or one that differs in a single place: what independent draws hardly ever give.
  const neighbors = fc
    .tuple(fc.array(value, { minLength: 1, maxLength: 4 }), value, fc.nat(), fc.boolean())
    .map(([items, other, k, asSet]): [Notation, Notation] => {
      const changed = items.with(k % items.length, other)
      return asSet ? [{ s: items }, { s: changed }] : [{ t: items }, { t: changed }]
    })
  const pair = fc.oneof(fc.tuple(value, value), neighbors)

  function encodeAll(values: readonly Notation[]): { heap: Heap; words: Word[] } {
    const heap = newHeap(layout)
    return { heap, words: values.map((item) => encodeNotation(heap, item)) }
  }

  function order(heap: Heap, a: Word, b: Word): number {
    heap.work = 0
    const result = compare(heap, a, b)
    expect(heap.fault).toBe(0)
    return result
  }

  test('is what the specification says', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const { heap, words } = encodeAll([a, b])
        const expected = comparePlain(readPlain(heap, words[0]!), readPlain(heap, words[1]!))
        expect(order(heap, words[0]!, words[1]!)).toBe(expected)
        expect(order(heap, words[1]!, words[0]!)).toBe(expected === 0 ? 0 : -expected)
      }),
      RUNS,
    )
  })

  test('is equal exactly where equality holds', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const { heap, words } = encodeAll([a, b])
        heap.work = 0
        expect(equals(heap, words[0]!, words[1]!)).toBe(order(heap, words[0]!, words[1]!) === 0)
        expect(heap.fault).toBe(0)
      }),
      RUNS,
    )
  })

  test('is transitive', () => {
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        const { heap, words } = encodeAll([a, b, c])
        const [x, y, z] = words.toSorted((p, q) => order(heap, p, q))
        expect(order(heap, x!, y!)).toBeLessThanOrEqual(0)
        expect(order(heap, y!, z!)).toBeLessThanOrEqual(0)
        expect(order(heap, x!, z!)).toBeLessThanOrEqual(0)
      }),
      RUNS,
    )
  })

  test('two copies of one value are equal', () => {
    fc.assert(
      fc.property(valuesOf('task', layout).Any, (a) => {
        const { heap, words } = encodeAll([a, a])
        expect(order(heap, words[0]!, words[1]!)).toBe(0)
        heap.work = 0
        expect(equals(heap, words[0]!, words[1]!)).toBe(true)
      }),
      RUNS,
    )
  })

  describe('greater is Python’s', () => {
    const evaluator = new CpuEvaluator()
    const greater = (heap: Heap, a: Word, b: Word): Word =>
      evaluator.call(heap, { fn: PRIMITIVE_BASE + primitiveNamed('greater', layout)!.id, args: [a, b] })

    /** Python's `<` on plain values; undefined where it is a TypeError. */
    function isLess(a: Plain, b: Plain): boolean | undefined {
      if (a === null || b === null) return undefined
      if (typeof a === 'number' && typeof b === 'number') return a < b
      if (typeof a === 'number' || typeof b === 'number' || a.sort !== b.sort) return undefined
      if (a.sort === 'set') {
        const has = (part: Plain): boolean => b.parts.some((other) => comparePlain(part, other) === 0)
        return a.parts.length < b.parts.length && a.parts.every(has)
      }
      if (a.sort !== 'tuple') return undefined
      const k = a.parts.findIndex((part, n) => n >= b.parts.length || comparePlain(part, b.parts[n]!) !== 0)
      if (k < 0 || k >= b.parts.length) return k < 0 && a.parts.length < b.parts.length
      return isLess(a.parts[k]!, b.parts[k]!)
    }

    test('for values of all sorts', () => {
      const anyPair = fc.oneof(fc.tuple(valuesOf('small', layout).Any, valuesOf('small', layout).Any), neighbors)
      fc.assert(
        fc.property(anyPair, ([a, b]) => {
          const { heap, words } = encodeAll([a, b])
          const plain = words.map((word) => readPlain(heap, word))
          const result = greater(heap, words[1]!, words[0]!)
          const expected = isLess(plain[0]!, plain[1]!)
          const got = isError(result) ? errorKind(result) : result
          expect(got).toBe(expected === undefined ? 'type' : Number(expected))
        }),
        RUNS,
      )
    })

    test('for a set and its part', () => {
      fc.assert(
        fc.property(valuesOf('small', layout).FrozenSet, fc.nat(), (set, k) => {
          const items = (set as { s?: Notation[] }).s ?? []
          const { heap, words } = encodeAll([{ s: items }, { s: items.filter((_, n) => n % ((k % 3) + 2) !== 0) }])
          const isProper = sizeOf(heap, words[1]!) < sizeOf(heap, words[0]!)
          expect(greater(heap, words[0]!, words[1]!)).toBe(Number(isProper))
          expect(greater(heap, words[1]!, words[0]!)).toBe(0)
        }),
        RUNS,
      )
    })
  })
})
