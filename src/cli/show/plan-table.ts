// The report on plans as text.

import type { PatternReport, PlanReport } from '../../engine/plan/plan-report.ts'
import type { PatternKind } from '../../plan/patterns.ts'
import { formatCount, plural } from '../../language/format-count.ts'
import { NO_BREAK, wrapText } from './wrap-text.ts'

const TITLES: Readonly<Record<PatternKind, string>> = {
  shared: 'calls that several programs make: made once',
  samples: 'inputs, outputs and colours of the demo pairs: once per task',
  labelling: 'objects of one grid with several selectors: labelled in one pass',
  maps: 'functions over the elements of one container: independent of each other, in one round on a device',
}

/** Less than the clock tells: savings below it can be negative, too. */
const MEASURABLE_MS = 0.05

/** The report as lines for a terminal of `width` columns. */
export function formatPlans(report: PlanReport, width: number): string {
  const { programs, statements, nodes, nodesByRows, samples, cost, patterns } = report
  const { constant, task, sample, candidate } = nodesByRows
  const lines = [
    `${plural(programs, 'program')} with ${plural(statements, 'statement')}, merged into ${plural(nodes, 'call')}:`,
    `  ${formatCount(constant)} made once, ${formatCount(task)} once per task, ${formatCount(sample)} once per sample, ${formatCount(candidate)} once per sample with C`,
    ...patterns.flatMap((pattern) => formatPattern(pattern, samples)),
  ]
  if (samples > 0) {
    lines.push(
      '',
      `measured on ${plural(samples, 'sample')}: ${plural(cost.calls, 'call')}, ${formatCount(cost.work)} units of work, ${formatMs(cost.ms)}`,
    )
  }
  return `${lines.flatMap((line) => wrapLine(line, width)).join('\n')}\n`
}

function formatPattern({ kind, groups, nodes, statements, saved, examples }: PatternReport, samples: number): string[] {
  const head = `${kind.padEnd(9)}  ${TITLES[kind]}`
  if (groups === 0) return ['', head, '  none']
  const found =
    kind === 'shared'
      ? `${plural(nodes, 'call')} for ${plural(statements, 'statement')}`
      : `${plural(groups, 'group')} of ${plural(nodes, 'call')}, for ${plural(statements, 'statement')}`
  if (samples === 0) return ['', head, `  ${found}`]
  const savings = [
    ...(saved.calls > 0 ? [plural(saved.calls, 'call')] : []),
    ...(saved.work > 0 ? [`${formatCount(saved.work)} units of work`] : []),
    ...(saved.ms >= MEASURABLE_MS ? [formatMs(saved.ms)] : saved.work > 0 ? ['no measurable time'] : []),
  ]
  return [
    '',
    head,
    `  ${found}${savings.length > 0 ? `; saved ${savings.join(', ')}` : ''}`,
    // No line ends inside a call.
    ...examples.map((example) => `  ${example.replaceAll(', ', `,${NO_BREAK}`).replaceAll(`),${NO_BREAK}`, '), ')}`),
  ]
}

/** A line of the report in lines of the width, indented alike. */
function wrapLine(line: string, width: number): string[] {
  const indent = line.startsWith('  ') ? '  ' : ''
  return wrapText(line.trimStart(), width - indent.length).map((part) => indent + part)
}

function formatMs(ms: number): string {
  return ms < 1000 ? `${ms.toFixed(1)} ms` : `${(ms / 1000).toFixed(2)} s`
}
