// Statistics of passes: known values of the median, of the Mann-Whitney test and of its correction.

import { describe, expect, test } from 'vitest'
import { holm, mannWhitney, smallestP, spreadOf } from './statistics.ts'

describe('the spread of times', () => {
  test('quartiles are interpolated, and the order does not matter', () => {
    expect(spreadOf([4, 1, 3, 2])).toEqual({ median: 2.5, lower: 1.75, upper: 3.25, fastest: 1, slowest: 4 })
    expect(spreadOf([9, 1, 5])).toEqual({ median: 5, lower: 3, upper: 7, fastest: 1, slowest: 9 })
  })

  test('one time is all of them', () => {
    expect(spreadOf([7])).toEqual({ median: 7, lower: 7, upper: 7, fastest: 7, slowest: 7 })
  })

  test('times are compared as numbers', () => {
    expect(spreadOf([10, 9, 100]).median).toBe(10)
  })
})

describe('the Mann-Whitney test', () => {
  test.each([
    ['sets apart, five and five', [1, 2, 3, 4, 5], [6, 7, 8, 9, 10], 2 / 252],
    ['the same the other way round', [6, 7, 8, 9, 10], [1, 2, 3, 4, 5], 2 / 252],
    ['one value out of place', [1, 2, 4], [3, 5, 6, 7], 4 / 35],
    ['two values out of place', [1, 2, 5], [3, 4, 6, 7], 8 / 35],
    ['mixed evenly', [1, 4, 5, 8], [2, 3, 6, 7], 1],
  ])('is exact without ties: %s', (_, a, b, p) => {
    expect(mannWhitney(a, b)).toBeCloseTo(p, 12)
  })

  test('uses the normal approximation with ties', () => {
    expect(mannWhitney([1, 2, 3, 4, 5, 5], [5, 6, 7, 8, 9, 10])).toBeCloseTo(0.007796, 5)
  })

  test('finds nothing in equal values', () => {
    expect(mannWhitney([3, 3, 3], [3, 3, 3])).toBe(1)
  })

  test('of many passes is close to the exact one', () => {
    const exact = mannWhitney(even(30, 0), even(30, 11))
    const approximate = mannWhitney(even(31, 0), even(31, 11))
    expect(exact).toBeGreaterThan(0.01)
    expect(Math.abs(exact - approximate)).toBeLessThan(0.02)
  })
})

test('the smallest p-value is that of sets apart', () => {
  for (const [n, m] of [
    [3, 3],
    [5, 4],
    [2, 9],
  ] as const) {
    const apart = mannWhitney(even(n, 0), even(m, 1000))
    expect(smallestP(n, m)).toBeCloseTo(apart, 12)
  }
  expect(smallestP(1, 1)).toBe(1)
})

test('the method of Holm raises the bar by rank, and stops at the first that misses it', () => {
  expect(holm([0.004, 0.001, 0.9], 0.01)).toEqual([true, true, false])
  // 0.004 > 0.01 / 3, so the smaller ones after it do not count either.
  expect(holm([0.004, 0.0045, 0.009], 0.01)).toEqual([false, false, false])
  expect(holm([], 0.01)).toEqual([])
})

/** Different numbers in even steps from a start on, none of which is in another set of odd start. */
function even(count: number, start: number): number[] {
  return Array.from({ length: count }, (_, k) => start + 2 * k)
}
