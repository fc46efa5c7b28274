// Declarations of primitives as text, those that are alike in several dialects once.

import { type DialectId, dialectIds } from '../../language/dialects.ts'
import type { Declaration, Primitive } from '../../primitives/primitive.ts'

/** A signature, and the dialects that have it. */
interface Signature {
  readonly text: string
  readonly dialects: readonly DialectId[]
}

/** The signatures of a primitive. */
export function spellDeclarations({ declarations }: Primitive): Signature[] {
  const groups = new Map<string, DialectId[]>()
  for (const id of dialectIds) {
    const declaration = declarations[id]
    if (declaration === undefined) continue
    const text = spellDeclaration(declaration)
    groups.set(text, [...(groups.get(text) ?? []), id])
  }
  return [...groups].map(([text, dialects]) => ({ text, dialects }))
}

/** The signature of a declaration. */
export function spellDeclaration({ name, parameters, returns }: Declaration): string {
  const texts = parameters.map(({ name: own, type, isOptional }) => `${own}${isOptional ? '?' : ''}: ${type}`)
  return `${name}(${texts.join(', ')}) → ${returns}`
}
