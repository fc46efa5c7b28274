// `megabatt bench compare`: reads two reports, compares them and prints the result.

import { compareBenches } from '../../engine/bench/compare-benches.ts'
import { UserError } from '../../language/errors.ts'
import { formatComparison } from '../show/compare-table.ts'
import { terminalWidth } from '../show/terminal-width.ts'
import { readBench } from './read-bench.ts'

/** Compares two files and returns the exit code: 1 if something is significantly slower. */
export function compareFiles(
  beforeFile: string,
  afterFile: string,
  { threshold, json }: { readonly threshold: number; readonly json: boolean },
): number {
  const [before, after] = [readBench(beforeFile), readBench(afterFile)]
  if (before.workload.hash !== after.workload.hash) {
    const message = `${beforeFile} and ${afterFile} are of different workloads: ${before.workload.hash} and ${after.workload.hash}`
    const advice = 'Measure the same programs, tasks and settings in both.'
    throw new UserError('bench-workload', message, { advice })
  }
  const comparison = compareBenches(before, after, threshold)
  if (comparison.comparisons.length === 0) {
    const advice = 'Use the same --routes and --sizes in both.'
    throw new UserError('bench-workload', 'The reports have no route and batch size in common', { advice })
  }
  process.stdout.write(
    json ? `${JSON.stringify(comparison, null, 2)}\n` : formatComparison(comparison, threshold, terminalWidth()),
  )
  return comparison.comparisons.some(({ verdict }) => verdict === 'slower') ? 1 : 0
}
