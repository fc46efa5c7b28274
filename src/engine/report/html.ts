// Parts of self-contained HTML pages: escaped text, and the hashes that a content security policy names.

import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { packBytes } from './pack.ts'

/** A policy that allows this inline script, this inline style and images in data URLs, and no requests. */
export function pagePolicy(script: string, style: string): string {
  return [
    "default-src 'none'",
    `script-src '${hashSource(script)}'`,
    `style-src '${hashSource(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

function hashSource(text: string): string {
  return `sha256-${packBytes(sha256(utf8ToBytes(text)))}`
}

/** Text that is safe as content and in quoted attributes. */
export function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replaceAll(/[&<>"]/g, (char) => entities[char]!)
}
