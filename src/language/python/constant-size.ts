// Limits of constants that are built of other constants by name: a few lines can describe a value without end.

import type { FunctionScope } from '../function-scope.ts'
import type { Operand } from '../program.ts'
import type { Notation } from '../values/value-notation.ts'

/** Maximum number of parts of a constant. */
export const MAX_CONSTANT_PARTS = 1 << 16
/** Maximum nesting of a constant. */
const MAX_CONSTANT_DEPTH = 200

interface Size {
  readonly parts: number
  readonly depth: number
}

const ATOM: Size = { parts: 1, depth: 0 }
const sizes = new WeakMap<object, Size>()

/** The operand of a tuple or set of constants; reports one that is too large or nested too deep. */
export function makeConstant(
  scope: FunctionScope,
  value: { t: Notation[] } | { s: Notation[] },
  at: number,
): Operand | undefined {
  let parts = 1
  let depth = 0
  for (const item of 't' in value ? value.t : value.s) {
    const size = (typeof item === 'object' && item !== null ? sizes.get(item) : undefined) ?? ATOM
    parts += size.parts
    depth = Math.max(depth, size.depth)
  }
  sizes.set(value, { parts, depth: depth + 1 })
  if (parts > MAX_CONSTANT_PARTS) {
    return scope.fail({ code: 'too-long', at, message: `A constant of more than ${MAX_CONSTANT_PARTS} parts` })
  }
  if (depth >= MAX_CONSTANT_DEPTH) {
    return scope.fail({ code: 'too-deep', at, message: `A constant nested deeper than ${MAX_CONSTANT_DEPTH}` })
  }
  return { kind: 'constant', value }
}
