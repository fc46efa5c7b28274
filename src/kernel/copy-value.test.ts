import { describe, expect, test } from 'vitest'
import { type Notation, decodeNotation, encodeNotation } from '../language/values/value-notation.ts'
import { BUDGET_ERROR } from './errors.ts'
import { copyValue } from './copy-value.ts'
import { EMPTY_SET, Heap, SAFE_FUNCTION } from './heap.ts'
import { addressOf } from './words.ts'

const values: [string, Notation][] = [
  ['a grid', { g: ['012', '345'] }],
  ['an object', { s: [{ t: [1, { t: [0, 0] }] }, { t: [2, { t: [3, 4] }] }] }],
  ['a tuple of sets of tuples', { t: [{ s: [{ t: [1, 2, 3] }, { t: [] }] }, { t: [{ g: ['12'] }, 7] }] }],
  [
    'a closure',
    { call: 'compose', args: [{ f: 'size' }, { call: 'rbind', args: [{ f: 'shift' }, { t: [9, 9, 9] }] }] },
  ],
]

describe('copyValue', () => {
  test.each(values)('%s: an equal value, all of whose blocks are new and lie next to each other', (_, value) => {
    const h = new Heap()
    const original = encodeNotation(h, value)
    const start = h.top
    const before = h.words.slice(0, start)
    const copy = copyValue(h, original)
    const settled = decodeNotation(h, original)
    expect(decodeNotation(h, copy)).toEqual(settled)
    expect(addressOf(copy)).toBe(start)
    expect(h.words.slice(0, start)).toEqual(before)
    // Nothing in the copy leads out of it: with all that was there before gone, it is still the same.
    h.words.fill(0, 5, start)
    expect(decodeNotation(h, copy)).toEqual(settled)
    expect(h.scratchTop).toBe(0)
  })

  test('words without a block and blocks that every heap has are themselves', () => {
    const h = new Heap()
    const { top } = h
    for (const word of [5, encodeNotation(h, { t: [1, 2] }), EMPTY_SET, SAFE_FUNCTION])
      expect(copyValue(h, word)).toBe(word)
    expect(h.top).toBe(top)
  })

  test('a value with shared parts that would fill the heap ends with the budget', () => {
    const h = new Heap()
    let value = encodeNotation(h, { t: [1, 2, 3] })
    const pair = (part: number): number => {
      const at = h.top
      h.words.set([(2 << 4) | 1, part, part], at)
      h.top = at + 3
      return value - addressOf(value) + at
    }
    for (let k = 0; k < 40; k++) value = pair(value)
    h.budget = 1 << 16
    h.work = 0
    expect(copyValue(h, value)).toBe(BUDGET_ERROR)
  })
})
