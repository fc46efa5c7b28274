// The sums of a run for a terminal: tasks, samples, evaluations, time.

import { countLimits } from '../../engine/run/count-limits.ts'
import type { SetCounts } from '../../engine/run/pair-verdict.ts'
import type { RunReport } from '../../engine/run/run-report.ts'
import { formatCount, plural } from '../../language/format-count.ts'
import { describeLimits } from './cut-off.ts'
import { formatMerging } from './merging-line.ts'
import { formatShare } from './share.ts'

/** The sums, a line each. */
export function formatSums(report: RunReport): string[] {
  return [
    ...formatCountLines(report, describeLimits(countLimits(report.results), report.settings)),
    `data ${report.dataset.hash}`,
  ]
}

/** The sums without those of the results of pairs; `limits` are the lines that describe limits. */
export function formatCountLines(
  report: Omit<RunReport, 'results' | 'dataset'>,
  limitLines: readonly string[],
): string[] {
  const { tasks, programs, samples, evaluations, right, wrong, errors, limits, unknown, defaults } = report
  const { statements, nodes, executed } = report.work
  const seconds = report.time.runMs / 1000
  const rate = formatCount(evaluations / Math.max(seconds, 1e-9))
  const verdicts = [
    // A share of those that can be right: with unknown outputs, 100 % could not be reached.
    `${formatCount(right)} right (${formatShare(right, evaluations - unknown)}${unknown > 0 ? ' of known outputs' : ''})`,
    `${formatCount(wrong)} wrong`,
    plural(errors, 'error'),
    plural(limits, 'limit'),
    ...(unknown > 0 ? [`${formatCount(unknown)} of unknown output`] : []),
    ...(defaults > 0 ? [`${plural(defaults, 'default')} taken`] : []),
  ]
  return [
    `${plural(tasks, 'task')} with ${plural(samples, 'sample')}, ${plural(programs, 'program')}: ${describePassed(report)}`,
    `${plural(evaluations, 'evaluation')}: ${verdicts.join(', ')}`,
    ...limitLines,
    `right on demos ${formatCounts(report.demos)}, on tests ${formatCounts(report.tests)}`,
    `${(1000 * seconds).toFixed(1)} ms on ${describePlace(report)}: ${rate} evaluations a second`,
    formatMerging({ statements, calls: executed, nodes }),
  ]
}

function describePlace({ backend, engine }: Pick<RunReport, 'backend' | 'engine'>): string {
  return engine === null ? backend : `${backend}, ${engine.name} (${engine.reason})`
}

function describePassed(report: Omit<RunReport, 'results' | 'dataset'>): string {
  const { tasks, solvedTasks, solvers, passedTasks, passers } = report
  const solved = `${formatCount(solvedTasks)} of ${plural(tasks, 'task')} solved, by ${plural(solvers, 'program')}`
  if (passedTasks === solvedTasks && passers === solvers) return solved
  const passed = `all demos passed on ${formatCount(passedTasks)} of ${plural(tasks, 'task')}, by ${plural(passers, 'program')}; their test outputs are unknown`
  return solvedTasks === 0 ? passed : `${solved}; including those of unknown test outputs, ${passed}`
}

function formatCounts({ total, right, unknown }: SetCounts): string {
  const known = total - unknown
  const share = known === 0 ? '' : ` (${formatShare(right, known)})`
  return `${formatCount(right)} of ${formatCount(known)}${share}${unknown === 0 ? '' : ` and ${formatCount(unknown)} unknown`}`
}
