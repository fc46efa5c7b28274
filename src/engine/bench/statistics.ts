// Statistics of timed passes: median and quartiles, and a test whether two sets of passes differ.

/** The times of passes summed up, in their unit. */
export interface Spread {
  readonly median: number
  /** The quartiles: half of the passes lie between them. */
  readonly lower: number
  readonly upper: number
  readonly fastest: number
  readonly slowest: number
}

/** More passes on either side than this are tested with the normal approximation. */
const MOST_EXACT = 30

/** Sums up at least one time. */
export function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b)
  return {
    median: quantile(sorted, 0.5),
    lower: quantile(sorted, 0.25),
    upper: quantile(sorted, 0.75),
    fastest: sorted[0]!,
    slowest: sorted.at(-1)!,
  }
}

/** A quantile of ascending numbers, interpolated between neighbours. */
function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1)
  const below = Math.floor(place)
  const above = Math.ceil(place)
  return sorted[below]! + (place - below) * (sorted[above]! - sorted[below]!)
}

/**
 * The two-sided p-value of the Mann-Whitney U test: the probability of ranks at least as far apart if both sets had the same
 * distribution. Exact for up to 30 passes without ties, else by the normal approximation with correction for ties.
 */
export function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const [n, m] = [a.length, b.length]
  let wins = 0
  for (const x of a) for (const y of b) wins += x > y ? 1 : x === y ? 0.5 : 0
  const u = Math.min(wins, n * m - wins)
  const tied = countTies([...a, ...b])
  if (tied.length === 0 && n <= MOST_EXACT && m <= MOST_EXACT) {
    const ways = countRankings(n, m)
    const total = ways.reduce((sum, count) => sum + count, 0)
    const extreme = ways.slice(0, u + 1).reduce((sum, count) => sum + count, 0)
    return Math.min(1, (2 * extreme) / total)
  }
  const all = n + m
  const ties = tied.reduce((sum, count) => sum + count ** 3 - count, 0)
  const variance = ((n * m) / 12) * (all + 1 - ties / (all * (all - 1)))
  if (variance <= 0) return 1
  // The continuity correction never goes beyond the mean.
  const distance = Math.max(0, (n * m) / 2 - u - 0.5)
  return 2 * upperTail(distance / Math.sqrt(variance))
}

/** The smallest p-value that so many passes on both sides can have. */
export function smallestP(n: number, m: number): number {
  let combinations = 1
  for (let k = 1; k <= Math.min(n, m); k++) combinations = (combinations * (n + m - Math.min(n, m) + k)) / k
  return Math.min(1, 2 / combinations)
}

/** Which of several p-values are significant together, by the method of Holm: at most `alpha` to report any difference wrongly. */
export function holm(pValues: readonly number[], alpha: number): boolean[] {
  const order = [...pValues.keys()].toSorted((i, j) => pValues[i]! - pValues[j]!)
  const isSignificant = pValues.map(() => false)
  for (const [rank, k] of order.entries()) {
    if (pValues[k]! > alpha / (pValues.length - rank)) break
    isSignificant[k] = true
  }
  return isSignificant
}

/** The sizes of groups of equal values, of two and more. */
function countTies(values: readonly number[]): number[] {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts.values()].filter((count) => count > 1)
}

/** The number of rankings of n and m values by their U, from 0 to n * m. */
function countRankings(n: number, m: number): number[] {
  // The largest value is of the first set, and then wins against all m of the second, or of the second.
  let row: number[][] = Array.from({ length: m + 1 }, () => [1])
  for (let first = 1; first <= n; first++) {
    const next: number[][] = [[1]]
    for (let second = 1; second <= m; second++) {
      const ways = Array.from({ length: first * second + 1 }, (_, u) => {
        const ownLargest = u >= second ? (row[second]![u - second] ?? 0) : 0
        return ownLargest + (next[second - 1]![u] ?? 0)
      })
      next.push(ways)
    }
    row = next
  }
  return row[m]!
}

/** The probability that a standard normal variable is larger; an approximation with an error below 1e-7 (Abramowitz, Stegun 26.2.17). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series
}
