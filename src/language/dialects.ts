// Dialects of the DSL: the primitives and constants that a program can name, and the layout of its cells.

import type { CellLayout } from '../kernel/cell-layout.ts'
import type { DialectId, Parameter, Primitive } from '../primitives/primitive.ts'
import { closestName } from './closest-name.ts'
import { nameOfKey, primitiveOfKey, primitivesByName } from './names.ts'
import type { Operand } from './program.ts'
import { constants } from './values/constants.ts'
import type { Notation } from './values/value-notation.ts'

export type { CellLayout, DialectId }

/** A dialect; names are exactly as the DSL spells them. */
export interface Dialect {
  readonly id: DialectId
  readonly layout: CellLayout
  readonly primitives: ReadonlyMap<string, Primitive>
  readonly constants: ReadonlyMap<string, Notation>
}

/** All dialects. */
export const dialectIds: readonly DialectId[] = ['a', 'r', 't']

const dialects: Readonly<Record<DialectId, Dialect>> = {
  a: makeDialect('a'),
  r: makeDialect('r'),
  t: makeDialect('t'),
}

/** The dialect with this id. */
export function dialectOf(id: DialectId): Dialect {
  return dialects[id]
}

/** Whether a text is the id of a dialect. */
export function isDialectId(text: unknown): text is DialectId {
  return (dialectIds as readonly unknown[]).includes(text)
}

/** The layout of the cells of a dialect. */
export function layoutOf(id: DialectId): CellLayout {
  return id === 't' ? 't' : 'a'
}

function makeDialect(id: DialectId): Dialect {
  return { id, layout: layoutOf(id), primitives: primitivesByName[id], constants }
}

const operands: Readonly<Record<DialectId, Map<string, Operand>>> = { a: new Map(), r: new Map(), t: new Map() }

/** The operand of a primitive or constant of a dialect; the same object for the same name. */
export function wellKnownOperand(
  { id, primitives: own, constants: values }: Dialect,
  name: string,
): Operand | undefined {
  const known = operands[id].get(name)
  if (known !== undefined) return known
  const operand = makeOperand(own.get(name), values.get(name), name)
  if (operand !== undefined) operands[id].set(name, operand)
  return operand
}

function makeOperand(primitive: Primitive | undefined, value: Notation | undefined, name: string): Operand | undefined {
  if (primitive !== undefined) return { kind: 'primitive', key: primitive.key }
  return value === undefined ? undefined : { kind: 'constant', value, name }
}

/** The parameters of a primitive in a dialect, by its key. */
export function parametersOf(key: string, id: DialectId): readonly Parameter[] {
  const primitive = primitiveOfKey(key)!
  return (primitive.declarations[id] ?? primitive).parameters
}

/** The dialects that have a primitive or constant of this name. */
export function dialectsWith(name: string): DialectId[] {
  return dialectIds.filter((id) => dialects[id].primitives.has(name) || dialects[id].constants.has(name))
}

/** The closest name of a primitive of the dialect, if any is close. */
export function suggestPrimitive(dialect: Dialect, name: string): string | undefined {
  return closestName(name, [...dialect.primitives.keys()])
}

/** The closest name of a primitive, a constant or one of the given names, if any is close. */
export function suggestName(dialect: Dialect, name: string, others: readonly string[] = []): string | undefined {
  if (name.length < 2) return undefined
  return closestName(name, [...dialect.primitives.keys(), ...dialect.constants.keys(), ...others], 1)
}

/** A value with the names of its functions instead of keys, as a file of its dialect has it. */
export function withNames(value: Notation): Notation {
  if (typeof value !== 'object' || value === null || 'g' in value) return value
  if ('t' in value) return { t: value.t.map(withNames) }
  if ('s' in value) return { s: value.s.map(withNames) }
  if ('f' in value) return { f: nameOfKey(value.f) }
  return { call: nameOfKey(value.call), args: value.args.map(withNames) }
}
