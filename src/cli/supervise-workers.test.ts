// The arguments of the workers that one command starts.

import { expect, test } from 'vitest'
import { childArguments } from './supervise-workers.ts'

test.each([
  [
    ['worker', '--processes', '4', '--drain'],
    ['worker', '--drain'],
  ],
  [
    ['worker', '--processes=4', '--lease', '5'],
    ['worker', '--lease', '5'],
  ],
  [
    ['worker', '--drain'],
    ['worker', '--drain'],
  ],
])('%j becomes %j', (words, expected) => {
  expect(childArguments(words)).toEqual(expected)
})
