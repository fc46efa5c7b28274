// Program files of either form.

import { readJsonPrograms } from './json/read-json.ts'
import { type ReadResult, readPrograms } from './python/read-python.ts'

/** Reads a program file, text or UTF-8: JSON if its name ends in .json or its content begins with { or [, else Python. */
export function readProgramFile(content: string | Uint8Array, file: string): ReadResult {
  const isJson = /\.json$/i.test(file) || /^\s*[[{]/.test(beginningOf(content))
  return isJson ? readJsonPrograms(content, file) : readPrograms(content, file)
}

// More blanks than these before the first character are not looked past.
const LOOK_AHEAD = 4096

function beginningOf(content: string | Uint8Array): string {
  if (typeof content === 'string') return content.slice(0, LOOK_AHEAD).replace(/^\uFEFF/, '')
  return new TextDecoder().decode(content.subarray(0, LOOK_AHEAD))
}
