// The matrix of solvers and tasks: one canvas of the size of its window, drawn anew when it is scrolled.

import { MATRIX_VERDICTS } from '../report-data.ts'
import { make, makeSection } from './dom.web.ts'
import { type Report, VERDICT_LETTERS, VERDICT_TEXTS } from './report.web.ts'

/** The size of a cell, the height of the head, and the widest and narrowest column of names, in pixels. */
const CELL = 14
const HEAD = 84
const MAX_NAMES = 220
const MIN_NAMES = 96
const MAX_HEIGHT = 640
/** Below this share of entries the order of programs and tasks is kept: programs with one task each form a diagonal. */
const SPARSE_SHARE = 0.1

/** The section of the matrix. */
export class Matrix {
  readonly section: HTMLElement
  readonly #report: Report
  readonly #rows: readonly number[]
  readonly #columns: readonly number[]
  readonly #canvas = make('canvas', { 'aria-hidden': 'true' })
  readonly #inner: HTMLElement
  readonly #window: HTMLElement
  readonly #status = make('p', { class: 'note', role: 'status', 'aria-live': 'polite' })
  #digits = false
  #row = 0
  #column = 0
  #isWaiting = false

  /** `onChoose` is called for a chosen entry. */
  constructor(report: Report, onChoose: (task: number, solver: number) => void) {
    this.#report = report
    const { rows, columns } = orderEntries(report)
    this.#rows = rows
    this.#columns = columns
    this.#inner = make('div', { class: 'inner' }, this.#canvas)
    this.#window = make(
      'div',
      {
        class: 'matrix',
        tabindex: '0',
        role: 'application',
        'aria-label': `Who solved what: ${rows.length} programs in rows, ${columns.length} tasks in columns. Arrow keys move, Enter shows the task.`,
      },
      this.#inner,
    )
    const legend = make(
      'ul',
      { class: 'legend', 'aria-label': 'Verdicts' },
      ...MATRIX_VERDICTS.map((verdict) =>
        make('li', {}, make('span', { class: `key ${verdict}` }, VERDICT_LETTERS[verdict]), VERDICT_TEXTS[verdict]),
      ),
    )
    this.#status.textContent = 'Move over an entry, or use the arrow keys; a click or Enter shows the task.'
    this.section = makeSection('matrix', 'Who solved what', legend, this.#status, this.#window)
    this.#listen(onChoose)
  }

  /** Draws letters of verdicts into entries, or does not. */
  setDigits(digits: boolean): void {
    this.#digits = digits
    this.redraw()
  }

  /** Draws the visible part with the next frame. */
  redraw(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    requestAnimationFrame(() => {
      this.#isWaiting = false
      this.#draw()
    })
  }

  #listen(onChoose: (task: number, solver: number) => void): void {
    const matrix = this.#window
    matrix.addEventListener('scroll', () => this.redraw(), { passive: true })
    new ResizeObserver(() => this.redraw()).observe(matrix)
    matrix.addEventListener('pointermove', (event) => {
      const entry = this.#entryAt(event)
      if (entry !== undefined) this.#moveTo(entry.row, entry.column)
    })
    matrix.addEventListener('click', (event) => {
      const entry = this.#entryAt(event)
      if (entry !== undefined) onChoose(this.#columns[entry.column]!, this.#rows[entry.row]!)
    })
    matrix.addEventListener('keydown', (event) => {
      const step = STEPS[event.key]
      if (step !== undefined) {
        event.preventDefault()
        this.#moveTo(this.#row + step[0], this.#column + step[1])
        this.#reveal()
      } else if (event.key === 'Enter') onChoose(this.#columns[this.#column]!, this.#rows[this.#row]!)
    })
  }

  get #names(): number {
    return Math.max(MIN_NAMES, Math.min(MAX_NAMES, Math.round(this.#window.clientWidth * 0.3)))
  }

  #entryAt(event: MouseEvent): { row: number; column: number } | undefined {
    const box = this.#window.getBoundingClientRect()
    const x = event.clientX - box.left - this.#names
    const y = event.clientY - box.top - HEAD
    const column = Math.floor((x + this.#window.scrollLeft) / CELL)
    const row = Math.floor((y + this.#window.scrollTop) / CELL)
    const isInside = x >= 0 && y >= 0 && column < this.#columns.length && row < this.#rows.length
    return isInside ? { row, column } : undefined
  }

  #moveTo(row: number, column: number): void {
    this.#row = Math.max(0, Math.min(this.#rows.length - 1, row))
    this.#column = Math.max(0, Math.min(this.#columns.length - 1, column))
    this.#status.textContent = this.#report.describe(this.#columns[this.#column]!, this.#rows[this.#row]!)
    this.redraw()
  }

  #reveal(): void {
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = this.#window
    const reveal = (at: number, start: number, length: number) =>
      Math.min(at * CELL, Math.max(start, (at + 1) * CELL - length))
    this.#window.scrollTo(
      reveal(this.#column, scrollLeft, clientWidth - this.#names),
      reveal(this.#row, scrollTop, clientHeight - HEAD),
    )
  }

  #draw(): void {
    const matrix = this.#window
    const names = this.#names
    const [rowCount, columnCount] = [this.#rows.length, this.#columns.length]
    const totalHeight = HEAD + rowCount * CELL
    matrix.style.height = `${Math.min(MAX_HEIGHT, totalHeight + 18)}px`
    this.#inner.style.width = `${names + columnCount * CELL}px`
    this.#inner.style.height = `${totalHeight}px`
    const { clientWidth: width, clientHeight: height, scrollLeft, scrollTop } = matrix
    const scale = globalThis.devicePixelRatio || 1
    this.#canvas.width = Math.round(width * scale)
    this.#canvas.height = Math.round(height * scale)
    this.#canvas.style.width = `${width}px`
    this.#canvas.style.height = `${height}px`
    const context = this.#canvas.getContext('2d')!
    context.scale(scale, scale)
    const style = getComputedStyle(matrix)
    const ink = style.getPropertyValue('color')
    const colors = MATRIX_VERDICTS.map((verdict) => resolveColor(matrix, `var(--${verdict})`))
    const firstRow = Math.floor(scrollTop / CELL)
    const lastRow = Math.min(rowCount, Math.ceil((scrollTop + height - HEAD) / CELL))
    const firstColumn = Math.floor(scrollLeft / CELL)
    const lastColumn = Math.min(columnCount, Math.ceil((scrollLeft + width - names) / CELL))
    const xOf = (column: number) => names + column * CELL - scrollLeft
    const yOf = (row: number) => HEAD + row * CELL - scrollTop

    context.save()
    context.beginPath()
    context.rect(names, HEAD, width, height)
    context.clip()
    context.font = `bold ${CELL - 5}px ui-monospace, monospace`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    for (let row = firstRow; row < lastRow; row++) {
      for (let column = firstColumn; column < lastColumn; column++) {
        const verdict = this.#report.verdictOf(this.#columns[column]!, this.#rows[row]!)
        if (verdict === undefined) continue
        context.fillStyle = colors[MATRIX_VERDICTS.indexOf(verdict)]!
        context.fillRect(xOf(column), yOf(row), CELL - 1, CELL - 1)
        if (!this.#digits) continue
        context.fillStyle = '#000'
        context.fillText(VERDICT_LETTERS[verdict], xOf(column) + CELL / 2 - 0.5, yOf(row) + CELL / 2)
      }
    }
    context.strokeStyle = ink
    context.lineWidth = 2
    context.strokeRect(xOf(this.#column) - 0.5, yOf(this.#row) - 0.5, CELL, CELL)
    context.restore()
    this.#drawNames(context, ink, { names, firstRow, lastRow, firstColumn, lastColumn, xOf, yOf })
  }

  #drawNames(context: CanvasRenderingContext2D, ink: string, range: VisibleRange): void {
    const { names, firstRow, lastRow, firstColumn, lastColumn, xOf, yOf } = range
    const { solvers, tasks } = this.#report.data
    context.textBaseline = 'middle'
    const label = (text: string, room: number, isCurrent: boolean) => {
      context.font = `${isCurrent ? 'bold ' : ''}11px ui-sans-serif, sans-serif`
      context.fillStyle = ink
      context.globalAlpha = isCurrent ? 1 : 0.75
      context.fillText(fitText(context, text, room), 0, 0)
    }
    context.save()
    context.beginPath()
    context.rect(0, HEAD, names, context.canvas.height)
    context.clip()
    context.textAlign = 'right'
    for (let row = firstRow; row < lastRow; row++) {
      context.save()
      context.translate(names - 6, yOf(row) + CELL / 2)
      label(solvers[this.#rows[row]!]!.name, names - 12, row === this.#row)
      context.restore()
    }
    context.restore()
    context.save()
    context.beginPath()
    context.rect(names, 0, context.canvas.width, HEAD)
    context.clip()
    context.textAlign = 'left'
    for (let column = firstColumn; column < lastColumn; column++) {
      context.save()
      context.translate(xOf(column) + CELL / 2, HEAD - 5)
      context.rotate(-Math.PI / 2)
      label(tasks[this.#columns[column]!]!.id, HEAD - 10, column === this.#column)
      context.restore()
    }
    context.restore()
  }
}

interface VisibleRange {
  readonly names: number
  readonly firstRow: number
  readonly lastRow: number
  readonly firstColumn: number
  readonly lastColumn: number
  readonly xOf: (column: number) => number
  readonly yOf: (row: number) => number
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-20, 0],
  PageDown: [20, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
}

/** Solvers and tasks in the order of the matrix: those with most solutions first, or as they are where few pairs ran. */
function orderEntries(report: Report): { rows: number[]; columns: number[] } {
  const { solvers, tasks } = report.data
  const rows = [...solvers.keys()]
  const columns = [...tasks.keys()]
  const byRow = rows.map(() => 0)
  const byColumn = columns.map(() => 0)
  let ran = 0
  for (const t of columns) {
    for (const s of rows) {
      if (report.verdictOf(t, s) === undefined) continue
      ran++
      if (!report.isPassed(t, s)) continue
      byRow[s]!++
      byColumn[t]!++
    }
  }
  if (ran < SPARSE_SHARE * rows.length * columns.length) return { rows, columns }
  return {
    rows: rows.sort((a, b) => byRow[b]! - byRow[a]! || a - b),
    columns: columns.sort((a, b) => byColumn[b]! - byColumn[a]! || a - b),
  }
}

/** A canvas knows no variables: the browser resolves them for an element. */
function resolveColor(parent: HTMLElement, color: string): string {
  const probe = make('span', { hidden: '' })
  parent.append(probe)
  probe.style.color = color
  const resolved = getComputedStyle(probe).color
  probe.remove()
  return resolved
}

/** The text, cut to a width in pixels. */
function fitText(context: CanvasRenderingContext2D, text: string, room: number): string {
  if (context.measureText(text).width <= room) return text
  let length = Math.min(text.length, Math.ceil(room / 4))
  while (length > 1 && context.measureText(`${text.slice(0, length)}…`).width > room) length--
  return `${text.slice(0, length)}…`
}
