// Horizontal bars, stacked or not, as rows of an HTML table: widths are percentages, so they fit every page.

import { escapeHtml } from '../report/html-page.ts'
import { colorOf } from './line-chart.ts'

/** A row: a label, the parts of its bar, and a text behind it. */
export interface Bar {
  readonly label: string
  readonly parts: readonly BarPart[]
  readonly text: string
}

/** A part of a bar; `mark` is the number of its colour. */
export interface BarPart {
  readonly name: string
  readonly value: number
  readonly mark: number
}

/** The table. With `relative`, every bar has the full width and shows shares of its own sum. */
export function drawBars(
  title: string,
  bars: readonly Bar[],
  { relative = false }: { readonly relative?: boolean } = {},
): string {
  const sumOf = ({ parts }: Bar) => parts.reduce((sum, { value }) => sum + value, 0)
  const longest = Math.max(...bars.map(sumOf), Number.MIN_VALUE)
  const rows = bars.map((bar) => {
    const whole = relative ? Math.max(sumOf(bar), Number.MIN_VALUE) : longest
    return `<tr><th scope="row">${escapeHtml(bar.label)}</th><td class="bar">${drawBar(bar, whole)}</td><td>${escapeHtml(bar.text)}</td></tr>`
  })
  return `<table class="bars" aria-label="${escapeHtml(title)}">${rows.join('\n')}</table>`
}

/** The legend of the parts of bars, in the order of their first use. */
export function drawPartLegend(bars: readonly Bar[]): string {
  const marks = new Map(bars.flatMap(({ parts }) => parts.map(({ name, mark }) => [name, mark])))
  const entries = Array.from(
    marks,
    ([name, mark]) =>
      `<li><svg class="key" viewBox="0 0 34 14" aria-hidden="true"><rect class="series ${colorOf(mark)}" x="8" width="18" height="14"/></svg> ${escapeHtml(name)}</li>`,
  )
  return `<ul class="legend">${entries.join('')}</ul>`
}

function drawBar({ label, parts }: Bar, whole: number): string {
  let start = 0
  const rects = parts.map(({ name, value, mark }) => {
    const width = (100 * value) / whole
    const rect = `<rect class="series ${colorOf(mark)}" x="${percent(start)}" width="${percent(width)}" height="100%"><title>${escapeHtml(name)}</title></rect>`
    start += width
    return rect
  })
  return `<svg role="img" aria-label="${escapeHtml(label)}" height="16" width="100%">${rects.join('')}</svg>`
}

function percent(share: number): string {
  return `${Number(share.toFixed(2))}%`
}
