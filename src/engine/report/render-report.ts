// A report as one HTML page: data, style and script inside, and nothing loaded from anywhere.

import { escapeHtml, pagePolicy } from './html.ts'
import { PAGE_SCRIPT, PAGE_STYLE } from './page.generated.ts'
import type { ReportData } from './report-data.ts'

/** The page of a report. Names in the data can hold anything: they reach the page as JSON, and the script shows them as text. */
export function renderReport(data: ReportData): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${pagePolicy(PAGE_SCRIPT, PAGE_STYLE)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${escapeHtml(data.title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<noscript>This report is drawn by a script of its own. Please allow scripts.</noscript>
<div id="report"></div>
<script type="application/json" id="data">${escapeJson(data)}</script>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`
}

/** JSON in which no tag begins: a name may hold the end tag of a script, or the beginning of a comment. */
function escapeJson(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
}
