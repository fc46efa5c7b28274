import { expect, test } from 'vitest'
import { deviceTime, longestPart } from './device-time.ts'

const PARTS = { computing: 10, waiting: 4, launching: 3, transfer: 2, host: 1, compiling: 5 }

test('a part of the shorter of computing and waiting is added to the longer one', () => {
  expect(deviceTime({ ...PARTS, launching: 0, transfer: 0, compiling: 0 })).toBeCloseTo(10 + 0.3 * 4)
  expect(deviceTime({ ...PARTS, computing: 4, waiting: 10, launching: 0, transfer: 0, compiling: 0 }, 0.5)).toBe(12)
})

test('the host works beside the device, compiling is before both', () => {
  expect(deviceTime(PARTS)).toBeCloseTo(5 + 10 + 1.2 + 3 + 2)
  expect(deviceTime({ ...PARTS, host: 100 })).toBe(105)
})

test('the longest part has a name', () => {
  expect(longestPart(PARTS)).toBe('computing')
  expect(longestPart({ ...PARTS, host: 11 })).toBe('host')
})
