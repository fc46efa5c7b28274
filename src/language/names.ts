// Lookup of primitives by name.

import { combinatorTable } from '../kernel/combinator-table.ts'
import { PRIMITIVE_BASE, type Word } from '../kernel/words.ts'
import type { DialectId, Primitive } from '../primitives/primitive.ts'
import { primitives } from '../primitives/registry.generated.ts'
import { closestName } from './closest-name.ts'
import { UserError } from './errors.ts'

export { primitives }

const namesOf = (dialect: DialectId): Map<string, Primitive> =>
  new Map(primitives.filter((p) => p.declarations[dialect] !== undefined).map((p) => [p.name, p]))
const byDialect: Readonly<Record<DialectId, Map<string, Primitive>>> = {
  a: namesOf('a'),
  r: namesOf('r'),
  t: namesOf('t'),
}
const byName = byDialect.a

/** The primitive of that name in a dialect, exactly as the DSL spells it. */
export function primitiveNamed(name: string, dialect: DialectId = 'a'): Primitive | undefined {
  return byDialect[dialect].get(name)
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
