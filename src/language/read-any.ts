// Reads program files in Python or JSON.

import { readJsonPrograms } from './json/read-json.ts'
import { type ReadResult, readPrograms } from './python/read-python.ts'
import type { ReadOptions } from './recognize-dialect.ts'

/** Reads a program file, text or UTF-8: JSON if its name ends in .json or its content starts with { or [, else Python. */
export function readProgramFile(content: string | Uint8Array, file: string, options: ReadOptions = {}): ReadResult {
  const isJson = /\.json$/i.test(file) || /^\s*[[{]/.test(beginningOf(content))
  return isJson ? readJsonPrograms(content, file, options) : readPrograms(content, file, options)
}

// The first non-blank character must be within this many code units.
const LOOK_AHEAD = 4096

function beginningOf(content: string | Uint8Array): string {
  if (typeof content === 'string') return content.slice(0, LOOK_AHEAD).replace(/^\uFEFF/, '')
  return new TextDecoder().decode(content.subarray(0, LOOK_AHEAD))
}
