// Mutations of a batt: their record, and the input and result of mutating an argument.

import type { Random } from '../data/random.ts'
import type { Operand } from '../language/program.ts'
import type { BattStatements } from './batt-statements.ts'

/** What a mutation replaces; `sample-color` and `sample-angle` are values that the batt derives from S. */
export type MutationKind =
  | 'color'
  | 'sample-color'
  | 'rank'
  | 'selector'
  | 'angle'
  | 'sample-angle'
  | 'boolean'
  | 'integer'
  | 'pair'
  | 'function'
  | 'variable'
  /** Anything in the place of anything: mutation without types. */
  | 'untyped'

/** One argument of one line of a solver that has another value in the batt. */
export interface Mutation {
  readonly solver: string
  /** The line in the solver's file, and the name of its statement there; null for a solver that calls nothing. */
  readonly line: number | null
  readonly name: string
  /** The statement of the batt that makes the mutated call. */
  readonly statement: string
  /** The argument, counted from 1, and the name of the parameter where the callee is a primitive. */
  readonly argument: number
  readonly parameter: string | null
  readonly kind: MutationKind
  /** The operand as the batt spells it, before and after. */
  readonly from: string
  readonly to: string
}

/** An argument to mutate: operands are those of the batt. */
export interface MutationSite {
  readonly batt: BattStatements
  readonly callee: Operand
  readonly args: readonly Operand[]
  /** Index of the argument in `args`. */
  readonly argument: number
  readonly random: Random
}

/** The replacement of an argument. */
export interface Replacement {
  readonly kind: MutationKind
  readonly operand: Operand
}
