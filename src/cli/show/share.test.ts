import { expect, test } from 'vitest'
import { formatShare } from './share.ts'
import { NO_BREAK, wrapText } from './wrap-text.ts'

test.each([
  [1716, 1718, '99.8 %'],
  [999_999, 1_000_000, '99.9 %'],
  [1718, 1718, '100 %'],
  [0, 1718, '0 %'],
  [1, 1_000_000, '0.1 %'],
  [1, 2, '50 %'],
  [1, 3, '33.3 %'],
  [0, 0, '0 %'],
])('%i of %i is %s', (part, whole, text) => {
  expect(formatShare(part, whole).replaceAll(NO_BREAK, ' ')).toBe(text)
})

test('lines end at spaces, long words stay whole, columns keep their distance', () => {
  expect(wrapText('one two three', 8)).toEqual(['one two', 'three'])
  expect(wrapText('one two three', 7)).toEqual(['one two', 'three'])
  expect(wrapText('one two three', 6)).toEqual(['one', 'two', 'three'])
  expect(wrapText('a-very-long-word b', 5)).toEqual(['a-very-long-word', 'b'])
  expect(wrapText('name  text', 20)).toEqual(['name  text'])
  expect(wrapText(`a 12${NO_BREAK}% b`, 5)).toEqual(['a', '12 %', 'b'])
  expect(wrapText('', 5)).toEqual([''])
})
