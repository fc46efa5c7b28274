// An evolution as JSON: the lines of its log, and the result that --json prints.

import type { EvolveResult } from '../../evolve/evolve.ts'
import type { EvolveSettings } from '../../evolve/settings.ts'
import type { Task } from '../../data/task.ts'
import type { Program } from '../../language/program.ts'
import { type VerifiedSolver, printSolvers } from './verify-solvers.ts'

interface DescribedRequest {
  readonly tasks: readonly Task[]
  readonly settings: EvolveSettings
  readonly programs: readonly Program[]
}

/** The first line of a log. */
export function describeEvolution({ tasks, settings, programs }: DescribedRequest): object {
  return {
    type: 'evolution',
    version: 1,
    settings,
    programs: programs.length,
    tasks: tasks.map(({ id }) => id),
  }
}

/** The last lines of a log: the results of all tasks, and the sums. */
export function describeEnd(result: EvolveResult, solvers: readonly VerifiedSolver[]): object[] {
  const { tasks, ...sums } = describeResult(result, solvers)
  return [...tasks.map((task) => ({ type: 'result', ...task })), { type: 'end', ...sums }]
}

/** The result of an evolution. */
export function describeResult({ tasks, rounds, work, stopped }: EvolveResult, solvers: readonly VerifiedSolver[]) {
  const byTask = new Map(solvers.map((solver) => [solver.task, solver]))
  return {
    solved: solvers.length,
    rounds,
    stopped,
    work,
    tasks: tasks.map(({ task, solved, program, best, generations, work: own }) => ({
      task,
      solved,
      tests: byTask.get(task)?.tests ?? null,
      generations,
      work: own,
      best,
      source: printSolvers([{ task, solved: true, program, best, generations, work: own }])?.text ?? null,
    })),
  }
}
