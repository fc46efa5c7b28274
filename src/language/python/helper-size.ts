// The size of a helper function when it is inlined: known before it is, so that nothing too large is ever built.

import type { Assignment, Expression } from './python-syntax.ts'

/** The number of expressions, and the nesting of calls of helpers. */
export interface HelperSize {
  readonly expressions: number
  readonly depth: number
}

/** The size of a name that is no helper. */
export const NO_SIZE: HelperSize = { expressions: 0, depth: 0 }

/** The size of a body; `sizeOf` returns the size of a helper that it mentions, `NO_SIZE` for any other name. */
export function measureHelper(
  body: readonly Assignment[],
  result: Expression,
  sizeOf: (name: string) => HelperSize,
): HelperSize {
  let depth = 0
  const measure = (expression: Expression): number => {
    switch (expression.kind) {
      case 'name': {
        const size = sizeOf(expression.name)
        depth = Math.max(depth, size.depth)
        return 1 + size.expressions
      }
      case 'call':
        return expression.args.reduce((size, { value }) => size + measure(value), 1 + measure(expression.callee))
      case 'tuple':
      case 'list':
      case 'set':
        return expression.items.reduce((size, item) => size + measure(item), 1)
      case 'lambda':
        return 1 + measure(expression.body)
      default:
        return 1
    }
  }
  const expressions = body.reduce((size, { value }) => size + measure(value), 1 + measure(result))
  return { expressions, depth: depth + 1 }
}
