// Kinds of values, and the kinds that each primitive accepts without failing and returns.

import type { DialectId } from '../../primitives/primitive.ts'
import { type KindTable, kindsOfA, kindsOfR, kindsOfT } from './call-kinds.ts'

/** A set of kinds, one bit per kind. Every value has one kind; a boolean is an integer, a grid is a tuple. */
export type Kinds = number

export const INTEGER: Kinds = 1
export const TUPLE: Kinds = 2
export const SET: Kinds = 4
export const FUNCTION: Kinds = 8
export const NONE: Kinds = 16
export const ANY_KIND: Kinds = 31

/** Kinds of a call: per parameter the kinds with which a call can succeed, and the kinds of its result. */
export interface CallKinds {
  readonly accepted: readonly Kinds[]
  readonly given: Kinds
}

const LETTERS: Readonly<Record<string, Kinds>> = { i: INTEGER, t: TUPLE, s: SET, f: FUNCTION, n: NONE }

const byKey: Readonly<Record<DialectId, ReadonlyMap<string, CallKinds>>> = {
  a: parseTables(kindsOfA),
  r: parseTables(kindsOfA, kindsOfR),
  t: parseTables(kindsOfA, kindsOfT),
}

/** Later tables overrule earlier ones. */
function parseTables(...tables: readonly KindTable[]): Map<string, CallKinds> {
  return new Map(
    tables.flatMap(Object.entries<string>).flatMap(([signature, keys]) => {
      const [accepted, given] = signature.split(' → ')
      const kinds = { accepted: accepted!.split(' ').map(parseKinds), given: parseKinds(given!) }
      return keys.split(' ').map((key) => [key, kinds] as const)
    }),
  )
}

function parseKinds(word: string): Kinds {
  if (word === 'any') return ANY_KIND
  return [...word].reduce((kinds, letter) => kinds | LETTERS[letter]!, 0)
}

/** The kinds of calls of a primitive in a dialect, by its key; undefined if unknown. */
export function callKindsOf(key: string, dialect: DialectId = 'a'): CallKinds | undefined {
  return byKey[dialect].get(key)
}

const NOUNS: readonly (readonly [Kinds, string])[] = [
  [INTEGER, 'an integer'],
  [TUPLE, 'a tuple'],
  [SET, 'a set'],
  [FUNCTION, 'a function'],
  [NONE, 'None'],
]

/** Describes kinds in words: "a tuple or a set". */
export function describeKinds(kinds: Kinds): string {
  return NOUNS.flatMap(([kind, noun]) => ((kinds & kind) === 0 ? [] : [noun])).join(' or ')
}
