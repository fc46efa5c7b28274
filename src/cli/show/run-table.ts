// The report of a run for a terminal: failures first, each with a command that shows it; solved tasks in one line; then sums.

import type { PairSummary } from '../../engine/run/pair-result.ts'
import { type JudgedSamples, type PairVerdict, isPassed } from '../../engine/run/pair-verdict.ts'
import { programLabels } from '../../engine/run/program-labels.ts'
import type { RunReport } from '../../engine/run/run-report.ts'
import { showText } from '../../language/diagnostics.ts'
import { describeSamples } from './describe-samples.ts'
import { formatCount, plural } from '../../language/format-count.ts'
import {
  type ResultRow,
  type ShownResults,
  type SortKey,
  candidatesOf,
  isShown,
  rowsOfPairs,
  rowsOfSolvers,
  sortRows,
} from './result-rows.ts'
import { formatSums } from './run-sums.ts'
import { type Style, paint } from './terminal-colors.ts'
import { wrapText } from './wrap-text.ts'

/** The rows to print, and how. */
export interface RunView {
  /** Default: failed results; with `all`, all results. */
  readonly show?: ShownResults | undefined
  readonly sort?: SortKey | undefined
  /** Prints every row. */
  readonly all: boolean
  /** The columns of the terminal. */
  readonly width: number
  /** The command that shows a result, if there is one. */
  readonly commandOf: (pair: PairSummary, row: Pick<ResultRow, 'samples' | 'entry'>) => string | undefined
  /** The reason of the first error or limit of a result, if it has one. */
  readonly reasonOf: (pair: PairSummary, judged: JudgedSamples) => string | undefined
}

/** Rows that are printed without `--all`. */
const MAX_ROWS = 20
/** Solvers of a batt that are named in its row. */
const MAX_NAMES = 3

const TAGS: Readonly<Record<PairVerdict, readonly [string, Style]>> = {
  solved: ['PASS', 'green'],
  'passes-demos': ['PASS', 'green'],
  unknown: ['OPEN', 'dim'],
  near: ['NEAR', 'yellow'],
  wrong: ['FAIL', 'red'],
  error: ['ERROR', 'red'],
  limit: ['LIMIT', 'red'],
}
/** The column of the text behind a tag. */
const INDENT = 6

/** The report as lines. */
export function formatRun(report: RunReport, view: RunView): string {
  const labelOf = programLabels(report.results.map(({ program: name, file }) => ({ name, file })))
  const label = ({ program: name, file }: PairSummary) => showText(labelOf({ name, file }))
  const isChosen = view.all || view.show !== undefined || view.sort !== undefined
  const solvers = report.results.flatMap((pair) => (isChosen ? [] : rowsOfSolvers(pair, label(pair))))
  const hasChoice = solvers.length > report.tasks
  const lines = hasChoice ? formatTasks(solvers, view) : formatPairs(rowsOfPairs(report.results, label), view)
  return `${[...lines, ...formatSums(report).flatMap((line) => wrapText(line, view.width))].join('\n')}\n`
}

/** A row for each pair. */
function formatPairs(rows: readonly ResultRow[], view: RunView): string[] {
  const { show, all, sort = 'verdict', width } = view
  const selected = all && show === undefined ? rows : rows.filter((row) => isShown(row, show ?? 'failed'))
  const sorted = failuresFirst(sortRows(selected, sort), sort)
  const lines = formatLimited(sorted, view, 'more; --all lists them', (row) => formatRow(row, view))
  const passed = rows.filter(({ verdict }) => isPassed(verdict))
  if (show === undefined && !all && passed.length > 0) {
    const verb = passed.some(isOpen) ? 'solve their task or pass all its demos' : 'solve their task'
    const text = `${formatCount(passed.length)} of ${formatCount(rows.length)} ${verb}; --show solved lists them`
    lines.push(...formatTagged('solved', text, width))
  }
  return lines.length === 0 ? [] : [...lines, '']
}

/** A row for each task that no program solves: its best program, and the number of programs; the other tasks in one line. */
function formatTasks(rows: readonly ResultRow[], view: RunView): string[] {
  const byTask = new Map<string, ResultRow[]>()
  for (const row of rows) {
    const own = byTask.get(row.pair.task)
    if (own === undefined) byTask.set(row.pair.task, [row])
    else own.push(row)
  }
  const counts = new Map(Array.from(byTask.values(), (own) => [sortRows(own, 'verdict')[0]!, own.length]))
  const best = [...counts.keys()]
  const unsolved = sortRows(
    best.filter(({ verdict }) => !isPassed(verdict)),
    'verdict',
  )
  const lines = formatLimited(unsolved, view, 'more tasks; --all lists every result', (row) =>
    formatRow(row, view, `best of ${formatCount(counts.get(row)!)}`),
  )
  const solved = best.filter(({ verdict }) => isPassed(verdict))
  if (solved.length > 0) {
    const passing = rows.filter(({ verdict }) => isPassed(verdict)).length
    const verb = solved.some(isOpen) ? 'solved, or all demos passed,' : 'solved'
    const others = passing < rows.length ? ', --show failed the others' : ''
    const text = `${formatCount(solved.length)} of ${plural(best.length, 'task')} ${verb} by ${formatCount(passing)} of ${formatCount(rows.length)} results; --show solved lists them${others}`
    lines.push(...formatTagged('solved', text, view.width))
  }
  return [...lines, '']
}

function isOpen({ verdict }: ResultRow): boolean {
  return verdict === 'passes-demos'
}

/** In the order of verdicts, passed results come after the failed ones. */
function failuresFirst(rows: readonly ResultRow[], sort: SortKey): readonly ResultRow[] {
  if (sort !== 'verdict') return rows
  return [...rows.filter(({ verdict }) => !isPassed(verdict)), ...rows.filter(({ verdict }) => isPassed(verdict))]
}

function formatLimited(
  rows: readonly ResultRow[],
  { all }: RunView,
  rest: string,
  format: (row: ResultRow) => string[],
): string[] {
  const shown = all ? rows : rows.slice(0, MAX_ROWS)
  const lines = shown.flatMap(format)
  return shown.length < rows.length ? [...lines, `… and ${formatCount(rows.length - shown.length)} ${rest}`] : lines
}

/** One result: its verdict and reasons, and for a failed one the command that shows it. With a note, a row of its task. */
function formatRow(row: ResultRow, { width, commandOf, reasonOf }: RunView, note?: string): string[] {
  const { pair, label, verdict } = row
  const task = showText(pair.task)
  const place = pair.program.endsWith(pair.task) ? '' : ` on ${task}`
  const name = note === undefined ? `${label}${place}` : `${task}  ${note}: ${label}`
  const reason = reasonOf(pair, row)
  const samples = describeSamples(row, reason !== undefined)
  const lines = formatTagged(verdict, `${name}  ${samples}${describeBatt(row)}`, width)
  if (reason !== undefined)
    lines.push(...wrapText(showText(reason), width - INDENT).map((line) => `${' '.repeat(INDENT)}${line}`))
  // A command is one line, however long: it is there to be copied.
  const command = isPassed(verdict) ? undefined : commandOf(pair, row)
  return command === undefined ? lines : [...lines, paint('dim', `${' '.repeat(INDENT)}${command}`)]
}

/** The number of solvers of a batt that pass, where the row is of the whole batt. */
function describeBatt({ pair, samples }: ResultRow): string {
  const candidates = candidatesOf(pair)
  if (candidates.length === 0 || samples !== pair.samples) return ''
  const passing = candidates.filter(({ verdict }) => isPassed(verdict))
  const names = passing.slice(0, MAX_NAMES).map(({ name }) => showText(name))
  const list = names.length === 0 ? '' : `: ${names.join(', ')}${passing.length > names.length ? ', …' : ''}`
  return `; ${formatCount(passing.length)} of ${formatCount(candidates.length)} solvers pass${list}`
}

/** A text behind the tag of a verdict, wrapped. */
export function formatTagged(verdict: PairVerdict, text: string, width: number): string[] {
  const [tag, style] = TAGS[verdict]
  return wrapText(text, width - INDENT).map((line, k) =>
    k === 0 ? `${paint(style, tag)}${' '.repeat(INDENT - tag.length)}${line}` : `${' '.repeat(INDENT)}${line}`,
  )
}
