// Constants by name: the values that both origins of the language give them.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { constants } from './constants.ts'
import { primitiveNamed } from '../names.ts'

test.each([
  ['F', false],
  ['T', true],
  ['ZERO', 0],
  ['TEN', 10],
  ['NEG_TWO', -2],
  ['UP_RIGHT', { t: [-1, 1] }],
  ['DOWN_LEFT', { t: [1, -1] }],
  ['THREE_BY_THREE', { t: [3, 3] }],
  ['BURGUNDY', 9],
  ['F9', 9],
  ['L10', -10],
  ['R5', 5],
  ['A0', 0],
  ['SD3', -3],
])('%s is %j', (name, value) => {
  expect(constants.get(name)).toEqual(value)
})

test('no name is both a constant and a primitive', () => {
  expect([...constants.keys()].filter((name) => primitiveNamed(name) !== undefined)).toEqual([])
})

test('the constants are exactly those of dialect t, with its values', () => {
  const file = new URL('../../../test/conformance/data/constants-t.json', import.meta.url)
  const expected = JSON.parse(readFileSync(file, 'utf8')) as object
  expect(Object.fromEntries(constants)).toEqual(expected)
})
