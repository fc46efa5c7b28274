// The queue: chunks are claimed in order, given to others when their worker is silent or slow, and counted exactly once.

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fetchToFile } from '../../src/cli/results/fetch-to-file.ts'
import { ResultFile } from '../../src/cli/results/result-file.ts'
import { runToFile } from '../../src/cli/results/run-to-file.ts'
import { CpuBackend } from '../../src/backends/cpu/cpu-backend.ts'
import type { Session } from '../../src/cluster/database/session.ts'
import { ChunkQueue, type ClaimedChunk, type QueueOptions } from '../../src/cluster/queue/chunk-queue.ts'
import { MAX_ATTEMPTS, MAX_FAILURES, SUBMITTED } from '../../src/cluster/queue/chunk-states.ts'
import { ContentCache } from '../../src/cluster/queue/content-cache.ts'
import { evaluateOnQueue } from '../../src/cluster/queue/evaluate.ts'
import { readResults, readRun } from '../../src/cluster/queue/read-run.ts'
import { readProgress, readStatus } from '../../src/cluster/queue/read-status.ts'
import { runChunk } from '../../src/cluster/queue/run-chunk.ts'
import { type Submission, submitRun } from '../../src/cluster/queue/submit-run.ts'
import { waitForRun } from '../../src/cluster/queue/wait-for-run.ts'
import { WorkerLoop } from '../../src/cluster/queue/worker-loop.ts'
import { hashOfTask } from '../../src/cluster/store/stored-task.ts'
import { makeDataset } from '../../src/data/dataset-hash.ts'
import { galleryPrograms } from '../../src/data/gallery.ts'
import { drawTasks } from '../../tools/gallery/draw.ts'
import { readPrograms } from '../../src/language/python/read-python.ts'
import { isPassed } from '../../src/engine/run/pair-verdict.ts'
import { runPrograms } from '../../src/engine/run/run-programs.ts'
import { temporaryFolder } from '../cli/temporary-files.ts'
import { testDatabase, until } from './test-database.ts'

const database = testDatabase('queue')
const temporary = temporaryFolder('fetched')
let nextSeed = 1

/** A run that no other test has: its grids are drawn with a seed of its own. */
function newRun(programs = 6, tasks = 3): Submission['request'] {
  const drawn = drawTasks({ samples: 1, seed: nextSeed++ }).slice(0, tasks)
  return { programs: galleryPrograms().slice(0, programs), dataset: makeDataset(drawn), pairing: 'all' }
}

async function openQueue(options: Partial<QueueOptions> = {}): Promise<{ session: Session; queue: ChunkQueue }> {
  const session = await database.open()
  await session.query('delete from runs')
  return { session, queue: newQueue(session, options) }
}

function newQueue(session: Session, options: Partial<QueueOptions> = {}): ChunkQueue {
  return new ChunkQueue(session, { worker: randomUUID(), leaseSeconds: 3600, ...options })
}

/** The settings of a worker that no test depends on. */
function settingsOf(id: string) {
  return { id, backend: 'cpu', version: '0', beatSeconds: 60 }
}

async function run(session: Session, chunk: ClaimedChunk) {
  return (await runChunk(chunk, { cache: new ContentCache(session), backend: new CpuBackend() }))!
}

/** Lets the lease of all claimed chunks end. */
async function endLeases(session: Session): Promise<void> {
  await session.query("update chunks set leased_until = now() - interval '1 second' where state = 1")
}

test('a chunk that two workers complete counts once, and the first answer stays', async () => {
  const { session, queue } = await openQueue()
  const { id } = await submitRun(session, { request: newRun(), outputs: 'none', chunkSize: 10_000 })
  const chunk = (await queue.claim())!
  const results = await run(session, chunk)
  await endLeases(session)
  const other = newQueue(session)
  const again = (await other.claim())!
  expect(again.id).toBe(chunk.id)
  const changed = results.map((item) => ({ ...item, content: Buffer.from('other') }))
  expect(await queue.complete(chunk, results, 5)).toMatchObject({ isCounted: true })
  expect(await other.complete(again, changed, 7)).toMatchObject({ isCounted: false })
  expect(await session.query('select distinct content from results where content = $1', [changed[0]!.content])).toEqual(
    [],
  )
  expect(await session.query('select chunks, evaluations, busy_ms from progress where run = $1', [id])).toEqual([
    { chunks: 1, evaluations: String(chunk.evaluations), busy_ms: 5 },
  ])
  expect(await readProgress(session, id)).toEqual({ isFinished: true, chunksLeft: 0, chunksFailed: 0 })
})

test('completing a chunk claims another ready one in the same statement, never itself, and only where it is asked for', async () => {
  const { session, queue } = await openQueue()
  await submitRun(session, { request: newRun(), outputs: 'none', chunkSize: 36 })
  const [{ count }] = (await session.query('select count(*)::int from chunks')) as [{ count: number }]
  expect(count).toBeGreaterThan(2)
  const first = (await queue.claim())!
  // Somebody has given it back meanwhile: it is ready, and first in the queue.
  await session.query('update chunks set state = 0, owner = null where id = $1', [first.id])
  const { isCounted, next } = await queue.complete(first, await run(session, first), 1, true)
  expect(isCounted).toBe(true)
  expect(next).toMatchObject({ run: first.run, settings: first.settings, isSpare: false })
  expect(next!.id).not.toBe(first.id)
  const states = await session.query('select id, state, attempts from chunks order by id limit 3')
  expect(states).toMatchObject([
    { id: first.id, state: 2 },
    { id: next!.id, state: 1, attempts: 1 },
    { state: 0, attempts: 0 },
  ])
  expect(await queue.complete(next!, await run(session, next!), 1)).toEqual({ isCounted: true, next: undefined })
  expect(await session.query('select 1 from chunks where state = 1')).toEqual([])
  // The lease of the next chunk is renewed, too.
  const other = (await queue.claim())!
  await queue.complete(other, await run(session, other), 1, true)
  await endLeases(session)
  await queue.renew()
  expect(await session.query('select 1 from chunks where state = 1 and leased_until < now()')).toEqual([])
})

test('a worker takes a chunk again that it has claimed without an answer, and none that it holds', async () => {
  const worker = randomUUID()
  const { session, queue } = await openQueue({ worker, spareSeconds: 1e6 })
  await submitRun(session, { request: newRun(), outputs: 'none', chunkSize: 36 })
  // The answer to this claim of the same worker is lost.
  const lost = (await newQueue(session, { worker }).claim())!
  const ids: string[] = []
  for (let chunk = await queue.claim(); chunk !== undefined; chunk = await queue.claim()) ids.push(chunk.id)
  const all = await session.query<{ id: string }>('select id from chunks order by id')
  expect(ids.toSorted((a, b) => Number(a) - Number(b))).toEqual(all.map(({ id }) => id))
  expect(ids.at(-1)).toBe(lost.id)
  expect(await newQueue(session, { spareSeconds: 1e6 }).claim()).toBeUndefined()
})

test('results and completion are one transaction: where one cannot be written, the other is not', async () => {
  const { session, queue } = await openQueue()
  const { id } = await submitRun(session, { request: newRun(), outputs: 'none', chunkSize: 10_000 })
  const chunk = (await queue.claim())!
  const results = await run(session, chunk)
  const broken = results.map((item) => ({ ...item, counts: { ...item.counts, right: 2 ** 40 } }))
  await expect(queue.complete(chunk, broken, 1)).rejects.toThrow()
  expect(await session.query('select 1 from progress where run = $1', [id])).toEqual([])
  expect(await session.query('select state from chunks where id = $1', [chunk.id])).toEqual([{ state: 1 }])
  expect(await queue.complete(chunk, results, 1)).toMatchObject({ isCounted: true })
})

test('no two workers get the same chunk, and higher priorities come first', async () => {
  const { session } = await openQueue()
  const low = await submitRun(session, { request: newRun(), outputs: 'none', chunkSize: 12 })
  const high = await submitRun(session, { request: newRun(), outputs: 'none', chunkSize: 12, priority: 3 })
  const queues = Array.from({ length: 4 }, () => newQueue(session, { spareSeconds: 1e6 }))
  const claimed: ClaimedChunk[] = []
  while (claimed.length < low.chunks + high.chunks)
    for (const chunk of await Promise.all(queues.map((queue) => queue.claim()))) if (chunk) claimed.push(chunk)
  expect(new Set(claimed.map(({ id }) => id)).size).toBe(low.chunks + high.chunks)
  expect(claimed.slice(0, high.chunks).every((chunk) => chunk.run === high.id)).toBe(true)
  expect(await queues[0]!.claim()).toBeUndefined()
})

test('a renewed lease is kept, and one that ended is given to another worker', async () => {
  const { session, queue } = await openQueue()
  await submitRun(session, { request: newRun(), outputs: 'none', chunkSize: 10_000 })
  const chunk = (await queue.claim())!
  const other = newQueue(session)
  await endLeases(session)
  await queue.renew()
  expect(await other.claim()).toBeUndefined()
  expect(await other.isEmpty()).toBe(false)
  await endLeases(session)
  expect(await other.claim()).toMatchObject({ id: chunk.id, isSpare: false })
  // The first worker does not extend a lease that it has lost.
  await endLeases(session)
  await queue.renew()
  expect(await newQueue(session).claim()).toMatchObject({ id: chunk.id })
})

test('a chunk that takes long is given to one idle worker as well, not to more, and not to its own', async () => {
  const { session, queue } = await openQueue({ spareSeconds: 3600 })
  await submitRun(session, { request: newRun(), outputs: 'none', chunkSize: 10_000 })
  const chunk = (await queue.claim())!
  const [second, third] = [newQueue(session, { spareSeconds: 3600 }), newQueue(session, { spareSeconds: 3600 })]
  expect(await second.claim()).toBeUndefined()
  await session.query("update chunks set started_at = now() - interval '3601 seconds' where id = $1", [chunk.id])
  expect(await queue.claim()).toBeUndefined()
  const spare = (await second.claim())!
  expect(spare).toMatchObject({ id: chunk.id, isSpare: true })
  expect(await third.claim()).toBeUndefined()
  // The second worker ended: its place is free again.
  await session.query("update chunks set spare_until = now() - interval '1 second' where id = $1", [chunk.id])
  await second.renew()
  expect(await third.claim()).toBeUndefined()
  await session.query("update chunks set spare_until = now() - interval '1 second' where id = $1", [chunk.id])
  expect(await third.claim()).toMatchObject({ id: chunk.id, isSpare: true })
  const results = await run(session, spare)
  expect(await second.complete(spare, results, 1)).toMatchObject({ isCounted: true })
  expect(await queue.complete(chunk, results, 1)).toMatchObject({ isCounted: false })
})

test('where the chunks of a run take long, a second worker waits for longer', async () => {
  const { session, queue } = await openQueue()
  const { id } = await submitRun(session, { request: newRun(), outputs: 'none', chunkSize: 12 })
  const first = (await queue.claim())!
  await queue.complete(first, await run(session, first), 2_000_000)
  const others: ClaimedChunk[] = []
  for (let chunk = await queue.claim(); chunk !== undefined; chunk = await queue.claim()) others.push(chunk)
  await session.query("update chunks set started_at = now() - interval '5000 seconds' where run = $1", [id])
  const idle = newQueue(session, { spareSeconds: 1 })
  expect(await idle.claim()).toBeUndefined()
  await session.query("update chunks set started_at = now() - interval '7000 seconds' where run = $1", [id])
  expect(await idle.claim()).toBeDefined()
})

test('a released chunk is ready at once', async () => {
  const { session, queue } = await openQueue()
  await submitRun(session, { request: newRun(), outputs: 'none', chunkSize: 10_000 })
  const chunk = (await queue.claim())!
  await queue.release(chunk)
  expect(await session.query('select state, attempts, owner from chunks')).toEqual([
    { state: 0, attempts: 0, owner: null },
  ])
  const other = newQueue(session)
  const again = (await other.claim())!
  expect(again).toMatchObject({ id: chunk.id })
  await other.complete(again, await run(session, again), 1)
  await other.release(again)
  expect(await session.query('select state from chunks')).toEqual([{ state: 2 }])
})

test('a chunk that a second worker gives back stays with the first', async () => {
  const { session, queue } = await openQueue({ spareSeconds: 0 })
  await submitRun(session, { request: newRun(), outputs: 'none', chunkSize: 10_000 })
  const chunk = (await queue.claim())!
  const second = newQueue(session, { spareSeconds: 0 })
  const before = await session.query('select state, attempts, owner, spare from chunks')
  await second.release((await second.claim())!)
  expect(await session.query('select state, attempts, owner, spare from chunks')).toEqual(before)
  expect(await newQueue(session, { spareSeconds: 0 }).claim()).toMatchObject({ id: chunk.id, isSpare: true })
})

test('a failure does not count for a chunk that another worker has completed or taken over', async () => {
  const { session, queue } = await openQueue({ spareSeconds: 0 })
  const { id } = await submitRun(session, { request: newRun(), outputs: 'none', chunkSize: 10_000 })
  const chunk = (await queue.claim())!
  await endLeases(session)
  const second = newQueue(session, { spareSeconds: 0 })
  const again = (await second.claim())!
  await queue.fail(chunk, 'no memory')
  expect(await session.query('select state, failures from chunks')).toEqual([{ state: 1, failures: 0 }])
  const spare = (await queue.claim())!
  expect(spare.isSpare).toBe(true)
  await second.complete(again, await run(session, again), 1)
  await queue.fail(spare, 'no memory')
  expect(await session.query('select state, failures from chunks')).toEqual([{ state: 2, failures: 0 }])
  expect(await readProgress(session, id)).toMatchObject({ isFinished: true })
})

test('a chunk that fails again and again is given up with its reason; submitting the run again queues it', async () => {
  const { session, queue } = await openQueue()
  const submission = { request: newRun(), outputs: 'none', chunkSize: 10_000 } as const
  const { id } = await submitRun(session, submission)
  for (let k = 0; k < MAX_FAILURES; k++) await queue.fail((await queue.claim())!, 'no memory')
  expect(await queue.claim()).toBeUndefined()
  expect(await queue.isEmpty()).toBe(true)
  expect((await readStatus(session)).failures).toMatchObject([{ run: id, error: 'no memory' }])
  await expect(waitForRun(session, id)).rejects.toMatchObject({ code: 'chunks-failed' })
  const { id: other } = await submitRun(session, { ...submission, request: newRun() })
  expect((await readStatus(session, other)).failures).toEqual([])
  await queue.complete((await queue.claim())!, [], 1)
  expect(await submitRun(session, submission)).toMatchObject({ id, isKnown: true })
  // It is tried as often as a new one.
  for (let k = 0; k < MAX_FAILURES; k++) await queue.fail((await queue.claim())!, 'no memory')
  expect(await queue.claim()).toBeUndefined()
  await submitRun(session, submission)
  const last = (await queue.claim())!
  expect(await session.query('select attempts from chunks where id = $1', [last.id])).toEqual([{ attempts: 1 }])
  await queue.complete(last, await run(session, last), 1)
  expect(await session.query('select error from chunks where id = $1', [last.id])).toEqual([{ error: null }])
})

test('submitting a run again queues failed chunks alone', async () => {
  const { session, queue } = await openQueue()
  const submission = { request: newRun(), outputs: 'none', chunkSize: 36 } as const
  await submitRun(session, submission)
  const done = (await queue.claim())!
  await queue.complete(done, await run(session, done), 1, true)
  const states = () => session.query<{ id: string; state: number }>('select id, state from chunks order by id')
  await session.query('update chunks set state = 3 where id = (select max(id) from chunks)')
  const before = await states()
  await submitRun(session, submission)
  expect(before.slice(0, 2)).toMatchObject([{ state: 2 }, { state: 1 }])
  expect(await states()).toEqual([...before.slice(0, -1), { ...before.at(-1), state: 0 }])
})

test('a chunk with which many workers ended is given up', async () => {
  const { session, queue } = await openQueue()
  await submitRun(session, { request: newRun(), outputs: 'none', chunkSize: 10_000 })
  await queue.claim()
  await session.query('update chunks set attempts = $1', [MAX_ATTEMPTS])
  expect(await newQueue(session).claim()).toBeUndefined()
  // The last of them still runs it.
  expect(await queue.isEmpty()).toBe(false)
  await endLeases(session)
  expect(await newQueue(session, { spareSeconds: 0 }).claim()).toBeUndefined()
  expect(await queue.isEmpty()).toBe(true)
  expect((await readStatus(session)).failures[0]!.error).toBe(`${MAX_ATTEMPTS} workers ended while they ran it`)
})

test('results that are in the database already are not queued again, whichever run they are of', async () => {
  const { session, queue } = await openQueue()
  const request = newRun(6, 3)
  await submitRun(session, { request, outputs: 'none', chunkSize: 10_000 })
  const chunk = (await queue.claim())!
  await queue.complete(chunk, await run(session, chunk), 1)
  const fewer = { ...request, dataset: makeDataset(request.dataset.tasks.slice(0, 2)) }
  const part = await submitRun(session, { request: fewer, outputs: 'none', chunkSize: 10_000 })
  expect(part).toMatchObject({ chunks: 0, knownEvaluations: part.evaluations, isKnown: false })
  expect(await readProgress(session, part.id)).toMatchObject({ isFinished: true })
  const other = { ...fewer, settings: { budget: 1000 } }
  expect((await submitRun(session, { request: other, outputs: 'none', chunkSize: 10_000 })).chunks).toBe(1)
})

test('programs that run unused statements are kept apart from those that do not', async () => {
  const { session } = await openQueue()
  const request = newRun(2, 1)
  await submitRun(session, { request, outputs: 'none' })
  const before = await session.query('select hash from programs')
  await submitRun(session, { request: { ...request, keepUnused: true }, outputs: 'none' })
  expect((await session.query('select hash from programs')).length).toBe(before.length + 2)
})

test('lineage of programs that run on no task is left out', async () => {
  const { session } = await openQueue()
  const { programs, dataset } = newRun()
  const own = programs.findIndex(({ task }) => task === dataset.tasks[0]!.id)
  const other = { ...programs[own]!, task: 'another' }
  const request = { programs: [...programs, other], dataset, pairing: 'own' } as const
  const lineage = [{ child: own, parent: programs.length, change: 'unpaired' }]
  await submitRun(session, { request, outputs: 'none', lineage })
  expect(await session.query("select 1 from lineage where change = 'unpaired'")).toEqual([])
})

test('content is read once, and damaged content is refused', async () => {
  const { session, queue } = await openQueue()
  await submitRun(session, { request: newRun(6, 3), outputs: 'none', chunkSize: 24 })
  const cache = new ContentCache(session)
  const backend = new CpuBackend()
  const first = (await queue.claim())!
  await runChunk(first, { cache, backend })
  const { bytesRead } = cache
  expect(bytesRead).toBeGreaterThan(0)
  await runChunk(first, { cache, backend })
  expect(cache.bytesRead).toBe(bytesRead)
  const [other] = await session.query<{ content: Buffer }>(
    'select content from programs where hash <> all($1::bytea[]) limit 1',
    [
      (
        await session.query<{ programs: Buffer[] }>('select programs from blocks where hash = $1', [first.blocks[0]])
      )[0]!.programs.slice(0, 1),
    ],
  )
  await session.transaction(async (statements) => {
    await statements.query('update programs set content = $1', [other!.content])
  })
  await expect(runChunk(first, { cache: new ContentCache(session), backend })).rejects.toMatchObject({
    code: 'store-damaged',
  })
  await session.query('delete from programs')
  await expect(runChunk(first, { cache: new ContentCache(session), backend })).rejects.toMatchObject({
    code: 'store-damaged',
  })
})

test('a chunk is run only if all of its items are; a task without samples needs no evaluation', async () => {
  const { session, queue } = await openQueue()
  const { programs, dataset } = newRun(2, 1)
  const withoutSamples = { id: 'none', train: [], test: [] }
  const request = { programs, dataset: makeDataset([...dataset.tasks, withoutSamples]), pairing: 'all' } as const
  await submitRun(session, { request, outputs: 'none', chunkSize: 10_000 })
  const chunk = (await queue.claim())!
  const cache = new ContentCache(session)
  const endsEarly = new CpuBackend()
  endsEarly.run = async function* () {}
  expect(chunk.tasks.length).toBe(2)
  expect(await runChunk(chunk, { cache, backend: endsEarly })).toBeUndefined()
  const none = { ...chunk, blocks: chunk.blocks.slice(1), tasks: chunk.tasks.slice(1) }
  expect(await runChunk(none, { cache, backend: endsEarly })).toMatchObject([{ counts: { total: 0 } }])
})

test('a worker stops where chunk after chunk fails, and the chunks go to others', async () => {
  const { session } = await openQueue()
  const { chunks } = await submitRun(session, { request: newRun(6, 6), outputs: 'none', chunkSize: 12 })
  const id = randomUUID()
  const failures: string[] = []
  const loop = new WorkerLoop({
    ...settingsOf(id),
    session,
    drain: true,
    queue: newQueue(session, { worker: id }),
    run: () => Promise.reject(new Error('no memory')),
    onFailure: (_, message) => failures.push(message),
    signal: new AbortController().signal,
  })
  await expect(loop.run()).rejects.toMatchObject({ code: 'worker-failing' })
  expect(failures).toEqual(['no memory', 'no memory', 'no memory'])
  expect(await session.query('select count(*)::int from chunks where state = 0')).toEqual([{ count: chunks }])
})

test('programs evaluated through the queue have the counts and bit sets of a run, and the lineage is kept', async () => {
  const { session } = await openQueue()
  const { programs, dataset } = newRun(12, 8)
  const id = randomUUID()
  const queue = newQueue(session, { worker: id })
  const stop = new AbortController()
  const backend = new CpuBackend()
  const cache = new ContentCache(session)
  const loop = new WorkerLoop({
    ...settingsOf(id),
    session: await database.open(),
    queue,
    drain: false,
    run: (chunk) => runChunk(chunk, { cache, backend }),
    signal: stop.signal,
  })
  const working = loop.run()
  const report = await runPrograms({ programs, dataset, pairing: 'all' })
  const lineage = [{ child: 1, parent: 0, change: 'mutation' }]
  const found = []
  for await (const pair of evaluateOnQueue(session, { programs, dataset, lineage, chunkSize: 8 })) found.push(pair)
  stop.abort()
  await working
  expect(found.map(({ program, task }) => [programs[program]!.name, task.id])).toEqual(
    report.results.map(({ program, task }) => [program, task]),
  )
  for (const [k, { counts, right }] of found.entries()) {
    const { samples } = report.results[k]!
    const isRight = samples.map(({ verdict }) => verdict === 'right')
    expect(samples.map((_, s) => ((right[s >> 3]! >> (s & 7)) & 1) === 1)).toEqual(isRight)
    expect(counts.right).toBe(isRight.filter(Boolean).length)
    expect(counts.right + counts.wrong + counts.failed + counts.unknown).toBe(samples.length)
  }
  expect(loop.counts.evaluations).toBe(report.evaluations)
  const scores = await session.query<{ verdict: string; demos: number; tests: number }>(
    'select verdict, demos_right as demos, tests_right as tests from scores where task = any($1::bytea[])',
    [dataset.tasks.map(hashOfTask)],
  )
  const passed = report.results.filter(({ verdict }) => isPassed(verdict))
  expect(passed.length).toBeGreaterThan(1)
  const spelled = passed.map(({ verdict, demos, tests }) => ({ verdict, demos: demos.right, tests: tests.right }))
  expect(scores.map((score) => JSON.stringify(score)).toSorted()).toEqual(
    spelled.map((score) => JSON.stringify(score)).toSorted(),
  )
  expect(await session.query('select change from lineage')).toEqual([{ change: 'mutation' }])
  // The run is gone, its results are not: the same programs cost nothing.
  expect(await session.query('select id from runs')).toEqual([])
  let count = 0
  for await (const pair of evaluateOnQueue(session, { programs, dataset, chunkSize: 8 })) count += pair.counts.right
  expect(count).toBe(report.right)
})

test('equal evaluations at the same time are runs of their own, which are deleted at the signal', async () => {
  const { session } = await openQueue()
  const { programs, dataset } = newRun()
  const stop = new AbortController()
  const { signal } = stop
  const evaluate = async () => {
    let count = 0
    for await (const _ of evaluateOnQueue(session, { programs, dataset, signal })) count++
    return count
  }
  const waiting = Promise.all([evaluate(), evaluate()])
  await until(async () => (await session.query('select 1 from runs')).length === 2)
  stop.abort()
  expect(await waiting).toEqual([0, 0])
  expect(await session.query('select 1 from runs')).toEqual([])
})

test('a submission wakes idle workers; a notice that comes before they wait is not lost', async () => {
  const { session } = await openQueue()
  const idle = await database.open({ channel: SUBMITTED })
  const { noticeCount } = idle
  const woken = idle.waitForNotice(noticeCount, 3_600_000)
  await submitRun(session, { request: newRun(), outputs: 'none' })
  await woken
  expect(idle.noticeCount).toBe(noticeCount + 1)
  await idle.waitForNotice(noticeCount, 3_600_000)
})

/** Expects that the results in the database are those of a run of this process. */
async function expectSameFile(
  session: Session,
  id: string,
  request: Submission['request'],
  form: Submission['outputs'],
): Promise<string> {
  const open = (name: string) =>
    ResultFile.open(temporary.pathOf(`${id}-${name}`), request, { resume: false, sync: false, grids: form === 'grid' })
  const file = open('fetched')
  const stored = await readRun(session, id)
  const { programs, dataset, pairing } = request
  expect(stored).toMatchObject({ programs, dataset, pairing, outputs: form })
  await fetchToFile(session, stored, file, () => undefined)
  file.close()
  await runToFile(request, open('single'))
  const read = (name: string) => readFileSync(temporary.pathOf(`${id}-${name}`), 'utf8')
  expect(read('fetched')).toBe(read('single'))
  return read('single')
}

test.each([
  ['all', 'value', false, 'value', 2],
  ['all', 'hash', true, 'hash', 2],
  ['own', 'none', false, 'none', 2],
  ['own', 'value', false, 'grid', 2],
  // More samples of a task than a unit has.
  ['all', 'hash', false, 'hash', 300],
] as const)(
  'fetched results are the file of a run: pairing %s, outputs %s, unused statements run: %s, form %s, %i samples of a task',
  async (pairing, outputs, keepUnused, form, samples) => {
    const { session, queue } = await openQueue()
    const all = galleryPrograms()
    const [first, ...rest] = drawTasks({ samples: 3, seed: nextSeed++ }).slice(0, 5)
    const tests = Array.from({ length: samples }, (_, k) => first!.test[k % 3]!)
    const dataset = makeDataset([{ ...first!, test: tests }, ...rest])
    const batts = all.filter(({ mode }) => mode === 'guarded')
    const text = `def solve_${dataset.tasks[0]!.id}(I):\n    x1 = rot90(I)\n    x2 = first(x1)\n    return x1\n`
    const others = readPrograms(text, 'other.py', { dialect: 't' }).programs
    const programs = [...batts, ...others, ...all.slice(0, 8)]
    expect(batts.length * others.length).toBe(3)
    const request = { programs, dataset, pairing, settings: { outputs }, keepUnused }
    const { id } = await submitRun(session, { request, outputs: form, chunkSize: 15 * samples })
    const cache = new ContentCache(session)
    for (let chunk = await queue.claim(); chunk !== undefined; chunk = await queue.claim())
      await queue.complete(chunk, (await runChunk(chunk, { cache, backend: new CpuBackend() }))!, 1)
    const content = await expectSameFile(session, id, request, form)
    expect(content.split('\n').length).toBeGreaterThan(pairing === 'all' ? 60 : 3)
  },
)

test('more blocks than one statement reads are read in order; missing ones are an error', async () => {
  const { session, queue } = await openQueue()
  const text = Array.from(
    { length: 520 },
    (_, k) => `def solve_${k}(I):\n    return canvas(1, (${1 + (k % 30)}, ${1 + Math.floor(k / 30)}))\n`,
  )
  const { programs } = readPrograms(text.join('\n'), 'sizes.py')
  const { dataset } = newRun(1, 1)
  const request = { programs, dataset, pairing: 'all', settings: { outputs: 'hash' } } as const
  const { id, chunks } = await submitRun(session, { request, outputs: 'hash', chunkSize: 1 })
  expect(chunks).toBe(520)
  // All in one statement: a chunk may have any items.
  const first = (await queue.claim())!
  const items = await session.query<Pick<ClaimedChunk, 'blocks' | 'tasks'>>('select blocks, tasks from chunks')
  const all = { ...first, blocks: items.flatMap(({ blocks }) => blocks), tasks: items.flatMap(({ tasks }) => tasks) }
  await queue.complete(first, await run(session, all), 1)
  await expectSameFile(session, id, request, 'hash')
  await session.query('delete from results where block = $1', [first.blocks[0]])
  await expect(readResults(session, await readRun(session, id)).next()).rejects.toMatchObject({
    code: 'results-missing',
  })
})
