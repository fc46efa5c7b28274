// The report of bench/gpu.mjs as one HTML file: charts of dispatches, the routes, and the prediction.

import { drawChart, drawLegend, escapeText, spellNumber } from './chart.mjs'
import { spellSeconds } from './gpu-text.mjs'
import { STYLE } from './growth-page.mjs'

const OWN_STYLE = `${STYLE}
.charts { margin: 1.5rem 0 } section { min-width: 0; margin-bottom: 1.5rem } .whisker { stroke: none }
`

/** The page; nothing in it is loaded from elsewhere. */
export function printPage({ machine, device, quick, curves, routes, prediction }) {
  const { cpu, cores, versions, date, loadBefore } = machine
  const facts = [device, cpu, `${cores} cores`, `Node ${versions.node}`, `Megabatt ${versions.megabatt}`, date]
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>How dispatches grow</title>
<style>${OWN_STYLE}</style>
<h1>How dispatches grow</h1>
<p>${escapeText([...facts, `load ${loadBefore} before`].join(' · '))}</p>
<p>Values stay on the device from the upload of a chunk to its read-back. Both axes are logarithmic. Dispatches are counted, so they
are the same on every device that takes as much in a chunk.${quick ? ' <strong>Quick: few programs, not to be quoted.</strong>' : ''}</p>
<div class="charts">
${curves.map(printCurve).join('\n')}
</div>
${routes === undefined ? '' : printRoutes(routes)}
${prediction === undefined ? '' : printPrediction(prediction)}
</html>
`
}

function printCurve(curve) {
  const chart = { ...curve, guides: [] }
  const slopes = curve.series.map(
    ({ label, upperSlope, step }) =>
      `${escapeText(label)} ${upperSlope.toFixed(2)} (${spellNumber(step)} more for each)`,
  )
  return `<section>
<h2>${escapeText(curve.title)}</h2>
<p>${escapeText(curve.about)} Expected: ${escapeText(curve.expected)}.</p>
${drawLegend(chart)}
${drawChart(chart)}
<p>Exponents of the right half: ${slopes.join('; ')}.</p>
<details><summary>All points</summary><div class="scroll">${printPoints(curve)}</div></details>
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
  return printTable(heads, rows)
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
<div class="scroll">${printTable(heads, rows)}</div>
</section>`
}

function printPrediction({ cases, card, counted, programs, source }) {
  const { multiprocessors, lanes, clockHz, bytesPerSecond } = card
  const rows = cases.map((one) => [
    one.name,
    ...['middle', 'unkind', 'kind'].map((kindness) => spellNumber(one[kindness].evaluationsPerSecond)),
    spellSeconds(one.middle),
  ])
  return `<section>
<h2>Predicted, not measured</h2>
<p>A card of ${multiprocessors} multiprocessors of ${lanes} lanes at ${clockHz / 1e9} GHz with ${bytesPerSecond / 1e9} GB/s, by arithmetic from what was counted for
${programs} programs on ${counted.samples} samples (${escapeText(source)}). What is counted and what is assumed: docs/gpu-prediction.md.</p>
<div class="scroll">${printTable(['', 'evaluations/s', 'unkind', 'kind', 'where the time goes (middle)'], rows)}</div>
</section>`
}

function printTable(heads, rows) {
  const line = (cells, tag) => `<tr>${cells.map((cell) => `<${tag}>${escapeText(cell)}</${tag}>`).join('')}</tr>`
  return `<table>${line(heads, 'th')}${rows.map((row) => line(row, 'td')).join('\n')}</table>`
}
