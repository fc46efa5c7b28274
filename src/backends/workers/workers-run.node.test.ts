// One run on worker threads, with threads that the test plays: order, batches ahead, deaths, and the end of a run.

import { EventEmitter } from 'node:events'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { gridFromRows } from '../../data/grid-rows.ts'
import type { Task } from '../../data/task.ts'
import { Heap } from '../../kernel/heap.ts'
import { EnvironmentError } from '../../language/errors.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { mergePrograms } from '../../plan/graph.ts'
import { lowerGraph } from '../../plan/plan.ts'
import { CORRECT, type Crash, type Evaluations, type Unit, WRONG, newBackendWork } from '../backend.ts'
import { newEndLock } from '../end-lock.node.ts'
import { evaluationBytes, viewEvaluations } from '../evaluations.ts'
import { bytesBefore, viewExecuted } from './batch-runner.ts'
import {
  type DoneMessage,
  MARKER_LENGTH,
  MARK_PLAN,
  MARK_SAMPLE,
  MARK_SLOT,
  MARK_TASK,
  NOWHERE,
  type PartMessage,
  type RunData,
  type StartMessage,
} from './messages.ts'
import { RunPacker } from './run-parts.ts'
import { batchesOf, isStopped, makeSchedule, pieceAt, type Schedule, takeBatch } from './schedule.ts'
import type { Thread } from './thread.node.ts'
import type { WorkersBackend } from './workers-backend.node.ts'
import { type SharedRun, WorkersRun } from './workers-run.node.ts'

// A run that never ends fails soon, so that mutation tests count it.
vi.setConfig({ testTimeout: 20_000 })

const { programs } = readPrograms(
  'def solve_a(I):\n    x1 = add(ONE, TWO)\n    x2 = canvas(x1, (2, 2))\n    return x2\n\n' +
    'def solve_b(I):\n    x1 = rot90(I)\n    return x1\n',
  'run.py',
)
const plan = lowerGraph(mergePrograms(programs))
const plans = [plan, plan]
const newData = (): RunData => ({ layouts: ['a'], modules: {}, plans: [], tasks: [] })
const TASKS = ['one', 'two'].map((id) => ({ id, train: [], test: [] }))
const SETTINGS = { budget: 1, allowance: 1, measure: false, outputs: 'none' } as const

/** A thread without code: it keeps the messages it is sent, and takes and answers batches as the test says. */
class FakeWorker extends EventEmitter {
  readonly posted: StartMessage[] = []
  /** The parts of the run that were posted after the start, with the limit of batches at that moment. */
  readonly parts: (PartMessage & { readonly limit: number })[] = []
  isReferenced = false
  isTerminated = false
  #repeated = 0

  postMessage(message: StartMessage | PartMessage): void {
    // A message is a copy.
    if (message.kind === 'part') this.parts.push({ ...message, limit: limitOf(this.start.schedule) })
    else this.posted.push(structuredClone(message))
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
  get start(): StartMessage {
    return this.posted[0]!
  }
  /** Takes the next batch: those to repeat first. */
  take(): number {
    const { repeats, schedule, thread } = this.start
    return repeats[this.#repeated++]?.batch ?? takeBatch(schedule, thread)
  }
  /** Takes a batch and answers it; each verdict is the number of its unit. */
  run(): number {
    const batch = this.take()
    this.answer(batch)
    return batch
  }
  answer(batch: number, extras: DoneMessage['extras'] = []): void {
    const { schedule } = this.start
    const bytes = evaluationBytes(plan, 3, 'none')
    const [first, end] = [schedule.starts[batch]!, schedule.starts[batch + 1]!]
    const before = bytesBefore(end - first)
    const memory = new ArrayBuffer(before + bytes * (end - first))
    for (let unit = first; unit < end; unit++)
      viewEvaluations(plan, 3, 'none', memory, before + bytes * (unit - first)).verdicts.fill(unit)
    viewExecuted(memory, end - first).fill(100 / (end - first))
    const done: DoneMessage = { kind: 'done', batch, memory, extras, onCpu: 10, splits: 1 }
    this.emit('message', done)
  }
}

/** The number of the first batch that must not be taken yet. */
function limitOf({ control }: Schedule): number {
  return Math.max(...control)
}

const runs: WorkersRun[] = []
afterEach(async () => {
  for (const run of runs.splice(0)) await run.end()
})

interface Started {
  readonly run: WorkersRun
  readonly schedule: Schedule
  readonly workers: FakeWorker[]
  readonly threads: Thread[]
  readonly given: Thread[]
  readonly paused: Thread[]
  readonly work: ReturnType<typeof newBackendWork>
  readonly crashes: Crash[]
}

/** Starts a run of batches with the given numbers of units, each of three samples; plans alternate, and the task is number 1. */
function start(workerCount: number, unitCounts: readonly number[], known?: RunData): Started {
  const workers: FakeWorker[] = []
  const threads: Thread[] = []
  const given: Thread[] = []
  const paused: Thread[] = []
  const backend = {
    workerCount,
    threadCount: workerCount,
    work: newBackendWork(),
    crashes: [] as Crash[],
    takeThread: () => {
      const worker = new FakeWorker()
      const marker = new Int32Array(MARKER_LENGTH).fill(NOWHERE)
      workers.push(worker)
      threads.push({ worker, marker, endLock: newEndLock(), data: known } as unknown as Thread)
      return threads.at(-1)
    },
    giveThread: (thread: Thread) => given.push(thread),
    pauseThread: (thread: Thread) => paused.push(thread),
  }
  const units = unitsOf(unitCounts)
  const schedule = scheduleOf(unitCounts, units)
  const packer = new RunPacker(plans, TASKS, schedule, known ?? newData())
  const shared: SharedRun = { plans, tasks: TASKS, units, packer, schedule, settings: SETTINGS }
  const run = new WorkersRun(backend as unknown as WorkersBackend, shared)
  runs.push(run)
  return { run, schedule, workers, threads, given, paused, work: backend.work, crashes: backend.crashes }
}

function unitsOf(unitCounts: readonly number[]): Unit[] {
  return unitCounts.flatMap((count) =>
    Array.from({ length: count }, (_, k) => ({ plan: k % 2, task: TASKS[1]!, from: 0, to: 3 })),
  )
}

function scheduleOf(unitCounts: readonly number[], units: readonly Unit[]): Schedule {
  const numbers = new Map(TASKS.map((task, k) => [task, k]))
  const starts = [0]
  for (const count of unitCounts) starts.push(starts.at(-1)! + count)
  const made = makeSchedule(plans, units, numbers, 1, 1)
  return { ...made, starts: Int32Array.from(starts), owners: made.owners.subarray(0, unitCounts.length) }
}

/** The results unit by unit. */
async function* resultsOf(run: WorkersRun): AsyncGenerator<Evaluations> {
  for await (const batch of run.batches()) yield* batch
}

/** The numbers of the units, as the fake threads write them. */
async function collect(run: WorkersRun): Promise<number[]> {
  const results: number[] = []
  for await (const { verdicts, sampleCount } of resultsOf(run)) {
    expect(sampleCount).toBe(3)
    results.push(verdicts[0]!)
  }
  return results
}

/** Lets the thread take a batch and die within a step of a sample, by default of plan 1 on task 1. */
function dieAt(
  { threads, workers }: Started,
  k: number,
  sample: number,
  { plan: planNumber = 1, task = 1, slot = NOWHERE } = {},
): void {
  workers[k]!.take()
  const { marker } = threads[k]!
  marker[MARK_PLAN] = planNumber
  marker[MARK_TASK] = task
  marker[MARK_SAMPLE] = sample
  marker[MARK_SLOT] = slot
  workers[k]!.emit('exit')
}

/** The samples that a thread is told to leave out, by unit. */
function crashedOf(worker: FakeWorker): [unit: number, samples: readonly number[]][] {
  return worker.start.repeats.flatMap(({ crashed }) => [...crashed])
}

describe('results', () => {
  test('come in the order of the units, and work is added up', async () => {
    const { run, workers, work } = start(2, [1, 2, 1])
    const first = workers[0]!.take()
    expect([first, workers[1]!.run(), workers[1]!.run()]).toEqual([0, 1, 2])
    workers[0]!.answer(first)
    expect(await collect(run)).toEqual([0, 1, 2, 3])
    expect(work).toMatchObject({ onCpu: 30, executed: 300, splits: 3, chunks: 4 })
  })

  test('are waited for', async () => {
    const { run, workers } = start(1, [1])
    const all = collect(run)
    await Promise.resolve()
    workers[0]!.run()
    expect(await all).toEqual([0])
  })

  test('cuts and values come with their unit', async () => {
    const { run, workers } = start(1, [3])
    const cuts = [Int32Array.of(7), undefined]
    workers[0]!.answer(workers[0]!.take(), [{ piece: 1, cuts, values: [[null]] }])
    const results = []
    for await (const result of resultsOf(run)) results.push(result)
    expect(results.map((result) => [result.cuts, result.values])).toEqual([
      [[], undefined],
      [cuts, [[null]]],
      [[], undefined],
    ])
  })

  test('no more threads are taken than there are batches', () => {
    expect(start(8, [1, 1]).workers.length).toBe(2)
  })

  test('six batches per thread may be taken before one is collected', async () => {
    const { run, workers, schedule } = start(
      1,
      Array.from({ length: 20 }, () => 1),
    )
    expect(limitOf(schedule)).toBe(6)
    for (let k = 0; k < 6; k++) workers[0]!.run()
    expect(limitOf(schedule)).toBe(6)
    await resultsOf(run).next()
    expect(limitOf(schedule)).toBe(7)
  })

  test('a thread is sent the data of the run unless it has it', () => {
    const first = start(1, [1])
    expect(first.workers[0]!.start).toMatchObject({ kind: 'start', settings: SETTINGS, thread: 1, repeats: [] })
    const data = first.threads[0]!.data!
    expect(first.workers[0]!.start.data).toEqual(data)
    expect(data.plans.length).toBe(1)
    const again = start(1, [1, 1], data).workers[0]!
    expect([again.start.data, again.parts]).toEqual([undefined, []])
  })

  test('threads begin before all plans are packed, and get the others before batches that need them', () => {
    // Plan 1 is first needed by batch 2.
    const { workers, schedule, threads } = start(2, [1, 1, 2, 1])
    for (const [k, { start: message, parts }] of workers.entries()) {
      expect(message.data!.plans.map(({ first, packed }) => [first, packed.starts.length])).toEqual([[0, 1]])
      expect(parts.map(({ plans: own, limit }) => [own?.first, own?.packed.starts.length, limit])).toEqual([
        [1, 1, 1],
        [undefined, undefined, 3],
      ])
      expect(threads[k]!.data!.plans.length).toBe(2)
    }
    expect(limitOf(schedule)).toBe(4)
  })

  test('a thread that is started later gets all plans at once', () => {
    const started = start(1, [1, 1, 2, 1])
    dieAt(started, 0, 2)
    const { start: message, parts } = started.workers[1]!
    expect([message.data!.plans.length, parts]).toEqual([2, []])
  })
})

describe('deaths', () => {
  test('the batch is repeated by another thread, before all others', async () => {
    const started = start(1, [2, 1])
    const { run, workers, crashes, schedule } = started
    dieAt(started, 0, 0)
    expect(workers.length).toBe(2)
    expect(workers[1]!.start.repeats.map(({ batch }) => batch)).toEqual([0])
    expect([1, 2].map((thread) => batchesOf(schedule, thread))).toEqual([[], [0]])
    expect([workers[1]!.run(), workers[1]!.run()]).toEqual([0, 1])
    expect(await collect(run)).toEqual([0, 1, 2])
    expect(crashes).toEqual([])
  })

  test('a batch that was answered is not repeated, and counts once', async () => {
    const started = start(1, [1, 1])
    const { run, workers, work } = started
    workers[0]!.run()
    dieAt(started, 0, 0)
    expect(workers[1]!.start.repeats.map(({ batch }) => batch)).toEqual([1])
    workers[1]!.run()
    workers[1]!.answer(1)
    expect(await collect(run)).toEqual([0, 1])
    expect(work.chunks).toBe(2)
  })

  test('at the same sample twice: the sample is left out and reported; at two samples: none is', () => {
    const started = start(1, [2])
    const { workers, crashes, schedule } = started
    for (const [k, sample] of [1, 2, 1].entries()) dieAt(started, k, sample)
    expect(crashes).toEqual([])
    dieAt(started, 3, 1)
    expect(crashes).toEqual([{ plan: 1, task: 'two', sample: 1, reason: 'the thread ended', programs: [] }])
    expect(pieceAt(schedule, 1).plan).toBe(1)
    expect([crashedOf(workers[3]!), crashedOf(workers[4]!)]).toEqual([[], [[1, [1]]]])
    // The count begins anew, and the next sample comes beside the first.
    dieAt(started, 4, 1)
    dieAt(started, 5, 0)
    expect([crashes.length, crashedOf(workers[6]!)]).toEqual([1, [[1, [1]]]])
    dieAt(started, 6, 0)
    expect(crashedOf(workers[7]!)).toEqual([[1, [1, 0]]])
  })

  test('at the same sample of another plan or another task: none is left out', () => {
    const started = start(1, [2])
    dieAt(started, 0, 1)
    dieAt(started, 1, 1, { plan: 0 })
    dieAt(started, 2, 1, { plan: 0, task: 0 })
    expect([started.crashes, crashedOf(started.workers[3]!)]).toEqual([[], []])
  })

  test('in a step: its programs are named, and a step that all samples share costs the unit', () => {
    const [a, b] = plan.programs.map(({ slots }) => slots)
    const outcome = (slot: number) => {
      const started = start(1, [2])
      for (const k of [0, 1]) dieAt(started, k, 0, { slot })
      return [started.crashes[0]!.programs, crashedOf(started.workers[2]!)]
    }
    expect(outcome(a![0]!)).toEqual([[0], [[1, [0, 1, 2]]]])
    expect(outcome(b![0]!)).toEqual([[1], [[1, [0]]]])
  })

  test('in a step that all samples share: other units of the same plan and task lose no sample', () => {
    const slot = plan.programs[0]!.slots[0]!
    for (const [sample, crashed] of [
      [1, [1, [0, 1]]],
      [2, [3, [2]]],
    ] as const) {
      const started = start(1, [4])
      // Pieces 1 and 3, both of plan 1, have samples [0, 2) and [2, 3).
      started.schedule.pieces.set([0, 2], 5 * 1 + 3)
      started.schedule.pieces.set([2, 3], 5 * 3 + 3)
      for (const k of [0, 1]) dieAt(started, k, sample, { slot })
      expect(crashedOf(started.workers[2]!)).toEqual([crashed])
    }
  })

  test.each([
    ['failed', (worker: FakeWorker) => worker.emit('message', { kind: 'failed', reason: 'it threw' }), 'it threw'],
    ['error', (worker: FakeWorker) => worker.emit('error', new Error('it broke')), 'it broke'],
    ['messageerror', (worker: FakeWorker) => worker.emit('messageerror', 'garbled'), 'garbled'],
  ])('%s ends the thread and gives the reason', (_, fail, reason) => {
    const started = start(1, [2])
    for (const k of [0, 1]) {
      started.workers[k]!.take()
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
    await expect(resultsOf(run).next()).rejects.toMatchObject({
      code: 'workers-die',
      message: 'Worker threads die before they begin: the thread ended',
      advice: 'Run with --backend cpu.',
    })
    expect(crashes).toEqual([])
  })

  test('the marker of an earlier run does not count', () => {
    const marker = new Int32Array(MARKER_LENGTH).fill(5)
    const worker = new FakeWorker()
    const backend = { workerCount: 1, threadCount: 1, takeThread: () => ({ worker, marker, endLock: newEndLock() }) }
    const units = unitsOf([1])
    const schedule = scheduleOf([1], units)
    const packer = new RunPacker(plans, TASKS, schedule, newData())
    const shared: SharedRun = { plans, tasks: TASKS, units, packer, schedule, settings: SETTINGS }
    runs.push(new WorkersRun(backend as unknown as WorkersBackend, shared))
    expect(marker[MARK_TASK]).toBe(NOWHERE)
  })
})

describe('the thread of the caller', () => {
  // solve_b is right on the last sample alone.
  const pairs = [1, 2, 3].map((color) => ({ input: gridFromRows([[color, 0]]), output: gridFromRows([[3], [0]]) }))
  const task: Task = { id: 'flip', train: [], test: pairs }
  const ownPlans = [plan, lowerGraph(mergePrograms(programs))]
  const units: Unit[] = [0, 1, 0].map((plan) => ({ plan, task, from: 0, to: 3 }))
  const settings = { budget: 1 << 20, allowance: 1 << 20, measure: false, outputs: 'none' } as const

  /** A run, by default of three batches, without threads but those that replace the caller. */
  function startHost(
    hostHeap: WorkersBackend['hostHeap'],
    ownUnits = units,
    schedule = makeSchedule(ownPlans, ownUnits, new Map([[task, 0]]), 1, 1),
  ) {
    const workers: FakeWorker[] = []
    const crashes: Crash[] = []
    const backend = {
      workerCount: 1,
      threadCount: 0,
      work: newBackendWork(),
      crashes,
      hostHeap,
      takeThread: () => {
        workers.push(new FakeWorker())
        return { worker: workers.at(-1), marker: new Int32Array(MARKER_LENGTH) }
      },
      giveThread: () => undefined,
    }
    const packer = new RunPacker(ownPlans, [task], schedule, newData())
    const shared: SharedRun = { plans: ownPlans, tasks: [task], units: ownUnits, packer, schedule, settings }
    const run = new WorkersRun(backend as unknown as WorkersBackend, shared)
    runs.push(run)
    return { run, workers, crashes, work: backend.work }
  }

  test('runs all batches where there is no other thread', async () => {
    const heap = new Heap()
    const { run, workers, work } = startHost(() => heap)
    const results = []
    for await (const { sampleCount, errors } of resultsOf(run)) results.push([sampleCount, ...new Set(errors)])
    expect(results).toEqual([1, 2, 3].map(() => [3, 0]))
    expect([workers, work.chunks]).toEqual([[], 3])
  })

  test('a unit that two batches share has the results of a whole one, and counts once it has ended', async () => {
    const heap = new Heap()
    const whole: Unit[] = [{ plan: 0, task, from: 1, to: 3 }]
    const halves = [1, 2].map((from): Unit => ({ plan: 0, task, from, to: from + 1 }))
    const schedule = makeSchedule(ownPlans, halves, new Map([[task, 0]]), 1, 1)
    // The second piece belongs to the first unit as well.
    schedule.pieces[schedule.pieces.length / 2] = 0
    const cut = startHost(() => heap, whole, schedule)
    const counts: number[] = []
    const results: Evaluations[] = []
    for await (const batch of cut.run.batches()) {
      results.push(...batch)
      counts.push(cut.work.chunks)
    }
    expect(counts).toEqual([0, 1])
    const { verdicts, errors } = (await resultsOf(startHost(() => heap, whole).run).next()).value!
    expect([...verdicts]).toEqual([WRONG, WRONG, WRONG, CORRECT])
    expect(results).toMatchObject([{ sampleCount: 2, verdicts, errors, executed: cut.work.executed }])
  })

  test('leaves the run to a thread if it fails, and its batch is the first to be repeated', async () => {
    const heap = new Heap()
    let calls = 0
    const { run, workers, crashes } = startHost(() => {
      if (++calls === 2) throw new Error('broken')
      return heap
    })
    const results = resultsOf(run)
    expect((await results.next()).value!.sampleCount).toBe(3)
    const second = results.next()
    await vi.waitFor(() => expect(workers).toHaveLength(1))
    expect(workers[0]!.start.repeats).toEqual([{ batch: 1, crashed: new Map() }])
    expect([workers[0]!.run(), workers[0]!.run()]).toEqual([1, 2])
    expect((await second).value!.verdicts[0]).toBe(1)
    expect((await results.next()).value!.verdicts[0]).toBe(2)
    expect((await results.next()).done).toBe(true)
    expect(crashes).toEqual([])
  })

  test('ends the run if it lacks memory', async () => {
    const { run, workers } = startHost(() => {
      throw new EnvironmentError('out-of-memory', 'no memory', { advice: 'Buy some.' })
    })
    await expect(resultsOf(run).next()).rejects.toThrow('no memory')
    expect(workers).toEqual([])
  })

  test('runs nothing after a stop', async () => {
    const heap = new Heap()
    const { run, work } = startHost(() => heap)
    const results = resultsOf(run)
    await results.next()
    run.stop()
    expect((await results.next()).done).toBe(true)
    expect(work.chunks).toBe(1)
  })
})

test('a thread that lacks memory ends the run with its error', async () => {
  const { run, workers } = start(1, [1])
  const first = resultsOf(run).next()
  workers[0]!.emit('message', { kind: 'exhausted', code: 'out-of-memory', reason: 'too little', advice: 'more' })
  workers[0]!.emit('message', { kind: 'exhausted', code: 'later', reason: 'later', advice: undefined })
  await expect(first).rejects.toMatchObject({ code: 'out-of-memory', message: 'too little', advice: 'more' })
})

describe('at the end', () => {
  test('of a whole run the threads are given back', async () => {
    const { run, workers, threads, given } = start(2, [1, 1])
    for (const worker of workers) worker.run()
    expect(workers.map(({ isReferenced }) => isReferenced)).toEqual([true, true])
    await run.end()
    expect(given).toEqual(threads)
    for (const worker of workers)
      expect([worker.eventNames(), worker.isReferenced, worker.isTerminated]).toEqual([[], false, false])
  })

  test('of an interrupted run the threads are ended and not replaced', async () => {
    const { run, workers, given } = start(2, [1, 1, 1])
    workers[0]!.run()
    await run.end()
    expect(given).toEqual([])
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, true])
    expect(workers.length).toBe(2)
  })

  test('of a run that is stopped while a batch is waited for, the threads are paused, and take no more', async () => {
    const { run, workers, threads, given, paused, schedule } = start(2, [1, 1, 1])
    workers[1]!.take()
    const next = resultsOf(run).next()
    run.stop()
    expect(await next).toEqual({ done: true, value: undefined })
    expect([isStopped(schedule), workers[0]!.take()]).toEqual([true, -1])
    await run.end()
    expect([given, paused]).toEqual([[], threads])
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([false, false])
  })
})
