// A report as one HTML page: data, style and script inside, and nothing loaded from anywhere.

import { renderPage } from './html-page.ts'
import { PAGE_SCRIPT, PAGE_STYLE } from './page.generated.ts'
import type { ReportData } from './report-data.ts'

/** The page of a report. Names in the data can hold anything: they reach the page as JSON, and the script shows them as text. */
export function renderReport(data: ReportData): string {
  const body = `<noscript>This report is drawn by a script of its own. Please allow scripts.</noscript>
<div id="report"></div>
<script type="application/json" id="data">${escapeJson(data)}</script>`
  return renderPage({ title: data.title, style: PAGE_STYLE, body, script: PAGE_SCRIPT })
}

/** JSON in which no tag begins: a name may hold the end tag of a script, or the beginning of a comment. */
function escapeJson(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
}
