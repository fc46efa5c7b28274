// The table of `megabatt bench compare`: significant differences first, then a count of the others.

import {
  type BenchComparison,
  type Comparison,
  type ComparisonVerdict,
  SIGNIFICANCE,
} from '../../engine/bench/compare-benches.ts'
import { formatMs } from '../../engine/bench/format-bench.ts'
import { formatCount, plural } from '../../language/format-count.ts'

import { type Column, formatTable } from './text-table.ts'
import { wrapText } from './wrap-text.ts'

const COLUMNS: readonly Column[] = [
  { title: 'route' },
  { title: 'samples', align: 'right' },
  { title: 'before', align: 'right' },
  { title: 'after', align: 'right' },
  { title: 'change', align: 'right' },
  { title: 'p' },
]

const HEADS: readonly (readonly [ComparisonVerdict, string])[] = [
  ['slower', 'significantly slower'],
  ['faster', 'significantly faster'],
  ['too-few-passes', 'changed, but with too few passes to tell: measure with a larger --repeat'],
]

/** The comparison as text of at most `width` columns, with a line end. */
export function formatComparison(
  { comparisons, notes, unmatched }: BenchComparison,
  threshold: number,
  width: number,
): string {
  const lines: string[] = []
  for (const [verdict, head] of HEADS) {
    const own = comparisons.filter((comparison) => comparison.verdict === verdict)
    if (own.length === 0) continue
    const ordered = own.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
    lines.push(`${own.length} ${head}`, ...formatTable(COLUMNS, ordered.map(formatRow), width), '')
  }
  const same = comparisons.filter(({ verdict }) => verdict === 'same').length
  const rule = `threshold ${Number((100 * threshold).toFixed(2))} %, Mann-Whitney U test at ${SIGNIFICANCE} with Holm correction`
  lines.push(
    ...wrapText(`${same} of ${plural(comparisons.length, 'comparison')} without a significant change (${rule})`, width),
  )
  if (unmatched > 0) lines.push(...wrapText(`${plural(unmatched, 'result')} in only one of the reports`, width))
  for (const note of notes) lines.push(...wrapText(`note: ${note}`, width))
  return `${lines.join('\n')}\n`
}

function formatRow({ route, samples, beforeMs, afterMs, change, pValue }: Comparison): string[] {
  const percent = 100 * change
  return [
    route,
    formatCount(samples),
    formatMs(beforeMs),
    formatMs(afterMs),
    `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`,
    pValue.toPrecision(2),
  ]
}
