// Collects the data of a report from the results of a run or of a score.

import { gridFromNotation } from '../../data/grid-notation.ts'
import { type Task, samplesOf } from '../../data/task.ts'
import { NotationError, type Notation } from '../../language/values/value-notation.ts'
import type { Profile } from '../profile/profile-report.ts'
import { isPassed } from '../run/pair-verdict.ts'
import { type SampleResult, countSamples } from '../run/sample-result.ts'
import type { RunReport } from '../run/run-report.ts'
import type { Score } from '../score/score-programs.ts'
import { scoringRules } from '../score/scoring-rules.ts'
import { describeValue } from './describe-value.ts'
import { type Explain, groupErrors, listNearMisses } from './group-errors.ts'
import { GridTable, packBytes } from './pack.ts'
import {
  MATRIX_VERDICTS,
  MAX_COUNT,
  type ReportAttempt,
  type ReportCounts,
  type ReportData,
  type ReportScore,
  type SampleOutput,
} from './report-data.ts'
import type { SolverPair, SolverPairs } from './solver-pairs.ts'

/** The most rows of the table of near misses, and of the table of primitives. */
const MAX_NEAR_MISSES = 300
const MAX_PRIMITIVES = 60
/** Outputs with more cells are not drawn. */
const MAX_CELLS = 10_000

/** The values of a solver on the samples of a task. */
export interface ShownOutputs {
  readonly pair: SolverPair
  readonly values: readonly (Notation | null)[]
}

/** The parts that a report is made of. */
export interface ReportParts {
  readonly title: string
  /** The tasks, in the order that pairs refer to. */
  readonly tasks: readonly Task[]
  /** The paths of program files, by program. */
  readonly files: readonly string[]
  readonly run: RunReport
  readonly results: SolverPairs
  /** By task the outputs to show, and the number of those that are left out. */
  readonly outputs: ReadonlyMap<number, readonly ShownOutputs[]>
  readonly outputsLeftOut: number
  readonly explain: Explain
  readonly profile?: Profile
  readonly score?: Pick<Score, 'report' | 'attempts'>
}

/** The data of the report. */
export function collectReport(parts: ReportParts): ReportData {
  const { tasks, results, run, score, profile } = parts
  const table = new GridTable()
  const left = { largeGrids: 0 }
  const near = listNearMisses(results.pairs)
  const primitives = profile?.byPrimitive.map(({ primitive, ms, share, calls, errors }) => ({
    name: primitive,
    ms,
    share,
    calls,
    errors,
  }))
  return {
    title: parts.title,
    backend: run.backend,
    hash: run.dataset.hash,
    runMs: run.time.runMs,
    counts: { programs: run.programs, ...countResults(results.pairs) },
    tasks: tasks.map((task, t) => ({
      id: task.id,
      demos: task.train.length,
      pairs: samplesOf(task).map(({ input, output }) => [
        table.add(input),
        output === undefined ? -1 : table.add(output),
      ]),
      outputs: (parts.outputs.get(t) ?? []).map(({ pair, values }) => ({
        solver: pair.solver,
        samples: pair.judged.samples.map((sample, k) => packOutput(sample, values[k] ?? null, table, left)),
      })),
      attempts: score === undefined ? [] : packAttempts(score, task.id, table),
    })),
    solvers: results.solvers.map(({ name, program }) => ({ name, file: parts.files[program]! })),
    matrix: packMatrix(results, tasks.length),
    near: near.slice(0, MAX_NEAR_MISSES),
    errors: groupErrors(results.pairs, parts.explain),
    primitives: primitives?.slice(0, MAX_PRIMITIVES) ?? null,
    score: score === undefined ? null : packScore(score.report),
    leftOut: {
      outputs: parts.outputsLeftOut,
      largeGrids: left.largeGrids,
      nearMisses: Math.max(0, near.length - MAX_NEAR_MISSES),
      solvers: results.leftOut,
      primitives: Math.max(0, (primitives?.length ?? 0) - MAX_PRIMITIVES),
    },
    grids: table.grids,
  }
}

/** Counts evaluations and tasks by solver: each candidate of a batt counts by itself. */
function countResults(pairs: readonly SolverPair[]): Omit<ReportCounts, 'programs'> {
  const counts = { evaluations: 0, right: 0, wrong: 0, errors: 0, limits: 0, unknown: 0 }
  const solved = new Set<number>()
  const passed = new Set<number>()
  for (const { task, verdict, judged } of pairs) {
    const { total, ...own } = countSamples(judged.samples)
    counts.evaluations += total
    for (const kind of ['right', 'wrong', 'errors', 'limits', 'unknown'] as const) counts[kind] += own[kind]
    if (verdict === 'solved') solved.add(task)
    if (isPassed(verdict)) passed.add(task)
  }
  return { ...counts, solvedTasks: solved.size, passedTasks: passed.size }
}

function packMatrix({ solvers, pairs }: SolverPairs, taskCount: number): ReportData['matrix'] {
  const size = solvers.length * taskCount
  const verdicts = new Uint8Array(size)
  const demosRight = new Uint8Array(size)
  const testsRight = new Uint8Array(size)
  for (const { task, solver, verdict, judged } of pairs) {
    const at = task * solvers.length + solver
    verdicts[at] = MATRIX_VERDICTS.indexOf(verdict) + 1
    demosRight[at] = Math.min(MAX_COUNT, judged.demos.right)
    testsRight[at] = Math.min(MAX_COUNT, judged.tests.right)
  }
  return {
    verdicts: packBytes(verdicts),
    demosRight: packBytes(demosRight),
    testsRight: packBytes(testsRight),
  }
}

function packOutput(
  sample: SampleResult,
  value: Notation | null,
  table: GridTable,
  left: { largeGrids: number },
): SampleOutput {
  const { verdict } = sample
  if (verdict === 'error' || verdict === 'limit') {
    const { statement, message } = sample
    return { verdict, text: statement === null ? message : `${statement}: ${message}` }
  }
  const differing = verdict === 'wrong' && sample.differing !== undefined ? { differing: sample.differing } : {}
  try {
    if (value === null) return { verdict, text: 'None, or a value that is too large', ...differing }
    const grid = gridFromNotation(value)
    if (grid.cells.length <= MAX_CELLS) return { verdict, grid: table.add(grid), ...differing }
    left.largeGrids++
    return { verdict, text: `a grid of ${grid.height} × ${grid.width}, too large to draw`, ...differing }
  } catch (error) {
    if (!(error instanceof NotationError)) throw error
    return { verdict, text: describeValue(value), ...differing }
  }
}

function packAttempts(
  { report, attempts }: Pick<Score, 'report' | 'attempts'>,
  id: string,
  table: GridTable,
): (readonly [ReportAttempt, ReportAttempt])[] {
  const t = attempts.findIndex(({ task }) => task === id)
  if (t < 0) return []
  return attempts[t]!.tests.map(([first, second], k) => {
    const [one, two] = report.tasks[t]!.attempts[k]!
    return [
      { grid: table.add(first), by: one.solver, right: one.right },
      { grid: table.add(second), by: two.solver, right: two.right },
    ] as const
  })
}

function packScore({ rules, differs }: Score['report']): ReportScore {
  return {
    rules:
      rules === null
        ? []
        : scoringRules.map((rule) => ({ rule, points: rules[rule].points, total: rules[rule].total })),
    differs: differs.map(({ differ, worth, worthRight, before, samples, after, outputs, invalid }) => [
      differ,
      worth,
      worthRight,
      before,
      samples,
      after,
      outputs,
      invalid,
    ]),
  }
}
