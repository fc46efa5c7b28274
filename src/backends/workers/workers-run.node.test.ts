// One run on worker threads, with threads that the test plays: order, batches ahead, deaths, and the end of a run.

import { EventEmitter } from 'node:events'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readPrograms } from '../../language/python/read-python.ts'
import { mergePrograms } from '../../plan/graph.ts'
import { lowerGraph } from '../../plan/plan.ts'
import { type Crash, type Evaluations, newBackendWork } from '../backend.ts'
import { MARKER_LENGTH, MARK_PLAN, MARK_SAMPLE, MARK_SLOT, MARK_TASK, NOWHERE, type RunData } from './messages.ts'
import type { Batch } from './batches.ts'
import type { Thread, WorkersBackend } from './workers-backend.node.ts'
import { WorkersRun } from './workers-run.node.ts'

// A run that never ends fails soon, so that mutation tests count it.
vi.setConfig({ testTimeout: 20_000 })

const { programs } = readPrograms(
  'def solve_a(I):\n    x1 = add(ONE, TWO)\n    x2 = canvas(x1, (2, 2))\n    return x2\n\n' +
    'def solve_b(I):\n    x1 = rot90(I)\n    return x1\n',
  'run.py',
)
const plan = lowerGraph(mergePrograms(programs))
const DATA = { plans: [plan, plan], modules: {}, tasks: {} } as unknown as RunData
const TASKS = ['one', 'two'].map((id) => ({ id, train: [], test: [] }))
const SETTINGS = { budget: 1, allowance: 1, measure: false, outputs: 'none' } as const

/** A thread without code: it keeps the messages it is sent and answers as the test says. */
class FakeWorker extends EventEmitter {
  readonly posted: { readonly kind: string; readonly data?: unknown; readonly units?: Batch['units'] }[] = []
  isReferenced = false
  isTerminated = false

  postMessage(message: FakeWorker['posted'][number]): void {
    this.posted.push(message)
  }
  ref(): void {
    this.isReferenced = true
  }
  unref(): void {
    this.isReferenced = false
  }
  async terminate(): Promise<void> {
    this.isTerminated = true
    this.emit('exit')
  }
  get batches(): readonly Batch['units'][] {
    return this.posted.flatMap(({ units }) => (units === undefined ? [] : [units]))
  }
  /** Answers the batch that came last, whose units have these names. */
  answer(...names: string[]): void {
    const evaluations = names as unknown as Evaluations[]
    this.emit('message', { kind: 'done', evaluations, onCpu: 10, executed: 100, splits: 1 })
  }
}

const runs: WorkersRun[] = []
afterEach(async () => {
  for (const run of runs.splice(0)) await run.end()
})

interface Started {
  readonly run: WorkersRun
  readonly workers: FakeWorker[]
  readonly threads: Thread[]
  readonly given: Thread[]
  readonly work: ReturnType<typeof newBackendWork>
  readonly crashes: Crash[]
}

/** Starts a run of batches, each of so many units of three samples. */
function start(workerCount: number, unitCounts: readonly number[], known?: RunData): Started {
  const workers: FakeWorker[] = []
  const threads: Thread[] = []
  const given: Thread[] = []
  const backend = {
    workerCount,
    work: newBackendWork(),
    crashes: [] as Crash[],
    takeThread: () => {
      const worker = new FakeWorker()
      const marker = new Int32Array(MARKER_LENGTH).fill(NOWHERE)
      workers.push(worker)
      threads.push({ worker, marker, data: known } as unknown as Thread)
      return threads.at(-1)
    },
    giveThread: (thread: Thread) => given.push(thread),
  }
  let first = 0
  const batches = unitCounts.map((count): Batch => {
    const units = Array.from({ length: count }, (_, k) => ({ plan: k % 2, task: 1, from: 0, to: 3, skip: [] }))
    first += count
    return { first: first - count, units, isRepeated: false }
  })
  const run = new WorkersRun(backend as unknown as WorkersBackend, DATA, SETTINGS, batches, TASKS)
  runs.push(run)
  return { run, workers, threads, given, work: backend.work, crashes: backend.crashes }
}

async function collect(run: WorkersRun): Promise<unknown[]> {
  const results: unknown[] = []
  for await (const result of run.results()) results.push(result)
  return results
}

/** Lets the thread die within a step of a sample of plan 1 on task 1. */
function dieAt({ threads, workers }: Started, k: number, sample: number, slot = NOWHERE): void {
  const { marker } = threads[k]!
  marker[MARK_PLAN] = 1
  marker[MARK_TASK] = 1
  marker[MARK_SAMPLE] = sample
  marker[MARK_SLOT] = slot
  workers[k]!.emit('exit')
}

describe('results', () => {
  test('come in the order of the units, and work is added up', async () => {
    const { run, workers, work } = start(2, [1, 2, 1])
    expect(workers.map(({ batches }) => batches.map(({ length }) => length))).toEqual([[1], [2]])
    workers[1]!.answer('b', 'c')
    workers[1]!.answer('d')
    workers[0]!.answer('a')
    expect(await collect(run)).toEqual(['a', 'b', 'c', 'd'])
    expect(work).toMatchObject({ onCpu: 30, executed: 300, splits: 3, chunks: 4 })
  })

  test('are waited for', async () => {
    const { run, workers } = start(1, [1])
    const all = collect(run)
    await Promise.resolve()
    workers[0]!.answer('a')
    expect(await all).toEqual(['a'])
  })

  test('no more threads are taken than there are batches', () => {
    expect(start(8, [1, 1]).workers.length).toBe(2)
  })

  test('six batches per thread may be under way or wait to be taken', async () => {
    const { run, workers } = start(
      1,
      Array.from({ length: 20 }, () => 1),
    )
    for (let k = 0; k < 6; k++) workers[0]!.answer(`${k}`)
    expect(workers[0]!.batches.length).toBe(6)
    const results = run.results()
    await results.next()
    expect(workers[0]!.batches.length).toBe(7)
  })

  test('a thread is sent the data of the run unless it has it', () => {
    const first = start(1, [1])
    expect(first.workers[0]!.posted[0]).toEqual({ kind: 'start', data: DATA, settings: SETTINGS })
    expect(first.threads[0]!.data).toBe(DATA)
    expect(start(1, [1], DATA).workers[0]!.posted[0]).toEqual({ kind: 'start', data: undefined, settings: SETTINGS })
  })
})

describe('deaths', () => {
  test('the batch is repeated by another thread, before all others', async () => {
    const started = start(1, [2, 1])
    const { run, workers, crashes } = started
    dieAt(started, 0, 0)
    expect(workers.length).toBe(2)
    expect(workers[1]!.batches).toEqual(workers[0]!.batches)
    workers[1]!.answer('a', 'b')
    workers[1]!.answer('c')
    expect(await collect(run)).toEqual(['a', 'b', 'c'])
    expect(crashes).toEqual([])
  })

  test('a repeated batch may be sent although as many wait as may', async () => {
    const started = start(
      2,
      Array.from({ length: 20 }, () => 1),
    )
    const { run, workers } = started
    for (let k = 1; k < 12; k++) workers[1]!.answer(`${k}`)
    dieAt(started, 0, 0)
    expect(workers[2]!.batches).toEqual(workers[0]!.batches)
    workers[2]!.answer('0')
    expect((await run.results().next()).value).toBe('0')
  })

  test('at the same sample twice: the sample is skipped and reported; at two samples: none is', () => {
    const started = start(1, [2])
    const { workers, crashes } = started
    for (const [k, sample] of [1, 2, 1].entries()) dieAt(started, k, sample)
    expect(crashes).toEqual([])
    dieAt(started, 3, 1)
    expect(crashes).toEqual([{ plan: 1, task: 'two', sample: 1, reason: 'the thread ended', programs: [] }])
    const skips = (k: number) => workers[k]!.batches[0]!.map(({ skip }) => skip)
    expect([skips(3), skips(4)]).toEqual([
      [[], []],
      [[], [1]],
    ])
    // The count begins anew.
    dieAt(started, 4, 1)
    expect(skips(5)).toEqual([[], [1]])
  })

  test('in a step: its programs are named, and a step that all samples share costs the unit', () => {
    const [a, b] = plan.programs.map(({ slots }) => slots)
    const outcome = (slot: number) => {
      const started = start(1, [2])
      for (const k of [0, 1]) dieAt(started, k, 0, slot)
      return [started.crashes[0]!.programs, started.workers[2]!.batches[0]![1]!.skip]
    }
    expect(outcome(a![0]!)).toEqual([[0], [0, 1, 2]])
    expect(outcome(b![0]!)).toEqual([[1], [0]])
  })

  test.each([
    ['failed', (worker: FakeWorker) => worker.emit('message', { kind: 'failed', reason: 'it threw' }), 'it threw'],
    ['error', (worker: FakeWorker) => worker.emit('error', new Error('it broke')), 'it broke'],
    ['messageerror', (worker: FakeWorker) => worker.emit('messageerror', 'garbled'), 'garbled'],
  ])('%s ends the thread and gives the reason', (_, fail, reason) => {
    const started = start(1, [2])
    for (const k of [0, 1]) {
      started.threads[k]!.marker.set([1, 1, 0, NOWHERE])
      fail(started.workers[k]!)
      expect(started.workers[k]!.isTerminated).toBe(true)
    }
    expect(started.crashes).toMatchObject([{ reason }])
  })

  test('before a thread begins: four such deaths end the run', async () => {
    const { run, workers, crashes } = start(1, [1])
    for (let k = 0; k < 3; k++) workers[k]!.emit('exit')
    expect(workers.length).toBe(4)
    workers[3]!.emit('exit')
    expect(workers.length).toBe(4)
    await expect(run.results().next()).rejects.toMatchObject({
      code: 'workers-die',
      message: 'Worker threads die before they begin: the thread ended',
      advice: 'Run with --backend cpu.',
    })
    expect(crashes).toEqual([])
  })

  test('the marker of an earlier batch does not count', () => {
    const { threads, workers } = start(1, [1, 1])
    threads[0]!.marker[MARK_TASK] = 1
    workers[0]!.answer('a')
    expect(threads[0]!.marker[MARK_TASK]).toBe(NOWHERE)
  })
})

test('a thread that lacks memory ends the run with its error', async () => {
  const { run, workers } = start(1, [1])
  const first = run.results().next()
  workers[0]!.emit('message', { kind: 'exhausted', code: 'out-of-memory', reason: 'too little', advice: 'more' })
  workers[0]!.emit('message', { kind: 'exhausted', code: 'later', reason: 'later', advice: undefined })
  await expect(first).rejects.toMatchObject({ code: 'out-of-memory', message: 'too little', advice: 'more' })
})

test('at the end idle threads are given back, and those at work are ended and not replaced', async () => {
  const { run, workers, threads, given } = start(2, [1, 1, 1])
  workers[0]!.answer('a')
  workers[1]!.answer('b')
  expect(workers.map(({ isReferenced }) => isReferenced)).toEqual([true, true])
  await run.end()
  expect(given).toEqual([threads[1]])
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false])
  expect(workers.length).toBe(2)
  for (const worker of workers) expect([worker.eventNames(), worker.isReferenced]).toEqual([[], false])
})
