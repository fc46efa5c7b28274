// The data of a large report, made up.

import { GridTable, packBytes } from '../../src/engine/report/pack.ts'
import { MATRIX_VERDICTS, type ReportData } from '../../src/engine/report/report-data.ts'
import { newRandom } from '../generators/seed.ts'

const SIDE = 15
const PAIRS = 4
const OUTPUTS = 5

/** A report of so many tasks and programs, each of which ran on each task; five outputs of a task are shown. */
export function largeReport(taskCount: number, solverCount: number): ReportData {
  const random = newRandom(1)
  const table = new GridTable()
  const addGrid = () => {
    const cells = Uint8Array.from({ length: SIDE * SIDE }, () => (random() % 4 === 0 ? random() % 10 : 0))
    return table.add({ width: SIDE, height: SIDE, cells })
  }
  const tasks = Array.from({ length: taskCount }, (_, t) => ({
    id: t.toString(16).padStart(8, '0'),
    demos: PAIRS - 1,
    pairs: Array.from({ length: PAIRS }, () => [addGrid(), addGrid()] as const),
    outputs: Array.from({ length: OUTPUTS }, (__, s) => ({
      solver: s,
      samples: Array.from({ length: PAIRS }, () => ({ verdict: 'wrong' as const, differing: 3, grid: addGrid() })),
    })),
    attempts: [],
  }))
  const size = taskCount * solverCount
  const verdicts = Uint8Array.from({ length: size }, () =>
    random() % 50 === 0 ? 1 : 1 + (random() % MATRIX_VERDICTS.length),
  )
  const counts = packBytes(Uint8Array.from({ length: size }, () => random() % PAIRS))
  const near = Array.from({ length: 300 }, (_, k) => ({
    task: k % taskCount,
    solver: k % solverCount,
    samples: 1,
    differing: k,
    cells: SIDE * SIDE,
  }))
  return {
    title: 'megabatt run',
    backend: 'cpu',
    hash: '0'.repeat(32),
    runMs: 1000,
    counts: {
      programs: solverCount,
      evaluations: size * PAIRS,
      right: size,
      wrong: 3 * size,
      errors: 0,
      limits: 0,
      unknown: 0,
      solvedTasks: taskCount,
      passedTasks: taskCount,
    },
    tasks,
    solvers: Array.from({ length: solverCount }, (_, s) => ({
      name: `solve_${s.toString(16).padStart(8, '0')}`,
      file: 'a.py',
    })),
    matrix: { verdicts: packBytes(verdicts), demosRight: counts, testsRight: counts },
    near,
    errors: [],
    primitives: null,
    score: null,
    leftOut: { outputs: 1000, largeGrids: 0, nearMisses: 10, solvers: 0, primitives: 0 },
    grids: table.grids,
  }
}
