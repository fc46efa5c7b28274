// Live statements of a program: those that its result or one of its outputs depends on.

import type { Operand, Program } from './program.ts'

/** For each statement, whether the result or an output of the program depends on it. */
export function findLiveStatements({ statements, outputs, result }: Program): boolean[] {
  const live = statements.map(() => false)
  const mark = (operand: Operand) => {
    if (operand.kind === 'statement') live[operand.index] = true
  }
  for (const { value } of outputs) mark(value)
  if (result !== undefined) mark(result)
  for (let k = statements.length - 1; k >= 0; k--) {
    if (!live[k]) continue
    mark(statements[k]!.callee)
    for (const arg of statements[k]!.args) mark(arg)
  }
  return live
}
