// The report of a run as a person reads it: a row a task, then the sums.

import type { PairSummary } from '../../engine/run/pair-result.ts'
import { countSamples } from '../../engine/run/sample-result.ts'
import type { RunReport } from '../../engine/run/run-report.ts'
import { formatCount } from './progress.ts'
import { paint } from './terminal-colors.ts'

const MAX_ROWS = 60
const BAR_WIDTH = 20
const SHADES = ' ▏▎▍▌▋▊▉█'

interface TaskRow {
  readonly task: string
  programs: number
  solved: number
  correct: number
  failed: number
  total: number
}

/** The report as lines for the terminal. */
export function formatRun(report: RunReport): string {
  const rows = sumByTask(report.results)
  const width = Math.max(8, ...rows.slice(0, MAX_ROWS).map(({ task }) => task.length))
  const lines = [
    `${'task'.padEnd(width)}  programs  solve it  right outputs`,
    ...rows.slice(0, MAX_ROWS).map((row) => formatRow(row, width)),
  ]
  if (rows.length > MAX_ROWS) lines.push(`… and ${rows.length - MAX_ROWS} more tasks`)
  return `${[...lines, '', ...formatSums(report)].join('\n')}\n`
}

function sumByTask(results: readonly PairSummary[]): TaskRow[] {
  const rows = new Map<string, TaskRow>()
  for (const { task, samples, verdict } of results) {
    const { right: correct, total } = countSamples(samples)
    let row = rows.get(task)
    if (row === undefined) rows.set(task, (row = { task, programs: 0, solved: 0, correct: 0, failed: 0, total: 0 }))
    row.programs++
    row.correct += correct
    row.total += total
    if (correct === total) row.solved++
    if (verdict === 'error' || verdict === 'limit') row.failed++
  }
  return [...rows.values()]
}

function formatRow({ task, programs, solved, correct, failed, total }: TaskRow, width: number): string {
  const cells = [task.padEnd(width), String(programs).padStart(8), String(solved).padStart(8)]
  const share = `${drawBar(correct / Math.max(total, 1))} ${correct}/${total}`
  const note = failed === 0 ? '' : paint('red', `  ${failed} of them fail`)
  const row = `${cells.join('  ')}  ${share}${note}`
  return solved === 0 ? paint('dim', row) : row
}

function drawBar(share: number): string {
  const eighths = Math.round(share * BAR_WIDTH * 8)
  const full = '█'.repeat(eighths >> 3) + (eighths % 8 === 0 ? '' : SHADES[eighths % 8])
  return paint('green', full) + paint('dim', '·'.repeat(BAR_WIDTH - full.length))
}

function formatSums(report: RunReport): string[] {
  const {
    tasks,
    programs,
    samples,
    evaluations,
    right: correct,
    wrong,
    errors,
    limits,
    unknown: unscored,
    defaults,
    solvers: solved,
  } = report
  const { statements, nodes, executed } = report.work
  const seconds = report.time.runMs / 1000
  const share = (part: number, whole: number) => `${Math.round((100 * part) / Math.max(whole, 1))} %`
  const rate = formatCount(evaluations / Math.max(seconds, 1e-9))
  const verdicts = [
    `${formatCount(correct)} right (${share(correct, evaluations)})`,
    `${formatCount(wrong)} wrong`,
    `${formatCount(errors)} errors`,
    `${formatCount(limits)} limits`,
    ...(unscored > 0 ? [`${formatCount(unscored)} without a known output`] : []),
    ...(defaults > 0 ? [`${formatCount(defaults)} defaults taken`] : []),
  ]
  return [
    `${plural(tasks, 'task')} with ${plural(samples, 'sample')}, ${plural(programs, 'program')}, ${formatCount(solved)} of which solve a task`,
    `${plural(evaluations, 'evaluation')}: ${verdicts.join(', ')}`,
    `${(1000 * seconds).toFixed(1)} ms on ${report.backend}: ${rate} evaluations a second`,
    `merging: ${formatCount(statements)} statements asked for, ${formatCount(executed)} calls made of ${formatCount(nodes)} nodes, ${share(statements - executed, statements)} saved`,
    `data ${report.dataset.hash}`,
  ]
}

function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}
