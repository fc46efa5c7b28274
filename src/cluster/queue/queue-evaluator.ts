// Evaluates the programs of a search through the queue: any number of machines take part, and results are those of the engine.

import type { RunSettings } from '../../backends/backend.ts'
import { makeDataset } from '../../data/dataset-hash.ts'
import type { Pairing } from '../../engine/run/pair-programs.ts'
import { type PairResult, collectPair } from '../../engine/run/pair-result.ts'
import { SampleDescriber } from '../../engine/run/sample-result.ts'
import { countDemos, countWork } from '../../evolve/count-calls.ts'
import { DemoJudgements, DemoMeasures } from '../../evolve/demo-results.ts'
import {
  type BatchEvaluator,
  type EvaluationRequest,
  type EvaluationResult,
  type MeasureResult,
  SearchStopped,
} from '../../evolve/evaluate.ts'
import { appendDiffers } from '../../evolve/program-parts.ts'
import type { Program } from '../../language/program.ts'
import type { Session } from '../database/session.ts'
import { evaluateOnQueue } from './evaluate.ts'
import { countWorkers } from './read-status.ts'

/** How programs are run: the settings of the search, and the database of the queue. */
export interface QueueEvaluatorOptions extends Pick<RunSettings, 'budget' | 'allowance'> {
  readonly session: Session
  readonly signal?: AbortSignal | undefined
}

/** A generation is cut into a few chunks for each worker: more would cost more, with fewer the last one is waited for. */
const CHUNKS_EACH = 3
const MAX_CHUNKS = 256
/** The programs of a search are strict. */
const STRICT = { mode: 'strict', guarded: new Int32Array() } as const

/** Evaluates the requests of several searches as one run on the queue, where each has one task. */
export class QueueEvaluator implements BatchEvaluator {
  readonly #options: QueueEvaluatorOptions

  constructor(options: QueueEvaluatorOptions) {
    this.#options = options
  }

  async evaluateAll(requests: readonly EvaluationRequest[]): Promise<EvaluationResult[]> {
    const judgements = requests.map((request) => request.programs.map(() => new DemoJudgements(countDemos(request))))
    if (requests.every(({ tasks }) => tasks.length === 1)) {
      const owners = requests.flatMap(({ programs }, k) => programs.map((_, p) => [k, p] as const))
      const programs = requests.flatMap(({ tasks, programs: own }) =>
        own.map((program) => ({ ...program, task: tasks[0]!.id })),
      )
      const all = { tasks: requests.flatMap(({ tasks }) => tasks), programs }
      await this.#run(all, 'own', { outputs: 'hash', measure: false }, (result, program) => {
        const [k, p] = owners[program]!
        judgements[k]![p]!.add(result, 0)
      })
    } else {
      for (const [k, request] of requests.entries())
        await this.#run(request, 'all', { outputs: 'hash', measure: false }, (result, program, demo) =>
          judgements[k]![program]!.add(result, demo),
        )
    }
    return requests.map((request, k) => ({
      judgements: judgements[k]!.map((own) => own.judgement()),
      work: countWork(request),
    }))
  }

  async measure(request: EvaluationRequest, differs: readonly Program[]): Promise<MeasureResult> {
    const programs = appendDiffers(request.programs, differs)
    const measures = new DemoMeasures(request, differs.length)
    const values = { outputs: 'value', measure: true } as const
    await this.#run({ tasks: request.tasks, programs }, 'all', values, (result, program, demo) =>
      measures.add(result, program, demo),
    )
    return { measures: measures.byProgram, work: countWork(request, programs) }
  }

  /** Runs programs; `onPair` gets each result with the index of its program and, of its task, the first demo in the request. */
  async #run(
    { tasks, programs }: EvaluationRequest,
    pairing: Pairing,
    values: Pick<RunSettings, 'outputs' | 'measure'>,
    onPair: (result: PairResult, program: number, demo: number) => void,
  ): Promise<void> {
    const { session, budget, allowance, signal } = this.#options
    if (programs.length === 0) return
    const firstDemos = new Map<string, number>()
    let demoCount = 0
    for (const { id, train } of tasks) {
      firstDemos.set(id, demoCount)
      demoCount += train.length
    }
    const minChunks = Math.min(MAX_CHUNKS, CHUNKS_EACH * Math.max(1, await countWorkers(session)))
    const settings = { budget, allowance, ...values }
    const request = { programs, dataset: makeDataset(tasks), pairing, settings, minChunks }
    let describer: SampleDescriber | undefined
    let described: string | undefined
    for await (const pair of evaluateOnQueue(session, { ...request, ...(signal === undefined ? {} : { signal }) })) {
      const { task, program, evaluations, index } = pair
      if (described !== task.id) describer = new SampleDescriber(task)
      described = task.id
      const units = [evaluations]
      const result = collectPair({
        task,
        program: programs[program]!,
        planned: STRICT,
        index,
        units,
        describer: describer!,
      })
      onPair(result, program, firstDemos.get(task.id)!)
    }
    if (signal?.aborted === true) throw new SearchStopped()
  }
}
