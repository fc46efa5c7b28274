// The list of tasks: a card for each, whose grids are drawn when it comes into view and removed when it leaves.

import { describeGrid, drawGrid } from './draw-grid.web.ts'
import { formatCount, make, makeSection } from './dom.web.ts'
import type { Report, TaskSummary } from './report.web.ts'
import type { ReportTask, SampleOutput } from '../report-data.ts'

/** Samples drawn at first, and names in the head of a card. */
const MAX_SAMPLES = 8
const MAX_NAMES = 4

/** Cards within this distance of the window are drawn. */
const MARGIN = '600px'

/** One task. */
interface Card {
  readonly element: HTMLElement
  readonly body: HTMLElement
  readonly task: ReportTask
  readonly summary: TaskSummary
  /** The index of the shown output; the attempts follow the outputs. */
  shown: number
  showsAll: boolean
  isDrawn: boolean
}

/** The section of all tasks. */
export class TaskCards {
  readonly section: HTMLElement
  readonly #report: Report
  readonly #cards: Card[]
  readonly #count = make('p', { role: 'status', class: 'note' })
  readonly #search = make('input', {
    type: 'search',
    placeholder: 'task or program',
    'aria-label': 'Find a task or program',
  })
  readonly #filter = make(
    'select',
    { 'aria-label': 'Which tasks to show' },
    ...['all tasks', 'solved', 'not solved', 'near misses'].map((text) => make('option', { value: text }, text)),
  )
  #digits = false

  constructor(report: Report) {
    this.#report = report
    this.#cards = report.data.tasks.map((task, t) => this.#makeCard(task, t))
    const controls = make('div', { class: 'controls' }, this.#search, this.#filter, this.#count)
    const list = make('div', { class: 'cards' }, ...this.#cards.map(({ element }) => element))
    this.section = makeSection('tasks', 'Tasks', controls, list)
    this.#search.addEventListener('input', () => this.#select())
    this.#filter.addEventListener('change', () => this.#select())
    this.#select()
    const observer = new IntersectionObserver((entries) => this.#onVisible(entries), { rootMargin: MARGIN })
    for (const { element } of this.#cards) observer.observe(element)
  }

  /** Draws digits into cells, or does not. */
  setDigits(digits: boolean): void {
    this.#digits = digits
    for (const card of this.#cards) if (card.isDrawn) this.#draw(card)
  }

  /** Scrolls to a task and shows the output of a solver, where there is one. */
  show(t: number, solver?: number): void {
    const card = this.#cards[t]!
    this.#search.value = ''
    this.#filter.selectedIndex = 0
    this.#select()
    const index = card.task.outputs.findIndex((output) => output.solver === solver)
    if (index >= 0) card.shown = index
    this.#draw(card)
    card.element.scrollIntoView()
    card.element.focus({ preventScroll: true })
  }

  #makeCard(task: ReportTask, t: number): Card {
    const summary = this.#report.summaryOf(t)
    const body = make('div', { class: 'body' })
    const element = make(
      'article',
      { class: 'card', id: `task-${t}`, tabindex: '-1', 'aria-label': `Task ${task.id}` },
      make('h3', {}, task.id),
      this.#describe(task, summary),
      body,
    )
    // The attempts come first, where there are any; else the most promising output.
    const shown = task.attempts.length > 0 && summary.passed.length > 0 ? task.outputs.length : 0
    return { element, body, task, summary, shown, showsAll: false, isDrawn: false }
  }

  #describe({ demos }: ReportTask, { passed, ran, best }: TaskSummary): HTMLElement {
    const { solvers } = this.#report.data
    if (ran === 0) return make('p', { class: 'verdict none' }, 'no program ran on it')
    if (passed.length === 0) {
      const text = `solved by none of ${formatCount(ran)}; best: ${best} of ${demos} demos`
      return make('p', { class: 'verdict failed' }, text)
    }
    const names = passed.slice(0, MAX_NAMES).map((s) => solvers[s]!.name)
    const more = passed.length > MAX_NAMES ? ` and ${formatCount(passed.length - MAX_NAMES)} more` : ''
    const text = `solved by ${formatCount(passed.length)} of ${formatCount(ran)}: `
    return make('p', { class: 'verdict passed' }, text, make('span', { class: 'names' }, names.join(', ') + more))
  }

  #select(): void {
    const text = this.#search.value.trim().toLowerCase()
    const { solvers } = this.#report.data
    const named = text === '' ? [] : solvers.flatMap(({ name }, s) => (name.toLowerCase().includes(text) ? [s] : []))
    let count = 0
    for (const [t, { element, task, summary }] of this.#cards.entries()) {
      const isFound =
        text === '' || task.id.toLowerCase().includes(text) || named.some((s) => this.#report.isPassed(t, s))
      const isShown = isFound && isOfKind(this.#filter.value, summary)
      element.hidden = !isShown
      if (isShown) count++
    }
    this.#count.textContent = `${formatCount(count)} of ${formatCount(this.#cards.length)} tasks`
  }

  #onVisible(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const card = this.#cards[Number(target.id.slice('task-'.length))]!
      if (isIntersecting) {
        if (!card.isDrawn) this.#draw(card)
      } else if (card.isDrawn && !target.contains(document.activeElement)) {
        // Thousands of canvases would take gigabytes. The height stays, so that nothing moves.
        card.body.style.minHeight = `${card.body.offsetHeight}px`
        card.body.replaceChildren()
        card.isDrawn = false
      }
    }
  }

  #draw(card: Card): void {
    const { task, body } = card
    const count = card.showsAll ? task.pairs.length : Math.min(task.pairs.length, MAX_SAMPLES)
    const samples = make('div', { class: 'samples' })
    for (let k = 0; k < count; k++) samples.append(this.#drawSample(card, k))
    const choice = this.#makeChoice(card)
    body.replaceChildren(...(choice === undefined ? [] : [choice]), samples)
    if (count < task.pairs.length) {
      const button = make('button', { type: 'button' }, `Show all ${formatCount(task.pairs.length)} samples`)
      button.addEventListener('click', () => {
        card.showsAll = true
        this.#draw(card)
      })
      body.append(button)
    }
    body.style.minHeight = ''
    card.isDrawn = true
  }

  #makeChoice(card: Card): HTMLElement | undefined {
    const { task } = card
    const names = task.outputs.map(({ solver }) => this.#report.data.solvers[solver]!.name)
    if (task.attempts.length > 0) names.push('the two attempts')
    if (names.length === 0) return undefined
    const select = make('select', {}, ...names.map((name, k) => make('option', { value: String(k) }, name)))
    select.selectedIndex = card.shown
    select.addEventListener('change', () => {
      card.shown = select.selectedIndex
      this.#draw(card)
      card.body.querySelector('select')?.focus()
    })
    return make('label', { class: 'choice' }, 'Output of ', select)
  }

  #drawSample(card: Card, k: number): HTMLElement {
    const { task } = card
    const style = { digits: this.#digits }
    const [input, expected] = task.pairs[k]!
    const name = k < task.demos ? `demo ${k + 1}` : `test ${k - task.demos + 1}`
    const figures = [
      drawGrid('input', this.#report.gridAt(input), style),
      expected < 0 ? describeGrid('expected', 'not known') : drawGrid('expected', this.#report.gridAt(expected), style),
    ]
    const output = task.outputs[card.shown]
    if (output !== undefined) figures.push(...this.#drawOutput(output.samples[k], expected))
    else if (k >= task.demos) {
      for (const [n, { grid, by, right }] of (task.attempts[k - task.demos] ?? []).entries()) {
        const verdict = right === null ? '' : right ? ', right' : ', wrong'
        const figure = drawGrid(`attempt ${n + 1}${verdict}`, this.#report.gridAt(grid), style)
        figure.title = by === null ? 'default' : `by ${by}`
        figures.push(figure)
      }
    }
    const title = make('h4', {}, name)
    const sample = output?.samples[k]
    if (sample !== undefined) title.append(make('span', { class: `mark ${sample.verdict}` }, describeSample(sample)))
    return make('section', { class: 'sample' }, title, make('div', { class: 'grids' }, ...figures))
  }

  #drawOutput(sample: SampleOutput | undefined, expected: number): HTMLElement[] {
    const style = { digits: this.#digits }
    if (sample?.grid === undefined) return [describeGrid('actual', sample?.text ?? 'no output')]
    const actual = this.#report.gridAt(sample.grid)
    const figures = [drawGrid('actual', actual, style)]
    if (expected >= 0 && sample.differing !== undefined && sample.differing > 0)
      figures.push(drawGrid('difference', actual, style, this.#report.gridAt(expected)))
    return figures
  }
}

function isOfKind(kind: string, { passed, isNear }: TaskSummary): boolean {
  if (kind === 'solved') return passed.length > 0
  if (kind === 'not solved') return passed.length === 0
  return kind === 'near misses' ? isNear : true
}

function describeSample({ verdict, differing, grid }: SampleOutput): string {
  if (verdict !== 'wrong') return verdict
  if (differing !== undefined) return `wrong in ${formatCount(differing)} ${differing === 1 ? 'cell' : 'cells'}`
  return grid === undefined ? 'wrong, no grid' : 'wrong size'
}
