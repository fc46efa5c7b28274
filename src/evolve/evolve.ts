// The evolution of programs for tasks: searches side by side, one generation of each per round, until all are done.

import type { Backend } from '../backends/backend.ts'
import { CpuBackend } from '../backends/cpu/cpu-backend.ts'
import type { StopSignal } from '../backends/stop-signal.ts'
import { yieldToEvents } from '../backends/yield-to-events.ts'
import { baseDiffers } from '../batts/base-differs.ts'
import { chooseDialect } from '../batts/batt-dialect.ts'
import type { Task } from '../data/task.ts'
import type { ReuseCache } from '../engine/reuse/reuse-cache.ts'
import { type DialectId, layoutOf } from '../language/dialects.ts'
import { UserError } from '../language/errors.ts'
import type { Program } from '../language/program.ts'
import { type Checkpoint, evolutionKey, restoreSearch, saveSearch } from './checkpoint.ts'
import { EngineEvaluator, demosOf } from './engine-evaluator.ts'
import { type BatchEvaluator, type CountedWork, addCounts } from './evaluate.ts'
import { type GenerationReport, type TaskResult, reportGeneration, resultsOf } from './generation-report.ts'
import { JointEvaluator } from './joint-evaluator.ts'
import { normalizeProgram, sizeOf } from './program-parts.ts'
import { Search, type SearchRequest } from './search.ts'
import { type EvolveSettings, settleEvolution } from './settings.ts'

/** The parameters of an evolution. */
export interface EvolveRequest {
  /** Only their demos are used. */
  readonly tasks: readonly Task[]
  /** Strict programs to begin with; default: none. */
  readonly programs?: readonly Program[]
  /** The dialect of programs from nothing; default: that of the given programs, else a. */
  readonly dialect?: DialectId | undefined
  /** Differs for the fitness, besides the base differs. */
  readonly differs?: readonly Program[]
  readonly settings?: Partial<EvolveSettings>
  /** Default: one thread of this process. The caller closes a backend that it gives. */
  readonly backend?: Backend
  /** Keeps the results of programs that come again; changes no result. */
  readonly reuse?: ReuseCache
  /** Runs the programs in the place of the engine; `backend` and `reuse` have no effect then. */
  readonly evaluator?: BatchEvaluator
  /** Ends the evolution in the midst of a round, whose work is lost; the last checkpoint stays valid. */
  readonly signal?: StopSignal
  /** The state to go on from; it must be of the same tasks, programs and settings. */
  readonly checkpoint?: Checkpoint
  /** Awaited after each round. */
  readonly onRound?: (round: RoundReport) => Promise<void> | void
}

/** The state after a round. */
export interface RoundReport {
  readonly round: number
  /** The generations of this round, in the order of the tasks. */
  readonly generations: readonly GenerationReport[]
  /** Searches that are done, and all of them. */
  readonly done: number
  readonly total: number
  /** The results so far, in the order of the tasks. */
  results(): readonly TaskResult[]
  /** Everything that the next round depends on; plain data for JSON. */
  checkpoint(): Checkpoint
}

/** The result of an evolution. */
export interface EvolveResult {
  /** In the order of the tasks. */
  readonly tasks: readonly TaskResult[]
  readonly rounds: number
  readonly work: CountedWork
  /** Whether a signal has ended it early. */
  readonly stopped: boolean
}

/** Runs an evolution to its end, or until the signal. Equal requests give equal results on every backend and machine. */
export async function evolve(request: EvolveRequest): Promise<EvolveResult> {
  const { searches, key } = makeSearches(request)
  const { checkpoint, signal, reuse } = request
  const settings = settleEvolution(request.settings)
  const backend = request.backend ?? new CpuBackend()
  const { budget, allowance } = settings
  const joint = new JointEvaluator(
    request.evaluator ?? new EngineEvaluator({ backend, budget, allowance, reuse, signal }),
  )
  let round = checkpoint?.round ?? 0
  const isStopped = (): boolean => signal?.aborted === true
  const active = (): Search[] => searches.filter(({ state }) => state?.isDone !== true).slice(0, settings.together)
  try {
    if (checkpoint !== undefined) await restoreAll(searches, checkpoint, key, joint)
    for (let own = active(); own.length > 0 && !isStopped(); own = active()) {
      await joint.runAll(own.map((search) => (evaluator) => search.advance(evaluator)))
      round++
      await request.onRound?.({
        round,
        generations: own.map(reportGeneration),
        done: searches.filter(({ state }) => state?.isDone === true).length,
        total: searches.length,
        results: () => searches.flatMap(resultsOf),
        checkpoint: () => ({ version: 1, key, round, searches: searches.map(saveSearch) }),
      })
      for (const search of own) search.release()
      // Short rounds await nothing but promises: a signal would never be handled.
      await yieldToEvents()
    }
  } catch (error) {
    if (!isStopped()) throw error
  } finally {
    if (request.backend === undefined) await backend.close()
  }
  return { tasks: searches.flatMap(resultsOf), rounds: round, work: sumWork(searches), stopped: isStopped() }
}

async function restoreAll(
  searches: readonly Search[],
  checkpoint: Checkpoint,
  key: string,
  joint: JointEvaluator,
): Promise<void> {
  if (checkpoint.key !== key || checkpoint.searches.length !== searches.length)
    throw new UserError('evolve-resume', 'The checkpoint is of another evolution', {
      advice: 'Use the tasks, programs and settings of the evolution that was interrupted, or begin a new one.',
    })
  await joint.runAll(
    searches.map((search, k) => async (evaluator) => {
      search.state = await restoreSearch(search.request, checkpoint.searches[k]!, evaluator)
    }),
  )
}

function makeSearches(request: EvolveRequest): { searches: Search[]; key: string } {
  const settings = settleEvolution(request.settings)
  const { tasks, programs = [], differs: own = [] } = request
  const usable = tasks.map(demosOf).filter(({ train }) => train.length > 0)
  if (usable.length === 0) throw new UserError('evolve-nothing', 'No task has a demo pair to search a program for')
  const batt = [...programs, ...own].find(({ mode }) => mode !== 'strict')
  if (batt !== undefined)
    throw new UserError('evolve-nothing', `${batt.name} is a batt, and no solver`, {
      advice: 'Cut solvers out of it: megabatt cut --strict, or cutProgram.',
    })
  const dialect = request.dialect ?? (programs.length > 0 ? chooseDialect(programs) : 'a')
  const seeds = programs
    .filter((program) => sizeOf(program) <= settings.maxStatements)
    .map((program) => normalizeProgram(program, dialect))
  const differs = [...baseDiffers(layoutOf(dialect)), ...own]
  const shared = { programs: seeds, dialect, differs, settings }
  const requests: SearchRequest[] = settings.across
    ? [{ ...shared, id: 'all', tasks: usable }]
    : usable.map((task) => ({ ...shared, id: task.id, tasks: [task] }))
  return { searches: requests.map((one) => new Search(one)), key: evolutionKey(requests) }
}

function sumWork(searches: readonly Search[]): CountedWork {
  const sum: CountedWork = { evaluations: 0, calls: 0 }
  for (const { state } of searches) if (state !== undefined) addCounts(sum, state.work)
  return sum
}
