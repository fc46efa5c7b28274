// A score as a person reads it: tasks, solvers and differs, then the score of the attempts by each rule.

import type { ScoreReport, SolverScore, TaskScore } from '../../engine/score/score-report.ts'
import { type ScoringRule, scoringRules } from '../../engine/score/scoring-rules.ts'
import { showText } from '../../language/diagnostics.ts'
import { formatCount, plural } from '../../language/format-count.ts'
import { describeLimits } from './cut-off.ts'
import { formatShare } from './share.ts'
import { paint } from './terminal-colors.ts'
import { NO_BREAK, wrapText } from './wrap-text.ts'

/** The descriptions of the rules. */
const RULE_NAMES: Readonly<Record<ScoringRule, string>> = {
  outputs: 'test outputs',
  tasks: 'tasks, by the fraction of their test outputs',
  complete: 'tasks with all test outputs',
}

/** The number of names in a cell of a table. */
const MAX_NAMES = 3
const MAX_WIDTH = 48
const GAP = '  '
/** The column of the points of a rule. */
const RULE_INDENT = ' '.repeat(20)

/** How a score is printed. */
export interface ScoreTableOptions {
  /** The rule that stands first. */
  readonly rule: ScoringRule
  /** The number of rows of each table. */
  readonly rows: number
  /** The columns of the terminal. */
  readonly width: number
}

/** The score as lines for the terminal. */
export function formatScore(report: ScoreReport, { rule, rows, width }: ScoreTableOptions): string {
  const sections = [
    formatTasks(report.tasks, { rows, width }),
    formatSolvers(report.solvers, { rows, width }),
    ...(report.differs.length === 0 ? [] : [formatDiffers(report, { rows, width })]),
    formatSums(report, rule, width),
  ]
  const text = sections.map((lines) => lines.join('\n')).join('\n\n')
  return `${text.replaceAll(NO_BREAK, ' ')}\n`
}

/** The most rows of a table, and its width. */
type TableSize = Pick<ScoreTableOptions, 'rows' | 'width'>

function formatTasks(tasks: readonly TaskScore[], size: TableSize): string[] {
  const isSolved = ({ solvedBy }: TaskScore) => solvedBy.length > 0
  const ordered = [...tasks.filter(isSolved), ...tasks.filter((task) => !isSolved(task))]
  return formatTable(
    ['task', 'solvers', 'best', 'attempts', 'solved by'],
    ordered.map((task) => {
      const { demos, best, solvers, solvedBy } = task
      const names = solvers === 0 ? paint('dim', 'no program') : formatNames(solvedBy)
      return [task.task, formatCount(solvers), `${best} of ${demos}`, formatAttempts(task), names]
    }),
    size,
    'tasks',
  )
}

function formatAttempts({ attempts }: TaskScore): string {
  if (attempts.length === 0) return 'no test'
  if (attempts.some(([first]) => first.right === null)) return 'unknown'
  const right = attempts.filter((both) => both.some((attempt) => attempt.right === true)).length
  return `${right} of ${attempts.length}`
}

function formatNames(names: readonly string[]): string {
  if (names.length === 0) return paint('dim', 'none')
  const more = names.length > MAX_NAMES ? ` and ${formatCount(names.length - MAX_NAMES)} more` : ''
  return (
    names
      .slice(0, MAX_NAMES)
      .map((name) => cut(name))
      .join(', ') + more
  )
}

function formatSolvers(solvers: readonly SolverScore[], size: TableSize): string[] {
  return formatTable(
    ['solver', 'score', 'solved', 'tests', 'size'],
    solvers.map(({ name, score, demos, solved, tasks, tests, size }) => [
      cut(name),
      `${formatCount(score)} of ${formatCount(demos.total)}`,
      `${formatCount(solved.length)} of ${formatCount(tasks)}`,
      tests.unknown > 0 ? 'unknown' : `${formatCount(tests.right)} of ${formatCount(tests.total)}`,
      formatCount(size),
    ]),
    size,
    'solvers',
  )
}

function formatDiffers({ differs }: ScoreReport, size: TableSize): string[] {
  return formatTable(
    ['differ', 'worth', 'right', 'before', 'none after', 'invalid'],
    differs.map(({ differ, worth, worthRight, before, samples, after, outputs, invalid }) => [
      cut(differ),
      formatCount(worth),
      formatCount(worthRight),
      `${formatCount(before)} of ${formatCount(samples)}`,
      `${formatCount(after)} of ${formatCount(outputs)}`,
      formatCount(invalid),
    ]),
    size,
    'differs',
  )
}

/** Text columns first and last are aligned to the left, all others to the right; the text is cut where the table is too wide. */
function formatTable(
  head: readonly string[],
  body: readonly string[][],
  { rows, width }: TableSize,
  noun: string,
): string[] {
  const hasText = head.at(-1) === 'solved by'
  const whole = body.slice(0, rows)
  const all = head.map((title, c) => Math.max(title.length, ...whole.map((row) => lengthOf(row[c]!))))
  const excess = all.reduce((sum, own) => sum + own, GAP.length * (head.length - 1)) - width
  const text = hasText ? head.length - 1 : 0
  const room = Math.max(head[text]!.length, all[text]! - Math.max(0, excess))
  const shown = whole.map((row) => row.map((cell, c) => (c === text && lengthOf(cell) > room ? cut(cell, room) : cell)))
  const widths = all.map((own, c) => (c === text ? Math.min(own, room) : own))
  const pad = (text: string, c: number): string => {
    const space = ' '.repeat(Math.max(0, widths[c]! - lengthOf(text)))
    if (c === 0) return text + space
    return hasText && c === head.length - 1 ? text : space + text
  }
  const lines = [head, ...shown].map((row) => row.map(pad).join(GAP).trimEnd())
  const more = body.length > rows ? [`… and ${formatCount(body.length - rows)} more ${noun}; --all prints them`] : []
  return [paint('bold', lines[0]!), ...lines.slice(1), ...more]
}

function formatSums(report: ScoreReport, rule: ScoringRule, width: number): string[] {
  const { tasks, solvers, programs, solvedTasks, rules, time, limits, settings } = report
  const seconds = ((time.solveMs + time.measureMs + time.attemptMs) / 1000).toFixed(1)
  const first = [
    `${formatCount(solvedTasks)} of ${plural(tasks.length, 'task')} solved on their demo pairs, by ${plural(solvers.length, 'solver')} in ${plural(programs, 'program')}; ${seconds} s`,
    ...describeLimits(limits, settings),
  ].flatMap((line) => wrapText(line, width))
  if (rules === null) return [...first, 'No task has known test outputs: the attempts have no score.']
  const ordered = [rule, ...scoringRules.filter((other) => other !== rule)]
  return [
    ...first,
    'Score of two attempts at each test output:',
    ...ordered.flatMap((name) => {
      const { points, total } = rules[name]
      const line = `  ${name.padEnd(8)}  ${formatShare(points, total).padStart(6)}  ${formatPoints(points)} of ${formatCount(total)} ${RULE_NAMES[name]}`
      const [first, ...others] = wrapText(line, width)
      const lines = [first!, ...others.map((rest) => RULE_INDENT + rest)]
      return name === rule ? lines.map((own) => paint('bold', own)) : lines
    }),
  ]
}

function formatPoints(points: number): string {
  return Number.isInteger(points) ? formatCount(points) : points.toFixed(2)
}

function cut(name: string, width = MAX_WIDTH): string {
  const text = showText(name)
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`
}

function lengthOf(text: string): number {
  // oxlint-disable-next-line no-control-regex -- the codes of colours take no room.
  return text.replaceAll(/\u001B\[\d+m/g, '').length
}
