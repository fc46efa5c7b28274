// The workers backend: units spread over threads, results in order, whatever the number of threads and the cut of batches.

import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { CellLayout } from '../../kernel/cell-layout.ts'
import type { Heap } from '../../kernel/heap.ts'
import type { Plan } from '../../plan/plan.ts'
import {
  type Backend,
  type Crash,
  type EngineReport,
  type Evaluations,
  type RunSettings,
  type Unit,
  newBackendWork,
} from '../backend.ts'
import { type Engine, reportEngine, wasmEngine } from '../cpu/engine.ts'
import { kernelModule } from '../cpu/wasm-heap.ts'
import { MAX_HEAP_WORDS } from '../../kernel/heap-growth.ts'
import { guardExit, newEndLock } from '../end-lock.node.ts'
import { locateScript } from '../own-scripts.node.ts'
import {
  MARKER_LENGTH,
  type MessageFromWorker,
  NOWHERE,
  type PauseMessage,
  type RunData,
  type WorkerBirth,
  type WorkerFault,
} from './messages.ts'
import { RunPacker } from './run-parts.ts'
import { makeSchedule } from './schedule.ts'
import { type Thread, endThread } from './thread.node.ts'
import { WorkersRun } from './workers-run.node.ts'
import type { StopSignal } from '../stop-signal.ts'

export interface WorkersOptions {
  /** Threads; default: as many as the machine has cores. */
  readonly workers?: number | undefined
  /**
   * Whether the thread of the caller is one of them: it runs batches while it waits, a few milliseconds at a time. Default: false, it
   * stays free for other work.
   */
  readonly withHost?: boolean | undefined
  /** Evaluations that are sent to a worker at a time, about; default: by the amount of work. */
  readonly batchEvaluations?: number | undefined
  /** Runs the kernels; default: in WebAssembly. */
  readonly engine?: Engine | undefined
  /** The most words of each thread's heap. */
  readonly heapWords?: number | undefined
  /** For tests: the faults of the first, the second, … thread that is started. @internal */
  readonly faults?: readonly (WorkerFault | undefined)[] | undefined
}

/** Default of `batchEvaluations` where values are kept: a thread holds the values of a batch, each of up to 100 MB. */
const VALUE_BATCH_EVALUATIONS = 8

const FIRST_HEAP_WORDS = 1 << 20
/** Bytes between two markers, so that no two cores write to one cache line. */
const MARKER_ROOM = 512

/** The plans and tasks of the last run, and the data made of them. */
interface LastRun {
  readonly plans: readonly Plan[]
  readonly tasks: readonly Unit['task'][]
  readonly data: RunData
}

/** Runs plans on worker threads, which are kept for the next run until `close`. */
export class WorkersBackend implements Backend {
  readonly name = 'workers'
  readonly device = undefined
  readonly work = newBackendWork()
  readonly crashes: Crash[] = []
  readonly workerCount: number
  /** The threads that are started: all workers, or all but the caller. */
  readonly threadCount: number
  readonly engine: EngineReport
  readonly #options: WorkersOptions
  readonly #engine: Engine
  readonly #hostHeaps: Partial<Record<CellLayout, Heap>> = {}
  readonly #idle: Thread[] = []
  readonly #pausing = new Set<Promise<void>>()
  #last: LastRun | undefined
  #startedCount = 0

  constructor(options: WorkersOptions = {}) {
    this.workerCount = Math.max(1, options.workers ?? availableParallelism())
    this.threadCount = options.withHost === true ? this.workerCount - 1 : this.workerCount
    this.#options = options
    this.#engine = options.engine ?? wasmEngine
    this.engine = reportEngine(this.#engine)
  }

  async *run(
    plans: readonly Plan[],
    units: readonly Unit[],
    settings: RunSettings,
    signal?: StopSignal,
  ): AsyncGenerator<Evaluations> {
    const numbers = numberTasks(units)
    const tasks = [...numbers.keys()]
    const { batchEvaluations = settings.outputs === 'value' ? VALUE_BATCH_EVALUATIONS : undefined } = this.#options
    const schedule = makeSchedule(plans, units, numbers, this.workerCount, batchEvaluations)
    const packer = new RunPacker(plans, tasks, schedule, this.#runDataOf(plans, tasks))
    const run = new WorkersRun(this, { plans, tasks, units, packer, schedule, settings })
    const stop = () => run.stop()
    signal?.addEventListener('abort', stop)
    try {
      for await (const batch of run.batches()) for (const evaluations of batch) yield evaluations
    } finally {
      signal?.removeEventListener('abort', stop)
      await run.end()
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#pausing)
    await Promise.all(this.#idle.splice(0).map(endThread))
  }

  /** Starts all threads now, so that the first run does not wait for them. */
  startThreads(): void {
    while (this.#idle.length < this.threadCount) this.#idle.push(this.#startThread())
  }

  /** The heap of the thread of the caller for a layout; heaps of several layouts share the memory. @internal */
  hostHeap(layout: CellLayout, layoutCount: number): Heap {
    const heap = (this.#hostHeaps[layout] ??= this.#engine.newHeap(FIRST_HEAP_WORDS, layout))
    heap.ceiling = Math.floor((this.#options.heapWords ?? MAX_HEAP_WORDS) / layoutCount)
    return heap
  }

  /** An idle thread, or a new one. @internal */
  takeThread(): Thread {
    return this.#idle.pop() ?? this.#startThread()
  }

  /** Returns an idle thread. @internal */
  giveThread(thread: Thread): void {
    this.#idle.push(thread)
  }

  /**
   * Returns a thread of a run that was stopped, once it has left its sample: the next run need not start another one.
   * @internal
   */
  pauseThread(thread: Thread): void {
    const { worker } = thread
    const pausing = new Promise<void>((resolve) => {
      const onMessage = (message: MessageFromWorker) => {
        if (message.kind === 'paused') leave()
      }
      const onExit = () => leave(false)
      const leave = (isAlive = true) => {
        worker.off('message', onMessage).off('exit', onExit).unref()
        this.#pausing.delete(pausing)
        resolve()
        if (!isAlive) return
        // Another run may have started threads meanwhile.
        if (this.#idle.length < this.threadCount) this.giveThread(thread)
        else void endThread(thread)
      }
      worker.on('message', onMessage).on('exit', onExit).ref()
      worker.postMessage({ kind: 'pause' } satisfies PauseMessage)
    })
    this.#pausing.add(pausing)
  }

  /** The data of a run, not packed yet. That of the last run is kept: when passes are repeated, threads have it already. */
  #runDataOf(plans: readonly Plan[], tasks: readonly Unit['task'][]): RunData {
    const last = this.#last
    const hasTasks = last !== undefined && isSameList(last.tasks, tasks)
    if (hasTasks && isSameList(last.plans, plans)) return last.data
    const layouts = listLayouts(plans)
    const compiled = this.#engine.name === 'wasm' ? layouts : []
    const modules = Object.fromEntries(compiled.map((layout) => [layout, kernelModule(layout)]))
    this.#last = { plans, tasks, data: { layouts, modules, plans: [], tasks: hasTasks ? last.data.tasks : [] } }
    return this.#last.data
  }

  #startThread(): Thread {
    // With room on both sides: it is written at every step, and cores share cache lines.
    const marker = new Int32Array(new SharedArrayBuffer(2 * MARKER_ROOM), MARKER_ROOM, MARKER_LENGTH).fill(NOWHERE)
    const endLock = newEndLock()
    const birth: WorkerBirth = {
      marker,
      endLock,
      heapWords: this.#options.heapWords ?? MAX_HEAP_WORDS,
      engine: this.#engine.choice,
      fault: this.#options.faults?.[this.#startedCount++],
    }
    const { file, args } = locateScript('worker.node', import.meta.url)
    const worker = new Worker(file, { argv: args, workerData: birth })
    // An idle thread must not keep the process alive.
    worker.unref()
    const thread: Thread = { worker, marker, endLock, data: undefined }
    const unguard = guardExit(endLock)
    // One that dies before it is used is not used. A run listens for itself.
    worker.on('error', () => undefined)
    worker.on('exit', () => {
      unguard()
      const k = this.#idle.indexOf(thread)
      if (k >= 0) this.#idle.splice(k, 1)
    })
    return thread
  }
}

function listLayouts(plans: readonly Plan[]): CellLayout[] {
  const layouts: CellLayout[] = []
  for (let k = 0; k < plans.length; k++) if (!layouts.includes(plans[k]!.layout)) layouts.push(plans[k]!.layout)
  return layouts
}

/** The tasks of units with their numbers, in the order of the units. */
function numberTasks(units: readonly Unit[]): Map<Unit['task'], number> {
  const numbers = new Map<Unit['task'], number>()
  let last: Unit['task'] | undefined
  for (let k = 0; k < units.length; k++) {
    const { task } = units[k]!
    // Units of a task follow each other.
    if (task === last) continue
    last = task
    if (!numbers.has(task)) numbers.set(task, numbers.size)
  }
  return numbers
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false
  return true
}
