// Values as plain JavaScript: numbers, arrays for tuples, Sets for sets. Used by the public API.

import type { Heap } from '../../kernel/heap.ts'
import type { Word } from '../../kernel/words.ts'
import { type Notation, NotationError, decodeNotation, encodeNotation } from './value-notation.ts'

/** A function value: a primitive by name, or the call of a combinator. */
export type PlainFunction = { readonly f: string } | { readonly call: string; readonly args: readonly Plain[] }

/** A value: None (null), an integer or boolean, a tuple (a grid is an array of rows), a set, a function. */
export type Plain = null | number | boolean | readonly Plain[] | ReadonlySet<Plain> | PlainFunction

/** Encodes a plain value on the heap; throws a NotationError if it is not a value. */
export function encodePlain(h: Heap, value: Plain): Word {
  return encodeNotation(h, toNotation(value, 0))
}

/** Decodes a value of the heap to plain JavaScript; booleans become 0 and 1, sets are in ascending order. */
export function decodePlain(h: Heap, word: Word): Plain {
  return plainFromNotation(decodeNotation(h, word))
}

const MAX_DEPTH = 100

function toNotation(value: Plain, depth: number): Notation {
  // An array can contain itself.
  if (depth > MAX_DEPTH) throw new NotationError(`nested deeper than ${MAX_DEPTH}`, '')
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Set) return { s: Array.from(value as ReadonlySet<Plain>, (item) => toNotation(item, depth + 1)) }
  if (Array.isArray(value)) return { t: Array.from(value as readonly Plain[], (item) => toNotation(item, depth + 1)) }
  const fn = value as PlainFunction
  return 'f' in fn ? { f: fn.f } : { call: fn.call, args: fn.args.map((item) => toNotation(item, depth + 1)) }
}

/** Converts a value of the notation, as in results and traces, to plain JavaScript; a grid becomes an array of rows. */
export function plainFromNotation(value: Notation): Plain {
  if (typeof value !== 'object' || value === null) return value
  if ('g' in value) return value.g.map((row) => Array.from(row, Number))
  if ('t' in value) return value.t.map(plainFromNotation)
  if ('s' in value) return new Set(value.s.map(plainFromNotation))
  return 'f' in value ? value : { call: value.call, args: value.args.map(plainFromNotation) }
}
