// Declarations of primitives as text, those that are alike in several dialects once.

import { type DialectId, dialectIds } from '../../language/dialects.ts'
import type { Declaration, Primitive } from '../../primitives/primitive.ts'

/** A text, and the dialects that it holds for. */
export interface DialectText {
  readonly text: string
  readonly dialects: readonly DialectId[]
}

/** The signatures of a primitive. */
export function spellDeclarations({ declarations }: Primitive): DialectText[] {
  const ids = dialectIds.filter((id) => declarations[id] !== undefined)
  return groupTexts(ids, (id) => spellDeclaration(declarations[id]!))
}

/** Each different text with the dialects that have it. */
export function groupTexts(ids: readonly DialectId[], textOf: (id: DialectId) => string): DialectText[] {
  const groups = new Map<string, DialectId[]>()
  for (const id of ids) {
    const text = textOf(id)
    groups.set(text, [...(groups.get(text) ?? []), id])
  }
  return [...groups].map(([text, dialects]) => ({ text, dialects }))
}

function spellDeclaration({ name, parameters, returns }: Declaration): string {
  const texts = parameters.map(({ name: own, type, isOptional }) => `${own}${isOptional ? '?' : ''}: ${type}`)
  return `${name}(${texts.join(', ')}) → ${returns}`
}
