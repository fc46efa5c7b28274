// Two attempts for each test input of a task: the best distinct outputs of its solvers that are valid grids.

import { gridFromNotation } from '../../data/grid-notation.ts'
import { isSameGrid } from '../../data/read-grid.ts'
import type { GridData, Task } from '../../data/task.ts'
import { NotationError, type Notation } from '../../language/values/value-notation.ts'
import type { RankedOutput } from './rank-outputs.ts'
import { type GridLimits, limitsOf } from './submission.ts'

/** An attempt at a test output. */
export interface Attempt {
  readonly grid: GridData
  /** The output that it is; absent for a default: the input, or one black cell. */
  readonly output?: RankedOutput
}

/** Fetches the outputs of a solver for the test inputs of a task; null if there is none. */
export type FetchOutputs = (solver: number) => Promise<readonly (Notation | null)[]>

const ONE_CELL: GridData = { height: 1, width: 1, cells: Uint8Array.of(0) }

/** Chooses the attempts of a task from the ranked outputs of each test input. Outputs are fetched only as far as needed. */
export async function chooseAttempts(
  task: Task,
  ranked: readonly (readonly RankedOutput[])[],
  fetch: FetchOutputs,
): Promise<(readonly [Attempt, Attempt])[]> {
  const limits = limitsOf(task)
  const fetched = new Map<number, Promise<readonly (Notation | null)[]>>()
  const fetchOnce = (solver: number) => {
    const known = fetched.get(solver) ?? fetch(solver)
    fetched.set(solver, known)
    return known
  }
  const chosen: (readonly [Attempt, Attempt])[] = []
  for (const [k, { input }] of task.test.entries()) {
    const attempts: Attempt[] = []
    for (const output of ranked[k] ?? []) {
      const grid = toGrid((await fetchOnce(output.by.solver))[k] ?? null, limits)
      if (grid !== undefined) attempts.push({ grid, output })
      if (attempts.length === 2) break
    }
    chosen.push(addDefaults(attempts, input))
  }
  return chosen
}

/** Completes attempts by the input, then by one black cell, each only where it is not an attempt already. */
function addDefaults(attempts: readonly Attempt[], input: GridData): readonly [Attempt, Attempt] {
  const all = [...attempts]
  for (const grid of [input, ONE_CELL]) if (!all.some((attempt) => isSameGrid(attempt.grid, grid))) all.push({ grid })
  return [all[0]!, all[1] ?? all[0]!]
}

/** The value as a grid within limits; undefined if it is none. */
function toGrid(value: Notation | null, { side, color }: GridLimits): GridData | undefined {
  if (value === null) return undefined
  try {
    const grid = gridFromNotation(value)
    if (grid.height > side || grid.width > side || grid.cells.some((cell) => cell > color)) return undefined
    return grid
  } catch (error) {
    if (error instanceof NotationError) return undefined
    throw error
  }
}
