// Dialects of the DSL: the primitives and constants that a program can name, and the layout of its cells.

import type { Parameter, Primitive } from '../primitives/primitive.ts'
import { closestName } from './closest-name.ts'
import { keyOf, nameOfKey, primitiveNamed, primitives } from './names.ts'
import { pendingNames, pendingPrimitives } from './pending-primitives.ts'
import type { Operand } from './program.ts'
import { constants } from './values/constants.ts'
import type { Notation } from './values/value-notation.ts'

/** `a`: the public DSL. `r`: the verifiers' copy of it. `t`: the extended DSL, in which batts are written. */
export type DialectId = 'a' | 'r' | 't'

/** The order of the parts of a cell: (colour, (row, column)) in `a`, (row, column, colour) in `t`. */
export type CellLayout = 'a' | 't'

/** The declaration of a primitive in one dialect. */
export interface Declaration {
  readonly name: string
  readonly parameters: readonly Parameter[]
  readonly returns: string
}

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
  const own = [...primitives, ...pendingPrimitives].flatMap((primitive) => {
    const declaration = declarationOf(primitive, id)
    return declaration === undefined ? [] : [[declaration.name, primitive] as const]
  })
  return { id, layout: layoutOf(id), primitives: new Map(own), constants }
}

/** The declaration of a primitive in a dialect; undefined if the dialect does not have it. */
export function declarationOf(primitive: Primitive, id: DialectId): Declaration | undefined {
  if (id === 't') return pendingNames.has(primitive.name) ? primitive : undefined
  return primitive.id < 0 ? undefined : primitive
}

/** Whether the last parameter can be left out; its default is `identity`. */
export function isOptional(parameter: Parameter | undefined): boolean {
  return parameter !== undefined && 'optional' in parameter
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
  if (primitive !== undefined) return { kind: 'primitive', key: keyOf(primitive) }
  return value === undefined ? undefined : { kind: 'constant', value, name }
}

/** The parameters of a primitive in a dialect, by its key. */
export function parametersOf(key: string, id: DialectId): readonly Parameter[] {
  const primitive = primitiveNamed(key)!
  return (declarationOf(primitive, id) ?? primitive).parameters
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
  return mapFunctions(value, nameOfKey)
}

/** A value with the keys of its functions instead of the names of a dialect; unknown names are kept. */
export function withKeys(value: Notation, { primitives: own }: Dialect): Notation {
  return mapFunctions(value, (name) => {
    const primitive = own.get(name)
    return primitive === undefined ? name : keyOf(primitive)
  })
}

const MAX_DEPTH = 100

/** A value with other names of functions; a part that is no value is kept, for the encoder to refuse. */
function mapFunctions(value: Notation, rename: (name: string) => string, depth = 0): Notation {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value
  const mapItems = (items: Notation[]): Notation[] =>
    Array.isArray(items) ? items.map((item) => mapFunctions(item, rename, depth + 1)) : items
  if ('t' in value) return { t: mapItems(value.t) }
  if ('s' in value) return { s: mapItems(value.s) }
  if ('f' in value) return typeof value.f === 'string' ? { f: rename(value.f) } : value
  if (!('call' in value) || typeof value.call !== 'string') return value
  return { call: rename(value.call), args: mapItems(value.args) }
}
