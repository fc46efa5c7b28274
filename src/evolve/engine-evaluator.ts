// Evaluates programs with the engine, on any of its backends: the requests of several searches are one run.

import type { Backend, RunSettings } from '../backends/backend.ts'
import { defer } from '../backends/deferred.ts'
import type { StopSignal } from '../backends/stop-signal.ts'
import type { Task } from '../data/task.ts'
import type { PairResult } from '../engine/run/pair-result.ts'
import { runPrograms } from '../engine/run/run-programs.ts'
import type { ReuseCache } from '../engine/reuse/reuse-cache.ts'
import type { Program } from '../language/program.ts'
import { countDemos, countWork } from './count-calls.ts'
import { DemoJudgements, DemoMeasures } from './demo-results.ts'
import {
  type BatchEvaluator,
  type EvaluationRequest,
  type EvaluationResult,
  type MeasureResult,
  SearchStopped,
} from './evaluate.ts'
import { appendDiffers } from './program-parts.ts'

/** How programs are run. */
export interface EngineOptions {
  /** The caller closes it. */
  readonly backend: Backend
  /** The most counted work of one statement. */
  readonly budget: number
  /** The most heap words of one program on a demo. */
  readonly allowance: number
  /** Keeps the results of programs that come again; changes no result. */
  readonly reuse?: ReuseCache | undefined
  readonly signal?: StopSignal | undefined
}

type ValueSettings = Pick<RunSettings, 'outputs' | 'measure'>

/** Runs the requests of several searches together. */
export class EngineEvaluator implements BatchEvaluator {
  readonly #options: EngineOptions
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: EngineOptions) {
    this.#options = options
  }

  /** Evaluates all requests; those with one task each are one run, in which threads and devices share the tasks. */
  async evaluateAll(requests: readonly EvaluationRequest[]): Promise<EvaluationResult[]> {
    const isOneRun = requests.every(({ tasks }) => tasks.length === 1)
    const parts = isOneRun ? [requests] : requests.map((request) => [request])
    const results: EvaluationResult[] = []
    for (const part of parts) results.push(...(await this.#evaluateTogether(part)))
    return results
  }

  /** Applies differs to the outputs of programs; a differ returns how much differs, or a tuple that begins with it. */
  async measure(request: EvaluationRequest, differs: readonly Program[]): Promise<MeasureResult> {
    const { tasks } = request
    const programs = appendDiffers(request.programs, differs)
    const measures = new DemoMeasures(request, differs.length)
    const places = new PairPlaces([{ tasks, programs }])
    await this.#run([{ tasks, programs }], { outputs: 'value', measure: true }, (result) => {
      const { program, demo } = places.next(result)
      measures.add(result, program, demo)
    })
    return { measures: measures.byProgram, work: countWork(request, programs) }
  }

  async #evaluateTogether(requests: readonly EvaluationRequest[]): Promise<EvaluationResult[]> {
    const words = requests.map((request) => request.programs.map(() => new DemoJudgements(countDemos(request))))
    const places = new PairPlaces(requests)
    await this.#run(requests, { outputs: 'hash', measure: false }, (result) => {
      const { request, program, demo } = places.next(result)
      words[request]![program]!.add(result, demo)
    })
    return requests.map((request, k) => ({
      judgements: words[k]!.map((results) => results.judgement()),
      work: countWork(request),
    }))
  }

  /** A backend serves one run at a time. */
  async #run(
    requests: readonly EvaluationRequest[],
    settings: ValueSettings,
    onPair: (result: PairResult) => void,
  ): Promise<void> {
    const before = this.#last
    const { promise, resolve } = defer<void>()
    this.#last = promise
    try {
      await before
      await this.#runNow(requests, settings, onPair)
    } finally {
      resolve()
    }
  }

  async #runNow(
    requests: readonly EvaluationRequest[],
    settings: ValueSettings,
    onPair: (result: PairResult) => void,
  ): Promise<void> {
    const { backend, budget, allowance, reuse, signal } = this.#options
    const isOwn = requests.length > 1
    const programs = requests.flatMap(({ tasks, programs: own }) =>
      isOwn ? own.map((program) => ({ ...program, task: tasks[0]!.id })) : own,
    )
    await runPrograms({
      programs,
      // The hash of a dataset is only for reports.
      dataset: { tasks: requests.flatMap(({ tasks }) => tasks), hash: '' },
      pairing: isOwn ? 'own' : 'all',
      backend,
      settings: { budget, allowance, ...settings },
      // A demo is a unit of its own where several threads or devices can take part.
      ...(backend.name === 'cpu' ? {} : { unitSamples: 1 }),
      keepResults: false,
      onPair,
      ...(reuse === undefined ? {} : { reuse }),
      ...(signal === undefined ? {} : { signal }),
    })
    if (signal?.aborted === true) throw new SearchStopped()
  }
}

/** The request, program and first demo of each result, which come task by task and in the order of the programs. */
class PairPlaces {
  readonly #requests: readonly EvaluationRequest[]
  readonly #indexes: readonly number[]
  #request = 0
  #task = 0
  #program = 0
  #demo = 0

  constructor(requests: readonly EvaluationRequest[]) {
    this.#requests = requests.filter(({ programs }) => programs.length > 0)
    this.#indexes = requests.flatMap(({ programs }, k) => (programs.length > 0 ? [k] : []))
  }

  next(result: PairResult): { request: number; program: number; demo: number } {
    const place = { request: this.#indexes[this.#request]!, program: this.#program, demo: this.#demo }
    const { programs, tasks } = this.#requests[this.#request]!
    this.#program++
    if (this.#program < programs.length) return place
    this.#program = 0
    this.#demo += result.samples.length
    this.#task++
    if (this.#task < tasks.length) return place
    this.#task = 0
    this.#demo = 0
    this.#request++
    return place
  }
}

/** A task with its demos alone, those whose outputs are known: what a search may see of it. */
export function demosOf(task: Task): Task {
  return { ...task, train: task.train.filter(({ output }) => output !== undefined), test: [] }
}
