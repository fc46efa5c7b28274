// The form of kernel code that the environment names.

import { expect, test } from 'vitest'
import { readWantedCode } from './wanted-code.ts'

test.each([
  [undefined, 'auto'],
  ['', 'auto'],
  ['structured', 'structured'],
  ['blocks', 'blocks'],
])('MEGABATT_GPU_CODE=%s is %s', (value, expected) => {
  expect(readWantedCode({ MEGABATT_GPU_CODE: value })).toBe(expected)
})

test('any other value is the user’s error', () => {
  const read = () => readWantedCode({ MEGABATT_GPU_CODE: 'spaghetti' })
  expect(read).toThrow(expect.objectContaining({ code: 'bad-code-choice', exitCode: 2 }))
})
