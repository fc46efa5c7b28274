// A program as data: statements that call primitives, constants and each other's results, and what it gives out.

import type { Notation } from './values/value-notation.ts'

/** The names that a program is given: the sample's input grid, the grid to compare with, the task's demo pairs. */
export type InputName = 'I' | 'C' | 'S'

/** What can stand as an argument, and as the thing that is called. */
export type Operand =
  | { readonly kind: 'statement'; readonly index: number }
  | { readonly kind: 'input'; readonly name: InputName }
  | { readonly kind: 'primitive'; readonly name: string }
  /** A named constant or a literal; equal values are one constant, whatever they are called. */
  | { readonly kind: 'constant'; readonly value: Notation; readonly name?: string }

/** Where in its file something stands; both count from 1. */
export interface SourcePlace {
  readonly line: number
  readonly column: number
}

/** One call. Its value is known by `name` to the statements after it. */
export interface Statement {
  readonly name: string
  readonly callee: Operand
  readonly args: readonly Operand[]
  readonly place: SourcePlace
  /** A call inside another one on the same line of a batt: its failure is that line's, which takes its own default. */
  readonly inner?: true
}

/** A solver's candidate in a batt. */
export interface SolverOutput {
  readonly kind: 'o'
  readonly number: number
  readonly mutated: boolean
  readonly solver: string
  readonly value: Operand
}

/** A differ's measure in a batt; the owner 'None' compares I with C, any other one that solver's output with C. */
export interface DifferOutput {
  readonly kind: 's'
  readonly number: number
  readonly owner: string
  readonly differ: string
  readonly value: Operand
}

/** A strict program ends with its first error; in a guarded one the safe default of the callee takes its place. */
export type ProgramMode = 'strict' | 'guarded'

/** A solver or verifier (strict, one result) or a batt (guarded, many outputs). */
export interface Program {
  /** The function's name in its file. */
  readonly name: string
  /** The task it is for, by its name, as in `solve_<task>`; none for a batt. */
  readonly task?: string
  readonly mode: ProgramMode
  readonly file: string
  readonly statements: readonly Statement[]
  /** What a strict program returns. */
  readonly result?: Operand
  readonly outputs: readonly (SolverOutput | DifferOutput)[]
}
