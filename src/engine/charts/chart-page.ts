// Pages with charts: one style for all benchmarks, light and dark, narrow and wide, in one file.

import { escapeHtml, renderPage } from '../report/html-page.ts'

/** The colours (after Okabe and Ito) differ for the colour-blind, too. */
const STYLE = `
:root { color-scheme: light dark; --page: #fff; --ink: #1d1d1f; --soft: #5c5c62; --rule: #d4d4d8; --faint: #ececef;
  --s0: #0072b2; --s1: #d55e00; --s2: #00795a; --s3: #a8457f; --s4: #8a6d00; --s5: #62666e; --s6: #7a3db8; --s7: #b8002e }
@media (prefers-color-scheme: dark) { :root { --page: #16171a; --ink: #ececef; --soft: #a5a5ad; --rule: #45464d; --faint: #292a2f;
  --s0: #56b4e9; --s1: #e69f00; --s2: #2bc79a; --s3: #e08fbd; --s4: #e5d83c; --s5: #b8bcc4; --s6: #b48cf2; --s7: #ff6b81 } }
body { margin: 0 auto; padding: 1.5rem; max-width: 76rem; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
h1 { font-size: 1.5rem; margin: 0 } h2 { font-size: 1.1rem; margin: 0 } p { margin: .3rem 0; color: var(--soft); overflow-wrap: anywhere }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); gap: 2rem; margin: 1.5rem 0 }
section { min-width: 0 } body > section { margin-bottom: 1.5rem } .chart { width: 100%; height: auto; display: block }
.legend { list-style: none; margin: .3rem 0; padding: 0; display: flex; flex-wrap: wrap; gap: .1rem 1.2rem; font-size: .9rem }
.key { width: 34px; height: 14px; vertical-align: -2px }
.frame { fill: none; stroke: var(--rule) } .grid { stroke: var(--rule); stroke-width: .7 } .grid.faint { stroke: var(--faint) }
.tick, .axis { fill: var(--soft); font-size: 12.5px } .axis { fill: var(--ink); font-size: 13.5px }
.guide { fill: none; stroke: var(--soft); stroke-width: 1.6; stroke-dasharray: 6 5 }
.series { fill: var(--color); stroke: none } .line { fill: none; stroke: var(--color); stroke-width: 2 }
.whisker { stroke: var(--color); stroke-width: 1.4; opacity: .55 }
.s0 { --color: var(--s0) } .s1 { --color: var(--s1) } .s2 { --color: var(--s2) } .s3 { --color: var(--s3) }
.s4 { --color: var(--s4) } .s5 { --color: var(--s5) } .s6 { --color: var(--s6) } .s7 { --color: var(--s7) }
details { font-size: .85rem } summary { cursor: pointer } .scroll { overflow-x: auto }
table { border-collapse: collapse } th, td { padding: .1rem .7rem .1rem 0; text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
th { font-weight: 600 } th:first-child, td:first-child { text-align: left }
.bars { width: 100%; font-size: .9rem } .bars th { font-weight: 400; white-space: normal; overflow-wrap: anywhere } .bars td { padding-right: 0 }
.bars .bar { width: 60%; padding-right: .7rem } .bars svg { display: block }
@media (max-width: 600px) { body { padding: 1rem .8rem } .tick { font-size: 17px } .axis { font-size: 18px } .bars .bar { width: 45% } }
`

/** A page; `body` is HTML. Nothing in it is loaded from elsewhere. */
export function renderChartPage(title: string, body: string): string {
  return renderPage({ title, style: STYLE, body: `<h1>${escapeHtml(title)}</h1>\n${body}` })
}

/** A table of texts and numbers. */
export function renderTable(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(String(cell))}</${tag}>`).join('')}</tr>`
  return `<div class="scroll" tabindex="0"><table>${line(heads, 'th')}\n${rows.map((row) => line(row, 'td')).join('\n')}</table></div>`
}
