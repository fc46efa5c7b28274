// One run on worker threads: starts them, takes results, replaces threads that die, keeps the order.

import type { CellLayout } from '../../kernel/cell-layout.ts'
import type { Crash, Evaluations, RunSettings, Unit } from '../backend.ts'
import { EvaluationMemory, evaluationBytes, readEvaluations } from '../evaluations.ts'
import { UnitJudge } from '../judge-sample.ts'
import { EnvironmentError } from '../../language/errors.ts'
import { type Plan, slotsOfSteps } from '../../plan/plan.ts'
import { yieldToEvents } from '../yield-to-events.ts'
import { BatchRunner, bytesBefore, viewExecuted } from './batch-runner.ts'
import {
  type DoneMessage,
  MARK_PLAN,
  MARK_SAMPLE,
  MARK_SLOT,
  MARK_TASK,
  MARKER_LENGTH,
  type MessageFromWorker,
  NOWHERE,
  type PartMessage,
  type PieceExtras,
  type RepeatedBatch,
  type StartMessage,
} from './messages.ts'
import { type RunPacker, findTask } from './run-parts.ts'
import {
  type Schedule,
  batchesOf,
  countBatches,
  moveBatch,
  pieceAt,
  raiseLimit,
  stopSchedule,
  takeBatch,
} from './schedule.ts'
import { type Thread, endThread } from './thread.node.ts'
import type { WorkersBackend } from './workers-backend.node.ts'

/** The batches per worker that may wait to be taken, so that memory stays flat. */
const MAX_BATCHES_AHEAD = 6
/** How often a thread that dies before it begins is started again. */
const MAX_FALSE_STARTS = 3
const NO_CRASHES: RepeatedBatch['crashed'] = new Map()

/** The plans and tasks of a run by number, as this process has them, and as threads do. */
export interface SharedRun {
  readonly plans: readonly Plan[]
  readonly tasks: readonly Unit['task'][]
  readonly units: readonly Unit[]
  readonly packer: RunPacker
  readonly schedule: Schedule
  readonly settings: RunSettings
}

/** A thread of the run. */
interface RunningThread {
  readonly thread: Thread
  /** Stops listening to the thread. */
  readonly detach: () => void
}

/** The part of the run that the thread of the caller does. */
interface Host {
  /** Its number among the threads of the run. */
  readonly number: number
  readonly runner: BatchRunner
  readonly marker: Int32Array
}

/** A sample of a unit, by the numbers of the unit's plan and task. */
interface SamplePlace {
  readonly plan: number
  readonly task: number
  readonly sample: number
}

/** A batch with which a thread has died. */
interface DiedBatch {
  /** Where the last thread died that ran it. */
  diedAt: SamplePlace | undefined
  /** The samples that are not run any more, by piece. */
  readonly crashed: Map<number, number[]>
}

export class WorkersRun {
  readonly #backend: WorkersBackend
  readonly #run: SharedRun
  readonly #batchCount: number
  /** The threads by their numbers in the run, which count also those that have died. */
  readonly #threads = new Map<number, RunningThread>()
  #threadCount = 0
  #host: Host | undefined
  readonly #died = new Map<number, DiedBatch>()
  /** The results of batches that are not taken yet, and which batches are done, taken or not. */
  readonly #done = new Map<number, DoneMessage>()
  readonly #isDone: Uint8Array
  #doneCount = 0
  /** The unit of which the first pieces are taken, but not all. */
  #cut: { readonly judge: UnitJudge; executed: number } | undefined
  #falseStarts = 0
  #isOver = false
  #isStopped = false
  #error: Error | undefined
  #wake: () => void = () => undefined

  constructor(backend: WorkersBackend, run: SharedRun) {
    this.#backend = backend
    this.#run = run
    this.#batchCount = countBatches(run.schedule)
    this.#isDone = new Uint8Array(this.#batchCount)
    const { packer } = run
    if (!packer.isDone) packer.packPart()
    this.#raiseLimit(0)
    const threadCount = Math.min(backend.threadCount, this.#batchCount)
    for (let k = 0; k < threadCount; k++) this.#startThread([])
    // The threads run their first batches meanwhile.
    while (!packer.isDone) this.#sendPart(packer.packPart())
    if (backend.threadCount < backend.workerCount) this.#host = this.#startHost()
  }

  /** The results of the batches, in order, each as an iterator of its units: a promise for each unit takes as long as a small unit. */
  async *batches(): AsyncGenerator<Iterable<Evaluations>> {
    for (let batch = 0; batch < this.#batchCount; batch++) {
      while (this.#error === undefined && !this.#isStopped && !this.#done.has(batch)) {
        // Without a pause between the condition and the promise, in which a result could arrive.
        const own = this.#host === undefined ? -1 : takeBatch(this.#run.schedule, this.#host.number, false)
        if (own >= 0) {
          await this.#runOnHost(this.#host!, own)
          continue
        }
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      }
      if (this.#error !== undefined) throw this.#error
      if (this.#isStopped) return
      const message = this.#done.get(batch)!
      this.#done.delete(batch)
      this.#raiseLimit(batch + 1)
      yield this.#evaluationsOf(message)
    }
  }

  /** Ends the results, also while they are waited for. */
  stop(): void {
    this.#isStopped = true
    stopSchedule(this.#run.schedule)
    this.#wake()
  }

  /** Returns the threads; those that run batches which are not needed any more are ended. */
  async end(): Promise<void> {
    this.#isOver = true
    const threads = Array.from(this.#threads.values(), ({ thread, detach }) => {
      detach()
      return thread
    })
    if (this.#doneCount === this.#batchCount) for (const thread of threads) this.#backend.giveThread(thread)
    else if (this.#isStopped) for (const thread of threads) this.#backend.pauseThread(thread)
    else await Promise.all(threads.map(endThread))
  }

  /** Sends a part of the run to all threads, and lets them take the batches that need it. */
  #sendPart(part: PartMessage): void {
    for (const { thread } of this.#threads.values()) thread.worker.postMessage(part)
    this.#raiseLimit(0)
  }

  #raiseLimit(takenCount: number): void {
    const { schedule, packer } = this.#run
    raiseLimit(schedule, Math.min(packer.readyBatches, takenCount + MAX_BATCHES_AHEAD * this.#backend.workerCount))
  }

  /** The evaluations of the units that end with a batch, as views of its memory; those of a unit that was cut are put together. */
  *#evaluationsOf({ batch, memory: buffer, extras }: DoneMessage): Generator<Evaluations> {
    const { plans, units, schedule, settings } = this.#run
    const [first, end] = [schedule.starts[batch]!, schedule.starts[batch + 1]!]
    const steps = viewExecuted(buffer, end - first)
    const memory = new EvaluationMemory(buffer)
    let at = bytesBefore(end - first)
    let nextExtra = 0
    for (let piece = first; piece < end; piece++) {
      const { unit: number, plan: planNumber, from, to } = pieceAt(schedule, piece)
      const plan = plans[planNumber]!
      const unit = units[number]!
      const extra = extras[nextExtra]?.piece === piece ? extras[nextExtra++]! : undefined
      const area = { memory, firstByte: at }
      const read = readEvaluations(plan, to - from, settings.outputs, area, steps[piece - first]!)
      const evaluations = extra === undefined ? read : withExtras(read, extra)
      at += evaluationBytes(plan, to - from, settings.outputs)
      if (from === unit.from && to === unit.to) {
        yield evaluations
        continue
      }
      const cut = (this.#cut ??= { judge: new UnitJudge(plan, unit.to - unit.from, settings.outputs), executed: 0 })
      cut.judge.take(from - unit.from, evaluations)
      cut.executed += evaluations.executed
      if (to < unit.to) continue
      this.#cut = undefined
      yield cut.judge.finish(cut.executed)
    }
  }

  #startHost(): Host {
    const { plans, packer, settings, schedule } = this.#run
    const { data } = packer
    const number = ++this.#threadCount
    const marker = new Int32Array(MARKER_LENGTH).fill(NOWHERE)
    const heapOf = (layout: CellLayout) => this.#backend.hostHeap(layout, data.layouts.length)
    const plan = (k: number) => plans[k]!
    const task = (t: number) => findTask(data.tasks, t)
    return { number, marker, runner: new BatchRunner({ plan, task, settings, schedule, marker, heapOf }) }
  }

  /** Runs a batch on the thread of the caller. */
  async #runOnHost(host: Host, batch: number): Promise<void> {
    try {
      this.#take(host.runner.run({ batch, crashed: NO_CRASHES }, false))
    } catch (error) {
      this.#leaveHost(host, batch, error)
    }
    // Results of threads are waiting, and to take them now leaves less for the end.
    await yieldToEvents()
  }

  /** After an error on the thread of the caller: a thread repeats the batch, and all others are left to threads. */
  #leaveHost({ marker }: Host, batch: number, error: unknown): void {
    this.#host = undefined
    if (error instanceof EnvironmentError) return this.#stop(error)
    this.#noteDeath(batch, marker, error instanceof Error ? error.message : String(error))
    this.#startThread([batch])
  }

  /** Starts the run on one more thread, which begins with these batches. */
  #startThread(batches: readonly number[]): void {
    const { packer, settings, schedule } = this.#run
    const { data } = packer
    const number = ++this.#threadCount
    const thread = this.#backend.takeThread()
    const { worker, marker } = thread
    let reason = 'the thread ended'
    const fail = (error: unknown) => {
      reason = error instanceof Error ? error.message : String(error)
      void endThread(thread)
    }
    const onMessage = (message: MessageFromWorker) => {
      if (message.kind === 'done') this.#take(message)
      else if (message.kind === 'failed') fail(message.reason)
      else if (message.kind === 'exhausted')
        this.#stop(new EnvironmentError(message.code, message.reason, { advice: message.advice ?? '' }))
    }
    const onExit = () => {
      if (!this.#isOver) this.#replace(number, reason)
    }
    worker.on('message', onMessage).on('messageerror', fail).on('error', fail).on('exit', onExit).ref()
    const detach = () =>
      worker.off('message', onMessage).off('messageerror', fail).off('error', fail).off('exit', onExit).unref()
    this.#threads.set(number, { thread, detach })
    for (const batch of batches) moveBatch(schedule, batch, number)
    marker[MARK_TASK] = NOWHERE
    const start: StartMessage = {
      kind: 'start',
      data: thread.data === data ? undefined : data,
      settings,
      schedule,
      thread: number,
      repeats: batches.map((batch) => ({ batch, crashed: this.#died.get(batch)!.crashed })),
    }
    worker.postMessage(start)
    thread.data = data
  }

  #take(message: DoneMessage): void {
    const { batch, memory, onCpu, splits } = message
    if (this.#isDone[batch] === 1) return
    const { units, schedule } = this.#run
    const { work } = this.#backend
    work.onCpu += onCpu
    work.splits += splits
    work.chunks += countEnds(schedule, units, batch)
    const executed = viewExecuted(memory, schedule.starts[batch + 1]! - schedule.starts[batch]!)
    for (let k = 0; k < executed.length; k++) work.executed += executed[k]!
    this.#done.set(batch, message)
    this.#isDone[batch] = 1
    this.#doneCount++
    this.#wake()
  }

  #stop(error: Error): void {
    this.#error ??= error
    this.#wake()
  }

  /** After a death: another thread repeats the batch of the thread; a sample that crashes twice is left out. */
  #replace(number: number, reason: string): void {
    const { thread } = this.#threads.get(number)!
    this.#threads.delete(number)
    const hasBegun = thread.marker[MARK_TASK] !== NOWHERE
    if (!hasBegun && ++this.#falseStarts > MAX_FALSE_STARTS) {
      const message = `Worker threads die before they begin: ${reason}`
      return this.#stop(new EnvironmentError('workers-die', message, { advice: 'Run with --backend cpu.' }))
    }
    const batches = batchesOf(this.#run.schedule, number).filter((batch) => this.#isDone[batch] === 0)
    for (const batch of batches) this.#noteDeath(batch, thread.marker, reason)
    this.#startThread(batches)
  }

  /** Notes where a thread died with a batch; a sample at which threads have died twice is reported as a crash. */
  #noteDeath(batch: number, marker: Int32Array, reason: string): void {
    let died = this.#died.get(batch)
    if (died === undefined) this.#died.set(batch, (died = { diedAt: undefined, crashed: new Map() }))
    const [plan, task, sample] = [marker[MARK_PLAN]!, marker[MARK_TASK]!, marker[MARK_SAMPLE]!]
    if (task === NOWHERE) return
    const { diedAt } = died
    const isSecond = diedAt?.plan === plan && diedAt.task === task && diedAt.sample === sample
    died.diedAt = isSecond ? undefined : { plan, task, sample }
    if (!isSecond) return
    const { programs, isShared } = describeCrash(this.#run.plans[plan]!, marker[MARK_SLOT]!)
    this.#backend.crashes.push({ plan, task: this.#run.tasks[task]!.id, sample, reason, programs })
    this.#leaveOut(batch, { plan, task, sample }, died.crashed, isShared)
  }

  /** Leaves this sample out of a batch, or all samples of the sample's piece. */
  #leaveOut(batch: number, { plan, task, sample }: SamplePlace, crashed: DiedBatch['crashed'], isShared: boolean) {
    const { schedule } = this.#run
    for (let k = schedule.starts[batch]!; k < schedule.starts[batch + 1]!; k++) {
      const piece = pieceAt(schedule, k)
      if (piece.plan !== plan || piece.task !== task || sample < piece.from || sample >= piece.to) continue
      const all = Array.from({ length: piece.to - piece.from }, (_, s) => piece.from + s)
      crashed.set(k, isShared ? all : [...(crashed.get(k) ?? []), sample])
    }
  }
}

/** The number of units that end with a batch. */
function countEnds(schedule: Schedule, units: readonly Unit[], batch: number): number {
  const endedBefore = (piece: number) => {
    if (piece === 0) return 0
    const { unit, to } = pieceAt(schedule, piece - 1)
    return to === units[unit]!.to ? unit + 1 : unit
  }
  return endedBefore(schedule.starts[batch + 1]!) - endedBefore(schedule.starts[batch]!)
}

function withExtras(evaluations: Evaluations, { cuts, values }: PieceExtras): Evaluations {
  return { ...evaluations, cuts, ...(values === undefined ? {} : { values }) }
}

/** The programs that a step belongs to, and whether all samples share the step: then it crashes with every one of them. */
function describeCrash(plan: Plan, slot: number): Pick<Crash, 'programs'> & { isShared: boolean } {
  const isShared = slotsOfSteps(plan, ['constant', 'task']).has(slot)
  return { isShared, programs: plan.programs.flatMap(({ slots }, p) => (slots.includes(slot) ? [p] : [])) }
}
