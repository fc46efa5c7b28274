// The report on plans as text.

import type { PatternReport, PlanReport } from '../../engine/plan/plan-report.ts'
import type { PatternKind } from '../../plan/patterns.ts'
import { formatCount } from '../../language/format-count.ts'
import { paint } from './terminal-colors.ts'

const TITLES: Readonly<Record<PatternKind, string>> = {
  shared: 'calls that several programs make: made once',
  samples: 'inputs, outputs and colours of the demo pairs: once per task',
  labelling: 'objects of one grid with several selectors: labelled in one pass',
  maps: 'functions over the elements of one container: independent of each other, in one round on a device',
}

/** The report as lines for the terminal. */
export function formatPlans(report: PlanReport): string {
  const { programs, statements, nodes, nodesByRows, samples, cost, patterns } = report
  const { constant, task, sample, candidate } = nodesByRows
  const lines = [
    `${formatCount(programs)} programs with ${formatCount(statements)} statements, merged into ${formatCount(nodes)} calls:`,
    `  ${formatCount(constant)} made once, ${formatCount(task)} once per task, ${formatCount(sample)} once per sample, ${formatCount(candidate)} once per sample with C`,
    ...patterns.flatMap((pattern) => formatPattern(pattern, samples)),
  ]
  if (samples > 0) {
    lines.push(
      '',
      `measured on ${formatCount(samples)} samples: ${formatCount(cost.calls)} calls, ${formatCount(cost.work)} units of work, ${formatMs(cost.ms)}`,
    )
  }
  return `${lines.join('\n')}\n`
}

function formatPattern({ kind, groups, nodes, statements, saved, examples }: PatternReport, samples: number): string[] {
  const head = `${paint('bold', kind.padEnd(9))}  ${TITLES[kind]}`
  if (groups === 0) return ['', `${head}\n  none`]
  const found =
    kind === 'shared'
      ? `${formatCount(nodes)} calls for ${formatCount(statements)} statements`
      : `${groups === 1 ? '1 group' : `${formatCount(groups)} groups`} of ${formatCount(nodes)} calls, for ${formatCount(statements)} statements`
  if (samples === 0) return ['', head, `  ${found}`]
  const savings = [
    ...(saved.calls > 0 ? [`${formatCount(saved.calls)} calls`] : []),
    ...(saved.work > 0 ? [`${formatCount(saved.work)} units of work`] : []),
    ...(saved.ms > 0 ? [formatMs(saved.ms)] : []),
  ]
  return [
    '',
    head,
    `  ${found}${savings.length > 0 ? `; saved ${savings.join(', ')}` : ''}`,
    ...examples.map((example) => paint('dim', `  ${example}`)),
  ]
}

function formatMs(ms: number): string {
  return ms < 1000 ? `${ms.toFixed(1)} ms` : `${(ms / 1000).toFixed(2)} s`
}
