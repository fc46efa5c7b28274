// Ranks the distinct outputs of many solvers for one test input.

/** The output of a solver for a test input. */
export interface Vote {
  /** The index of the solver. */
  readonly solver: number
  readonly name: string
  readonly size: number
  /** The number of demo pairs that the solver has right. */
  readonly demosRight: number
  /** Equal outputs have equal hashes. */
  readonly hash: string
}

/** A distinct output with the solver that stands for it. */
export interface RankedOutput {
  readonly hash: string
  /** The smallest solver among those with the most right demos, by name where sizes are equal. */
  readonly by: Vote
  /** The number of solvers with as many right demos that give the output. */
  readonly agreement: number
}

/**
 * The distinct outputs, best first: by the number of demo pairs that the best of its solvers has right; then by agreement,
 * the number of such solvers; then by the size of the smallest of them; then by its name.
 */
export function rankOutputs(votes: readonly Vote[]): RankedOutput[] {
  const byHash = new Map<string, { by: Vote; agreement: number }>()
  for (const vote of votes) {
    const known = byHash.get(vote.hash)
    if (known === undefined || vote.demosRight > known.by.demosRight) byHash.set(vote.hash, { by: vote, agreement: 1 })
    else if (vote.demosRight === known.by.demosRight) {
      known.agreement++
      if (compareSolvers(vote, known.by) < 0) known.by = vote
    }
  }
  return [...byHash]
    .map(([hash, { by, agreement }]): RankedOutput => ({ hash, by, agreement }))
    .sort((a, b) => b.by.demosRight - a.by.demosRight || b.agreement - a.agreement || compareSolvers(a.by, b.by))
}

/** By size, then by name, in the order of code units: the same on every machine. */
function compareSolvers(a: Vote, b: Vote): number {
  return a.size - b.size || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
}
