// The tables of `megabatt bench`: one for each batch size, then starts and break-even sizes, then routes that were left out.

import {
  type BenchReport,
  type MeasuredRoute,
  type RouteResult,
  groupLeftOut,
  isAllCorrect,
  measuredRoutes,
} from '../../engine/bench/bench-report.ts'
import { formatBreakEven, formatMs, formatPercent, formatRatio } from '../../engine/bench/format-bench.ts'
import { formatCount, plural } from '../../language/format-count.ts'
import { type Column, formatTable } from './text-table.ts'
import { wrapText } from './wrap-text.ts'

type BenchColumn = Column & {
  /** Where the width does not suffice, columns with high numbers are left out first. */
  readonly rank: number
  readonly cell: (route: MeasuredRoute, result: RouteResult) => string
}

const COLUMNS: readonly BenchColumn[] = [
  { title: 'route', rank: 0, cell: ({ route }) => route },
  { title: 'time', align: 'right', rank: 0, cell: (_, { ms }) => formatMs(ms.median) },
  { title: 'spread', align: 'right', rank: 4, cell: (_, { ms }) => formatSpread(ms) },
  { title: 'evals/s', align: 'right', rank: 3, cell: (_, result) => formatCount(result.evaluationsPerSecond) },
  { title: 'ratio', align: 'right', rank: 1, cell: (_, { ratio }) => `${formatRatio(ratio)}×` },
  {
    title: 'GPU',
    align: 'right',
    rank: 6,
    cell: (_, { gpuShare }) => (gpuShare === 0 ? '-' : formatPercent(gpuShare)),
  },
  { title: 'dispatch', align: 'right', rank: 7, cell: (_, { dispatches }) => countOrNone(dispatches) },
  { title: 'up/down', align: 'right', rank: 8, cell: (_, result) => formatCrossings(result) },
  {
    title: 'predicted',
    align: 'right',
    rank: 5,
    cell: (_, { predictedMs }) => (predictedMs === null ? '-' : formatMs(predictedMs)),
  },
  { title: 'correct', align: 'right', rank: 2, cell: (_, { correct }) => formatPercent(correct.count / correct.of) },
]

/** The report as text of at most `width` columns, with a line end. */
export function formatBench(report: BenchReport, width: number): string {
  const { workload, machine, versions } = report
  const routes = measuredRoutes(report)
  const about = [
    `${plural(workload.programs, 'program')}, ${plural(workload.tasks, 'task')} and ${plural(workload.samples, 'sample')} of ${workload.source === 'gallery' ? 'the gallery' : 'files'}, --pair ${workload.pairing}; workload ${workload.hash}`,
    `${machine.cpu}, ${plural(machine.cores, 'core')}, load ${machine.load.before.toFixed(1)} before and ${machine.load.after.toFixed(1)} after; Node ${versions.node}, Megabatt ${versions.megabatt}`,
  ]
  const lines = about.flatMap((text) => wrapText(text, width))
  const columns = fitColumns(routes, width)
  for (const [k, samples] of workload.sizes.entries()) {
    const { evaluations } = routes[0]!.results[k]!
    const rows = routes.map((route) => columns.map(({ cell }) => cell(route, route.results[k]!)))
    lines.push(
      '',
      `${plural(samples, 'sample')}, ${plural(evaluations, 'evaluation')}`,
      ...formatTable(columns, rows, width),
    )
  }
  lines.push('', ...formatRoutes(routes, width))
  for (const { routes: alike, reason } of groupLeftOut(report))
    lines.push(...wrapText(`left out: ${alike.join(', ')} (${reason})`, width))
  const missing = COLUMNS.filter((column) => !columns.includes(column)).map(({ title }) => title)
  if (missing.length > 0)
    lines.push(...wrapText(`no room for ${missing.join(', ')}: widen the terminal, or use --json`, width))
  if (!isAllCorrect(report))
    lines.push('', ...wrapText('Some results differ from those of the sequential route.', width))
  return `${lines.join('\n')}\n`
}

/** The columns that fit: all, or those of the lowest ranks. */
function fitColumns(routes: readonly MeasuredRoute[], width: number): readonly BenchColumn[] {
  const widthOf = ({ title, cell }: BenchColumn) =>
    Math.max(title.length, ...routes.flatMap((route) => route.results.map((result) => cell(route, result).length)))
  let columns = COLUMNS
  for (let rank = Math.max(...COLUMNS.map((column) => column.rank)); rank > 0; rank--) {
    const total = columns.reduce((sum, column) => sum + widthOf(column) + 2, -2)
    if (total <= width) break
    columns = columns.filter((column) => column.rank !== rank)
  }
  return columns
}

function formatRoutes(routes: readonly MeasuredRoute[], width: number): string[] {
  const rows = routes.map(({ route, startMs, breakEven, device, engine }) => [
    route,
    formatMs(startMs),
    breakEven === null ? '-' : formatBreakEven(breakEven),
    device ?? (engine === null ? 'by cost' : engine.name),
  ])
  const columns: Column[] = [
    { title: 'route' },
    { title: 'start', align: 'right' },
    { title: 'break-even', align: 'right' },
    { title: 'runs on' },
  ]
  return formatTable(columns, rows, width)
}

/** Half the distance of the quartiles, in per cent of the median. */
function formatSpread({ median, lower, upper }: RouteResult['ms']): string {
  return `±${Math.round((50 * (upper - lower)) / median)} %`
}

function formatCrossings({ upload, download }: RouteResult): string {
  return upload.count + download.count === 0 ? '-' : `${formatCount(upload.count)}/${formatCount(download.count)}`
}

function countOrNone(count: number): string {
  return count === 0 ? '-' : formatCount(count)
}
