// Lookup of primitives by name.

import { combinatorTable } from '../kernel/combinator-table.ts'
import { PRIMITIVE_BASE, type Word } from '../kernel/words.ts'
import type { Primitive } from '../primitives/primitive.ts'
import { primitives } from '../primitives/registry.generated.ts'
import { closestName } from './closest-name.ts'
import { UserError } from './errors.ts'

export { primitives }

const byName = new Map(primitives.map((primitive) => [primitive.name, primitive]))

/** The primitive of this name in the exact spelling of the DSL. */
export function primitiveNamed(name: string): Primitive | undefined {
  return byName.get(name)
}

/** The word of a primitive as a function value; throws for an unknown name. */
export function primitiveWord(name: string): Word {
  const primitive = primitiveNamed(name)
  if (primitive === undefined)
    throw new UserError('unknown-primitive', `No primitive is called ${JSON.stringify(name)}`)
  return PRIMITIVE_BASE + primitive.id
}

/** The primitive with the closest name, if any is close. */
export function suggestPrimitive(name: string): string | undefined {
  return closestName(name, [...byName.keys()])
}

/** The names of combinators by the number of the maker in a closure. */
export const combinatorNames: Readonly<Record<number, string>> = Object.fromEntries(
  combinatorTable.filter(({ name }) => byName.has(name)).map(({ maker, name }) => [maker, name]),
)
