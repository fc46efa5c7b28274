// The HTML report of a benchmark: speed-up and growth as line charts, phases and primitives as bars, all results as tables.

import { type Bar, drawBars, drawPartLegend } from '../charts/bar-chart.ts'
import { renderChartPage, renderTable } from '../charts/chart-page.ts'
import { type LineChart, drawChart, drawLegend, spellNumber } from '../charts/line-chart.ts'
import { formatCount, plural } from '../../language/format-count.ts'
import { escapeHtml } from '../report/html-page.ts'
import {
  type BenchReport,
  type Crossing,
  type MeasuredRoute,
  groupLeftOut,
  measuredRoutes,
  phaseNames,
  routeNames,
} from './bench-report.ts'
import { formatBreakEven, formatMs, formatPercent, formatRatio } from './format-bench.ts'

const MOST_PRIMITIVES = 20
const MOST_KERNELS = 30

/** The page; nothing in it is loaded from elsewhere. */
export function renderBench(report: BenchReport): string {
  return renderChartPage('Megabatt benchmark', renderBenchBody(report))
}

/** The content of the page as HTML, without its style. */
export function renderBenchBody(report: BenchReport): string {
  const { workload, machine, versions, date } = report
  const routes = measuredRoutes(report)
  const facts = [
    machine.cpu,
    plural(machine.cores, 'core'),
    ...new Set(routes.flatMap(({ device }) => device ?? [])),
    `Node ${versions.node}`,
    `Megabatt ${versions.megabatt}`,
    date.slice(0, 10),
    `load ${machine.load.before.toFixed(1)} before, ${machine.load.after.toFixed(1)} after`,
  ]
  const body = [
    `<p>${escapeHtml(facts.join(' · '))}</p>`,
    `<p>${escapeHtml(`${plural(workload.programs, 'program')} on ${plural(workload.tasks, 'task')} with ${plural(workload.samples, 'sample')} of ${workload.source === 'gallery' ? 'the gallery' : 'files'}, --pair ${workload.pairing}. Workload ${workload.hash}.`)}</p>`,
    `<p>${escapeHtml(describeCorrectness(routes))}</p>`,
    ...groupLeftOut(report).map(
      ({ routes, reason }) => `<p>Left out: ${escapeHtml(`${routes.join(', ')} (${reason})`)}.</p>`,
    ),
    `<div class="charts">${[renderSpeedUps(routes), renderGrowth(routes), renderPhases(report), renderPrimitives(report)].join('\n')}</div>`,
    renderResults(routes),
    renderKernels(report),
  ]
  return body.join('\n')
}

function describeCorrectness(routes: readonly MeasuredRoute[]): string {
  const counts = routes.flatMap(({ results }) => results.map(({ correct }) => correct))
  const [equal, all] = [counts.reduce((sum, { count }) => sum + count, 0), counts.reduce((sum, { of }) => sum + of, 0)]
  return equal === all
    ? `All ${formatCount(all)} compared evaluations are equal to those of the sequential route.`
    : `${formatCount(all - equal)} of ${formatCount(all)} compared evaluations differ from those of the sequential route.`
}

function renderSpeedUps(routes: readonly MeasuredRoute[]): string {
  const others = routes.filter(({ route }) => route !== 'sequential')
  const about = 'Time of the sequential route divided by that of each route, for one warm pass.'
  if (others.length === 0) return renderSection('Speed-up by batch size', about, '<p>No other route was measured.</p>')
  const sequential = routes.find(({ route }) => route === 'sequential')!
  const sizes = sequential.results.map(({ samples }) => samples)
  const chart: LineChart = {
    title: 'Speed-up by batch size',
    xLabel: 'samples in a batch',
    yLabel: 'times as fast as sequential',
    xTicks: sizes,
    series: others.map(({ route, results }) => ({
      label: route,
      mark: routeNames.indexOf(route),
      points: results.map(({ samples, ratio, ms }) => ({
        x: samples,
        y: ratio,
        low: (ratio * ms.median) / ms.upper,
        high: (ratio * ms.median) / ms.lower,
      })),
    })),
    guides: [{ label: 'sequential', slope: 0, x: sizes[0]!, y: 1 }],
  }
  const rows = others.map(({ route, startMs, breakEven }) => [
    route,
    formatMs(startMs),
    breakEven === null ? '' : formatBreakEven(breakEven),
  ])
  const table = renderTable(['route', 'start', 'break-even'], rows)
  return renderSection(chart.title, `${about} Whiskers are quartiles.`, drawLegend(chart), drawChart(chart), table)
}

function renderGrowth(routes: readonly MeasuredRoute[]): string {
  const [first] = routes[0]!.results
  const chart: LineChart = {
    title: 'Growth',
    xLabel: 'samples in a batch',
    yLabel: 'milliseconds a pass',
    xTicks: routes[0]!.results.map(({ samples }) => samples),
    series: routes.map(({ route, results }) => ({
      label: route,
      mark: routeNames.indexOf(route),
      points: results.map(({ samples, ms }) => ({ x: samples, y: ms.median, low: ms.lower, high: ms.upper })),
    })),
    guides: [{ label: 'linear', slope: 1, x: first!.samples, y: first!.ms.median }],
  }
  const about = 'The median time of a warm pass. Both axes are logarithmic; the dashed line is linear growth.'
  return renderSection(chart.title, about, drawLegend(chart), drawChart(chart))
}

function renderPhases({ profile }: BenchReport): string {
  // A device that compiles for seconds would leave nothing to see of a pass of milliseconds.
  const bars = profile.routes.map(({ route, phases }): Bar => {
    const shown = phases.filter(({ phase }) => phase !== 'start')
    return {
      label: route,
      parts: shown.map(({ phase, ms }) => ({ name: phase, value: ms, mark: phaseNames.indexOf(phase) })),
      text: formatMs(shown.reduce((sum, { ms }) => sum + ms, 0)),
    }
  })
  const about = `Planning and one warm pass of ${plural(profile.samples, 'sample')}, as shares of the sum behind each bar. Start, in the table, is opening the route and its first pass at the smallest size.`
  const rows = profile.routes.map(({ route, phases }) => [
    route,
    ...phaseNames.map((name) => {
      const own = phases.find(({ phase }) => phase === name)
      return own === undefined ? '' : formatMs(own.ms)
    }),
  ])
  return renderSection(
    'Time by phase',
    about,
    drawPartLegend(bars),
    drawBars('Time by phase', bars, { relative: true }),
    `<details><summary>Times</summary>${renderTable(['', ...phaseNames], rows)}</details>`,
  )
}

function renderPrimitives({ profile }: BenchReport): string {
  const shown = profile.primitives.slice(0, MOST_PRIMITIVES)
  const bars = shown.map(({ primitive, calls, ms, share }): Bar => ({
    label: primitive,
    parts: [{ name: plural(calls, 'call'), value: ms, mark: 0 }],
    text: `${formatMs(ms)}, ${formatPercent(share)}`,
  }))
  const more = profile.primitives.length - shown.length
  const about = `Kernel time in one sequential pass of ${plural(profile.samples, 'sample')}, and its share of the pass.${more > 0 ? ` ${plural(more, 'more primitive')} not shown.` : ''}`
  return renderSection('Cost by primitive', about, drawBars('Cost by primitive', bars))
}

function renderResults(routes: readonly MeasuredRoute[]): string {
  const heads = ['route', 'samples', 'time', 'fastest', 'slowest', 'passes', 'evaluations/s', 'ratio', 'equal']
  const rows = routes.flatMap(({ route, results }) =>
    results.map((result) => [
      route,
      formatCount(result.samples),
      formatMs(result.ms.median),
      formatMs(result.ms.fastest),
      formatMs(result.ms.slowest),
      result.passesMs.length,
      formatCount(result.evaluationsPerSecond),
      formatRatio(result.ratio),
      `${formatCount(result.correct.count)}/${formatCount(result.correct.of)}`,
      formatPercent(result.gpuShare),
      formatCount(result.dispatches),
      formatCrossing(result.upload),
      formatCrossing(result.download),
      result.predictedMs === null ? '' : formatMs(result.predictedMs),
    ]),
  )
  const table = renderTable([...heads, 'on the GPU', 'dispatches', 'uploads', 'read-backs', 'predicted'], rows)
  return `<section><h2>All results</h2><p>Counts are of one pass. Predictions are those of the cost model behind --backend auto.</p>${table}</section>`
}

function formatCrossing({ count, bytes }: Crossing): string {
  return count === 0 ? '0' : `${formatCount(count)} (${spellNumber(bytes)}B)`
}

function renderKernels({ profile }: BenchReport): string {
  if (profile.kernels.length === 0) return ''
  const rows = profile.kernels
    .slice(0, MOST_KERNELS)
    .map(({ kernel, calls, dispatches, ms }) => [kernel, formatCount(calls), formatCount(dispatches), formatMs(ms)])
  const more = profile.kernels.length - rows.length
  const about = `One pass of ${plural(profile.samples, 'sample')} on the resident route, by timestamps of the device.${more > 0 ? ` ${plural(more, 'more kernel')} not shown.` : ''}`
  return `<section><h2>Kernels on the device</h2><p>${escapeHtml(about)}</p>${renderTable(['kernel', 'calls', 'dispatches', 'time'], rows)}</section>`
}

function renderSection(title: string, about: string, ...parts: readonly string[]): string {
  return `<section>\n<h2>${escapeHtml(title)}</h2>\n<p>${escapeHtml(about)}</p>\n${parts.join('\n')}\n</section>`
}
