// JSON from untrusted files: parsed only after its depth and its number of values were checked.

import { UserError } from '../language/errors.ts'
import type { SourceText } from '../language/source-text.ts'
import { findFault } from '../language/json/json-places.ts'

/** The most levels of nested lists and objects. */
export const MAX_DEPTH = 100
/** The most lists and objects, and the most strings of a file: JSON.parse needs up to ten times their size. */
export const MAX_CONTAINERS = 4_000_000
export const MAX_STRINGS = 2_000_000

/** The value of a JSON text; throws a UserError with the place of the first syntax error. */
export function parseJson(source: SourceText): unknown {
  const { text } = source
  if (text.trim() === '') {
    throw errorAt(source, 0, 'The file is empty', 'A task file is JSON; docs/tasks.md shows its forms.')
  }
  checkBounds(source)
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    const fault = findFault(text)
    const problem = fault?.message ?? (cause as Error).message
    const cut = fault !== undefined && fault.offset >= text.length
    const advice = cut ? 'Is the file complete?' : 'Correct the file at this place.'
    throw errorAt(source, fault?.offset ?? 0, `The file is not JSON: ${problem}`, advice)
  }
}

/** Walks over the text, which need not be valid JSON, and counts what would cost too much to parse. */
function checkBounds(source: SourceText): void {
  const { text } = source
  let depth = 0
  let containers = 0
  let strings = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        strings++
        if (strings > MAX_STRINGS) throw tooMuch(source, at, `more than ${MAX_STRINGS} strings`)
        at = endOfString(text, at)
        break
      case 0x5b: // [
      case 0x7b: // {
        depth++
        containers++
        if (depth > MAX_DEPTH) {
          const advice = 'Grids in tasks need far fewer levels; docs/tasks.md shows the forms.'
          throw errorAt(source, at, `Lists and objects are nested more than ${MAX_DEPTH} levels deep`, advice)
        }
        if (containers > MAX_CONTAINERS) throw tooMuch(source, at, `more than ${MAX_CONTAINERS} lists and objects`)
        break
      case 0x5d: // ]
      case 0x7d: // }
        depth--
        break
      default:
    }
  }
}

/** Where the string that starts at `at` has its closing quote, or the end of the text. */
function endOfString(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code === 0x22) return end
    if (code === 0x5c) end++ // what a backslash escapes does not end it
  }
  return text.length
}

function tooMuch(source: SourceText, at: number, what: string): UserError {
  return errorAt(source, at, `The file holds ${what}`, 'Split it into several files.')
}

function errorAt(source: SourceText, at: number, message: string, advice: string): UserError {
  return new UserError('task-json', message, { advice, place: { file: source.file, ...source.placeAt(at) } })
}
