// Requests under way: turns, places of those that end, refusals.

import { expect, test } from 'vitest'
import { LimitError } from '../language/errors.ts'
import { ActiveRequests } from './active-requests.ts'
import { DEFAULT_LIMITS } from './limits.ts'

const NEVER = new AbortController().signal

/** A run that ends when the test says so. */
function heldRun() {
  let end: () => void = () => undefined
  const held = new Promise<void>((resolve) => (end = resolve))
  return { run: () => held, end }
}

test('as many runs as allowed go on, others in their turn, and too many are refused', async () => {
  const active = new ActiveRequests({ ...DEFAULT_LIMITS, runs: 1, waitingRuns: 1 })
  const first = heldRun()
  const second = heldRun()
  const firstDone = active.inTurn(NEVER, first.run)
  const secondDone = active.inTurn(NEVER, second.run)
  expect([active.runCount, active.waitingCount]).toEqual([1, 1])
  await expect(active.inTurn(NEVER, heldRun().run)).rejects.toMatchObject({
    code: 'server-busy',
    advice: expect.any(String),
  })
  first.end()
  await firstDone
  expect([active.runCount, active.waitingCount]).toEqual([1, 0])
  second.end()
  await secondDone
  expect(active.runCount).toBe(0)
})

test('a run that fails gives its place to the next', async () => {
  const active = new ActiveRequests({ ...DEFAULT_LIMITS, runs: 1 })
  const failing = active.inTurn(NEVER, () => Promise.reject(new Error('no')))
  const next = active.inTurn(NEVER, () => Promise.resolve(7))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe(7)
  expect(active.runCount).toBe(0)
})

test('a run that is cancelled after its turn has come does not drop the next', async () => {
  const active = new ActiveRequests({ ...DEFAULT_LIMITS, runs: 1 })
  const client = new AbortController()
  const [first, second] = [heldRun(), heldRun()]
  const firstDone = active.inTurn(NEVER, first.run)
  const secondDone = active.inTurn(client.signal, second.run)
  const third = active.inTurn(NEVER, () => Promise.resolve(3))
  first.end()
  await firstDone
  client.abort()
  expect(active.waitingCount).toBe(1)
  second.end()
  await secondDone
  expect(await third).toBe(3)
})

test('too many requests are refused; an ended client aborts its own', async () => {
  const active = new ActiveRequests({ ...DEFAULT_LIMITS, requests: 1 })
  const client = new AbortController()
  let seen: AbortSignal | undefined
  const work = active.track(1, client.signal, (signal) => {
    seen = signal
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
  })
  await expect(active.track(2, NEVER, () => Promise.resolve(1))).rejects.toMatchObject({ code: 'server-busy' })
  client.abort()
  await expect(work).rejects.toMatchObject({ code: 'request-cancelled' })
  // An error with a code says more.
  const known = active.track(1, client.signal, () => Promise.reject(new LimitError('outputs-too-large', 'too large')))
  await expect(known).rejects.toMatchObject({ code: 'outputs-too-large' })
  expect(seen!.aborted).toBe(true)
  expect(await active.track(2, NEVER, () => Promise.resolve(1))).toBe(1)
})
