// The break-even batch size, from measured ratios.

import { expect, test } from 'vitest'
import { type SpeedUp, findBreakEven } from './break-even.ts'
import { formatBreakEven, formatMs, formatPercent, formatRatio } from './format-bench.ts'

const at = (...ratios: readonly [number, number][]): SpeedUp[] => ratios.map(([samples, ratio]) => ({ samples, ratio }))

test('faster everywhere', () => {
  expect(findBreakEven(at([3, 1.2], [100, 2]))).toEqual({ kind: 'always', samples: 3 })
})

test('never faster, or not any more at the largest size', () => {
  expect(findBreakEven(at([3, 0.1], [100, 0.9]))).toEqual({ kind: 'not-reached', samples: 100 })
  expect(findBreakEven(at([3, 2], [100, 0.9]))).toEqual({ kind: 'not-reached', samples: 100 })
})

test('equally fast is not faster', () => {
  expect(findBreakEven(at([3, 1]))).toEqual({ kind: 'not-reached', samples: 3 })
})

test('between two sizes, on logarithmic axes', () => {
  // From 1/2 to 2 over two decades: 1 is in the middle.
  expect(findBreakEven(at([10, 0.5], [1000, 2]))).toEqual({ kind: 'reached', samples: 100 })
  expect(findBreakEven(at([10, 0.25], [1000, 2]))).toEqual({ kind: 'reached', samples: Math.ceil(10 ** (1 + 4 / 3)) })
})

test('the last crossing counts', () => {
  expect(findBreakEven(at([1, 3], [10, 0.5], [1000, 2], [4000, 5]))).toEqual({ kind: 'reached', samples: 100 })
})

test('as text', () => {
  expect(formatBreakEven({ kind: 'always', samples: 3 })).toBe('≤ 3')
  expect(formatBreakEven({ kind: 'reached', samples: 1234 })).toBe('~1,234')
  expect(formatBreakEven({ kind: 'not-reached', samples: 4000 })).toBe('> 4,000')
})

test('times, ratios and shares have few digits', () => {
  expect([0.001_234, 0.012_34, 0.1234, 12.34, 123.4, 1234, 12_345].map(formatMs)).toEqual([
    '1.23 µs',
    '12.3 µs',
    '0.12 ms',
    '12.3 ms',
    '123 ms',
    '1.23 s',
    '12.3 s',
  ])
  expect([0.001_23, 0.123, 1.23, 12.34, 1234].map(formatRatio)).toEqual(['0.0012', '0.12', '1.23', '12.3', '1,234'])
  expect([0, 0.000_01, 0.5, 0.999_99, 1].map(formatPercent)).toEqual(['0 %', '0.1 %', '50.0 %', '99.9 %', '100 %'])
})
