// Compares two reports of the same workload, route by route and size by size.

import { type BenchReport, type RouteName, measuredRoutes } from './bench-report.ts'
import { holm, mannWhitney, smallestP, spreadOf } from './statistics.ts'

/**
 * `slower` and `faster`: significant, and at least the threshold. `same`: neither. `too-few-passes`: so few passes can never
 * be significant among so many comparisons.
 */
export type ComparisonVerdict = 'slower' | 'faster' | 'same' | 'too-few-passes'

/** A route at a batch size in both reports. */
export interface Comparison {
  readonly route: RouteName
  readonly samples: number
  readonly beforeMs: number
  readonly afterMs: number
  /** Of the median: 0.1 is 10 % slower, -0.1 is 10 % faster. */
  readonly change: number
  readonly pValue: number
  readonly verdict: ComparisonVerdict
}

/** The comparison of two reports. */
export interface BenchComparison {
  readonly comparisons: readonly Comparison[]
  /** Differences of machine, versions and load, which may explain all others. */
  readonly notes: readonly string[]
  /** Routes and sizes that only one of the reports has. */
  readonly unmatched: number
}

/** The probability of reporting any difference where there is none. */
export const SIGNIFICANCE = 0.01

/** Compares; both reports must have the same workload hash. A change of the median below `threshold` does not count. */
export function compareBenches(before: BenchReport, after: BenchReport, threshold: number): BenchComparison {
  const old = new Map(listPasses(before).map((point) => [keyOf(point), point]))
  const points = listPasses(after)
  const pairs = points.flatMap((now) => {
    const then = old.get(keyOf(now))
    return then === undefined ? [] : [{ then, now, pValue: mannWhitney(then.passesMs, now.passesMs) }]
  })
  const isSignificant = holm(
    pairs.map(({ pValue }) => pValue),
    SIGNIFICANCE,
  )
  const comparisons = pairs.map(({ then, now, pValue }, k): Comparison => {
    const [beforeMs, afterMs] = [spreadOf(then.passesMs).median, spreadOf(now.passesMs).median]
    const change = afterMs / beforeMs - 1
    const least = smallestP(then.passesMs.length, now.passesMs.length)
    const isLarge = Math.abs(change) >= threshold
    const verdict =
      isSignificant[k] === true && isLarge
        ? change > 0
          ? 'slower'
          : 'faster'
        : isLarge && least > SIGNIFICANCE / pairs.length
          ? 'too-few-passes'
          : 'same'
    return { route: now.route, samples: now.samples, beforeMs, afterMs, change, pValue, verdict }
  })
  return {
    comparisons,
    notes: noteDifferences(before, after),
    unmatched: old.size + points.length - 2 * pairs.length,
  }
}

interface Passes {
  readonly route: RouteName
  readonly samples: number
  readonly passesMs: readonly number[]
}

function listPasses(report: BenchReport): Passes[] {
  return measuredRoutes(report).flatMap(({ route, results }) =>
    results.map(({ samples, passesMs }) => ({ route, samples, passesMs })),
  )
}

function keyOf({ route, samples }: Passes): string {
  return `${route} ${samples}`
}

function noteDifferences(before: BenchReport, after: BenchReport): string[] {
  const facts = ({ machine, versions }: BenchReport) => ({
    processor: machine.cpu,
    cores: String(machine.cores),
    platform: machine.platform,
    Node: versions.node,
    Megabatt: versions.megabatt,
  })
  const [then, now] = [facts(before), facts(after)]
  const notes = (Object.keys(then) as (keyof typeof then)[])
    .filter((name) => then[name] !== now[name])
    .map((name) => `${name}: ${then[name]} before, ${now[name]} after`)
  const loads = [before, after].map(({ machine }) => Math.max(machine.load.before, machine.load.after))
  if (loads.some((load, k) => load > [before, after][k]!.machine.cores))
    notes.push(`other work was running: load ${loads[0]!.toFixed(1)} before, ${loads[1]!.toFixed(1)} after`)
  return notes
}
