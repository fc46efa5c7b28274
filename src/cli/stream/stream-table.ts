// The report of a stream for a terminal: a row for each program that is not always right, then sums.

import { spellSample } from '../../data/task.ts'
import { isPassed } from '../../engine/run/pair-verdict.ts'
import type { StreamReport, StreamedPair } from '../../engine/stream/stream-report.ts'
import { showText } from '../../language/diagnostics.ts'
import { formatCount, plural } from '../../language/format-count.ts'
import { describeWrong } from '../show/describe-samples.ts'
import { formatBytes } from '../show/format-bytes.ts'
import { formatTagged } from '../show/run-table.ts'
import { formatCountLines } from '../show/run-sums.ts'
import { wrapText } from '../show/wrap-text.ts'

/** Rows that are printed without `--all`. */
const MAX_ROWS = 20

/** The report as lines. */
export function formatStream(
  report: StreamReport,
  { all, width }: { readonly all: boolean; readonly width: number },
): string {
  const rows = all ? report.results : report.results.filter(({ verdict }) => !isPassed(verdict))
  const sorted = rows.toSorted((a, b) => failuresOf(b) - failuresOf(a))
  const shown = all ? sorted : sorted.slice(0, MAX_ROWS)
  const lines = shown.flatMap((pair) => formatTagged(pair.verdict, describePair(pair), width))
  if (shown.length < sorted.length) lines.push(`${formatCount(sorted.length - shown.length)} more; --all lists them`)
  const passed = report.results.length - report.results.filter(({ verdict }) => !isPassed(verdict)).length
  if (!all && passed > 0)
    lines.push(
      ...formatTagged(
        'solved',
        `${formatCount(passed)} of ${formatCount(report.results.length)} are always right`,
        width,
      ),
    )
  const sums = [...formatCountLines(report, []), describeReading(report)]
  return `${[...lines, '', ...sums.flatMap((line) => wrapText(line, width))].join('\n')}\n`
}

function failuresOf({ wrong, errors, limits }: StreamedPair): number {
  return wrong + errors + limits
}

function describePair({ program, task, total, wrong, errors, limits, firstFailure }: StreamedPair): string {
  const counts = [
    ...(wrong > 0 ? [`${formatCount(wrong)} wrong`] : []),
    ...(errors > 0 ? [plural(errors, 'error')] : []),
    ...(limits > 0 ? [plural(limits, 'limit')] : []),
  ]
  const name = `${showText(program)} on ${showText(task)}:`
  if (firstFailure === undefined) return `${name} ${formatCount(total)} right`
  const place = firstFailure.index === undefined ? spellSample(firstFailure) : `[${firstFailure.index}]`
  const reason =
    firstFailure.verdict === 'wrong'
      ? describeWrong(firstFailure)
      : 'message' in firstFailure
        ? ` (${showText(firstFailure.message)} at ${showText(firstFailure.statement ?? 'the result')})`
        : ''
  return `${name} ${counts.join(', ')} of ${formatCount(total)}; first: ${place}${reason}`
}

function describeReading({ samples, bytes, invalid, unreadable, time }: StreamReport): string {
  const seconds = Math.max(time.totalMs / 1000, 1e-9)
  const parts = [
    `${plural(samples, 'example')} from ${formatBytes(bytes)}, ${formatCount(samples / seconds)} a second with reading`,
    ...(invalid > 0 ? [`${plural(invalid, 'invalid example')} left out`] : []),
    ...(unreadable > 0 ? [`${plural(unreadable, 'file')} not read to the end`] : []),
  ]
  return parts.join('; ')
}
