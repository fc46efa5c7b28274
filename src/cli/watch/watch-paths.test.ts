import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SETTLE_MS, settle } from './watch-paths.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('changes that follow each other closely are one', () => {
  const settled = vi.fn<(path: string) => void>()
  const { report } = settle(settled)
  report('a')
  vi.advanceTimersByTime(SETTLE_MS - 1)
  report('b')
  vi.advanceTimersByTime(SETTLE_MS - 1)
  expect(settled).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(settled.mock.calls).toEqual([['b']])
  report('c')
  vi.advanceTimersByTime(SETTLE_MS)
  expect(settled.mock.calls).toEqual([['b'], ['c']])
})

test('nothing is reported after the end', () => {
  const settled = vi.fn<(path: string) => void>()
  const { report, cancel } = settle(settled)
  report('a')
  cancel()
  vi.advanceTimersByTime(SETTLE_MS)
  expect(settled).not.toHaveBeenCalled()
})

test('changes that go on all the time are reported once a second', () => {
  const settled = vi.fn<(path: string) => void>()
  const { report } = settle(settled)
  for (let ms = 0; ms < 2500; ms += 50) {
    report('log')
    vi.advanceTimersByTime(50)
  }
  expect(settled).toHaveBeenCalledTimes(2)
})
