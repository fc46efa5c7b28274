// Checks of inner statements: an inner statement is used exactly once, by the call that contains it.

import type { Operand, Statement } from '../program.ts'

/** Maximum nesting of inner calls; Python files stay far below, also after conversion of lambdas. */
export const MAX_INNER_DEPTH = 1000

/** A problem of the inner statement at `index`. */
export interface InnerProblem {
  readonly index: number
  readonly code: 'bad-shape' | 'too-deep'
  readonly message: string
}

/** Finds inner statements that cannot be nested in another call; `ends` are the result and outputs of the program. */
export function findInnerProblems(statements: readonly Statement[], ends: readonly Operand[]): InnerProblem[] {
  const useCounts = new Uint32Array(statements.length)
  const depths = new Uint32Array(statements.length)
  const problems: InnerProblem[] = []
  const use = (operand: Operand): number => {
    if (operand.kind !== 'statement') return 0
    useCounts[operand.index]!++
    return statements[operand.index]!.inner === true ? depths[operand.index]! + 1 : 0
  }
  for (const [k, { callee, args }] of statements.entries()) {
    for (const operand of [callee, ...args]) depths[k] = Math.max(depths[k]!, use(operand))
  }
  for (const operand of ends) use(operand)
  for (const [index, { inner, name }] of statements.entries()) {
    if (inner !== true) continue
    const count = useCounts[index]!
    if (count !== 1) {
      const used = count === 0 ? 'never used' : `used ${count} times`
      problems.push({ index, code: 'bad-shape', message: `${name} is inside another call, but ${used}` })
    } else if (depths[index]! > MAX_INNER_DEPTH) {
      const message = `${name} has calls inside it that are nested deeper than ${MAX_INNER_DEPTH}`
      problems.push({ index, code: 'too-deep', message })
    }
  }
  return problems
}
