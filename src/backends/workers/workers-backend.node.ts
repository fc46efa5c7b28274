// The workers backend: units spread over threads, results in order, whatever the number of threads and the cut of batches.

import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
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
import { cutBatches } from './batches.ts'
import { MARKER_LENGTH, NOWHERE, type RunData, type WorkerBirth, type WorkerFault } from './messages.ts'
import { packTasks } from './packed-tasks.ts'
import { WorkersRun } from './workers-run.node.ts'

export interface WorkersOptions {
  /** Threads; default: as many as the machine has cores. */
  readonly workers?: number | undefined
  /** Evaluations that are sent to a worker at a time, about; default: by the amount of work. */
  readonly batchEvaluations?: number | undefined
  /** Runs the kernels; default: in WebAssembly. */
  readonly engine?: Engine | undefined
  /** The most words of each thread's heap. */
  readonly heapWords?: number | undefined
  /** For tests: the faults of the first, the second, … thread that is started. */
  readonly faults?: readonly (WorkerFault | undefined)[] | undefined
}

/** Default of `batchEvaluations` where values are kept: a thread holds the values of a batch, each of up to 100 MB. */
const VALUE_BATCH_EVALUATIONS = 8

/** Bytes between two markers, so that no two cores write to one cache line. */
const MARKER_ROOM = 512

/** A worker thread, its marker, and the data that it was sent last. */
export interface Thread {
  readonly worker: Worker
  readonly marker: Int32Array
  data: RunData | undefined
}

/** Runs plans on worker threads, which are kept for the next run until `close`. */
export class WorkersBackend implements Backend {
  readonly name = 'workers'
  readonly device = undefined
  readonly work = newBackendWork()
  readonly crashes: Crash[] = []
  readonly workerCount: number
  readonly engine: EngineReport
  readonly #options: WorkersOptions
  readonly #engine: Engine
  readonly #idle: Thread[] = []
  #last: { readonly tasks: readonly Unit['task'][]; readonly data: RunData } | undefined
  #startedCount = 0

  constructor(options: WorkersOptions = {}) {
    this.workerCount = Math.max(1, options.workers ?? availableParallelism())
    this.#options = options
    this.#engine = options.engine ?? wasmEngine
    this.engine = reportEngine(this.#engine)
  }

  async *run(plans: readonly Plan[], units: readonly Unit[], settings: RunSettings): AsyncGenerator<Evaluations> {
    const tasks = [...new Set(units.map(({ task }) => task))]
    const numbers = new Map(tasks.map((task, k) => [task, k]))
    const { batchEvaluations = settings.outputs === 'value' ? VALUE_BATCH_EVALUATIONS : undefined } = this.#options
    const batches = cutBatches(plans, units, numbers, this.workerCount, batchEvaluations)
    const data = this.#runDataOf(plans, tasks)
    const run = new WorkersRun(this, data, settings, batches, tasks)
    try {
      yield* run.results()
    } finally {
      await run.end()
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map(({ worker }) => worker.terminate()))
  }

  /** An idle thread, or a new one. */
  takeThread(): Thread {
    return this.#idle.pop() ?? this.#startThread()
  }

  /** Returns an idle thread. */
  giveThread(thread: Thread): void {
    this.#idle.push(thread)
  }

  /** The data of a run. That of the last run is kept: when passes are repeated, threads have it already. */
  #runDataOf(plans: readonly Plan[], tasks: readonly Unit['task'][]): RunData {
    const last = this.#last
    if (last !== undefined && isSameList(last.tasks, tasks) && isSameList(last.data.plans, plans)) return last.data
    const memory = last !== undefined && isSameList(last.tasks, tasks) ? last.data.tasks : packTasks(tasks)
    const layouts = new Set(this.#engine.name === 'wasm' ? plans.map(({ layout }) => layout) : [])
    const modules = Object.fromEntries(Array.from(layouts, (layout) => [layout, kernelModule(layout)]))
    this.#last = { tasks, data: { plans, modules, tasks: memory } }
    return this.#last.data
  }

  #startThread(): Thread {
    // With room on both sides: it is written at every step, and cores share cache lines.
    const marker = new Int32Array(new SharedArrayBuffer(2 * MARKER_ROOM), MARKER_ROOM, MARKER_LENGTH).fill(NOWHERE)
    const birth: WorkerBirth = {
      marker,
      heapWords: this.#options.heapWords ?? MAX_HEAP_WORDS,
      engine: this.#engine.choice,
      fault: this.#options.faults?.[this.#startedCount++],
    }
    const worker = new Worker(new URL('worker.node.js', import.meta.url), { workerData: birth })
    // An idle thread must not keep the process alive.
    worker.unref()
    return { worker, marker, data: undefined }
  }
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, k) => item === b[k])
}
