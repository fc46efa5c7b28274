// A worker thread: takes batches of units from the schedule of a run and runs them, on a heap of its own.

import { parentPort, workerData } from 'node:worker_threads'
import { EnvironmentError } from '../../language/errors.ts'
import type { Evaluations } from '../backend.ts'
import type { CellLayout } from '../../kernel/cell-layout.ts'
import type { Heap } from '../../kernel/heap.ts'
import { openEngine } from '../cpu/native/native-engine.node.ts'
import { RowRunner } from '../cpu/row-runner.ts'
import { evaluationBytes } from '../evaluations.ts'
import { UnitJudge } from '../judge-sample.ts'
import {
  type DoneMessage,
  MARK_PLAN,
  MARK_SAMPLE,
  MARK_SLOT,
  MARK_TASK,
  type MessageFromWorker,
  NOWHERE,
  PAUSE,
  type RepeatedBatch,
  type RunData,
  type StartMessage,
  type PieceExtras,
  type WorkerBirth,
} from './messages.ts'
import { UnpackedPlans } from './packed-plans.ts'
import { PackedTask } from './packed-tasks.ts'
import { type Schedule, isStopped, pieceAt, takeBatch } from './schedule.ts'
import { FaultInjector } from './worker-faults.node.ts'

const FIRST_HEAP_WORDS = 1 << 20
const NO_SAMPLES: readonly number[] = []
/** Thrown to leave a batch that nobody needs any more. */
const STOPPED = new Error('the run was stopped')

const { marker, heapWords, engine: choice, fault } = workerData as WorkerBirth
const engine = openEngine(choice)
const faults = new FaultInjector(fault)
const heaps: Partial<Record<CellLayout, Heap>> = {}
let known: { readonly data: RunData; readonly plans: UnpackedPlans } | undefined

parentPort!.on('message', (message: StartMessage | typeof PAUSE) => {
  if (message === PAUSE) return send({ kind: 'paused' })
  const { data, settings, schedule, thread, repeats } = message
  if (data !== undefined) known = { data, plans: new UnpackedPlans(data.plans) }
  const run = new ThreadRun(known!.data, known!.plans, settings, schedule)
  try {
    for (const repeated of repeats) run.answer(repeated, true)
    for (let batch = take(); batch >= 0; batch = take()) run.answer({ batch, crashed: new Map() }, false)
  } catch (error) {
    if (error === STOPPED) return
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof EnvironmentError) send({ kind: 'exhausted', code: error.code, reason, advice: error.advice })
    else send({ kind: 'failed', reason })
  }

  function take(): number {
    return takeBatch(schedule, thread)
  }
})

function send(message: MessageFromWorker, transfer: ArrayBuffer[] = []): void {
  parentPort!.postMessage(message, transfer)
}

/** The part of a run that this thread does. */
class ThreadRun {
  readonly #data: RunData
  readonly #plans: UnpackedPlans
  readonly #settings: StartMessage['settings']
  readonly #schedule: Schedule
  readonly #runner: RowRunner
  /** The task of the last piece. */
  #task: { readonly number: number; readonly task: PackedTask } | undefined

  constructor(data: RunData, plans: UnpackedPlans, settings: StartMessage['settings'], schedule: Schedule) {
    this.#data = data
    this.#plans = plans
    this.#settings = settings
    this.#schedule = schedule
    const options = { marker: marker.subarray(MARK_SLOT), observer: faults.observer }
    this.#runner = new RowRunner(settings, (layout) => this.#heapOf(layout), options)
  }

  /**
   * Runs a batch and sends its results. A batch in which a thread has died is run step by step, so that the marker holds the
   * step of the next death.
   */
  answer(batch: RepeatedBatch, isRepeated: boolean): void {
    marker[MARK_TASK] = NOWHERE
    this.#runner.isStepwise = isRepeated
    const done = this.#runBatch(batch)
    faults.send(() => send(done, [done.memory]))
  }

  /** The heap of a layout; heaps of several layouts share the memory. */
  #heapOf(layout: CellLayout): Heap {
    const { layouts, modules } = this.#data
    const module = modules[layout]
    const heap = (heaps[layout] ??=
      module === undefined
        ? engine.newHeap(FIRST_HEAP_WORDS, layout)
        : faults.newHeap(FIRST_HEAP_WORDS, layout, module))
    heap.ceiling = Math.floor(heapWords / layouts.length)
    return heap
  }

  #runBatch({ batch, crashed }: RepeatedBatch): DoneMessage {
    const { starts } = this.#schedule
    const { outputs } = this.#settings
    const { onCpu, splits } = this.#runner
    const [first, end] = [starts[batch]!, starts[batch + 1]!]
    let byteLength = 0
    for (let piece = first; piece < end; piece++) {
      const { plan, from, to } = pieceAt(this.#schedule, piece)
      byteLength += evaluationBytes(this.#plans.plan(plan), to - from, outputs)
    }
    const memory = new ArrayBuffer(byteLength)
    const extras: PieceExtras[] = []
    const executed: number[] = []
    let at = 0
    for (let piece = first; piece < end; piece++) {
      const { plan: planNumber, from, to } = pieceAt(this.#schedule, piece)
      const plan = this.#plans.plan(planNumber)
      const judge = new UnitJudge(plan, to - from, outputs, memory, at)
      at += evaluationBytes(plan, to - from, outputs)
      const executedBefore = this.#runner.executed
      this.#runPiece(piece, judge, crashed.get(piece) ?? NO_SAMPLES)
      executed.push(this.#runner.executed - executedBefore)
      addExtras(extras, piece, judge.evaluations)
    }
    return {
      kind: 'done',
      batch,
      memory,
      extras,
      onCpu: this.#runner.onCpu - onCpu,
      executed,
      splits: this.#runner.splits - splits,
    }
  }

  #runPiece(piece: number, judge: UnitJudge, crashed: readonly number[]): void {
    const { plan: planNumber, task: taskNumber, from, to } = pieceAt(this.#schedule, piece)
    if (this.#task?.number !== taskNumber)
      this.#task = { number: taskNumber, task: new PackedTask(this.#data.tasks, taskNumber) }
    const { task } = this.#task
    marker[MARK_PLAN] = planNumber
    marker[MARK_TASK] = taskNumber
    const plan = this.#plans.plan(planNumber)
    for (let sample = from; sample < to;) {
      if (crashed.includes(sample)) {
        judge.judgeCrash(sample - from)
        sample++
        continue
      }
      if (isStopped(this.#schedule)) throw STOPPED
      marker[MARK_SAMPLE] = sample
      marker[MARK_SLOT] = NOWHERE
      faults.beginSample(planNumber, taskNumber, sample)
      // In a repeated batch, which may have samples that crash, they are run one by one.
      sample = this.#runner.judgeSome(plan, task, sample, faults.isAny ? sample + 1 : to, judge, from)
    }
  }
}

function addExtras(extras: PieceExtras[], piece: number, { cuts, values }: Evaluations): void {
  if (cuts.length > 0 || values !== undefined) extras.push({ piece, cuts, values })
}
