// One run on worker threads: hands out batches, takes results, replaces threads that die, keeps the order.

import type { Crash, Evaluations, RunSettings, Unit } from '../backend.ts'
import { EnvironmentError } from '../../language/errors.ts'
import { type Plan, slotsOfSteps } from '../../plan/plan.ts'
import { type Batch, skipSample } from './batches.ts'
import {
  type BatchMessage,
  type DoneMessage,
  MARK_PLAN,
  MARK_SAMPLE,
  MARK_SLOT,
  MARK_TASK,
  type MessageFromWorker,
  NOWHERE,
  type RunData,
  type StartMessage,
} from './messages.ts'
import type { Thread, WorkersBackend } from './workers-backend.node.ts'

/** The batches per worker that may wait to be taken, so that memory stays flat. */
const MAX_BATCHES_AHEAD = 6
/** How often a thread that dies before it begins is started again. */
const MAX_FALSE_STARTS = 3

/** A place for a thread: the thread that is there, and the batch that it runs. */
interface WorkerSlot {
  readonly thread: Thread
  batch: Batch | undefined
  /** Stops listening to the thread. */
  detach: () => void
}

export class WorkersRun {
  readonly #backend: WorkersBackend
  readonly #data: RunData
  readonly #settings: RunSettings
  readonly #tasks: readonly Unit['task'][]
  /** Batches still to be handed out, the next one last. */
  readonly #waiting: Batch[]
  readonly #batchCount: number
  readonly #slots: WorkerSlot[] = []
  /** The results of batches, by the number of their first unit. */
  readonly #done = new Map<number, readonly Evaluations[]>()
  #nextUnit = 0
  #takenCount = 0
  #handedOutCount = 0
  #falseStarts = 0
  #isOver = false
  #error: Error | undefined
  #wake: () => void = () => undefined

  constructor(
    backend: WorkersBackend,
    data: RunData,
    settings: RunSettings,
    batches: readonly Batch[],
    tasks: readonly Unit['task'][],
  ) {
    this.#backend = backend
    this.#data = data
    this.#settings = settings
    this.#tasks = tasks
    this.#waiting = batches.toReversed()
    this.#batchCount = batches.length
    for (let k = 0; k < Math.min(backend.workerCount, batches.length); k++) this.#fill(k)
  }

  /** The results of each unit, in order. */
  async *results(): AsyncGenerator<Evaluations> {
    while (this.#takenCount < this.#batchCount) {
      if (this.#error !== undefined) throw this.#error
      const evaluations = this.#done.get(this.#nextUnit)
      if (evaluations === undefined) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
        continue
      }
      this.#done.delete(this.#nextUnit)
      this.#nextUnit += evaluations.length
      this.#takenCount++
      for (const slot of this.#slots) this.#feed(slot)
      yield* evaluations
    }
  }

  /** Returns the idle threads; the others run batches that are not needed any more, and are ended. */
  async end(): Promise<void> {
    this.#isOver = true
    const busy = this.#slots.filter(({ batch }) => batch !== undefined)
    for (const { detach } of this.#slots) detach()
    for (const slot of this.#slots) if (slot.batch === undefined) this.#backend.giveThread(slot.thread)
    await Promise.all(busy.map(({ thread }) => thread.worker.terminate()))
  }

  /** Puts a thread into slot `k` and starts the run there. */
  #fill(k: number): void {
    const slot: WorkerSlot = { thread: this.#backend.takeThread(), batch: undefined, detach: () => undefined }
    this.#slots[k] = slot
    const { worker } = slot.thread
    let reason = 'the thread ended'
    const fail = (error: unknown) => {
      reason = error instanceof Error ? error.message : String(error)
      void worker.terminate()
    }
    const onMessage = (message: MessageFromWorker) => {
      if (message.kind === 'done') this.#take(slot, message)
      else if (message.kind === 'failed') fail(message.reason)
      else this.#stop(new EnvironmentError(message.code, message.reason, { advice: message.advice ?? '' }))
    }
    const onExit = () => {
      if (!this.#isOver) this.#replace(k, reason)
    }
    worker.on('message', onMessage).on('messageerror', fail).on('error', fail).on('exit', onExit).ref()
    slot.detach = () =>
      worker.off('message', onMessage).off('messageerror', fail).off('error', fail).off('exit', onExit).unref()
    const isKnown = slot.thread.data === this.#data
    const start = { kind: 'start', data: isKnown ? undefined : this.#data, settings: this.#settings } as const
    worker.postMessage(start satisfies StartMessage)
    slot.thread.data = this.#data
    this.#feed(slot)
  }

  #feed(slot: WorkerSlot): void {
    const isFarAhead = this.#handedOutCount - this.#takenCount >= MAX_BATCHES_AHEAD * this.#backend.workerCount
    const next = this.#waiting.at(-1)
    if (slot.batch !== undefined || next === undefined) return
    // A repeated batch goes first, or no result would ever be taken again.
    if (isFarAhead && !next.isRepeated) return
    this.#waiting.pop()
    if (!next.isRepeated) this.#handedOutCount++
    slot.batch = next
    slot.thread.marker[MARK_TASK] = NOWHERE
    const batch: BatchMessage = { kind: 'batch', units: next.units, isRepeated: next.isRepeated }
    slot.thread.worker.postMessage(batch)
  }

  #take(slot: WorkerSlot, { evaluations, onCpu, executed, splits }: DoneMessage): void {
    const { work } = this.#backend
    work.onCpu += onCpu
    work.executed += executed
    work.splits += splits
    work.chunks += evaluations.length
    this.#done.set(slot.batch!.first, evaluations)
    slot.batch = undefined
    this.#feed(slot)
    this.#wake()
  }

  #stop(error: Error): void {
    this.#error ??= error
    this.#wake()
  }

  /** After a death: another thread takes the slot, and the batch is run again; a sample that crashes twice is left out. */
  #replace(k: number, reason: string): void {
    const { thread, batch } = this.#slots[k]!
    const hasBegun = thread.marker[MARK_TASK] !== NOWHERE
    if (!hasBegun && ++this.#falseStarts > MAX_FALSE_STARTS) {
      const message = `Worker threads die before they begin: ${reason}`
      return this.#stop(new EnvironmentError('workers-die', message, { advice: 'Run with --backend cpu.' }))
    }
    if (batch !== undefined) this.#waiting.push({ ...this.#afterDeath(batch, thread, reason), isRepeated: true })
    this.#fill(k)
  }

  /** The batch as it is run again: without the sample at which threads have died twice, which is reported as a crash. */
  #afterDeath(batch: Batch, { marker }: Thread, reason: string): Batch {
    const [plan, task, sample] = [marker[MARK_PLAN]!, marker[MARK_TASK]!, marker[MARK_SAMPLE]!]
    if (task === NOWHERE) return batch
    const { diedAt } = batch
    const isSecond = diedAt?.plan === plan && diedAt.task === task && diedAt.sample === sample
    if (!isSecond) return { ...batch, diedAt: { plan, task, sample } }
    const { programs, isShared } = describeCrash(this.#data.plans[plan]!, marker[MARK_SLOT]!)
    this.#backend.crashes.push({ plan, task: this.#tasks[task]!.id, sample, reason, programs })
    return skipSample({ ...batch, diedAt: undefined }, { plan, task, sample }, isShared)
  }
}

/** The programs that a step belongs to, and whether all samples share the step: then it crashes with every one of them. */
function describeCrash(plan: Plan, slot: number): Pick<Crash, 'programs'> & { isShared: boolean } {
  const isShared = slotsOfSteps(plan, ['constant', 'task']).has(slot)
  return { isShared, programs: plan.programs.flatMap(({ slots }, p) => (slots.includes(slot) ? [p] : [])) }
}
