// Primitives by key and by name. A key is unique: the name, or `name@t` or `name@r` where dialect A has another primitive.

import { combinatorTable } from '../kernel/combinator-table.ts'
import { PRIMITIVE_BASE, type Word } from '../kernel/words.ts'
import type { DialectId, Primitive } from '../primitives/primitive.ts'
import { primitives } from '../primitives/registry.generated.ts'
import { UserError } from './errors.ts'

export { primitives }

const byKey = new Map(primitives.map((primitive) => [primitive.key, primitive]))

/** The primitives of a dialect by their names. */
export const primitivesByName: Readonly<Record<DialectId, ReadonlyMap<string, Primitive>>> = {
  a: namesOf('a'),
  r: namesOf('r'),
  t: namesOf('t'),
}

function namesOf(dialect: DialectId): Map<string, Primitive> {
  return new Map(
    primitives.flatMap((primitive) => {
      const declaration = primitive.declarations[dialect]
      return declaration === undefined ? [] : [[declaration.name, primitive] as const]
    }),
  )
}

/** The primitive with this key. */
export function primitiveOfKey(key: string): Primitive | undefined {
  return byKey.get(key)
}

/** The primitive of that name in a dialect, exactly as the DSL spells it; a key with its dialect is a name everywhere. */
export function primitiveNamed(name: string, dialect: DialectId = 'a'): Primitive | undefined {
  return primitivesByName[dialect].get(name) ?? (name.includes('@') ? byKey.get(name) : undefined)
}

/** The name of a primitive in programs: its key without the dialect. */
export function nameOfKey(key: string): string {
  const end = key.indexOf('@')
  return end < 0 ? key : key.slice(0, end)
}

/** The word of a primitive as a function value; throws for an unknown key. */
export function primitiveWord(key: string): Word {
  const primitive = primitiveOfKey(key)
  if (primitive === undefined) throw new UserError('unknown-primitive', `Unknown primitive ${JSON.stringify(key)}`)
  return PRIMITIVE_BASE + primitive.id
}

/** The names of combinators by the number of the maker in a closure. */
export const combinatorNames: Readonly<Record<number, string>> = Object.fromEntries(
  combinatorTable.filter(({ name }) => byKey.has(name)).map(({ maker, name }) => [maker, name]),
)
