// Names of constants and variables in expressions: identifiers, and fields of groups in device code.

import type { Expression } from 'oxc-parser'

/** An identifier, or a field of a group. */
export type Named = Expression & { type: 'Identifier' | 'MemberExpression' }

/** The name of a constant or variable: an identifier, or `group.field`; '' for any other expression. */
export function dottedName(expression: Expression): string {
  if (expression.type === 'Identifier') return expression.name
  if (expression.type !== 'MemberExpression' || expression.computed) return ''
  const { object, property } = expression
  return object.type === 'Identifier' && property.type === 'Identifier' ? `${object.name}.${property.name}` : ''
}
