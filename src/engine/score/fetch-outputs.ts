// Values of chosen solvers on one task: runs are kept as hashes, and only few values are needed afterwards.

import type { Backend, RunSettings } from '../../backends/backend.ts'
import type { Task } from '../../data/task.ts'
import type { Program } from '../../language/program.ts'
import type { Notation } from '../../language/values/value-notation.ts'
import { runPrograms } from '../run/run-programs.ts'
import { type Solver, isolateSolver } from './solvers.ts'

/** The programs and settings of the run that values are fetched for. */
export interface FetchContext {
  readonly programs: readonly Program[]
  readonly backend: Backend
  /** With the limits of that run, whose defaults depend on its pairing. */
  readonly settings: Partial<RunSettings>
  readonly keepUnused?: boolean
}

/** The outputs of each solver on all samples of a task; null where it failed or the value is too large to write. */
export async function fetchOutputs(
  { programs, backend, settings, keepUnused }: FetchContext,
  task: Task,
  solvers: readonly Solver[],
): Promise<(readonly (Notation | null)[])[]> {
  const values: (readonly (Notation | null)[])[] = []
  await runPrograms({
    // The names of two solvers of a batt are those of the batt.
    programs: solvers.map((solver) => isolateSolver(programs, solver)),
    dataset: { tasks: [task], hash: '' },
    pairing: 'all',
    backend,
    settings: { ...settings, outputs: 'value' },
    ...(keepUnused === undefined ? {} : { keepUnused }),
    onPair: ({ outputs }, pair) => (values[pair] = (outputs?.[0] ?? []) as readonly (Notation | null)[]),
  })
  return values
}
