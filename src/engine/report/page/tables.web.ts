// The tables of a report: near misses, errors by kind, time by primitive, and the score.

import { formatCount, formatShare, make, makeSection, makeTable, plural } from './dom.web.ts'
import type { Report } from './report.web.ts'

/** Shows the task of a link. */
export type ShowTask = (task: number, solver?: number) => void

/** The sections that the report has data for. */
export function makeTables(report: Report, show: ShowTask): HTMLElement[] {
  return [...makeScore(report), makeNearMisses(report, show), makeErrors(report, show), makePrimitives(report)]
}

function makeScore({ data: { score } }: Report): HTMLElement[] {
  if (score === null) return []
  const rules =
    score.rules.length === 0
      ? make('p', {}, 'No task has known test outputs: the attempts have no score.')
      : makeTable(
          'Score of two attempts at each test output',
          ['rule', 'score', 'points', 'of'],
          score.rules.map(({ rule, points, total }) => [
            RULES[rule] ?? rule,
            formatShare(points, total),
            Number.isInteger(points) ? formatCount(points) : points.toFixed(2),
            formatCount(total),
          ]),
        )
  const differs = makeTable(
    'Differs: a difference before solving and none after',
    ['differ', 'worth', 'of right outputs', 'difference before', 'none after', 'invalid'],
    score.differs.map(([name, worth, worthRight, before, samples, after, outputs, invalid]) => [
      name,
      formatCount(worth!),
      formatCount(worthRight!),
      `${formatCount(before!)} of ${formatCount(samples!)}`,
      `${formatCount(after!)} of ${formatCount(outputs!)}`,
      formatCount(invalid!),
    ]),
  )
  return [makeSection('score', 'Score', rules, ...(score.differs.length === 0 ? [] : [differs]))]
}

const RULES: Readonly<Record<string, string>> = {
  outputs: 'mean over test outputs',
  tasks: 'tasks by the fraction of their outputs',
  complete: 'tasks with all outputs',
}

function makeNearMisses({ data }: Report, show: ShowTask): HTMLElement {
  const { near, tasks, solvers, leftOut } = data
  if (near.length === 0) return makeSection('near', 'Near misses', make('p', {}, 'There is none.'))
  const rows = near.map(({ task, solver, samples, differing, cells }) => [
    makeLink(tasks[task]!.id, () => show(task, solver)),
    solvers[solver]!.name,
    formatCount(samples),
    `${formatCount(differing)} of ${formatCount(cells)}`,
    formatShare(differing, cells),
  ])
  const head = ['task', 'program', 'wrong samples', 'differing cells', 'share']
  return makeSection(
    'near',
    'Near misses',
    makeTable('Wrong outputs of the expected size that differ in few cells', head, rows, [1]),
    ...noteLeftOut(leftOut.nearMisses, 'near miss is', 'near misses are'),
  )
}

function makeErrors({ data }: Report, show: ShowTask): HTMLElement {
  const { errors, tasks, solvers } = data
  if (errors.length === 0) return makeSection('errors', 'Errors', make('p', {}, 'There is none.'))
  const rows = errors.map(({ kind, isLimit, evaluations, solvers: count, tasks: taskCount, example }) => {
    const { task, solver, sample, text } = example
    const place = `${solvers[solver]!.name}, ${sample}: ${text}`
    return [
      isLimit ? `${kind} (limit of the engine)` : kind,
      formatCount(evaluations),
      formatCount(count),
      formatCount(taskCount),
      make(
        'span',
        { class: 'long' },
        makeLink(tasks[task]!.id, () => show(task, solver)),
        ` ${place}`,
      ),
    ]
  })
  const head = ['kind', 'evaluations', 'programs', 'tasks', 'first example']
  return makeSection('errors', 'Errors', makeTable('Errors by kind', head, rows, [4]))
}

function makePrimitives({ data }: Report): HTMLElement {
  const { primitives, leftOut } = data
  if (primitives === null)
    return makeSection('time', 'Time by primitive', make('p', {}, 'Not measured: run the command with --profile.'))
  const longest = primitives[0]?.share ?? 1
  const rows = primitives.map(({ name, ms, share, calls, errors }) => {
    const bar = make('span', { class: 'bar' })
    bar.style.width = `${(100 * share) / longest}%`
    return [
      name,
      make('span', { class: 'track', 'aria-hidden': 'true' }, bar),
      ms < 10 ? ms.toFixed(2) : formatCount(ms),
      formatShare(share, 1),
      formatCount(calls),
      formatCount(errors),
    ]
  })
  const head = ['primitive', '', 'ms', 'share', 'calls', 'errors']
  return makeSection(
    'time',
    'Time by primitive',
    makeTable('Time of the kernels of each primitive', head, rows, [1]),
    ...noteLeftOut(leftOut.primitives, 'faster primitive is', 'faster primitives are'),
  )
}

/** Says what the report does not show. */
export function listLeftOut({ data: { leftOut } }: Report): string[] {
  return [
    ...(leftOut.outputs > 0
      ? [`The outputs of ${plural(leftOut.outputs, 'failing pair')} of a program and a task are left out.`]
      : []),
    ...(leftOut.largeGrids > 0
      ? [`${plural(leftOut.largeGrids, 'output')} with over 10,000 cells are not drawn.`]
      : []),
    ...(leftOut.solvers > 0
      ? [`${plural(leftOut.solvers, 'program')} with the fewest right outputs are left out.`]
      : []),
  ]
}

function noteLeftOut(count: number, one: string, many: string): HTMLElement[] {
  if (count === 0) return []
  return [make('p', { class: 'note' }, `${formatCount(count)} more ${count === 1 ? one : many} left out.`)]
}

function makeLink(text: string, onClick: () => void): HTMLElement {
  const button = make('button', { type: 'button', class: 'link' }, text)
  button.addEventListener('click', onClick)
  return button
}
