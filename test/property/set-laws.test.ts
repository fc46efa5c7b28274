// Laws of sets, tuples and functions.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Notation } from '../../src/language/values/value-notation.ts'
import { gridOf } from '../generators/grids.ts'
import '../generators/seed.ts'
import { anySet as set, anyTuple as tuple, integerSet, patch } from '../generators/typical.ts'
import { call } from './call.ts'

describe('sets', () => {
  test('union is commutative and associative, and contains both', () => {
    fc.assert(
      fc.property(set, set, set, (a, b, c) => {
        const union = call('combine', a, b)
        expect(union).toEqual(call('combine', b, a))
        expect(call('combine', union, c)).toEqual(call('combine', a, call('combine', b, c)))
        expect(call('difference', a, union)).toEqual({ s: [] })
      }),
    )
  })

  test('intersection and difference take a set apart', () => {
    fc.assert(
      fc.property(set, set, (a, b) => {
        const [both, only] = [call('intersection', a, b), call('difference', a, b)]
        expect(call('combine', both, only)).toEqual(a)
        expect(call('intersection', both, only)).toEqual({ s: [] })
        expect(both).toEqual(call('intersection', b, a))
      }),
    )
  })

  test('what is inserted is there, and removed again is not', () => {
    fc.assert(
      fc.property(patch, set, (value, s) => {
        const more = call('insert', value, s)
        expect(call('contained', value, more)).toBe(1)
        expect(call('contained', value, call('remove', value, more))).toBe(0)
      }),
    )
  })

  test('the product has as many pairs as there are', () => {
    fc.assert(
      fc.property(integerSet, integerSet, (a, b) => {
        expect(call('size', call('product', a, b))).toBe((call('size', a) as number) * (call('size', b) as number))
      }),
    )
  })
})

describe('tuples', () => {
  test('dedupe again changes nothing, and keeps all values', () => {
    fc.assert(
      fc.property(tuple, (t) => {
        const once = call('dedupe', t)
        expect(call('dedupe', once)).toEqual(once)
        expect(call('difference', t, once)).toEqual({ t: [] })
      }),
    )
  })

  test('order sorts and keeps every element', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 200 }), (numbers) => {
        expect(call('order', { t: numbers }, { f: 'identity' })).toEqual(asTuple(numbers.toSorted((a, b) => a - b)))
      }),
    )
  })

  test('order by a key is stable', () => {
    const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 99 })), {
      maxLength: 150,
    })
    fc.assert(
      fc.property(pairs, (items) => {
        const sorted = items.toSorted(([a], [b]) => a - b)
        const spell = (list: [number, number][]): Notation => ({ t: list.map(([a, b]) => ({ t: [a, b] })) })
        const got = call('order', spell(items), { f: 'first' })
        expect(call('equality', got, spell(sorted))).toBe(1)
      }),
    )
  })
})

describe('functions', () => {
  test('apply of identity is the container', () => {
    fc.assert(
      fc.property(fc.oneof(set, tuple), (c) => {
        expect(call('apply', { f: 'identity' }, c)).toEqual(c)
      }),
    )
  })

  test('composing is applying in turn', () => {
    const compose: Notation = { call: 'compose', args: [{ f: 'vmirror' }, { f: 'rot90' }] }
    fc.assert(
      fc.property(gridOf('task'), (g) => {
        expect(call('rapply', { t: [compose] }, g)).toEqual(call('totuple', { t: [call('vmirror', call('rot90', g))] }))
      }),
    )
  })
})

function asTuple(items: Notation[]): Notation {
  return { t: items }
}
