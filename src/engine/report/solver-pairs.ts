// The results of a run by solver and task: one entry for each strict program and each candidate of a batt.

import type { Task } from '../../data/task.ts'
import type { Program } from '../../language/program.ts'
import { type Pairing, pairPrograms } from '../run/pair-programs.ts'
import type { PairSummary } from '../run/pair-result.ts'
import type { JudgedSamples } from '../run/pair-verdict.ts'
import { judgedOf } from '../score/solver-results.ts'
import { type Solver, listSolvers } from '../score/solvers.ts'
import type { JudgedPair } from './choose-outputs.ts'

/** A solver on a task with the verdicts on its samples. */
export interface SolverPair extends JudgedPair {
  readonly judged: JudgedSamples
}

/** The solvers of a run and their results; both are indexes elsewhere. */
export interface SolverPairs {
  readonly solvers: readonly Solver[]
  readonly pairs: readonly SolverPair[]
  /** The number of solvers that are left out, because there are too many. */
  readonly leftOut: number
}

/** The most entries of a matrix of solvers and tasks. */
const MAX_ENTRIES = 4_000_000

/** Takes the results of a run apart. `results` are in the order of pairs, of all pairs or of the first ones. */
export function listSolverPairs(
  programs: readonly Program[],
  tasks: readonly Task[],
  pairing: Pairing,
  results: readonly PairSummary[],
): SolverPairs {
  const all = listSolvers(programs)
  const ownSolvers: number[][] = programs.map(() => [])
  for (const [s, { program }] of all.entries()) ownSolvers[program]!.push(s)
  const pairs: SolverPair[] = []
  let next = 0
  for (const { programs: members, tasks: numbers } of pairPrograms(programs, tasks, pairing)) {
    for (const task of numbers) {
      for (const program of members) {
        const result = results[next++]
        if (result === undefined) break
        for (const solver of ownSolvers[program]!)
          pairs.push(describePair(task, solver, judgedOf(result, all[solver]!)))
      }
    }
  }
  return keepBest(all, pairs, Math.max(1, Math.floor(MAX_ENTRIES / Math.max(1, tasks.length))))
}

function describePair(task: number, solver: number, judged: JudgedSamples): SolverPair {
  let differing = 0
  for (const sample of judged.samples) if (sample.verdict === 'wrong') differing += sample.differing ?? Infinity
  const { verdict, demos, tests } = judged
  return { task, solver, verdict, right: demos.right + tests.right, differing, judged }
}

/** The solvers with at least one task, or the `limit` with the most right samples, numbered anew in their order. */
function keepBest(all: readonly Solver[], pairs: readonly SolverPair[], limit: number): SolverPairs {
  const right = new Map<number, number>()
  for (const pair of pairs) right.set(pair.solver, (right.get(pair.solver) ?? 0) + pair.right)
  const best = [...right].sort(([a, x], [b, y]) => y - x || a - b).slice(0, limit)
  const kept = best.map(([solver]) => solver).sort((a, b) => a - b)
  const numbers = new Map(kept.map((solver, k) => [solver, k]))
  return {
    solvers: kept.map((solver) => all[solver]!),
    pairs: pairs.flatMap((pair) => {
      const solver = numbers.get(pair.solver)
      return solver === undefined ? [] : [{ ...pair, solver }]
    }),
    leftOut: right.size - kept.length,
  }
}
