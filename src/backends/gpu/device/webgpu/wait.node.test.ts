// Waiting: values and failures come through, and the event loop goes on meanwhile.

import { afterEach, expect, test, vi } from 'vitest'
import { defer } from '../../../deferred.ts'
import { yieldToEvents } from '../../../yield-to-events.ts'
import { waitQuietly } from './wait.node.ts'

const after = (milliseconds: number): Promise<number> =>
  new Promise((resolve) => setTimeout(() => resolve(milliseconds), milliseconds))

afterEach(() => {
  vi.restoreAllMocks()
})

test('gives what the promise gives, several at once and one after the other', async () => {
  expect(await Promise.all([waitQuietly(after(5)), waitQuietly(after(1)), waitQuietly(Promise.resolve(0))])).toEqual([
    5, 1, 0,
  ])
  expect(await waitQuietly(after(2))).toBe(2)
  await expect(waitQuietly(Promise.reject(new Error('mine')))).rejects.toThrow('mine')
})

test('timers run while it waits', async () => {
  const ticked = defer<number>()
  let ticks = 0
  const timer = setInterval(() => ++ticks === 4 && ticked.resolve(ticks), 2)
  expect(await waitQuietly(ticked.promise)).toBe(4)
  clearInterval(timer)
})

test('occupies no core: the thread naps at every turn, except at first and in the end', async () => {
  let now = 1e9
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const nap = vi.spyOn(Atomics, 'wait').mockReturnValue('timed-out')
  const napsIn = async (turns: number): Promise<number> => {
    nap.mockClear()
    for (let k = 0; k < turns; k++) await yieldToEvents()
    return nap.mock.calls.length
  }
  const answer = defer<void>()
  const waiting = waitQuietly(answer.promise)
  expect(await napsIn(3)).toBe(0)
  now += 1
  expect(await napsIn(3)).toBe(3)
  expect(nap.mock.calls[0]!.slice(1)).toEqual([0, 0, 0.1])
  // The next wait begins awake, and those before gain from it.
  const next = waitQuietly(answer.promise)
  expect(await napsIn(3)).toBe(0)
  now += 1
  answer.resolve()
  await Promise.all([waiting, next])
  expect(await napsIn(3)).toBe(0)
})
