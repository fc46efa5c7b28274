// Chooses the failing solvers whose outputs a report shows: the most promising of each task, and not too many.

import type { PairVerdict } from '../run/pair-verdict.ts'

/** The most solvers of one task, and of all tasks together. */
const MAX_A_TASK = 5
const MAX_ALL = 2000

/** A solver on a task. */
export interface JudgedPair {
  readonly task: number
  readonly solver: number
  readonly verdict: PairVerdict
  readonly right: number
  /** The number of differing cells, where all outputs have the expected sizes. */
  readonly differing: number
}

/** The chosen pairs by task, and the number of pairs with outputs that were not chosen. */
export interface ChosenOutputs<Pair> {
  readonly byTask: ReadonlyMap<number, readonly Pair[]>
  readonly leftOut: number
}

/** Verdicts with outputs to look at, most promising first. A solved task needs none: its outputs are the expected ones. */
const SHOWN: readonly PairVerdict[] = ['passes-demos', 'unknown', 'near', 'wrong', 'error', 'limit']

/** Chooses pairs: by verdict, then most right samples, then fewest differing cells, then the order of solvers. */
export function chooseOutputs<Pair extends JudgedPair>(pairs: readonly Pair[], taskCount: number): ChosenOutputs<Pair> {
  const share = Math.min(MAX_A_TASK, Math.max(1, Math.floor(MAX_ALL / Math.max(1, taskCount))))
  const candidates = new Map<number, Pair[]>()
  for (const pair of pairs) {
    if (!SHOWN.includes(pair.verdict)) continue
    const own = candidates.get(pair.task)
    if (own === undefined) candidates.set(pair.task, [pair])
    else own.push(pair)
  }
  const byTask = new Map<number, readonly Pair[]>()
  let leftOut = 0
  let chosen = 0
  for (const [task, own] of candidates) {
    const count = Math.min(share, MAX_ALL - chosen, own.length)
    chosen += count
    leftOut += own.length - count
    if (count > 0) byTask.set(task, own.toSorted(comparePairs).slice(0, count))
  }
  return { byTask, leftOut }
}

function comparePairs(a: JudgedPair, b: JudgedPair): number {
  return (
    SHOWN.indexOf(a.verdict) - SHOWN.indexOf(b.verdict) ||
    b.right - a.right ||
    a.differing - b.differing ||
    a.solver - b.solver
  )
}
