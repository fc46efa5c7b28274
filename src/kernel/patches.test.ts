// Patches: told apart by their first element, as Python does, and measured without being taken apart.

import { describe, expect, test } from 'vitest'
import { type Notation, decodeNotation, encodeNotation } from '../language/values/value-notation.ts'
import { COORDINATES_RULE, EMPTY_ERROR, INDEX_ERROR, TYPE_ERROR, deviation } from './errors.ts'
import { Heap } from './heap.ts'
import { COLUMN, GREATEST, LEAST, ROW, checkIndex, extremeOf, holdsCells, indicesOf } from './patches.ts'
import { isError } from './words.ts'

const index = (i: number, j: number): Notation => ({ t: [i, j] })
const cell = (color: Notation, i: number, j: number): Notation => ({ t: [color, index(i, j)] })

describe('cells or indices', () => {
  test.each<[string, Notation, number]>([
    ['indices', { s: [index(1, 2)] }, 0],
    ['cells', { s: [cell(3, 1, 2)] }, 1],
    ['cells of no colour', { s: [cell({ s: [] }, 1, 2)] }, 1],
    ['cells far away', { s: [cell(3, 9000, 2)] }, 1],
    ['indices far away', { s: [index(20000, 2)] }, 0],
    ['a tuple of cells', { t: [cell(3, 1, 2)] }, 1],
    ['indices first, then cells', { s: [cell(3, 1, 2), index(0, 0)] }, 0],
    ['a grid, whose rows are indices', { g: ['12', '34'] }, 0],
    ['a grid of one column', { g: ['1', '2'] }, INDEX_ERROR],
    ['tuples of one', { t: [{ t: [{ s: [] }] }] }, INDEX_ERROR],
    ['integers', { s: [1, 2] }, TYPE_ERROR],
    ['sets', { s: [{ s: [1, 2] }] }, TYPE_ERROR],
    ['a pair', index(1, 2), TYPE_ERROR],
    ['an integer', 5, TYPE_ERROR],
  ])('%s', (_, patch, expected) => {
    const h = new Heap()
    expect(holdsCells(h, encodeNotation(h, patch))).toBe(expected)
  })
})

describe('indices', () => {
  test.each<[Notation, Notation]>([
    [{ s: [cell(3, 1, 2), cell(4, 1, 2)] }, { s: [index(1, 2)] }],
    [{ t: [cell(3, 1, 2), cell(4, 0, 2)] }, { s: [index(0, 2), index(1, 2)] }],
    [{ t: [index(5, 5), index(1, 1)] }, { g: ['55', '11'] }],
    [{ t: [] }, { s: [] }],
  ])('of %j are %j', (patch, expected) => {
    const h = new Heap()
    expect(decodeNotation(h, indicesOf(h, encodeNotation(h, patch)))).toEqual(expected)
  })

  test('of cells and something else are an error', () => {
    const h = new Heap()
    expect(isError(indicesOf(h, encodeNotation(h, { t: [cell(1, 2, 3), 7] })))).toBe(true)
  })

  test('are two integers', () => {
    const h = new Heap()
    const check = (value: Notation): number => checkIndex(h, encodeNotation(h, value))
    expect(isError(check(index(9000, 1)))).toBe(false)
    expect(check({ t: [{ s: [] }, 1] })).toBe(deviation(COORDINATES_RULE))
    expect([check({ t: [1, 2, 3] }), check(4)]).toEqual([TYPE_ERROR, TYPE_ERROR])
  })
})

describe('extremes', () => {
  const patches: Notation[] = [
    { s: [cell(3, -4, 2), cell(1, 7, -9)] },
    { s: [index(-4, 2), index(7, -9)] },
    { t: [index(-4, 2), index(7, -9)] },
    { t: [cell(3, -4, 2), cell(1, 7, -9)] },
    { s: [cell(300, -4, 2), cell(1, 7, -9)] },
  ]

  test.each(patches)('of %j', (patch) => {
    const h = new Heap()
    const w = encodeNotation(h, patch)
    const ends = [ROW, COLUMN].flatMap((axis) => [LEAST, GREATEST].map((end) => extremeOf(h, w, axis, end)))
    expect(ends).toEqual([-4, 7, -9, 2])
  })

  test.each<[Notation, number]>([
    [{ s: [] }, EMPTY_ERROR],
    [{ t: [] }, EMPTY_ERROR],
    [{ g: ['123'] }, TYPE_ERROR],
    [{ s: [{ t: [1, { t: [{ s: [] }, 2] }] }] }, deviation(COORDINATES_RULE)],
    [3, TYPE_ERROR],
  ])('of %j: an error', (patch, expected) => {
    const h = new Heap()
    expect(extremeOf(h, encodeNotation(h, patch), ROW, LEAST)).toBe(expected)
  })
})
