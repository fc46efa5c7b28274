// A program as data: statements, which call primitives on inputs, constants and earlier results, and outputs.

import type { DialectId } from './dialects.ts'
import type { Notation } from './values/value-notation.ts'

/** Inputs of a program: I the input grid of the sample, C the grid to compare with, S the demo pairs of the task. */
export type InputName = 'I' | 'C' | 'S'

/** An argument or callee. */
export type Operand =
  | { readonly kind: 'statement'; readonly index: number }
  | { readonly kind: 'input'; readonly name: InputName }
  | { readonly kind: 'primitive'; readonly key: string }
  /** A named constant or a literal; equal values are the same constant, regardless of their names. */
  | { readonly kind: 'constant'; readonly value: Notation; readonly name?: string }

/** A place in a file; line and column count from 1. */
export interface SourcePlace {
  readonly line: number
  readonly column: number
  /** The name of the statement in the file, where it was assigned before and the statement has a name of its own. */
  readonly name?: string
}

/** One call. The name is unique in the program, except for `_`. */
export interface Statement {
  readonly name: string
  readonly callee: Operand
  readonly args: readonly Operand[]
  readonly place: SourcePlace
  /** A call nested in another call of the same line of a batt: if it fails, the line fails and takes its default. */
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

/** A differ's measure in a batt; the owner 'None' compares I with C, any other owner compares its output with C. */
export interface DifferOutput {
  readonly kind: 's'
  readonly number: number
  readonly owner: string
  readonly differ: string
  readonly value: Operand
}

/** A strict program ends with its first error; a guarded program replaces an error by the safe default of the callee. */
export type ProgramMode = 'strict' | 'guarded'

/** A solver or verifier (strict, one result) or a batt (guarded, many outputs). */
export interface Program {
  /** The name of the function in its file. */
  readonly name: string
  /** The declared task, or the task in the name (`solve_<task>`); undefined for a batt. */
  readonly task?: string
  readonly mode: ProgramMode
  readonly dialect: DialectId
  readonly file: string
  readonly statements: readonly Statement[]
  /** The result of a strict program. */
  readonly result?: Operand
  readonly outputs: readonly (SolverOutput | DifferOutput)[]
}

/** The name of a statement in its file. */
export function shownName({ name, place }: Statement): string {
  return place.name ?? name
}
