// Primitives by key: the name, or `name@t` or `name@r` where dialect A has another primitive of that name.

import { combinatorTable } from '../kernel/combinator-table.ts'
import { PRIMITIVE_BASE, type Word } from '../kernel/words.ts'
import type { Primitive } from '../primitives/primitive.ts'
import { primitives } from '../primitives/registry.generated.ts'
import { UserError } from './errors.ts'
import { pendingPrimitives } from './pending-primitives.ts'

export { primitives }

const byKey = new Map([...pendingPrimitives, ...primitives].map((primitive) => [keyOf(primitive), primitive]))

/** The unique key of a primitive. */
export function keyOf(primitive: Primitive): string {
  return primitive.name
}

/** The primitive with this key; a name that dialect A has is a key. */
export function primitiveNamed(key: string): Primitive | undefined {
  return byKey.get(key)
}

/** The name of a primitive in programs: its key without the dialect. */
export function nameOfKey(key: string): string {
  const end = key.indexOf('@')
  return end < 0 ? key : key.slice(0, end)
}

/** The word of a primitive as a function value; throws for an unknown key. */
export function primitiveWord(key: string): Word {
  const primitive = primitiveNamed(key)
  if (primitive === undefined) throw new UserError('unknown-primitive', `No primitive is called ${JSON.stringify(key)}`)
  return PRIMITIVE_BASE + primitive.id
}

/** The names of combinators by the number of the maker in a closure. */
export const combinatorNames: Readonly<Record<number, string>> = Object.fromEntries(
  combinatorTable.filter(({ name }) => byKey.has(name)).map(({ maker, name }) => [maker, name]),
)
