// Line charts with logarithmic axes as SVG text. Written by hand: a few charts of a few points each need no plotting
// library, and without one a report is a single file that opens anywhere and stays readable for years.

import { escapeHtml } from '../report/html-page.ts'

/** A point; whiskers go from `low` to `high`. All numbers are above 0. */
export interface ChartPoint {
  readonly x: number
  readonly y: number
  readonly low: number
  readonly high: number
}

/** A line; `mark` is the number of its colour and shape, by default its place among the lines. */
export interface ChartSeries {
  readonly label: string
  readonly points: readonly ChartPoint[]
  readonly mark?: number
}

/** A dashed line through a point, with the slope that it has on logarithmic axes. */
export interface ChartGuide {
  readonly label: string
  readonly slope: number
  readonly x: number
  readonly y: number
}

/** A chart; `xTicks` are the labelled places of the x axis where powers of ten and their parts do not suit it. */
export interface LineChart {
  readonly title: string
  readonly xLabel: string
  readonly yLabel: string
  readonly xTicks?: readonly number[] | undefined
  readonly series: readonly ChartSeries[]
  readonly guides: readonly ChartGuide[]
}

interface Scale {
  /** The exponents at which the axis begins and ends. */
  readonly first: number
  readonly last: number
  readonly ticks: readonly number[]
  readonly at: (value: number) => number
  readonly isLabelled: (tick: number) => boolean
}

const WIDTH = 560
const HEIGHT = 400
const LEFT = 74
const RIGHT = 18
const TOP = 14
const BOTTOM = 52

/** Colours of chart-page.ts. */
const COLOR_COUNT = 8
/** Told apart by shape as well as by colour. */
const MARKS: readonly ((x: number, y: number) => string)[] = [
  (x, y) => `<circle cx="${x}" cy="${y}" r="4"/>`,
  (x, y) => `<rect x="${x - 3.6}" y="${y - 3.6}" width="7.2" height="7.2"/>`,
  (x, y) => `<path d="M${x} ${y - 5}l5 8.5h-10z"/>`,
  (x, y) => `<path d="M${x} ${y - 5.2}l5.2 5.2l-5.2 5.2l-5.2 -5.2z"/>`,
]

/** The chart as SVG. */
export function drawChart({ title, xLabel, yLabel, xTicks, series, guides }: LineChart): string {
  const points = series.flatMap((one) => one.points)
  const x = logScale(
    points.map((point) => point.x),
    LEFT,
    WIDTH - RIGHT,
    xTicks,
  )
  const y = logScale(
    points.flatMap((point) => [point.low, point.high]),
    HEIGHT - BOTTOM,
    TOP,
  )
  return [
    `<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(title)}">`,
    ...x.ticks.map((tick) => drawTick(tick, x.at(tick), x.isLabelled(tick), 'x')),
    ...y.ticks.map((tick) => drawTick(tick, y.at(tick), y.isLabelled(tick), 'y')),
    `<rect class="frame" x="${LEFT}" y="${TOP}" width="${WIDTH - LEFT - RIGHT}" height="${HEIGHT - TOP - BOTTOM}"/>`,
    `<text class="axis" x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 10}" text-anchor="middle">${escapeHtml(xLabel)}</text>`,
    `<text class="axis" transform="translate(16 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">${escapeHtml(yLabel)}</text>`,
    ...guides.map((guide) => drawGuide(guide, x, y)),
    ...series.map((one, k) => drawSeries(one, one.mark ?? k, x, y)),
    '</svg>',
  ].join('\n')
}

/** The legend of a chart, as HTML. */
export function drawLegend({ series, guides }: LineChart): string {
  const key = (inner: string) => `<svg class="key" viewBox="0 0 34 14" aria-hidden="true">${inner}</svg>`
  const entries = [
    ...series.map(({ label, mark }, k) => {
      const number = mark ?? k
      const shape = MARKS[number % MARKS.length]!(17, 7)
      return `<li>${key(`<g class="series ${colorOf(number)}"><path class="line" d="M1 7H33"/>${shape}</g>`)} ${escapeHtml(label)}</li>`
    }),
    ...guides
      .slice(0, 1)
      .map(({ label }) => `<li>${key('<path class="guide" d="M1 7H33"/>')} ${escapeHtml(label)}</li>`),
  ]
  return `<ul class="legend">${entries.join('')}</ul>`
}

/** The class of a colour by its number. */
export function colorOf(number: number): string {
  return `s${number % COLOR_COUNT}`
}

/** A number as short as it can be read: 0.05, 3, 200, 10k, 2M. */
export function spellNumber(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`
  if (value >= 1e4) return `${Number((value / 1e3).toPrecision(3))}k`
  return String(Number(value.toPrecision(3)))
}

function logScale(values: readonly number[], from: number, to: number, ownTicks?: readonly number[]): Scale {
  const low = Math.log10(Math.min(...values))
  const high = Math.log10(Math.max(...values))
  const margin = Math.max(0.04 * (high - low), 0.03)
  const first = low - margin
  const last = high + margin
  const decades = last - first
  const digits = decades < 1.3 ? [1, 1.5, 2, 3, 4, 5, 6, 8] : [1, 2, 5]
  const labelled = decades > 3.2 ? [1] : digits
  const ticks: number[] = []
  for (let power = Math.floor(first); power <= last; power++) {
    for (const digit of digits) {
      const exponent = power + Math.log10(digit)
      if (exponent >= first && exponent <= last) ticks.push(Number((digit * 10 ** power).toPrecision(4)))
    }
  }
  return {
    first,
    last,
    ticks: ownTicks ?? ticks,
    at: (value) => round(from + ((Math.log10(value) - first) / decades) * (to - from)),
    isLabelled: (tick) =>
      ownTicks !== undefined ||
      labelled.includes(Number((tick / 10 ** Math.floor(Math.log10(tick) + 1e-9)).toPrecision(3))),
  }
}

function drawTick(tick: number, at: number, isLabelled: boolean, axis: 'x' | 'y'): string {
  const isX = axis === 'x'
  const line = isX ? `M${at} ${TOP}V${HEIGHT - BOTTOM}` : `M${LEFT} ${at}H${WIDTH - RIGHT}`
  const path = `<path class="${isLabelled ? 'grid' : 'grid faint'}" d="${line}"/>`
  if (!isLabelled) return path
  const place = isX
    ? `x="${at}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle"`
    : `x="${LEFT - 8}" y="${at + 4}" text-anchor="end"`
  return `${path}<text class="tick" ${place}>${spellNumber(tick)}</text>`
}

/** From edge to edge: cut where it leaves the frame, because what is outside would cover the labels. */
function drawGuide({ slope, x: throughX, y: throughY }: ChartGuide, x: Scale, y: Scale): string {
  const yAt = (exponent: number) => Math.log10(throughY) + slope * (exponent - Math.log10(throughX))
  const xAt = (exponent: number) => Math.log10(throughX) + (exponent - Math.log10(throughY)) / slope
  const begin = slope > 0 ? Math.max(x.first, xAt(y.first)) : x.first
  const end = slope > 0 ? Math.min(x.last, xAt(y.last)) : x.last
  // A level guide above or below all points is outside.
  if (begin >= end || yAt(begin) < y.first - 1e-9 || yAt(begin) > y.last + 1e-9) return ''
  const corner = (exponent: number) => `${x.at(10 ** exponent)} ${y.at(10 ** yAt(exponent))}`
  return `<path class="guide" d="M${corner(begin)}L${corner(end)}"/>`
}

function drawSeries({ points }: ChartSeries, number: number, x: Scale, y: Scale): string {
  const line = points.map((point, n) => `${n === 0 ? 'M' : 'L'}${x.at(point.x)} ${y.at(point.y)}`).join('')
  const whiskers = points.map((point) => `M${x.at(point.x)} ${y.at(point.low)}V${y.at(point.high)}`).join('')
  const marks = points.map((point) => MARKS[number % MARKS.length]!(x.at(point.x), y.at(point.y))).join('')
  return `<g class="series ${colorOf(number)}"><path class="whisker" d="${whiskers}"/><path class="line" d="${line}"/>${marks}</g>`
}

function round(value: number): number {
  return Number(value.toFixed(1))
}
