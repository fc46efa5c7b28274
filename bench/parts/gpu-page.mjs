// The report of bench/gpu.mjs as one HTML file: charts of dispatches, the routes, and the prediction.

import { CARDS, CORES, SHARES, predict } from './card-model.mjs'
import { renderChartPage, renderTable } from '../../dist/engine/charts/chart-page.js'
import { drawChart, drawLegend, spellNumber } from '../../dist/engine/charts/line-chart.js'
import { escapeHtml } from '../../dist/engine/report/html-page.js'

/** The page; nothing in it is loaded from elsewhere. */
export function printPage({ machine, device, quick, curves, routes, prediction }) {
  const { cpu, cores, versions, date, loadBefore } = machine
  const facts = [device, cpu, `${cores} cores`, `Node ${versions.node}`, `Megabatt ${versions.megabatt}`, date]
  return renderChartPage(
    'How dispatches grow',
    `<p>${escapeHtml([...facts, `load ${loadBefore} before`].join(' · '))}</p>
<p>Values stay on the device from the upload of a chunk to its read-back. Both axes are logarithmic. Dispatches are counted, so they
are the same on every device that takes as much in a chunk.${quick ? ' <strong>Quick: few programs, not to be quoted.</strong>' : ''}</p>
<div class="charts">
${curves.map(printCurve).join('\n')}
</div>
${routes === undefined ? '' : printRoutes(routes)}
${prediction === undefined ? '' : printPrediction(prediction)}`,
  )
}

function printCurve(curve) {
  const chart = { ...curve, guides: [] }
  const slopes = curve.series.map(
    ({ label, upperSlope, step }) =>
      `${escapeHtml(label)} ${upperSlope.toFixed(2)} (${spellNumber(step)} more for each)`,
  )
  return `<section>
<h2>${escapeHtml(curve.title)}</h2>
<p>${escapeHtml(curve.about)} Expected: ${escapeHtml(curve.expected)}.</p>
${drawLegend(chart)}
${drawChart(chart)}
<p>Exponents of the right half: ${slopes.join('; ')}.</p>
<details><summary>All points</summary>${printPoints(curve)}</details>
</section>`
}

function printPoints({ series, xLabel }) {
  const heads = [
    '',
    xLabel,
    'dispatches',
    'chunks',
    'rounds',
    'kernels',
    'calls on the device',
    'on the CPU',
    'uploads',
  ].concat(['bytes up', 'read-backs', 'bytes down', 'runs again', 'equal results'])
  // The lines of what would be have the same points once more.
  const measured = series.filter(({ points }) => points.every(({ y, dispatches }) => y === dispatches))
  const rows = measured.flatMap(({ label, points }) =>
    points.map(({ x, dispatches, chunks, rounds, kernels, onGpu, onCpu, uploads, readbacks, repeats, correct }) =>
      [
        label,
        x,
        dispatches,
        chunks,
        rounds,
        kernels,
        onGpu,
        onCpu,
        uploads.count,
        uploads.bytes,
        readbacks.count,
      ].concat([readbacks.bytes, repeats, `${correct.count}/${correct.of}`]),
    ),
  )
  return renderTable(heads, rows)
}

function printRoutes(routes) {
  const heads = [
    'route',
    'ms',
    'fastest',
    'slowest',
    'dispatches',
    'uploads',
    'bytes up',
    'read-backs',
    'bytes down',
  ].concat(['calls on the device', 'on the CPU', 'equal results'])
  const rows = routes.map(({ name, ms, dispatches, uploads, readbacks, onGpu, onCpu, correct }) =>
    [name, ms.median, ms.fastest, ms.slowest, dispatches, uploads.count, uploads.bytes, readbacks.count].concat([
      readbacks.bytes,
      onGpu,
      onCpu,
      `${correct.count}/${correct.of}`,
    ]),
  )
  return `<section>
<h2>Routes</h2>
<p>The same programs on the same rows: each call by itself, all calls of a kernel together with the host in between, and all rounds in one submission.</p>
${renderTable(heads, rows)}
</section>`
}

function printPrediction({ counted, inputs, programs, source }) {
  const rows = CARDS.map((card) => [
    card.name,
    ...SHARES.map((share) => spellNumber(predict(card, inputs, share).timesCores)),
  ])
  return `<section>
<h2>Predicted, not measured</h2>
<p>Times the speed of ${CORES} cores, by arithmetic from what was counted for ${programs} programs on ${counted.samples} samples (${escapeHtml(source)}).
What is counted and what is assumed: docs/gpu-prediction.md.</p>
${renderTable(['', ...SHARES.map((share) => `at ${100 * share} % of the ceiling`)], rows)}
</section>`
}
