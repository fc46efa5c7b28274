// Reads program files in JSON; docs/programs.md describes the format.
//
// Each program is parsed separately, so an error in one does not affect the others, and places are searched only in the
// program that needs them.

import type { Remark } from '../diagnostics.ts'
import { RisingPlaces, findSyntaxError } from './locate-json.ts'
import { type JsonItems, type JsonOutline, outlineJson } from './outline-json.ts'
import type { Program } from '../program.ts'
import { TOO_MANY_KEYS, findUnknownKey, readJsonProgram } from './read-json-program.ts'
import { MAX_STATEMENTS, type ReadResult } from '../python/read-python.ts'
import type { ReadOptions } from '../recognize-dialect.ts'
import { type SourceText, openSource } from '../source-text.ts'
import { MAX_NESTING } from '../python/split-source.ts'

// JSON.parse needs many times the memory of the text for objects and lists.
const MAX_CONTAINERS = 8 * MAX_STATEMENTS

// The nesting of each program is checked separately.
const MAX_FILE_NESTING = 1e6

const FORM = 'The form is {"programs": [{"name": …, "statements": […], "result": …}, …]}.'

/** Reads a program file in JSON, given as text or UTF-8; programs with errors are omitted. */
export function readJsonPrograms(content: string | Uint8Array, file: string, options: ReadOptions = {}): ReadResult {
  const { source, readable } = openSource(content, file)
  const programs = readable ? readFile(source, options) : []
  return { programs, diagnostics: source.diagnostics }
}

function readFile(source: SourceText, options: ReadOptions): Program[] {
  const { text } = source
  const start = text.search(/[^ \t\n]/)
  if (start < 0) {
    reportNoProgram(source)
    return []
  }
  const outline = outlineJson(text, start, text.length, MAX_FILE_NESTING)
  if (outline.containerCount > MAX_CONTAINERS) {
    const message = `More than ${MAX_CONTAINERS} objects and lists`
    source.report('error', { code: 'too-many-statements', at: start, message, advice: 'Split it into several files.' })
    return []
  }
  const list = text[start] === '[' ? outline.items : outline.members.get('programs')?.items
  // An object without the key "programs" is a program.
  const isSingle = list === undefined && text[start] === '{'
  const items = isSingle ? { starts: [start], ends: [text.length] } : objectsOf(text, list)
  const reader = new FileReader(source, options)
  for (const [k, at] of items.starts.entries()) if (!reader.readProgram(at, items.ends[k]!)) break
  if (!isSingle && reader.isSound) checkEnvelope(source, items, start)
  if (items.starts.length === 0 && source.diagnostics.length === 0) reportNoProgram(source)
  return reader.programs
}

class FileReader {
  /** Whether no program has a syntax error. */
  isSound = true
  readonly #source: SourceText
  readonly #options: ReadOptions
  readonly #places: RisingPlaces
  readonly #programs = new Map<string, Program>()
  #count = 0

  constructor(source: SourceText, options: ReadOptions) {
    this.#source = source
    this.#options = options
    this.#places = new RisingPlaces(source.text)
  }

  get programs(): Program[] {
    return [...this.#programs.values()]
  }

  /** Reads the next program; returns false if the rest of the file must not be read. */
  readProgram(start: number, end: number): boolean {
    const { program, count, isJson } = readJsonProgram(this.#source, this.#places, start, end, this.#options)
    this.isSound &&= isJson
    this.#count += count
    if (this.#count > MAX_STATEMENTS) {
      const message = `More than ${MAX_STATEMENTS} statements`
      const advice = 'The file is not read beyond this program.'
      this.#source.report('error', { code: 'too-many-statements', at: start, message, advice })
      return false
    }
    if (program === undefined) return true
    if (this.#programs.delete(program.name)) {
      const message = `${program.name} was defined before; this later one counts, as in Python`
      this.#source.report('warning', { code: 'duplicate-function', at: start, message })
    }
    this.#programs.set(program.name, program)
    return true
  }
}

/** The items that are objects: only these can be programs. */
function objectsOf(text: string, items: JsonItems | undefined): JsonItems {
  const objects: JsonItems = { starts: [], ends: [] }
  for (const [k, at] of items?.starts.entries() ?? []) {
    if (text[at] !== '{') continue
    objects.starts.push(at)
    objects.ends.push(items!.ends[k]!)
  }
  return objects
}

/** Checks the text around the programs; each program is replaced by 0 and blanks, so offsets are unchanged. */
function checkEnvelope(source: SourceText, { starts, ends }: JsonItems, start: number): void {
  const parts: string[] = []
  let from = 0
  for (const [k, at] of starts.entries()) {
    parts.push(source.text.slice(from, at), '0'.padEnd(ends[k]! - at))
    from = ends[k]!
  }
  parts.push(source.text.slice(from))
  const text = parts.join('')
  const outline = outlineJson(text, start, text.length, MAX_NESTING)
  const problem = findEnvelopeProblem(text, outline)
  if (problem !== undefined) source.report('error', { at: start, ...problem })
}

function findEnvelopeProblem(text: string, outline: JsonOutline): (Omit<Remark, 'at'> & { at?: number }) | undefined {
  const { deepAt, crowdedAt, members, items } = outline
  if (deepAt !== undefined) return { code: 'too-deep', at: deepAt, message: `Nested deeper than ${MAX_NESTING}` }
  if (crowdedAt !== undefined) return { code: 'bad-shape', at: crowdedAt, message: TOO_MANY_KEYS }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    const { at, what } = findSyntaxError(text, 0, text.length)
    return { code: 'syntax-error', at, message: `This is not JSON: ${what}` }
  }
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
  const unknown = isObject ? findUnknownKey(json as object, ['programs', 'comment']) : undefined
  if (unknown !== undefined) return { ...unknown, ...placeOf(members.get(unknown.key)?.at) }
  const list = isObject ? (json as { programs: unknown }).programs : json
  if (!Array.isArray(list)) return { code: 'bad-shape', message: 'The programs are a list', advice: FORM }
  const k = list.findIndex((item) => item !== 0)
  if (k < 0) return undefined
  const { starts } = isObject ? members.get('programs')!.items : items
  return { code: 'bad-shape', message: 'A program is an object', advice: FORM, ...placeOf(starts[k]) }
}

function placeOf(at: number | undefined): { at?: number } {
  return at === undefined ? {} : { at }
}

function reportNoProgram(source: SourceText): void {
  source.report('error', { code: 'no-program', at: 0, message: 'The file holds no program', advice: FORM })
}
