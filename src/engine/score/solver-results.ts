// Results of programs on tasks, taken apart by solver, and their sums by solver.

import type { Program } from '../../language/program.ts'
import type { PairResult, PairSummary } from '../run/pair-result.ts'
import type { JudgedSamples, SetCounts } from '../run/pair-verdict.ts'
import type { SolverScore } from './score-report.ts'
import type { Solver } from './solvers.ts'

/** A solver on a task. */
export interface SolverResult extends Pick<JudgedSamples, 'demos' | 'tests'> {
  /** The index of the solver. */
  readonly solver: number
  /** Hashes of its outputs for the test inputs; null if there is none. */
  readonly testHashes: readonly (string | null)[]
}

/** The results of one solver in the result of its program. */
export function judgedOf(result: PairSummary, { output }: Solver): JudgedSamples {
  const own = result.battOutputs?.[output]
  return own?.kind === 'o' ? own : result
}

/** The result of a solver; `result` has the hashes of outputs. */
export function resultOfSolver(result: PairResult, index: number, solver: Solver): SolverResult {
  const { demos, tests } = judgedOf(result, solver)
  const hashes = (result.outputs?.[solver.output] ?? []) as readonly (string | null)[]
  return { solver: index, demos, tests, testHashes: hashes.slice(demos.total) }
}

/** Whether a solver has all demo pairs of a task right; a task without demo pairs is not solved by any. */
export function solvesDemos({ demos }: Pick<JudgedSamples, 'demos'>): boolean {
  return demos.total > 0 && demos.right === demos.total
}

/** Adds up the results of each solver over tasks. Solvers that ran on no task are left out. */
export function sumSolvers(
  programs: readonly Program[],
  solvers: readonly Solver[],
  byTask: ReadonlyMap<string, readonly SolverResult[]>,
): SolverScore[] {
  const sums = solvers.map(() => ({ tasks: 0, demos: NO_SAMPLES, tests: NO_SAMPLES, solved: [] as string[] }))
  for (const [task, results] of byTask) {
    for (const result of results) {
      const sum = sums[result.solver]!
      sum.tasks++
      sum.demos = addCounts(sum.demos, result.demos)
      sum.tests = addCounts(sum.tests, result.tests)
      if (solvesDemos(result)) sum.solved.push(task)
    }
  }
  return solvers
    .map(({ name, program, id, number, mutated, size }, s): SolverScore => {
      const { name: programName, file } = programs[program]!
      const { tasks, demos, tests, solved } = sums[s]!
      const place = { name, program: programName, file, solver: id, number, mutated, size }
      return { ...place, tasks, score: demos.right, demos, tests, solved }
    })
    .filter(({ tasks }) => tasks > 0)
    .sort(compareScores)
}

const NO_SAMPLES: SetCounts = { total: 0, right: 0, unknown: 0 }

function addCounts(a: SetCounts, b: SetCounts): SetCounts {
  return { total: a.total + b.total, right: a.right + b.right, unknown: a.unknown + b.unknown }
}

function compareScores(a: SolverScore, b: SolverScore): number {
  return (
    b.score - a.score ||
    b.solved.length - a.solved.length ||
    a.size - b.size ||
    (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
  )
}
