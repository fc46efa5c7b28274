// Values and operands of JSON programs: the notation of docs/conform.md, and names of statements, inputs and constants.

import { INT_MAX, INT_MIN } from '../../kernel/words.ts'
import type { DiagnosticCode } from '../diagnostics.ts'
import { type Dialect, suggestPrimitive, wellKnownOperand } from '../dialects.ts'
import type { FunctionScope } from '../function-scope.ts'
import type { JsonPath } from './json-places.ts'
import type { Operand } from '../program.ts'
import type { Notation } from '../values/value-notation.ts'

/** A problem in a part of a program; `path` leads from the statement or program to the part. */
export class JsonProblem extends Error {
  readonly code: DiagnosticCode
  readonly path: JsonPath
  readonly advice: string | undefined

  constructor(code: DiagnosticCode, path: JsonPath, message: string, advice?: string) {
    super(message)
    this.code = code
    this.path = path
    this.advice = advice
  }
}

const MAX_DEPTH = 100

/** Reads the operand at a path. Unknown names are reported to the scope; other problems are thrown. */
export function readJsonOperand(
  scope: FunctionScope,
  json: unknown,
  path: JsonPath,
  locate: (path: JsonPath) => number,
): Operand | undefined {
  if (typeof json === 'string') {
    const isKnown = scope.has(json) || wellKnownOperand(scope.dialect, json) !== undefined
    return scope.lookUp(json, isKnown ? 0 : locate(path))
  }
  if (json === undefined) throw new JsonProblem('bad-shape', [], `The key "${path.at(-1)}" is missing`)
  const value = readJsonValue(json, scope.dialect, path)
  if (typeof value === 'object' && value !== null && 'f' in value) return { kind: 'primitive', key: value.f }
  return { kind: 'constant', value }
}

/** Copies a value of the notation, with keys for the names of its functions, without other properties of the JSON. */
export function readJsonValue(json: unknown, dialect: Dialect, path: JsonPath, depth = 0): Notation {
  if (depth > MAX_DEPTH) throw new JsonProblem('too-deep', path, `A value nested deeper than ${MAX_DEPTH}`)
  if (json === null || typeof json === 'boolean') return json
  if (typeof json === 'number') return readInteger(json, path)
  if (typeof json === 'string') {
    const advice =
      'Names stand only as arguments, not in values: write the value itself, or {"f": name} for a primitive.'
    throw new JsonProblem('unsupported-expression', path, 'A name inside a value', advice)
  }
  if (Array.isArray(json)) {
    throw new JsonProblem(
      'unsupported-expression',
      path,
      'Not part of the language: a list',
      'A tuple is {"t": […]}, a set {"s": […]}.',
    )
  }
  return readObject(json as Readonly<Record<string, unknown>>, dialect, path, depth)
}

function readInteger(value: number, path: JsonPath): number {
  if (!Number.isInteger(value)) {
    throw new JsonProblem('unsupported-expression', path, 'Not part of the language: a number that is not an integer')
  }
  if (value >= INT_MIN && value <= INT_MAX) return value === 0 ? 0 : value
  const advice = `Integers go from ${INT_MIN} to ${INT_MAX}.`
  throw new JsonProblem('integer-range', path, 'The integer is outside the range of 31 bits', advice)
}

function readObject(
  json: Readonly<Record<string, unknown>>,
  dialect: Dialect,
  path: JsonPath,
  depth: number,
): Notation {
  const keys = Object.keys(json)
  const [key] = keys
  if (keys.length === 1) {
    const inner = [...path, key!]
    if (key === 't') return { t: readItems(json.t, dialect, inner, depth) }
    if (key === 's') return { s: readItems(json.s, dialect, inner, depth) }
    if (key === 'g') return { g: readRows(json.g, inner) }
    if (key === 'f') return { f: readPrimitiveName(json.f, dialect, inner) }
  } else if (keys.length === 2 && Object.hasOwn(json, 'call') && Object.hasOwn(json, 'args')) {
    return readClosure(json, dialect, path, depth)
  }
  const advice =
    'A value is null, an integer, a boolean, {"t": […]}, {"s": […]}, {"g": ["012", …]}, {"f": name}, or a call of a combinator.'
  throw new JsonProblem('unsupported-expression', path, 'Not a value', advice)
}

function readItems(json: unknown, dialect: Dialect, path: JsonPath, depth: number): Notation[] {
  if (!Array.isArray(json)) throw new JsonProblem('unsupported-expression', path, 'A list of values is expected here')
  return json.map((item: unknown, k) =>
    // Fast path for small integers, the most frequent items: no path is allocated.
    typeof item === 'number' && item >>> 0 === item && item <= INT_MAX
      ? item
      : readJsonValue(item, dialect, [...path, k], depth + 1),
  )
}

function readRows(json: unknown, path: JsonPath): string[] {
  const isGrid =
    Array.isArray(json) &&
    json.length > 0 &&
    json.every((row) => typeof row === 'string' && /^[0-9]+$/.test(row) && row.length === (json[0] as string).length)
  if (isGrid) return json as string[]
  const message = 'Not the rows of a grid'
  const advice = 'They are strings of digits, equally long and not empty; any other grid is a tuple of tuples.'
  throw new JsonProblem('unsupported-expression', path, message, advice)
}

function readPrimitiveName(json: unknown, dialect: Dialect, path: JsonPath): string {
  const primitive = typeof json === 'string' ? dialect.primitives.get(json) : undefined
  if (primitive !== undefined) return primitive.key
  if (typeof json !== 'string') throw new JsonProblem('bad-shape', path, 'The name of a primitive is expected here')
  const suggestion = suggestPrimitive(dialect, json)
  const advice = suggestion === undefined ? undefined : `Did you mean ${suggestion}?`
  throw new JsonProblem('unknown-name', path, `Unknown primitive ${shorten(json)}`, advice)
}

/** A closure as a constant: the call of a combinator. */
function readClosure(
  json: Readonly<Record<string, unknown>>,
  dialect: Dialect,
  path: JsonPath,
  depth: number,
): Notation {
  const call = typeof json.call === 'string' ? json.call : ''
  const combinator = dialect.primitives.get(call)
  if (combinator?.sort !== 'combinator') {
    const advice = 'Make the call a statement of its own, and use its name here.'
    throw new JsonProblem('unsupported-expression', path, 'Only calls of combinators are values', advice)
  }
  const args = readItems(json.args, dialect, [...path, 'args'], depth)
  const count = combinator.parameters.length
  if (args.length === count) return { call: combinator.key, args }
  throw new JsonProblem('arity', path, `${call} takes ${count} arguments, not ${args.length}`)
}

/** Shortens text of the file for a message. */
export function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
