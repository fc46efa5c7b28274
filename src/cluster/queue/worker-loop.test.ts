// A worker on a queue in memory: which chunks it runs, gives back and reports as failed.

import { expect, test } from 'vitest'
import type { ClaimedChunk } from './chunk-queue.ts'
import { WorkerLoop, type WorkerOptions } from './worker-loop.ts'

const CHUNKS = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id, evaluations: 10 }) as ClaimedChunk)

type Options = Omit<Partial<WorkerOptions>, 'queue'> & { readonly queue?: Partial<WorkerOptions['queue']> }

/** A worker whose chunks are completed at once, and a list of everything that it asks of the queue. */
function workerOf({ queue, ...options }: Options) {
  const calls: string[] = []
  const ready = [...CHUNKS]
  const stop = new AbortController()
  const note = async (name: string, { id }: ClaimedChunk) => void calls.push(`${name} ${id}`)
  const loop = new WorkerLoop({
    id: 'worker',
    backend: 'cpu',
    version: '0',
    beatSeconds: 60,
    drain: true,
    signal: stop.signal,
    session: { query: async () => [], noticeCount: 0, waitForNotice: async () => undefined },
    run: async () => [],
    ...options,
    queue: {
      claim: async () => ready.shift(),
      isEmpty: async () => ready.length === 0,
      async complete(chunk, _results, _busyMs, andClaim) {
        await note('complete', chunk)
        return { isCounted: true, next: andClaim === true ? ready.shift() : undefined }
      },
      fail: (chunk) => note('fail', chunk),
      release: (chunk) => note('release', chunk),
      renew: async () => void calls.push('renew'),
      ...queue,
    },
  })
  return { loop, calls, ready, stop }
}

test('failures with completed chunks between them do not stop a worker', async () => {
  const fails = new Set(['a', 'b', 'd', 'e', 'f'])
  const run = async ({ id }: ClaimedChunk) => (fails.has(id) ? Promise.reject(new Error('no memory')) : [])
  const { loop, calls } = workerOf({ run })
  await expect(loop.run()).rejects.toMatchObject({ code: 'worker-failing' })
  expect(calls).toEqual(['fail a', 'fail b', 'complete c', 'fail d', 'fail e', 'fail f'])
  expect(loop.counts).toMatchObject({ chunks: 1, evaluations: 10, failures: 5 })
})

test('a chunk that was claimed while the worker is stopped is given back', async () => {
  const { loop, calls, ready, stop } = workerOf({
    queue: {
      async complete() {
        stop.abort()
        return { isCounted: true, next: ready.shift() }
      },
    },
  })
  await loop.run()
  expect(calls).toEqual(['release b'])
})

test.each([
  ['a run that ends without results', async () => undefined],
  ['a run that fails', () => Promise.reject(new Error('ended'))],
])('%s at the signal is given back, and counts as failed without it', async (_, end) => {
  const stopped = workerOf({
    run: () => {
      stopped.stop.abort()
      return end()
    },
  })
  await stopped.loop.run()
  expect(stopped.calls).toEqual(['release a'])
  const failing = workerOf({ run: end })
  await expect(failing.loop.run()).rejects.toMatchObject({ code: 'worker-failing' })
  expect(failing.calls).toEqual(['fail a', 'fail b', 'fail c'])
})

test('a chunk that another worker has completed is late, and not counted', async () => {
  const { loop } = workerOf({ queue: { complete: async () => ({ isCounted: false, next: undefined }) } })
  await loop.run()
  expect(loop.counts).toMatchObject({ chunks: 0, evaluations: 0, late: CHUNKS.length })
})

test('a worker that drains the queue waits while others run chunks', async () => {
  const answers = [false, false, true]
  const { loop } = workerOf({ queue: { claim: async () => undefined, isEmpty: async () => answers.shift()! } })
  await loop.run()
  expect(answers).toEqual([])
})

test('the lease of a chunk is renewed for as long as it runs, also after a renewal that fails', async () => {
  let count = 0
  let finish: () => void
  const { loop, calls } = workerOf({
    beatSeconds: 0.001,
    run: (chunk) => new Promise((resolve) => (chunk.id === 'a' ? (finish = () => resolve([])) : resolve([]))),
    queue: {
      async renew() {
        if (++count === 3) finish()
        throw new Error('connection lost')
      },
    },
  })
  await loop.run()
  expect(calls[0]).toBe('complete a')
})

test('a stopped worker does not report that the database does not answer', async () => {
  const { loop, stop } = workerOf({
    queue: {
      async claim() {
        stop.abort()
        throw new Error('connection lost')
      },
    },
  })
  await expect(loop.run()).resolves.toBeUndefined()
  const running = workerOf({ queue: { claim: () => Promise.reject(new Error('connection lost')) } })
  await expect(running.loop.run()).rejects.toThrow('connection lost')
})
