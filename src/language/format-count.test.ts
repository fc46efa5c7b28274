// Counts have the form of the locale en-US.

import { expect, test } from 'vitest'
import { formatCount } from './format-count.ts'

test.each([0, 7, 999, 1000, 12_345, 999_999.4, 999_999.5, 1_000_000, -1, -999, -1000, -123_456_789])(
  '%d as the locale has it',
  (count) => {
    expect(formatCount(count)).toBe(Math.round(count).toLocaleString('en-US'))
  },
)
