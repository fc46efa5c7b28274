// Errors of a run by kind, and near misses by the number of differing cells.

import { spellSample } from '../../data/task.ts'
import { type FailedSample, failuresOf } from '../run/sample-result.ts'
import type { ErrorGroup, NearMiss } from './report-data.ts'
import type { SolverPair } from './solver-pairs.ts'

/** The reason of a failure in one line, if it is known. */
export type Explain = (pair: SolverPair, failure: FailedSample) => string | undefined

/** The errors of each kind, most frequent first; errors and limits of the engine apart. The first of each kind is explained. */
export function groupErrors(pairs: readonly SolverPair[], explain: Explain): ErrorGroup[] {
  const groups = new Map<string, Omit<ErrorGroup, 'evaluations' | 'solvers' | 'tasks'> & Sums>()
  for (const pair of pairs) {
    const { task, solver, judged } = pair
    for (const failure of failuresOf(judged)) {
      const { kind, verdict, statement, line, message } = failure
      const key = `${verdict} ${kind}`
      let group = groups.get(key)
      if (group === undefined) {
        const place = statement === null ? '' : `${statement}${line === null ? '' : `, line ${line}`}: `
        const example = {
          task,
          solver,
          sample: spellSample(failure),
          text: `${place}${explain(pair, failure) ?? message}`,
        }
        group = { kind, isLimit: verdict === 'limit', example, evaluations: 0, solvers: new Set(), tasks: new Set() }
        groups.set(key, group)
      }
      group.evaluations++
      group.solvers.add(solver)
      group.tasks.add(task)
    }
  }
  return [...groups.values()]
    .map((group): ErrorGroup => ({ ...group, solvers: group.solvers.size, tasks: group.tasks.size }))
    .sort((a, b) => b.evaluations - a.evaluations || (a.kind < b.kind ? -1 : 1))
}

interface Sums {
  evaluations: number
  readonly solvers: Set<number>
  readonly tasks: Set<number>
}

/** The near misses, fewest differing cells first. */
export function listNearMisses(pairs: readonly SolverPair[]): NearMiss[] {
  return pairs
    .filter(({ verdict }) => verdict === 'near')
    .map(({ task, solver, differing, judged }): NearMiss => {
      const wrong = judged.samples.filter((sample) => sample.verdict === 'wrong')
      const cells = wrong.reduce((sum, sample) => sum + sample.cells, 0)
      return { task, solver, samples: wrong.length, differing, cells }
    })
    .sort((a, b) => a.differing - b.differing || a.task - b.task || a.solver - b.solver)
}
