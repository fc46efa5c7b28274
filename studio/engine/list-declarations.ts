// The names of a dialect, with the texts that the editor shows for them.

import { spellDeclaration } from '../../src/cli/reference/spell-declaration.ts'
import { spellValue } from '../../src/cli/show/spell-value.ts'
import { type DialectId, dialectOf } from '../../src/language/dialects.ts'
import type { DeclaredName } from './messages.ts'

const MAX_VALUE_LENGTH = 60

/** All primitives and constants of a dialect, in the order of their names. */
export function listDeclarations(id: DialectId): DeclaredName[] {
  const { primitives, constants } = dialectOf(id)
  const named = Array.from(primitives, ([name, primitive]): DeclaredName => {
    const declaration = primitive.declarations[id] ?? primitive
    return { name, kind: 'primitive', text: spellDeclaration(declaration), prose: primitive.prose }
  })
  const fixed = Array.from(constants, ([name, value]): DeclaredName => {
    return { name, kind: 'constant', text: `${name} = ${spellValue(value, MAX_VALUE_LENGTH)}`, prose: '' }
  })
  return [...named, ...fixed].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
