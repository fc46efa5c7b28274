// Evaluates programs with the engine, on any of its backends: the requests of several searches are one run.

import type { Backend, RunSettings } from '../backends/backend.ts'
import { defer } from '../backends/deferred.ts'
import type { StopSignal } from '../backends/stop-signal.ts'
import type { Task } from '../data/task.ts'
import type { PairResult } from '../engine/run/pair-result.ts'
import { runPrograms } from '../engine/run/run-programs.ts'
import type { SampleResult } from '../engine/run/sample-result.ts'
import type { ReuseCache } from '../engine/reuse/reuse-cache.ts'
import type { Program } from '../language/program.ts'
import type { Notation } from '../language/values/value-notation.ts'
import { HASH_WORDS, hash128, spellHash } from '../plan/hash-128.ts'
import { countDemos, countWork } from './count-calls.ts'
import {
  type BatchEvaluator,
  CELLS_ERROR,
  type EvaluationRequest,
  type EvaluationResult,
  FAILURE_ERROR,
  type Judgement,
  type MeasureResult,
  NO_GRID_ERROR,
  SIZE_ERROR,
  SearchStopped,
} from './evaluate.ts'
import { appendDiffer } from './program-parts.ts'

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

/** The measure of an output that a differ has no value for. */
const NO_MEASURE = 10_000

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
    const programs = request.programs.flatMap((program) => differs.map((differ) => appendDiffer(program, differ)))
    const demoCount = countDemos(request)
    const measures = request.programs.map(() => new Int32Array(demoCount * differs.length).fill(NO_MEASURE))
    const places = new PairPlaces([{ tasks, programs }])
    await this.#run([{ tasks, programs }], { outputs: 'value', measure: true }, (result) => {
      const { program, demo } = places.next(result)
      const [k, d] = [Math.floor(program / differs.length), program % differs.length]
      for (const [s, value] of result.outputs![0]!.entries())
        measures[k]![(demo + s) * differs.length + d] = measureOf(value as Notation)
    })
    return { measures, work: countWork(request, programs) }
  }

  async #evaluateTogether(requests: readonly EvaluationRequest[]): Promise<EvaluationResult[]> {
    const words = requests.map((request) => request.programs.map(() => new DemoResults(countDemos(request))))
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

/** The results of one program, demo by demo. */
class DemoResults {
  readonly #errors: Int32Array
  readonly #hashes: Int32Array

  constructor(demoCount: number) {
    this.#errors = new Int32Array(demoCount).fill(FAILURE_ERROR)
    this.#hashes = new Int32Array(2 * demoCount)
  }

  add({ samples, outputs }: PairResult, demo: number): void {
    for (const [s, sample] of samples.entries()) {
      this.#errors[demo + s] = errorOf(sample)
      const hash = outputs![0]![s] as string | null
      if (hash === null) continue
      this.#hashes[2 * (demo + s)] = Number.parseInt(hash.slice(0, 8), 16)
      this.#hashes[2 * (demo + s) + 1] = Number.parseInt(hash.slice(8), 16)
    }
  }

  judgement(): Judgement {
    const into = new Int32Array(HASH_WORDS)
    hash128(this.#hashes, this.#hashes.length, into, 0)
    const outputs = this.#errors.map((_, s) => this.#hashes[2 * s]! ^ this.#hashes[2 * s + 1]!)
    return { errors: this.#errors, outputs, behaviour: spellHash(into, 0) }
  }
}

/** The error of a sample's output as an integer: the share of differing cells where the size is right. */
export function errorOf(sample: SampleResult): number {
  if (sample.verdict === 'right') return 0
  if (sample.verdict !== 'wrong') return FAILURE_ERROR
  if (sample.mismatch === 'not-a-grid') return NO_GRID_ERROR
  if (sample.mismatch === 'size') return SIZE_ERROR
  return Math.ceil((CELLS_ERROR * sample.differing!) / sample.cells)
}

function measureOf(value: Notation): number {
  const first = typeof value === 'object' && value !== null && 't' in value ? value.t[0] : value
  return typeof first === 'number' ? Math.min(Math.abs(first), NO_MEASURE) : NO_MEASURE
}

/** A task with its demos alone, those whose outputs are known: what a search may see of it. */
export function demosOf(task: Task): Task {
  return { ...task, train: task.train.filter(({ output }) => output !== undefined), test: [] }
}
