// Conformance files: one JSON object per line, validated when read.

import { UserError } from '../../language/errors.ts'
import { type Dialect, type DialectId, dialectOf, suggestPrimitive } from '../../language/dialects.ts'
import { decideByName } from '../../language/recognize-dialect.ts'
import { type Notation, NotationError, encodeNotation } from '../../language/values/value-notation.ts'
import { Heap, resetHeap } from '../../kernel/heap.ts'
import type { Vector } from './conform.ts'

/** The vectors of a file and the line of each. */
export interface ConformanceFile {
  readonly dialect: DialectId
  readonly vectors: readonly Vector[]
  readonly lines: readonly number[]
}

/** Options of the reader. */
export interface ConformanceOptions {
  /** Keeps the vectors of the named primitives. */
  readonly only?: ReadonlySet<string> | undefined
  /** Default: recognised by the names of the primitives. */
  readonly dialect?: DialectId | undefined
}

/** Reads the lines of a conformance file. */
export function readConformanceFile(text: string, file: string, options: ConformanceOptions = {}): ConformanceFile {
  const { only } = options
  const dialect = dialectOf(options.dialect ?? recognizeDialect(text))
  for (const name of only ?? []) {
    if (!dialect.primitives.has(name)) throw unknownPrimitive(name, { file: '--only' }, dialect)
  }
  const vectors: Vector[] = []
  const lines: number[] = []
  const heap = new Heap(undefined, undefined, dialect.layout)
  for (const [k, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const vector = readVector(line, { file, line: k + 1 }, heap, dialect)
    if (only !== undefined && !only.has(vector.fn)) continue
    vectors.push({ ...vector, fn: dialect.primitives.get(vector.fn)!.key })
    lines.push(k + 1)
  }
  if (vectors.length === 0) {
    throw new UserError('conformance-empty', `${file} has no vector to run`, {
      advice: 'Is it a conformance file? See docs/conform.md.',
    })
  }
  return { dialect: dialect.id, vectors, lines }
}

/** Dialect T if a vector is of a primitive that only T has. */
function recognizeDialect(text: string): DialectId {
  for (const [, name] of text.matchAll(/"fn":\s*"(\w+)"/g)) if (decideByName(name!) === 't') return 't'
  return 'a'
}

interface Place {
  readonly file: string
  readonly line?: number
}

function readVector(line: string, place: Place, heap: Heap, dialect: Dialect): Vector {
  const vector = parseObject(line, place)
  const { fn, tier = 'typed', out, error } = vector
  if (typeof fn !== 'string') {
    const advice = 'Every line needs "fn", "tier", "args" and "out" or "error".'
    throw new UserError('conformance-line', 'The line names no primitive', { place, advice })
  }
  if (!dialect.primitives.has(fn)) throw unknownPrimitive(fn, place, dialect)
  if (typeof tier !== 'string') throw new UserError('conformance-line', '"tier" must be a string', { place })
  if (error !== true && out === undefined)
    throw new UserError('conformance-line', 'The line has neither "out" nor "error": true', { place })
  const read = (key: string, values: unknown) => readValues(heap, key, values, place, dialect.id)
  return {
    fn,
    tier,
    args: read('args', vector.args),
    ...(vector.then === undefined ? {} : { then: read('then', vector.then) }),
    ...(out === undefined ? {} : { out: read('out', [out])[0]! }),
    ...(error === true ? { error } : {}),
  }
}

function parseObject(line: string, place: Place): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch (cause) {
    throw new UserError('conformance-json', `The line is not JSON: ${(cause as Error).message}`, { place, cause })
  }
  throw new UserError('conformance-line', 'The line is not a JSON object', { place })
}

function readValues(heap: Heap, key: string, values: unknown, place: Place, dialect: DialectId): Notation[] {
  if (!Array.isArray(values)) throw new UserError('conformance-line', `"${key}" must be an array`, { place })
  for (const [k, value] of values.entries()) {
    try {
      encodeNotation(heap, value, `${key}[${k}]`, dialect)
    } catch (cause) {
      if (!(cause instanceof NotationError)) throw cause
      throw new UserError('conformance-value', cause.message, { place, cause })
    }
  }
  // Only checked here; values are encoded again when they are run.
  resetHeap(heap)
  return values as Notation[]
}

function unknownPrimitive(name: string, place: Place, dialect: Dialect): UserError {
  const suggestion = suggestPrimitive(dialect, name)
  return new UserError('unknown-primitive', `Unknown primitive ${JSON.stringify(name)}`, {
    place,
    ...(suggestion === undefined ? {} : { advice: `Did you mean ${suggestion}?` }),
  })
}
