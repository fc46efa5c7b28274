// A profile as text: the parts of the run's time, then tables of primitives, programs and statements.

import { showText } from '../../language/diagnostics.ts'
import type { Profile } from '../../engine/profile/profile-report.ts'
import { programLabels } from '../../engine/run/program-labels.ts'
import { formatCount } from '../../language/format-count.ts'
import { formatMerging } from './merging-line.ts'
import { paint } from './terminal-colors.ts'
import { NO_BREAK } from './wrap-text.ts'

const MAX_NAME = 40
const MAX_CALL = 60

/** A column: its heading, and whether its cells are right-aligned. */
interface Column<Row> {
  readonly heading: string
  readonly right?: true
  readonly show: (row: Row) => string
}

/** The profile as text, with at most `top` rows per table. */
export function formatProfile(profile: Profile, top: number): string {
  const label = programLabels(profile.byProgram.map(({ program, file }) => ({ name: program, file })))
  const labelOf = ({ program, file }: { program: string; file: string }) => label({ name: program, file })
  const sections = [
    formatRun(profile),
    formatParts(profile),
    formatTable(profile.byPrimitive, top, 'primitives', [
      { heading: 'primitive', show: ({ primitive }) => primitive },
      ...costColumns(),
      number('µs a call', ({ ms, calls }) => ((1000 * ms) / Math.max(calls, 1)).toFixed(2)),
    ]),
    formatTable(profile.byProgram, top, 'programs', [
      { heading: 'program', show: (row) => cutLabel(labelOf(row)) },
      number('calls', ({ calls }) => formatCount(calls)),
      number('own ms', ({ ownMs }) => ownMs.toFixed(2)),
      number('share', ({ share }) => formatShare(share)),
      number('alone ms', ({ aloneMs }) => aloneMs.toFixed(2)),
      number('statements', ({ statements }) => formatCount(statements)),
    ]),
    formatTable(profile.byStatement, top, 'statements', [
      { heading: 'program', show: (row) => `${cutLabel(labelOf(row))}:${row.line}` },
      ...costColumns(),
      number('errors', ({ errors }) => formatCount(errors)),
      number('uses', ({ uses }) => formatCount(uses)),
      { heading: 'statement', show: ({ statement, call }) => cut(`${statement} = ${call}`, MAX_CALL) },
    ]),
    formatSaving(profile),
  ]
  const text = sections.map((lines) => lines.join('\n')).join('\n\n')
  return `${text.replaceAll(NO_BREAK, ' ')}\n`
}

function formatRun({ programs, tasks, samples, evaluations, right, time }: Profile): string[] {
  const { runMs, watchedStepsMs, watchedKernelsMs, clockMs } = time
  return [
    `${formatCount(programs)} programs, ${formatCount(tasks)} tasks with ${formatCount(samples)} samples, ${formatCount(evaluations)} evaluations, ${formatCount(right)} right`,
    `${paint('bold', `${runMs.toFixed(1)} ms`)} unwatched; ${watchedStepsMs.toFixed(1)} ms with a clock around each step, ${watchedKernelsMs.toFixed(1)} ms around each kernel`,
    `the clock takes ${(1e6 * clockMs).toFixed(0)} ns, which are taken off; all times below are scaled to the unwatched run`,
  ]
}

function formatParts({ parts, time, work }: Profile): string[] {
  const row = (name: string, ms: number, what: string) =>
    `${name.padEnd(8)}  ${ms.toFixed(2).padStart(9)}  ${formatShare(ms / time.runMs).padStart(7)}  ${what}`
  return [
    paint('bold', `${'part'.padEnd(8)}  ${'ms'.padStart(9)}  ${'share'.padStart(7)}`),
    row('kernels', parts.kernelsMs, `${formatCount(work.kernels)} kernels made ${formatCount(work.words)} words`),
    row('calling', parts.callingMs, `${formatCount(work.calls)} steps: closures, lists of calls, budgets`),
    row('inputs', parts.inputsMs, 'grids, demo pairs and constants put onto the heap'),
    row('judging', parts.judgingMs, 'outputs compared, results collected'),
  ]
}

function formatSaving({ merging, work }: Profile): string[] {
  const { nodes, aloneMs, mergedMs } = merging
  const { statements, calls } = work
  return [
    formatMerging({ statements, calls, nodes }),
    `steps: ${mergedMs.toFixed(1)} ms; ${aloneMs.toFixed(1)} ms if every program ran alone`,
  ]
}

interface CostRow {
  readonly calls: number
  readonly ms: number
  readonly share: number
  readonly words: number
  readonly bytes: number
}

function costColumns(): Column<CostRow>[] {
  return [
    number('calls', ({ calls }) => formatCount(calls)),
    number('ms', ({ ms }) => ms.toFixed(2)),
    number('share', ({ share }) => formatShare(share)),
    number('words', ({ words }) => formatCount(words)),
    number('bytes', ({ bytes }) => formatBytes(bytes)),
  ]
}

function number<Row>(heading: string, show: (row: Row) => string): Column<Row> {
  return { heading, right: true, show }
}

function formatTable<Row>(rows: readonly Row[], top: number, what: string, columns: readonly Column<Row>[]): string[] {
  const shown = rows.slice(0, top)
  const cells = shown.map((row) => columns.map(({ show }) => show(row)))
  const widths = columns.map(({ heading }, k) => Math.max(heading.length, ...cells.map((row) => row[k]!.length)))
  const pad = (text: string, k: number) =>
    columns[k]!.right === true ? text.padStart(widths[k]!) : text.padEnd(widths[k]!)
  const line = (texts: readonly string[]) => texts.map(pad).join('  ').trimEnd()
  const lines = [paint('bold', line(columns.map(({ heading }) => heading))), ...cells.map(line)]
  if (rows.length > top) lines.push(paint('dim', `… and ${formatCount(rows.length - top)} more ${what}`))
  return lines
}

function formatShare(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function formatBytes(bytes: number): string {
  if (bytes < 1e4) return `${bytes} B`
  if (bytes < 1e7) return `${(bytes / 1e3).toFixed(0)} kB`
  return bytes < 1e10 ? `${(bytes / 1e6).toFixed(0)} MB` : `${(bytes / 1e9).toFixed(0)} GB`
}

/** A long label is cut at its beginning: its end distinguishes programs. */
function cutLabel(label: string): string {
  const shown = showText(label)
  return shown.includes(':') && shown.length > MAX_NAME ? `…${shown.slice(1 - MAX_NAME)}` : cut(label, MAX_NAME)
}

function cut(text: string, length: number): string {
  const shown = showText(text)
  return shown.length > length ? `${shown.slice(0, length - 1)}…` : shown
}
