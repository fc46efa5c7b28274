// The tasks of an evolution as a table: what was found, how long it is, and what it took.

import type { EvolveResult } from '../../evolve/evolve.ts'
import { formatCount } from '../../language/format-count.ts'
import type { VerifiedSolver } from '../evolve/verify-solvers.ts'
import { type Column, formatTable } from './text-table.ts'

const COLUMNS: readonly Column[] = [
  { title: 'task' },
  { title: 'demos', align: 'right' },
  { title: 'tests', align: 'right' },
  { title: 'statements', align: 'right' },
  { title: 'generations', align: 'right' },
  { title: 'calls', align: 'right' },
  { title: 'result' },
]

/** The table; the tests are those whose outputs are known. */
export function formatEvolution({ tasks }: EvolveResult, solvers: readonly VerifiedSolver[], width: number): string {
  const byTask = new Map(solvers.map((solver) => [solver.task, solver]))
  const rows = tasks.map(({ task, solved, best, generations, work }) => {
    const solver = byTask.get(task)
    const right = solver === undefined ? best?.right : best?.demos
    return [
      task,
      best === null ? '–' : `${right}/${best.demos}`,
      solver === undefined || solver.tests.total === 0 ? '–' : `${solver.tests.right}/${solver.tests.total}`,
      String(solver?.statements ?? best?.statements ?? '–'),
      formatCount(generations),
      formatCount(work.calls),
      solved ? 'solved' : 'not solved',
    ]
  })
  return `${formatTable(COLUMNS, rows, width).join('\n')}\n`
}
