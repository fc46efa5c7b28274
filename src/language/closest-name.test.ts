// Suggestions: how far a name may be from a known one.

import { expect, test } from 'vitest'
import { closestName } from './closest-name.ts'

const known = ['abcdefghi', 'xyz', 'k']

test.each([
  ['abcdefghi', 2, 'abcdefghi'],
  ['abcdef', 2, undefined],
  ['abcdefg', 2, 'abcdefghi'],
  // A third of nine letters.
  ['abcdef123', 1, 'abcdefghi'],
  ['abcde1234', 1, undefined],
  ['xy', 1, 'xyz'],
  ['x', 1, 'k'],
  ['x', 0, undefined],
  ['', 2, undefined],
])('%s with %i letters wrong may be %s', (name, leastWrong, meant) => {
  expect(closestName(name, known, leastWrong)).toBe(meant)
})

test('two letters may be wrong if nothing is said', () => {
  expect(closestName('xabz', ['xyz'])).toBe('xyz')
  expect(closestName('abcz', ['xyz'])).toBeUndefined()
})

test('names of more than a hundred letters, and nothing known, have no suggestion', () => {
  const long = 'a'.repeat(100)
  expect(closestName(long, [long])).toBe(long)
  expect(closestName(`${long}a`, [`${long}a`])).toBeUndefined()
  expect(closestName('abc', [])).toBeUndefined()
})
