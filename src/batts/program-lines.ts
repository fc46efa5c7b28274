// The lines of a solver or differ on their way into a batt: the next one to add, and the values of those added.

import { dialectOf, wellKnownOperand } from '../language/dialects.ts'
import { findLiveStatements } from '../language/live-statements.ts'
import { type Operand, type Program, type Statement, shownName } from '../language/program.ts'

/** One call of a program. */
export interface Line extends Pick<Statement, 'callee' | 'args'> {
  /** The index of the statement; that after the last one for a line that the program does not have. */
  readonly index: number
  /** The line in the program's file, and the name of the statement there. */
  readonly line: number | null
  readonly name: string
}

/** A statement as an operand. */
export type StatementOperand = Extract<Operand, { readonly kind: 'statement' }>

/** A strict program that contributes to a batt line by line. */
export class ProgramLines {
  /** The id of the solver or name of the differ. */
  readonly id: string
  isMutated = false
  readonly #lines: readonly Line[]
  readonly #resultIndex: number
  readonly #values: StatementOperand[] = []
  #next = 0

  constructor(program: Program, id: string) {
    this.id = id
    const { result, statements } = program
    this.#lines = linesOf(program)
    this.#resultIndex = result!.kind === 'statement' ? result!.index : statements.length
  }

  get isDone(): boolean {
    return this.#next === this.#lines.length
  }

  /** Takes the next line. */
  takeLine(): Line {
    return this.#lines[this.#next++]!
  }

  /** Notes the statement of the batt that a line has become. */
  setValue({ index }: Line, value: StatementOperand): void {
    this.#values[index] = value
  }

  /** The statement of the batt that a statement of the program has become. */
  valueOf(index: number): StatementOperand {
    return this.#values[index]!
  }

  /** The statement of the batt with the program's result, after the last line. */
  get result(): StatementOperand {
    return this.valueOf(this.#resultIndex)
  }
}

/** The statements that the result depends on: others are not run alone, either. */
function linesOf(program: Program): Line[] {
  const isLive = findLiveStatements(program)
  const lines = program.statements.flatMap((statement, index): Line[] => {
    const { callee, args, place } = statement
    return isLive[index]! ? [{ index, callee, args, line: place.line, name: shownName(statement) }] : []
  })
  const { result, statements, dialect } = program
  if (result!.kind === 'statement') return lines
  // An entry of a batt refers to a statement.
  const callee = wellKnownOperand(dialectOf(dialect), 'identity')!
  return [{ index: statements.length, callee, args: [result!], line: null, name: 'return' }]
}
