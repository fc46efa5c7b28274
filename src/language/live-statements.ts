// Live statements of a program: those that its result or one of its outputs depends on.

import type { Operand, Program } from './program.ts'

/** For each statement, whether the result or an output of the program depends on it. */
export function findLiveStatements(program: Program): boolean[] {
  return Array.from(new LiveStatements().find(program).subarray(0, program.statements.length), (flag) => flag === 1)
}

/** Finds the live statements of many programs one after the other. */
export class LiveStatements {
  #isLive = new Uint8Array(64)

  /** For each statement 1 if it is live, else 0; valid until the next program. What follows the statements has no meaning. */
  find({ statements, outputs, result }: Program): Uint8Array {
    if (this.#isLive.length < statements.length) this.#isLive = new Uint8Array(2 * statements.length)
    const isLive = this.#isLive
    isLive.fill(0, 0, statements.length)
    for (let k = 0; k < outputs.length; k++) mark(outputs[k]!.value, isLive)
    if (result !== undefined) mark(result, isLive)
    for (let k = statements.length - 1; k >= 0; k--) {
      if (isLive[k] === 0) continue
      const { callee, args } = statements[k]!
      mark(callee, isLive)
      for (let j = 0; j < args.length; j++) mark(args[j]!, isLive)
    }
    return isLive
  }
}

function mark(operand: Operand, isLive: Uint8Array): void {
  if (operand.kind === 'statement') isLive[operand.index] = 1
}
