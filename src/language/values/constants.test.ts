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

test('all constants, with their values', () => {
  const range = (prefix: string, from: number, to: number, sign = 1) =>
    Array.from({ length: to - from + 1 }, (_, k) => `${prefix}${from + k}=${sign * (from + k)}`)
  const spelled = Array.from(constants, ([name, value]) =>
    value !== null && typeof value === 'object' && 't' in value
      ? `${name}=${value.t.join()}`
      : `${name}=${String(value)}`,
  )
  const words = 'ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN'.split(' ')
  const colors = 'BLACK BLUE RED GREEN YELLOW GRAY MAGENTA ORANGE CYAN BURGUNDY'.split(' ')
  expect(spelled.toSorted()).toEqual(
    [
      ...'F=false T=true NEG_ONE=-1 NEG_TWO=-2 DOWN=1,0 RIGHT=0,1 UP=-1,0 LEFT=0,-1'.split(' '),
      ...'ORIGIN=0,0 UNITY=1,1 NEG_UNITY=-1,-1 UP_RIGHT=-1,1 DOWN_LEFT=1,-1'.split(' '),
      ...'ZERO_BY_TWO=0,2 TWO_BY_ZERO=2,0 TWO_BY_TWO=2,2 THREE_BY_THREE=3,3'.split(' '),
      ...words.map((name, k) => `${name}=${k}`),
      ...colors.map((name, k) => `${name}=${k}`),
      ...[range('F', 0, 9), range('R', 0, 9), range('A', 0, 9), range('SM', 2, 3)].flat(),
      ...[range('L', 1, 10, -1), range('SD', 2, 3, -1)].flat(),
    ].toSorted(),
  )
})
