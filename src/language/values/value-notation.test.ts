// The notation of values: invalid values are rejected with their path.

import { describe, expect, test } from 'vitest'
import { LIST, newBlock } from '../../kernel/blocks.ts'
import { TYPE_ERROR } from '../../kernel/errors.ts'
import { Heap } from '../../kernel/heap.ts'
import { PRIMITIVE_BASE } from '../../kernel/words.ts'
import { type Notation, NotationError, decodeNotation, encodeNotation } from './value-notation.ts'

function errorOf(action: () => unknown): NotationError {
  try {
    action()
  } catch (error) {
    if (error instanceof NotationError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('refused, with its place', () => {
  test.each<[unknown, string, string]>([
    [1.5, '', '1.5 is not an integer'],
    [2 ** 30, '', 'is not an integer of 31 bits'],
    [{ t: [1, -(2 ** 30) - 1] }, '.t[1]', 'is not an integer of 31 bits'],
    ['text', '', '"text" is not a value'],
    [undefined, '', 'undefined is not a value'],
    [{ t: [0, { s: [1, 'x'] }] }, '.t[1].s[1]', '"x" is not a value'],
    [{ t: 5 }, '.t', 'expected an array'],
    [{ g: '12' }, '.g', 'expected an array of strings'],
    [{ g: ['12', '3a'] }, '.g[1]', 'expected a string of digits'],
    [{ g: [12] }, '.g[0]', 'expected a string of digits'],
    [{ f: 'nothing' }, '.f', 'unknown primitive "nothing"'],
    [{ f: 'toString' }, '.f', 'unknown primitive'],
    [{ call: 'add', args: [1, 2] }, '.call', 'expected the name of a combinator'],
    [{ call: 'rbind', args: [{ f: 'add' }] }, '.args', 'rbind takes 2 arguments'],
    [{ call: 'rbind' }, '.args', 'rbind takes 2 arguments'],
    [{ call: 'rbind', args: [{ f: 'add' }, { t: [{}] }] }, '.args[1].t[0]', 'needs one of the keys'],
    [{ call: 'rbind', args: [3, 1] }, '', 'cannot be built: type'],
    [{ s: Array.from({ length: 2 }, () => ({ call: 'rbind', args: [{ f: 'add' }, 1] })) }, '.s', 'cannot be built'],
    [{}, '', 'needs one of the keys'],
  ])('%j at %j', (value, path, message) => {
    const error = errorOf(() => encodeNotation(new Heap(), value))
    expect(error.path).toBe(path)
    expect(error.message).toContain(message)
    expect(error.message.endsWith(`, at ${path}`)).toBe(path !== '')
  })

  test('nesting without end', () => {
    const nest = (depth: number): Notation => (depth === 0 ? 1 : { t: [nest(depth - 1)] })
    expect(errorOf(() => encodeNotation(new Heap(), nest(200))).message).toContain('nested deeper than 100')
    expect(decodeNotation(new Heap(), encodeNotation(new Heap(), 1))).toBe(1)
  })

  test('a place that the caller gives stands in front', () => {
    expect(errorOf(() => encodeNotation(new Heap(), { t: ['x'] }, 'args[2]')).path).toBe('args[2].t[0]')
  })

  test('a heap that refused a value takes the next one', () => {
    const heap = new Heap()
    errorOf(() => encodeNotation(heap, { call: 'rbind', args: [3, 1] }))
    expect(decodeNotation(heap, encodeNotation(heap, { t: [1, 2] }))).toEqual({ t: [1, 2] })
  })
})

describe('the short form', () => {
  test.each<[Notation, Notation]>([
    [{ t: [{ t: [1, 2] }, { t: [3, 4] }] }, { g: ['12', '34'] }],
    [{ g: ['0'] }, { g: ['0'] }],
    [{ t: [{ t: [1, 10] }] }, { t: [{ t: [1, 10] }] }],
    [{ t: [{ t: [1, 2] }, { t: [3] }] }, { t: [{ t: [1, 2] }, { t: [3] }] }],
    [{ g: ['', ''] }, { t: [{ t: [] }, { t: [] }] }],
    [{ g: [] }, { t: [] }],
    [{ t: [true, false] }, { t: [1, 0] }],
    [{ s: [3, 1, 2, 1, true] }, { s: [1, 2, 3] }],
    [null, null],
    [{ t: [null, { s: [2, null, { t: [] }] }] }, { t: [null, { s: [null, 2, { t: [] }] }] }],
  ])('%j comes back as %j', (value, expected) => {
    const heap = new Heap()
    expect(decodeNotation(heap, encodeNotation(heap, value))).toEqual(expected)
  })
})

describe('what is on the heap but no value', () => {
  test('an error word', () => {
    expect(errorOf(() => decodeNotation(new Heap(), TYPE_ERROR)).message).toContain('is not a value but an error: type')
  })

  test('a list between the halves of a primitive', () => {
    const heap = new Heap()
    expect(errorOf(() => decodeNotation(heap, newBlock(heap, LIST, 0))).message).toContain('is not a value')
  })

  test('a primitive that does not exist has no name', () => {
    expect(decodeNotation(new Heap(), PRIMITIVE_BASE + 100_000)).toEqual({ f: '?' })
  })
})

describe('names of functions are those of the dialect', () => {
  const t = new Heap(1 << 12, 1 << 12, 't')

  test('by default of the heap', () => {
    expect(decodeNotation(t, encodeNotation(t, { f: 'size_t' }))).toEqual({ f: 'size_t' })
    expect(errorOf(() => encodeNotation(new Heap(), { f: 'size_t' })).message).toContain('unknown primitive')
    expect(errorOf(() => encodeNotation(t, { f: 'height' })).message).toContain('unknown primitive')
  })

  test('one name, another primitive', () => {
    const h = new Heap()
    const [a, r] = [encodeNotation(h, { f: 'argmax' }), encodeNotation(h, { f: 'argmax' }, '', 'r')]
    expect(a).not.toBe(r)
    expect([decodeNotation(h, a), decodeNotation(h, r)]).toEqual([{ f: 'argmax' }, { f: 'argmax' }])
  })
})
