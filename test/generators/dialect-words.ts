// The primitives and constants of a dialect as drawn programs use them: named, typed and returning as the dialect declares it.

import { dialectOf } from '../../src/language/dialects.ts'
import type { Operand } from '../../src/language/program.ts'
import type { DialectId, Primitive } from '../../src/primitives/primitive.ts'

/** The primitives of a dialect, with the declarations of that dialect; all, or those with these keys. */
export function wordsOf(dialect: DialectId, keys?: readonly string[]): Primitive[] {
  const wanted = keys === undefined ? undefined : new Set(keys)
  return Array.from(dialectOf(dialect).primitives.values(), (primitive) => asDeclared(primitive, dialect)).filter(
    ({ key }) => wanted === undefined || wanted.has(key),
  )
}

function asDeclared(primitive: Primitive, dialect: DialectId): Primitive {
  const { name, returns, parameters } = primitive.declarations[dialect]!
  // The origin of dialect t does not annotate the function that `prapply` maps.
  const typed = parameters.map((own) =>
    primitive.sort === 'higher-order' && own.name === 'function' ? { ...own, type: 'Callable' } : own,
  )
  return { ...primitive, name, returns, parameters: typed }
}

/** The name without the suffix by which dialect t narrows a type: `first` of `first_t`. */
export function stemOf(name: string): string {
  return name.replace(/_[tfio]$/, '')
}

const numbered = (prefix: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, k) => `${prefix}${from + k}`)

/** The constants that people write for a parameter of a type; selectors out of range are among them. */
const CONSTANTS: Readonly<Record<string, readonly string[]>> = {
  C_: 'BLACK BLUE RED GREEN YELLOW GRAY MAGENTA ORANGE CYAN BURGUNDY'.split(' '),
  FL: [...numbered('F', 0, 3), ...numbered('L', 1, 3), 'F9', 'L10'],
  F_: [...numbered('F', 0, 3), 'L1'],
  R4: numbered('R', 0, 4),
  R8: numbered('R', 0, 8),
  A4: numbered('A', 0, 4),
  A8: numbered('A', 0, 8),
}

/** The names of constants for a parameter of this type; empty for types that dialect a has, too. */
export function constantsFor(type: string): readonly string[] {
  return CONSTANTS[type] ?? []
}

/** The operand of a constant by name. */
export function constantNamed(name: string): Operand {
  return { kind: 'constant', value: dialectOf('t').constants.get(name)!, name }
}
