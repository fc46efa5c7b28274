// Constants by name, and what misspelt names may have meant.

import { expect, test } from 'vitest'
import { constantNamed, constants, suggestName } from './constants.ts'
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
  expect(constantNamed(name)).toEqual(value)
})

test('no name is both a constant and a primitive', () => {
  expect([...constants.keys()].filter((name) => primitiveNamed(name) !== undefined)).toEqual([])
})

test.each([
  ['objets', 'objects'],
  ['vmiror', 'vmirror'],
  ['THRE', 'THREE'],
  ['UPRIGHT', 'UP_RIGHT'],
  ['corner_b', 'corner_a'],
  ['__import__', undefined],
  ['q', undefined],
])('%s may have meant %s', (name, meant) => {
  expect(suggestName(name, ['corner_a'])).toBe(meant)
})
