// Counts the calls of programs on tasks before they run, so that a budget of them ends a search at the same place everywhere.

import { layoutOf } from '../language/dialects.ts'
import type { Program } from '../language/program.ts'
import { ROWS_ORDER } from '../plan/call-table.ts'
import { Graph } from '../plan/graph.ts'
import type { CountedWork, EvaluationRequest } from './evaluate.ts'

/** The number of demos of all tasks. */
export function countDemos({ tasks }: Pick<EvaluationRequest, 'tasks'>): number {
  return tasks.reduce((count, { train }) => count + train.length, 0)
}

/** The work of a request: equal calls are one, constants are computed once, and what depends only on S once for each task. */
export function countWork(request: EvaluationRequest, programs: readonly Program[] = request.programs): CountedWork {
  const demoCount = countDemos(request)
  const perCall: Readonly<Record<(typeof ROWS_ORDER)[number], number>> = {
    constant: 1,
    task: request.tasks.length,
    sample: demoCount,
    candidate: demoCount,
  }
  const graphs = { a: new Graph('a'), t: new Graph('t') }
  for (const program of programs) graphs[layoutOf(program.dialect)].add(program)
  let calls = 0
  for (const { calls: table } of [graphs.a, graphs.t])
    for (let node = 0; node < table.count; node++) calls += perCall[ROWS_ORDER[table.rows[node]!]!]
  return { evaluations: programs.length * demoCount, calls }
}
