// The file of found solvers: printed, read again and run on the tasks, as `megabatt run` would.

import type { Backend } from '../../backends/backend.ts'
import type { Task } from '../../data/task.ts'
import { runPrograms } from '../../engine/run/run-programs.ts'
import type { TaskResult } from '../../evolve/generation-report.ts'
import { BugError } from '../../language/errors.ts'
import type { Program } from '../../language/program.ts'
import { printPrograms } from '../../language/python/print-python.ts'
import { readPrograms } from '../../language/python/read-python.ts'

/** A solver as the file has it. */
export interface VerifiedSolver {
  readonly task: string
  readonly statements: number
  /** Test pairs on which it is right, and all whose output is known. */
  readonly tests: { readonly right: number; readonly total: number }
}

/** The text of the solvers of solved tasks; undefined if there is none. */
export function printSolvers(results: readonly TaskResult[]): string | undefined {
  const programs = results.flatMap(({ solved, program }) => (solved && program !== null ? [program] : []))
  return programs.length === 0 ? undefined : printPrograms(programs)
}

/** Runs the solvers of a text on their tasks. Throws where one is not right on all demos: it was found to be. */
export async function verifySolvers(text: string, tasks: readonly Task[], backend: Backend): Promise<VerifiedSolver[]> {
  const { programs } = readPrograms(text, 'solvers.py')
  const solvers: VerifiedSolver[] = []
  const byName = new Map(programs.map((program) => [program.name, program]))
  await runPrograms({
    programs,
    dataset: { tasks, hash: '' },
    backend,
    keepResults: false,
    onPair: ({ program, task, demos, tests, samples }) => {
      if (demos.right !== demos.total)
        throw new BugError('evolve-solver', `${program} was right on all demos of ${task}, and is not in its file`)
      const unknown = samples.filter(({ set, verdict }) => set === 'test' && verdict === 'unknown').length
      const total = tests.total - unknown
      solvers.push({ task, statements: statementsOf(byName.get(program)), tests: { right: tests.right, total } })
    },
  })
  return solvers
}

function statementsOf(program: Program | undefined): number {
  return program?.statements.length ?? 0
}
