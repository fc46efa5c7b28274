// Scores programs on tasks: solves with C None, measures differs with C given, and chooses attempts at the test outputs.

import type { Backend, RunSettings } from '../../backends/backend.ts'
import { CpuBackend } from '../../backends/cpu/cpu-backend.ts'
import { isSameGrid } from '../../data/read-grid.ts'
import type { Dataset, Task } from '../../data/task.ts'
import type { Program } from '../../language/program.ts'
import { countLimits } from '../run/count-limits.ts'
import { type Pairing, pairPrograms } from '../run/pair-programs.ts'
import type { PairResult, PairSummary } from '../run/pair-result.ts'

import { type Progress, settleSettings } from '../run/run-pass.ts'
import { runPrograms } from '../run/run-programs.ts'
import type { RunReport } from '../run/run-report.ts'
import { type Attempt, chooseAttempts } from './choose-attempts.ts'
import { fetchOutputs } from './fetch-outputs.ts'
import { measureDiffers } from './measure-differs.ts'
import { rankOutputs } from './rank-outputs.ts'
import {
  type AttemptedTask,
  type ReportedAttempt,
  SCORE_FORMAT,
  SCORE_VERSION,
  type ScoreReport,
  type TaskScore,
} from './score-report.ts'
import { scoreByRules } from './scoring-rules.ts'
import { type SolverResult, resultOfSolver, solvesDemos, sumSolvers } from './solver-results.ts'
import { type Solver, listSolvers } from './solvers.ts'
import type { StopSignal } from '../../backends/stop-signal.ts'

/** The stages of a score, in their order. */
export type ScoreStage = 'solving' | 'measuring' | 'attempting'

/** The parameters of a score. */
export interface ScoreRequest {
  readonly programs: readonly Program[]
  /** The tasks that programs run on. */
  readonly dataset: Dataset
  /** The tasks that attempts are made at, those of the dataset among them. Default: those of the dataset. */
  readonly challenges?: readonly Task[]
  /** Default: `own`. */
  readonly pairing?: Pairing
  /** Default: one thread of this process. The caller closes a backend that it gives. */
  readonly backend?: Backend
  /** `measure` and `outputs` are chosen by the score. */
  readonly settings?: Partial<Pick<RunSettings, 'budget' | 'allowance'>>
  readonly keepUnused?: boolean
  readonly onProgress?: (stage: ScoreStage, progress: Progress) => void
  /** Ends the score after the current unit with the reason of the signal. */
  readonly signal?: StopSignal
}

/** A score with the results that it was made from. */
export interface Score {
  readonly report: ScoreReport
  /** The report of the run with C None. */
  readonly run: RunReport
  readonly solvers: readonly Solver[]
  /** For each task the attempts at its test outputs. */
  readonly attempts: readonly AttemptedTask[]
}

/** A request with its pairing and limits. */
type SettledRequest = ScoreRequest & Pick<Required<ScoreRequest>, 'pairing' | 'settings'>

/** Scores programs. The same request has the same score, apart from times. */
export async function scorePrograms(given: ScoreRequest): Promise<Score> {
  const { programs, dataset, pairing = 'own', challenges = dataset.tasks, signal } = given
  // The same limits in all passes, however these pair programs and tasks.
  const { budget, allowance } = settleSettings(given.settings, pairing)
  const request: SettledRequest = { ...given, pairing, settings: { budget, allowance } }
  const backend = request.backend ?? new CpuBackend()
  const solvers = listSolvers(programs)
  const started = performance.now()
  const { run, byTask, resultOf } = await solve({ ...request, backend }, solvers)
  signal?.throwIfAborted()
  const solved = performance.now()
  const differs = await measureDiffers({
    ...request,
    backend,
    resultOf,
    onProgress: (progress) => request.onProgress?.('measuring', progress),
  })
  signal?.throwIfAborted()
  const measured = performance.now()
  const chosen = await attemptAll(request, challenges, solvers, byTask)
  if (request.backend === undefined) await backend.close()
  const tasks = challenges.map((task, t) => reportTask(task, solvers, byTask.get(task.id) ?? [], chosen[t]!))
  const report: ScoreReport = {
    format: SCORE_FORMAT,
    version: SCORE_VERSION,
    dataset: { hash: dataset.hash },
    programs: run.programs,
    settings: { budget, allowance },
    limits: countLimits(run.results),
    solvedTasks: tasks.filter(({ solvedBy }) => solvedBy.length > 0).length,
    rules: scoreByRules(tasks.filter(isKnown).map(outcomeOf)) ?? null,
    tasks,
    solvers: sumSolvers(programs, solvers, byTask),
    differs,
    time: { solveMs: solved - started, measureMs: measured - solved, attemptMs: performance.now() - measured },
  }
  const attempts = challenges.map(({ id }, t) => ({
    task: id,
    tests: chosen[t]!.map(([first, second]) => [first.grid, second.grid] as const),
  }))
  return { report, run, solvers, attempts }
}

/** Runs everything with C None; gives the results by task and solver, and the result of a program on a task. */
async function solve(request: SettledRequest & { readonly backend: Backend }, solvers: readonly Solver[]) {
  const { programs, dataset, pairing } = request
  const ownSolvers: number[][] = programs.map(() => [])
  for (const [s, { program }] of solvers.entries()) ownSolvers[program]!.push(s)
  const programOf = pairPrograms(programs, dataset.tasks, pairing).flatMap(({ programs: members, tasks }) =>
    tasks.flatMap(() => members),
  )
  const byTask = new Map<string, SolverResult[]>()
  const results = programs.map(() => new Map<string, PairSummary>())
  const onPair = (result: PairResult, pair: number) => {
    const program = programOf[pair]!
    const { outputs: _, ...summary } = result
    results[program]!.set(result.task, summary)
    let own = byTask.get(result.task)
    if (own === undefined) byTask.set(result.task, (own = []))
    for (const s of ownSolvers[program]!) own.push(resultOfSolver(result, s, solvers[s]!))
  }
  const run = await runPrograms({
    ...request,
    settings: { ...request.settings, measure: false, outputs: 'hash' },
    onPair,
    onProgress: (progress) => request.onProgress?.('solving', progress),
  })
  return { run, byTask, resultOf: (program: number, task: string) => results[program]!.get(task) }
}

/** The attempts at all test outputs of each task. */
async function attemptAll(
  request: SettledRequest,
  challenges: readonly Task[],
  solvers: readonly Solver[],
  byTask: ReadonlyMap<string, readonly SolverResult[]>,
): Promise<(readonly (readonly [Attempt, Attempt])[])[]> {
  // Few programs run on each task here: a device or threads would not be faster.
  const backend = new CpuBackend()
  const chosen: (readonly (readonly [Attempt, Attempt])[])[] = []
  for (const task of challenges) {
    const results = byTask.get(task.id) ?? []
    const ranked = task.test.map((_, k) =>
      rankOutputs(
        results.flatMap(({ solver, demos, testHashes }) => {
          const hash = testHashes[k] ?? null
          const { name, size } = solvers[solver]!
          return hash === null ? [] : [{ solver, name, size, demosRight: demos.right, hash }]
        }),
      ),
    )
    const fetch = async (s: number) => {
      const outputs = await fetchOutputs({ ...request, backend }, task, [solvers[s]!])
      return outputs[0]!.slice(task.train.length)
    }
    chosen.push(await chooseAttempts(task, ranked, fetch))
    request.onProgress?.('attempting', { done: chosen.length, total: challenges.length })
    request.signal?.throwIfAborted()
  }
  await backend.close()
  return chosen
}

function reportTask(
  task: Task,
  solvers: readonly Solver[],
  results: readonly SolverResult[],
  chosen: readonly (readonly [Attempt, Attempt])[],
): TaskScore {
  const report = ({ grid, output }: Attempt, k: number): ReportedAttempt => {
    const expected = task.test[k]!.output
    return {
      solver: output?.by.name ?? null,
      demosRight: output?.by.demosRight ?? 0,
      agreement: output?.agreement ?? 0,
      right: expected === undefined ? null : isSameGrid(grid, expected),
    }
  }
  return {
    task: task.id,
    demos: task.train.length,
    tests: task.test.length,
    solvers: results.length,
    best: results.reduce((best, { demos }) => Math.max(best, demos.right), 0),
    solvedBy: results.filter(solvesDemos).map(({ solver }) => solvers[solver]!.name),
    attempts: chosen.map(([first, second], k) => [report(first, k), report(second, k)] as const),
  }
}

function isKnown({ attempts }: TaskScore): boolean {
  return attempts.every(([first]) => first.right !== null)
}

function outcomeOf({ attempts }: TaskScore): boolean[] {
  return attempts.map((both) => both.some(({ right }) => right === true))
}
