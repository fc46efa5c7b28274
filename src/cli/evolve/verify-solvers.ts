// The file of found solvers: printed, read again and run on the tasks, as `megabatt run` would.

import type { Backend } from '../../backends/backend.ts'
import type { Task } from '../../data/task.ts'
import { runPrograms } from '../../engine/run/run-programs.ts'
import type { TaskResult } from '../../evolve/generation-report.ts'
import { BugError } from '../../language/errors.ts'
import { printPrograms } from '../../language/python/print-python.ts'
import { readPrograms } from '../../language/python/read-python.ts'

/** A solver as the file has it. */
export interface VerifiedSolver {
  readonly task: string
  readonly statements: number
  /** Test pairs on which it is right, and all whose output is known. */
  readonly tests: { readonly right: number; readonly total: number }
}

/** The solvers of solved tasks as a file. */
export interface SolverFile {
  readonly text: string
  /** The task of each function, by its name. */
  readonly taskOf: ReadonlyMap<string, string>
}

/** The file of solvers; undefined if there is none. A task id that is no Python name has another name there. */
export function printSolvers(results: readonly TaskResult[]): SolverFile | undefined {
  const taskOf = new Map<string, string>()
  const programs = results.flatMap(({ task, solved, program }) => {
    if (!solved || program === null) return []
    const name = nameSolver(task, taskOf)
    taskOf.set(name, task)
    return [{ ...program, name }]
  })
  return programs.length === 0 ? undefined : { text: printPrograms(programs), taskOf }
}

function nameSolver(task: string, taken: ReadonlyMap<string, string>): string {
  const base = `solve_${task.replaceAll(/[^\p{XID_Continue}]/gu, '_')}`
  let name = base
  for (let k = 2; taken.has(name); k++) name = `${base}_${k}`
  return name
}

/** Runs the solvers of a file on their tasks. Throws where one is not right on all demos: it was found to be. */
export async function verifySolvers(
  { text, taskOf }: SolverFile,
  tasks: readonly Task[],
  backend: Backend,
): Promise<VerifiedSolver[]> {
  const { programs } = readPrograms(text, 'solvers.py')
  const solvers: VerifiedSolver[] = []
  const byTask = new Map(programs.map((program) => [taskOf.get(program.name)!, program]))
  await runPrograms({
    programs: Array.from(byTask, ([task, program]) => ({ ...program, task })),
    dataset: { tasks, hash: '' },
    backend,
    keepResults: false,
    onPair: ({ task, demos, tests, samples }) => {
      if (demos.right !== demos.total) return
      const unknown = samples.filter(({ set, verdict }) => set === 'test' && verdict === 'unknown').length
      const total = tests.total - unknown
      solvers.push({ task, statements: byTask.get(task)!.statements.length, tests: { right: tests.right, total } })
    },
  })
  const failed = [...taskOf].find(([, task]) => !solvers.some((solver) => solver.task === task))
  if (failed === undefined) return solvers
  throw new BugError('evolve-solver', `${failed[0]} was right on all demos of ${failed[1]}, and is not in its file`)
}
