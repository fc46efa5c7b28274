// Function shapes: the functions in a value, equal sets as one object, and closures told apart by their parts.

import { describe, expect, test } from 'vitest'
import { COMPOSE, RBIND, SAFE } from '../../../kernel/closures.ts'
import { Heap, SAFE_FUNCTION } from '../../../kernel/heap.ts'
import { PRIMITIVE_BASE } from '../../../kernel/words.ts'
import { primitiveWord } from '../../../language/names.ts'
import { type Notation, encodeNotation } from '../../../language/values/value-notation.ts'
import { NO_FUNCTIONS, ShapeTable } from './function-shapes.ts'

const numberOf = (name: string) => primitiveWord(name) - PRIMITIVE_BASE
const shapesOf = (table: ShapeTable, value: Notation) => {
  const heap = new Heap()
  return table.ofWord(heap, encodeNotation(heap, value))
}
const f = (name: string): Notation => ({ f: name })

describe('values', () => {
  test('an integer has its number, other data nothing', () => {
    const table = new ShapeTable()
    expect(shapesOf(table, 7)).toEqual({ ...NO_FUNCTIONS, integer: 7 })
    for (const value of [{ t: [1, 2, 3] }, { g: ['12'] }, { s: [1] }, { t: [] }])
      expect(shapesOf(table, value)).toBe(NO_FUNCTIONS)
  })

  test('a primitive, and all functions in tuples, sets and tuples of those', () => {
    const table = new ShapeTable()
    expect(shapesOf(table, f('size')).functions).toEqual([{ key: expect.any(String), primitive: numberOf('size') }])
    const nested: Notation = { t: [f('size'), 5, { t: [f('rot90'), { s: [f('flip')] }] }, f('first')] }
    const found = shapesOf(table, nested).functions.map((shape) => ('primitive' in shape ? shape.primitive : -1))
    expect(found.toSorted()).toEqual(['size', 'rot90', 'flip', 'first'].map(numberOf).toSorted())
  })

  test('a closure has its maker and the shapes of all its arguments', () => {
    const table = new ShapeTable()
    const { functions } = shapesOf(table, { call: 'rbind', args: [f('add'), 3] })
    expect(functions).toHaveLength(1)
    expect(functions[0]).toMatchObject({
      maker: RBIND,
      args: [{ functions: [{ primitive: numberOf('add') }] }, { functions: [], integer: 3 }],
    })
    const composed = shapesOf(table, { call: 'compose', args: [f('size'), { call: 'rbind', args: [f('add'), 3] }] })
    expect(composed.functions[0]).toMatchObject({ maker: COMPOSE, args: [{}, { functions: [functions[0]] }] })
  })

  test('the default in place of a function has no arguments', () => {
    const table = new ShapeTable()
    expect(table.ofWord(new Heap(), SAFE_FUNCTION).functions).toEqual([
      { key: expect.any(String), maker: SAFE, args: [] },
    ])
  })
})

describe('sets', () => {
  test('equal ones are one object, whatever their order', () => {
    const table = new ShapeTable()
    const [a, b] = [table.primitive(1), table.primitive(2)]
    expect(table.primitive(1)).toBe(a)
    expect(table.union([a, b])).toBe(table.union([b, a, a]))
    expect(table.union([a, b]).functions).toHaveLength(2)
    expect(table.union([a, NO_FUNCTIONS])).toBe(a)
    expect(table.union([NO_FUNCTIONS, NO_FUNCTIONS])).toBe(NO_FUNCTIONS)
    expect(table.union([])).toBe(NO_FUNCTIONS)
  })

  test('a union does not keep the integer of a part', () => {
    const table = new ShapeTable()
    expect(table.union([{ ...table.primitive(1), integer: 4 }])).not.toHaveProperty('integer')
  })

  test('closures differ by maker, by functions and by integers', () => {
    const table = new ShapeTable()
    const [a, b] = [table.primitive(1), table.primitive(2)]
    const integer = (value: number) => ({ ...NO_FUNCTIONS, integer: value })
    const keys = [
      table.closure(RBIND, [a, integer(3)]),
      table.closure(RBIND, [a, integer(4)]),
      table.closure(RBIND, [a, integer(0)]),
      table.closure(RBIND, [a, NO_FUNCTIONS]),
      table.closure(RBIND, [b, integer(3)]),
      table.closure(COMPOSE, [a, integer(3)]),
      table.closure(COMPOSE, [a, b]),
    ].map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(table.closure(RBIND, [a, integer(3)]).key).toBe(keys[0])
  })
})
