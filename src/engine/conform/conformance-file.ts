// Conformance files: one JSON object a line, checked on the way in, so that what follows can trust it.

import { UserError } from '../../language/errors.ts'
import { primitiveNamed, suggestPrimitive } from '../../language/names.ts'
import { NotationError, encodeNotation } from '../../language/values/value-notation.ts'
import { Heap, resetHeap } from '../../kernel/heap.ts'
import type { Vector } from './conform.ts'

/** The vectors of a file and the line each stands on. */
export interface ConformanceFile {
  readonly vectors: readonly Vector[]
  readonly lines: readonly number[]
}

/** Reads the lines of a conformance file; `only` keeps the vectors of the named primitives. */
export function readConformanceFile(text: string, file: string, only?: ReadonlySet<string>): ConformanceFile {
  for (const name of only ?? []) {
    if (primitiveNamed(name) === undefined) throw unknownPrimitive(name, { file: '--only' })
  }
  const vectors: Vector[] = []
  const lines: number[] = []
  const heap = new Heap()
  for (const [k, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const vector = readVector(line, { file, line: k + 1 }, heap)
    if (only !== undefined && !only.has(vector.fn)) continue
    vectors.push(vector)
    lines.push(k + 1)
  }
  if (vectors.length === 0) {
    throw new UserError('conformance-empty', `${file} has no vector to run`, {
      advice: 'Is it a conformance file? See docs/conform.md.',
    })
  }
  return { vectors, lines }
}

interface Place {
  readonly file: string
  readonly line?: number
}

function readVector(line: string, place: Place, heap: Heap): Vector {
  const vector = parseObject(line, place)
  const { fn, tier = 'typed', args, then, out, error } = vector
  if (typeof fn !== 'string') {
    const advice = 'Every line needs "fn", "tier", "args" and "out" or "error".'
    throw new UserError('conformance-line', 'The line names no primitive', { place, advice })
  }
  if (primitiveNamed(fn) === undefined) throw unknownPrimitive(fn, place)
  if (typeof tier !== 'string') throw new UserError('conformance-line', '"tier" must be a string', { place })
  if (error !== true && out === undefined)
    throw new UserError('conformance-line', 'The line has neither "out" nor "error": true', { place })
  checkValues(heap, 'args', args, place)
  if (then !== undefined) checkValues(heap, 'then', then, place)
  if (out !== undefined) checkValues(heap, 'out', [out], place)
  return { ...vector, tier } as unknown as Vector
}

function parseObject(line: string, place: Place): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch (cause) {
    throw new UserError('conformance-json', `The line is no JSON: ${(cause as Error).message}`, { place, cause })
  }
  throw new UserError('conformance-line', 'The line is no JSON object', { place })
}

function checkValues(heap: Heap, key: string, values: unknown, place: Place): void {
  if (!Array.isArray(values)) throw new UserError('conformance-line', `"${key}" must be an array`, { place })
  for (const [k, value] of values.entries()) {
    try {
      encodeNotation(heap, value, `${key}[${k}]`)
    } catch (cause) {
      if (!(cause instanceof NotationError)) throw cause
      throw new UserError('conformance-value', cause.message, { place, cause })
    }
  }
  // Only looked at here; they are put onto a heap again when they are run.
  resetHeap(heap)
}

function unknownPrimitive(name: string, place: Place): UserError {
  const suggestion = suggestPrimitive(name)
  return new UserError('unknown-primitive', `No primitive is called ${JSON.stringify(name)}`, {
    place,
    ...(suggestion === undefined ? {} : { advice: `Did you mean ${suggestion}?` }),
  })
}
