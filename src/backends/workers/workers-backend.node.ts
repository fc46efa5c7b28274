// The workers backend: units spread over threads, results in order, whatever the number of threads and the cut of chunks.

import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Plan } from '../../plan/plan.ts'
import type { Backend, Crash, Evaluations, RunSettings, Unit } from '../backend.ts'
import { kernelModule } from '../cpu/wasm-heap.ts'
import { newWork } from '../evaluator.ts'
import { cutChunks } from './chunks.ts'
import { NOWHERE, type RunData, type Sabotage, type WorkerBirth } from './messages.ts'
import { packTasks } from './packed-tasks.ts'
import { WorkersRun } from './workers-run.node.ts'

export interface WorkersOptions {
  /** As many threads as the machine has cores, if nothing is said. */
  readonly workers?: number | undefined
  /** Evaluations that are sent to a worker at a time, about; by the amount of work if nothing is said. */
  readonly chunkEvaluations?: number | undefined
  /** For tests: what the first, the second, … worker that is started does wrong. */
  readonly sabotage?: readonly (Sabotage | undefined)[] | undefined
}

/** Default of `chunkEvaluations` where values are kept: a thread holds the values of a chunk, each of up to 100 MB. */
const VALUE_CHUNK_EVALUATIONS = 8

/** Bytes that lie between what two cores write to. */
const MARKER_ROOM = 512

/** A worker thread, where it is, and what it was sent last. */
export interface Thread {
  readonly worker: Worker
  readonly marker: Int32Array
  data: RunData | undefined
}

/** Runs plans on worker threads, which are kept for the next run until `close`. */
export class WorkersBackend implements Backend {
  readonly name = 'workers'
  readonly device = undefined
  readonly work = { ...newWork(), executed: 0, chunks: 0 }
  readonly crashes: Crash[] = []
  readonly workerCount: number
  readonly #options: WorkersOptions
  readonly #idle: Thread[] = []
  #last: { readonly tasks: readonly Unit['task'][]; readonly data: RunData } | undefined
  #startedCount = 0

  constructor(options: WorkersOptions = {}) {
    this.workerCount = Math.max(1, options.workers ?? availableParallelism())
    this.#options = options
  }

  async *run(plans: readonly Plan[], units: readonly Unit[], settings: RunSettings): AsyncGenerator<Evaluations> {
    const tasks = [...new Set(units.map(({ task }) => task))]
    const numbers = new Map(tasks.map((task, k) => [task, k]))
    const { chunkEvaluations = settings.outputs === 'value' ? VALUE_CHUNK_EVALUATIONS : undefined } = this.#options
    const chunks = cutChunks(plans, units, numbers, this.workerCount, chunkEvaluations)
    const data = this.#runDataOf(plans, tasks)
    const run = new WorkersRun(this, data, settings, chunks, tasks)
    try {
      yield* run.results()
    } finally {
      await run.end()
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map(({ worker }) => worker.terminate()))
  }

  /** A thread that nobody uses, or a new one. */
  takeThread(): Thread {
    return this.#idle.pop() ?? this.#startThread()
  }

  /** Gives a thread back that is idle. */
  giveThread(thread: Thread): void {
    this.#idle.push(thread)
  }

  /** What a run needs in its threads. That of the last run is kept: when passes are repeated, threads have it already. */
  #runDataOf(plans: readonly Plan[], tasks: readonly Unit['task'][]): RunData {
    const last = this.#last
    if (last !== undefined && isSameList(last.tasks, tasks) && isSameList(last.data.plans, plans)) return last.data
    const memory = last !== undefined && isSameList(last.tasks, tasks) ? last.data.tasks : packTasks(tasks)
    this.#last = { tasks, data: { plans, tasks: memory } }
    return this.#last.data
  }

  #startThread(): Thread {
    // In the midst of memory that nobody else writes to: it is written at every step, and cores share lines of memory.
    const marker = new Int32Array(new SharedArrayBuffer(2 * MARKER_ROOM), MARKER_ROOM, 3).fill(NOWHERE)
    const birth: WorkerBirth = {
      module: kernelModule(),
      marker,
      sabotage: this.#options.sabotage?.[this.#startedCount++],
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
