// The watchdog: how long a device may say nothing, and how long while it compiles.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchRun } from './watchdog.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test.each([
  ['no sign', [], 1000],
  ['a sign', [false], 1000],
  ['compiling', [true], 5000],
  ['compiling, then a sign', [true, false], 1000],
])('%s', async (_, signs, limitMs) => {
  let end: unknown
  const running = watchRun('card', 1000, (report) => {
    for (const isCompiling of signs) report(isCompiling)
    return new Promise<never>(() => undefined)
  })
  running.catch((error: unknown) => (end = error))
  await vi.advanceTimersByTimeAsync(limitMs - 1)
  expect(end).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(end).toMatchObject({ code: 'gpu-hung' })
})
