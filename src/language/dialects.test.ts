import { expect, test } from 'vitest'
import { dialectOf, suggestName } from './dialects.ts'

test('names of one letter, and distances of two letters in a short name, get no suggestion', () => {
  const dialect = dialectOf('a')
  expect(suggestName(dialect, 'z', ['y'])).toBeUndefined()
  expect(suggestName(dialect, 'zz', ['zy'])).toBe('zy')
  expect(suggestName(dialect, 'abq', ['xyq'])).toBeUndefined()
})

test('a suggestion is a name of the dialect', () => {
  expect(suggestName(dialectOf('t'), 'o_gg')).toBe('o_g')
  expect(suggestName(dialectOf('a'), 'o_gg')).not.toBe('o_g')
})
