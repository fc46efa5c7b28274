// The sums of a run for a terminal: tasks, samples, evaluations, time.

import type { SetCounts } from '../../engine/run/pair-verdict.ts'
import type { RunReport } from '../../engine/run/run-report.ts'
import { formatCount } from './progress.ts'
import { formatShare } from './share.ts'

/** The sums, a line each. */
export function formatSums(report: RunReport): string[] {
  const { tasks, programs, samples, evaluations, right, wrong, errors, limits, unknown, defaults } = report
  const { statements, nodes, executed } = report.work
  const seconds = report.time.runMs / 1000
  const rate = formatCount(evaluations / Math.max(seconds, 1e-9))
  const verdicts = [
    `${formatCount(right)} right (${formatShare(right, evaluations)})`,
    `${formatCount(wrong)} wrong`,
    plural(errors, 'error'),
    plural(limits, 'limit'),
    ...(unknown > 0 ? [`${formatCount(unknown)} of unknown output`] : []),
    ...(defaults > 0 ? [`${plural(defaults, 'default')} taken`] : []),
  ]
  return [
    `${plural(tasks, 'task')} with ${plural(samples, 'sample')}, ${plural(programs, 'program')}: ${describePassed(report)}`,
    `${plural(evaluations, 'evaluation')}: ${verdicts.join(', ')}`,
    ...describeLimits(report),
    `right on demos ${formatCounts(report.demos)}, on tests ${formatCounts(report.tests)}`,
    `${(1000 * seconds).toFixed(1)} ms on ${describePlace(report)}: ${rate} evaluations a second`,
    `merging: ${formatCount(statements)} statements asked for, ${formatCount(executed)} calls made of ${formatCount(nodes)} nodes, ${formatShare(statements - executed, statements)} saved`,
    `data ${report.dataset.hash}`,
  ]
}

function describePlace({ backend, engine }: RunReport): string {
  return engine === null ? backend : `${backend}, ${engine.name} (${engine.reason})`
}

/** How often each limit ended a program or an output of a batt, and the option that raises it. */
function describeLimits({ results, settings }: RunReport): string[] {
  const counts = new Map<string, number>()
  for (const { samples, battOutputs = [] } of results) {
    const own = battOutputs.map((output) => (output.kind === 'o' ? output.samples : (output.limits ?? [])))
    for (const sample of [samples, ...own].flat()) {
      if (sample.verdict === 'limit') counts.set(sample.kind, (counts.get(sample.kind) ?? 0) + 1)
    }
  }
  const known = [
    ['budget', `the budget of ${formatCount(settings.budget)} units of work a statement (raise it with --budget)`],
    ['room', `the memory allowance of ${formatCount(settings.allowance)} words (raise it with --program-memory)`],
    ['overflow', 'integers over 31 bits'],
  ] as const
  const parts = known.flatMap(([kind, text]) => {
    const count = counts.get(kind) ?? 0
    return count === 0 ? [] : [`${formatCount(count)} at ${text}`]
  })
  let rest = 0
  for (const [kind, count] of counts) if (!known.some(([name]) => name === kind)) rest += count
  if (rest > 0) parts.push(`${formatCount(rest)} at deviations from Python (docs/deviations.md)`)
  return parts.length === 0 ? [] : [`cut off: ${parts.join(', ')}`]
}

function describePassed({ tasks, solvedTasks, solvers, passedTasks, passers }: RunReport): string {
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

function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}
