// One run on worker threads: hands out chunks, takes results, replaces threads that die, keeps the order.

import type { Evaluations, RunSettings, Unit } from '../backend.ts'
import { EnvironmentError } from '../../language/errors.ts'
import { STEP_RAW, STEP_WIDTH } from '../../plan/plan.ts'
import { type Chunk, skipCrashed } from './chunks.ts'
import {
  type DoneMessage,
  type FailedMessage,
  MARK_SAMPLE,
  MARK_SLOT,
  MARK_TASK,
  NOWHERE,
  type RunData,
  type StartMessage,
} from './messages.ts'
import type { Thread, WorkersBackend } from './workers-backend.node.ts'

/** So many chunks a worker may be ahead of what was taken, so that memory stays flat. */
const AHEAD = 6
/** A thread that dies before it has begun is started so often. */
const MAX_FALSE_STARTS = 3

interface WorkerSlot {
  readonly thread: Thread
  chunk: Chunk | undefined
  /** Stops hearing of the thread. */
  detach: () => void
}

export class WorkersRun {
  readonly #backend: WorkersBackend
  readonly #data: RunData
  readonly #settings: RunSettings
  readonly #tasks: readonly Unit['task'][]
  /** Chunks still to be handed out, the next one last. */
  readonly #waiting: Chunk[]
  readonly #chunkCount: number
  readonly #slots: WorkerSlot[] = []
  /** What came of chunks, by the number of their first unit. */
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
    chunks: readonly Chunk[],
    tasks: readonly Unit['task'][],
  ) {
    this.#backend = backend
    this.#data = data
    this.#settings = settings
    this.#tasks = tasks
    this.#waiting = chunks.toReversed()
    this.#chunkCount = chunks.length
    for (let k = 0; k < Math.min(backend.workerCount, chunks.length); k++) this.#fill(k)
  }

  /** What each unit gave, in order. */
  async *results(): AsyncGenerator<Evaluations> {
    while (this.#takenCount < this.#chunkCount) {
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

  /** Gives the idle threads back; the others are in the midst of something that nobody wants any more. */
  async end(): Promise<void> {
    this.#isOver = true
    const busy = this.#slots.filter(({ chunk }) => chunk !== undefined)
    for (const { detach } of this.#slots) detach()
    for (const slot of this.#slots) if (slot.chunk === undefined) this.#backend.giveThread(slot.thread)
    await Promise.all(busy.map(({ thread }) => thread.worker.terminate()))
  }

  /** Puts a thread onto a slot and starts the run there. */
  #fill(k: number): void {
    const slot: WorkerSlot = { thread: this.#backend.takeThread(), chunk: undefined, detach: () => undefined }
    this.#slots[k] = slot
    const { worker } = slot.thread
    let reason = 'the thread ended'
    const onMessage = (message: DoneMessage | FailedMessage) => {
      if (message.kind === 'done') return this.#take(slot, message)
      reason = message.reason
      void worker.terminate()
    }
    const onError = (error: unknown) => {
      reason = error instanceof Error ? error.message : String(error)
    }
    const onExit = () => {
      if (!this.#isOver) this.#replace(k, reason)
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit).ref()
    slot.detach = () => worker.off('message', onMessage).off('error', onError).off('exit', onExit).unref()
    const isKnown = slot.thread.data === this.#data
    const start = { kind: 'start', data: isKnown ? undefined : this.#data, settings: this.#settings } as const
    worker.postMessage(start satisfies StartMessage)
    slot.thread.data = this.#data
    this.#feed(slot)
  }

  #feed(slot: WorkerSlot): void {
    const isFarAhead = this.#handedOutCount - this.#takenCount >= AHEAD * this.#backend.workerCount
    const next = this.#waiting.at(-1)
    if (slot.chunk !== undefined || next === undefined) return
    // What has failed is wanted first, or nothing would ever be taken again.
    if (isFarAhead && next.failures === 0) return
    this.#waiting.pop()
    if (next.failures === 0) this.#handedOutCount++
    slot.chunk = next
    slot.thread.marker[MARK_TASK] = NOWHERE
    slot.thread.worker.postMessage({ kind: 'chunk', units: next.units })
  }

  #take(slot: WorkerSlot, { evaluations, onCpu, executed }: DoneMessage): void {
    const { work } = this.#backend
    work.onCpu += onCpu
    work.executed += executed
    work.chunks += evaluations.length
    this.#done.set(slot.chunk!.first, evaluations)
    slot.chunk = undefined
    this.#feed(slot)
    this.#wake()
  }

  /** After a death: another thread takes the slot, and the chunk is run again; what crashes twice is left out. */
  #replace(k: number, reason: string): void {
    const { thread, chunk } = this.#slots[k]!
    const hasBegun = thread.marker[MARK_TASK] !== NOWHERE
    if (!hasBegun && ++this.#falseStarts > MAX_FALSE_STARTS) {
      const message = `Worker threads die before they begin: ${reason}`
      this.#error = new EnvironmentError('workers-die', message, { advice: 'Run with --backend cpu.' })
      return this.#wake()
    }
    if (chunk !== undefined) {
      const isSecond = chunk.failures > 0 && hasBegun
      this.#waiting.push({ ...(isSecond ? this.#giveUp(chunk, thread, reason) : chunk), failures: 1 })
    }
    this.#fill(k)
  }

  /** Writes down a crash, and gives the chunk without the sample at which it happened. */
  #giveUp(chunk: Chunk, { marker }: Thread, reason: string): Chunk {
    const [task, sample, slot] = [marker[MARK_TASK]!, marker[MARK_SAMPLE]!, marker[MARK_SLOT]!]
    const unit = chunk.units.find((each) => each.task === task && sample >= each.from && sample < each.to)!
    const { programs, steps } = this.#data.plans[unit.plan]!
    this.#backend.crashes.push({
      plan: unit.plan,
      programs: programs.flatMap(({ slots }, p) => (slots.includes(slot) ? [p] : [])),
      task: this.#tasks[task]!.id,
      sample,
      reason,
    })
    // What all samples share crashes with every one of them.
    const isShared = [steps.constant, steps.task].some((shared) => stepSlots(shared).includes(slot))
    return skipCrashed(chunk, task, sample, isShared)
  }
}

function stepSlots(steps: Int32Array): Int32Array {
  return steps.filter((_, k) => k % STEP_WIDTH === STEP_RAW)
}
