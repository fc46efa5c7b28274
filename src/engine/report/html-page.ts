// The frame of an HTML page that is one file: style and script inside, and a policy that lets nothing else run or load.

import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { packBytes } from './pack.ts'

/** The parts of a page; `body` is HTML. */
export interface HtmlPage {
  readonly title: string
  readonly style: string
  readonly body: string
  /** Runs after the body. */
  readonly script?: string
}

/** The page as text. */
export function renderPage({ title, style, body, script }: HtmlPage): string {
  const policy = [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src '${hashSource(script)}'`]),
    `style-src '${hashSource(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body}${script === undefined ? '' : `\n<script>${script}</script>`}
</body>
</html>
`
}

/** Text that has no meaning as HTML. */
export function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replaceAll(/[&<>"]/g, (char) => entities[char]!)
}

/** The hash of an inline script or style, as a policy names it. */
function hashSource(text: string): string {
  return `sha256-${packBytes(sha256(utf8ToBytes(text)))}`
}
