// The script of a report: reads the data of the page and builds its sections.

import type { ReportData } from '../report-data.ts'
import { formatCount, formatShare, make, plural } from './dom.web.ts'
import { Matrix } from './matrix.web.ts'
import { Report } from './report.web.ts'
import { TaskCards } from './task-cards.web.ts'
import { listLeftOut, makeTables } from './tables.web.ts'

const report = new Report(JSON.parse(document.querySelector('#data')!.textContent) as ReportData)
const cards = new TaskCards(report)
const show = (task: number, solver?: number) => cards.show(task, solver)
const matrix = new Matrix(report, show)
const sections = [...makeTables(report, show), matrix.section, cards.section]

document
  .querySelector('#report')!
  .append(
    make('header', {}, make('h1', {}, report.data.title)),
    makeNavigation(),
    make('main', {}, makeOverview(), ...sections),
  )

/** Links to the sections, and the controls: always in reach. */
function makeNavigation(): HTMLElement {
  const links = sections.map(({ id, firstElementChild }) =>
    make('a', { href: `#${id}` }, firstElementChild!.textContent),
  )
  return make(
    'nav',
    { 'aria-label': 'Sections and controls' },
    make('div', { class: 'links' }, ...links),
    makeDigitControl(),
    makeThemeControl(),
  )
}

function makeDigitControl(): HTMLElement {
  const digits = make('input', { type: 'checkbox', id: 'digits' })
  digits.addEventListener('change', () => {
    cards.setDigits(digits.checked)
    matrix.setDigits(digits.checked)
    document.documentElement.classList.toggle('digits', digits.checked)
  })
  return make('label', { title: 'Show colours as digits and verdicts as letters' }, digits, ' digits')
}

function makeThemeControl(): HTMLElement {
  const theme = make(
    'select',
    { id: 'theme', 'aria-label': 'Theme' },
    ...['system', 'light', 'dark'].map((name) => make('option', { value: name }, name)),
  )
  theme.addEventListener('change', () => {
    if (theme.value === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme.value
    matrix.redraw()
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => matrix.redraw())
  return theme
}

function makeOverview(): HTMLElement {
  const { counts, tasks, solvers, runMs, backend, hash } = report.data
  const { solvedTasks, passedTasks, programs, evaluations, right, wrong, errors, limits, unknown } = counts
  const figure = (value: string, text: string) => make('div', { class: 'figure' }, make('strong', {}, value), text)
  const parts: readonly (readonly [string, number])[] = [
    ['right', right],
    ['wrong', wrong],
    ['error', errors],
    ['limit', limits],
    ['unknown', unknown],
  ]
  const shown = parts.filter(([, count]) => count > 0)
  const bar = make(
    'div',
    { class: 'stack', 'aria-hidden': 'true' },
    ...shown.map(([name, count]) => {
      const part = make('span', { class: name })
      part.style.flexGrow = String(count)
      return part
    }),
  )
  const legend = make(
    'ul',
    { class: 'legend', 'aria-label': 'Evaluations' },
    ...shown.map(([name, count]) =>
      make(
        'li',
        {},
        make('span', { class: `key ${name}` }),
        `${name} ${formatCount(count)} (${formatShare(count, evaluations)})`,
      ),
    ),
  )
  const taskCount = formatCount(tasks.length)
  return make(
    'section',
    { id: 'overview', 'aria-label': 'Overview' },
    make(
      'div',
      { class: 'figures' },
      figure(`${formatCount(solvedTasks)} of ${taskCount}`, 'tasks solved, demos and tests'),
      ...(passedTasks > solvedTasks
        ? [figure(`${formatCount(passedTasks)} of ${taskCount}`, 'tasks with all known outputs right')]
        : []),
      figure(
        formatCount(programs),
        `program${programs === 1 ? '' : 's'}${programs === solvers.length ? '' : ` with ${plural(solvers.length, 'solver')}`}`,
      ),
      figure(formatCount(evaluations), `evaluations in ${(runMs / 1000).toFixed(2)} s on ${backend}`),
    ),
    bar,
    legend,
    ...listLeftOut(report).map((text) => make('p', { class: 'note' }, text)),
    make('p', { class: 'note' }, `data ${hash}`),
  )
}
