// The report of bench/growth.mjs as one HTML file: charts, their slopes, and every point as a table.

import { renderChartPage, renderTable } from '../../dist/engine/charts/chart-page.js'
import { drawChart, drawLegend, spellNumber } from '../../dist/engine/charts/line-chart.js'
import { escapeHtml } from '../../dist/engine/report/html-page.js'

/** The page; nothing in it is loaded from elsewhere. */
export function printPage({ machine, quick, curves }) {
  const { cpu, cores, versions, date, loadBefore } = machine
  const facts = [
    cpu,
    `${cores} cores`,
    `Node ${versions.node}`,
    `Megabatt ${versions.megabatt}`,
    date,
    `load ${loadBefore} before`,
  ]
  return renderChartPage(
    'How runs grow',
    `<p>${escapeHtml(facts.join(' · '))}</p>
<p>Both axes are logarithmic: a straight line is a power, and its steepness the exponent. Points are medians of warm passes, whiskers
the fastest and the slowest.${quick ? ' <strong>Quick: not to be quoted.</strong>' : ''}</p>
<div class="charts">
${curves.map(printCurve).join('\n')}
</div>`,
  )
}

function printCurve(curve) {
  return `<section>
<h2>${escapeHtml(curve.title)}</h2>
<p>${escapeHtml(curve.about)}</p>
${drawLegend(curve)}
${drawChart(curve)}
<p>Exponents of the upper half, in brackets of all points: ${curve.series.map(printSlopes).join('; ')}.</p>
<details><summary>All points</summary>${printPoints(curve)}</details>
</section>`
}

function printSlopes({ label, slope, upperSlope }) {
  return `${escapeHtml(label)} ${upperSlope.toFixed(2)} (${slope.toFixed(2)})`
}

function printPoints({ series, xLabel, yLabel }) {
  const rows = series.flatMap(({ label, points }) =>
    points.map((point) => {
      const cells = [label, point.x, ...[point.y, point.low, point.high].map(spellNumber)]
      return [...cells, `${point.correct.count}/${point.correct.of}`]
    }),
  )
  return renderTable(['', xLabel, yLabel, 'least', 'most', 'correct'], rows)
}
