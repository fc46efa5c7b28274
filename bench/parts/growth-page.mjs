// The report of bench/growth.mjs as one HTML file: charts, their slopes, and every point as a table.

import { drawChart, drawLegend, escapeText, spellNumber } from './chart.mjs'

/** How the pages of benchmarks look. */
export const STYLE = `
:root { color-scheme: light dark; --page: #fff; --ink: #1d1d1f; --soft: #5c5c62; --rule: #d4d4d8; --faint: #ececef;
  --s0: #0072b2; --s1: #d55e00; --s2: #00795a; --s3: #a8457f }
@media (prefers-color-scheme: dark) { :root { --page: #16171a; --ink: #ececef; --soft: #a5a5ad; --rule: #45464d; --faint: #292a2f;
  --s0: #56b4e9; --s1: #e69f00; --s2: #2bc79a; --s3: #e08fbd } }
body { margin: 0 auto; padding: 1.5rem; max-width: 76rem; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
h1 { font-size: 1.5rem; margin: 0 } h2 { font-size: 1.1rem; margin: 0 } p { margin: .3rem 0; color: var(--soft) }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); gap: 2rem; margin-top: 1.5rem }
section > svg { width: 100%; height: auto; display: block }
.legend { list-style: none; margin: .3rem 0; padding: 0; display: flex; flex-wrap: wrap; gap: .1rem 1.2rem; font-size: .9rem }
.key { width: 34px; height: 14px; vertical-align: -2px }
.frame { fill: none; stroke: var(--rule) } .grid { stroke: var(--rule); stroke-width: .7 } .grid.faint { stroke: var(--faint) }
.tick, .axis { fill: var(--soft); font-size: 12.5px } .axis { fill: var(--ink); font-size: 13.5px }
.guide { fill: none; stroke: var(--soft); stroke-width: 1.6; stroke-dasharray: 6 5 }
.series { fill: var(--color); stroke: none } .line { fill: none; stroke: var(--color); stroke-width: 2 }
.whisker { stroke: var(--color); stroke-width: 1.4; opacity: .55 }
.s0 { --color: var(--s0) } .s1 { --color: var(--s1) } .s2 { --color: var(--s2) } .s3 { --color: var(--s3) }
details { font-size: .85rem } summary { cursor: pointer } .scroll { overflow-x: auto }
table { border-collapse: collapse } th, td { padding: .1rem .7rem .1rem 0; text-align: right; font-variant-numeric: tabular-nums }
th { font-weight: 600 } th:first-child, td:first-child { text-align: left }
`

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
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>How runs grow</title>
<style>${STYLE}</style>
<h1>How runs grow</h1>
<p>${escapeText(facts.join(' · '))}</p>
<p>Both axes are logarithmic: a straight line is a power, and its steepness the exponent. Points are medians of warm passes, whiskers
the fastest and the slowest.${quick ? ' <strong>Quick: not to be quoted.</strong>' : ''}</p>
<div class="charts">
${curves.map(printCurve).join('\n')}
</div>
</html>
`
}

function printCurve(curve) {
  return `<section>
<h2>${escapeText(curve.title)}</h2>
<p>${escapeText(curve.about)}</p>
${drawLegend(curve)}
${drawChart(curve)}
<p>Exponents of the upper half, in brackets of all points: ${curve.series.map(printSlopes).join('; ')}.</p>
<details><summary>All points</summary><div class="scroll">${printTable(curve)}</div></details>
</section>`
}

function printSlopes({ label, slope, upperSlope }) {
  return `${escapeText(label)} ${upperSlope.toFixed(2)} (${slope.toFixed(2)})`
}

function printTable({ series, xLabel, yLabel }) {
  const rows = series.flatMap(({ label, points }) =>
    points.map((point) => {
      const cells = [label, point.x, ...[point.y, point.low, point.high].map(spellNumber)]
      return [...cells, `${point.correct.count}/${point.correct.of}`]
        .map((cell) => `<td>${escapeText(cell)}</td>`)
        .join('')
    }),
  )
  const heads = ['', xLabel, yLabel, 'least', 'most', 'correct'].map((head) => `<th>${escapeText(head)}</th>`).join('')
  return `<table><tr>${heads}</tr>${rows.map((row) => `<tr>${row}</tr>`).join('\n')}</table>`
}
