// Waiting: values and failures come through, and the event loop goes on meanwhile.

import { expect, test } from 'vitest'
import { waitQuietly } from './wait.node.ts'

const after = (milliseconds: number): Promise<number> =>
  new Promise((resolve) => setTimeout(() => resolve(milliseconds), milliseconds))

test('gives what the promise gives, several at once and one after the other', async () => {
  expect(await Promise.all([waitQuietly(after(5)), waitQuietly(after(1)), waitQuietly(Promise.resolve(0))])).toEqual([
    5, 1, 0,
  ])
  expect(await waitQuietly(after(2))).toBe(2)
  await expect(waitQuietly(Promise.reject(new Error('mine')))).rejects.toThrow('mine')
})

test('timers run while it waits', async () => {
  let ticks = 0
  const timer = setInterval(() => ticks++, 2)
  await waitQuietly(after(100))
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(3)
})

test('uses little processor time', async () => {
  const before = process.cpuUsage()
  await waitQuietly(after(300))
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(150)
})
