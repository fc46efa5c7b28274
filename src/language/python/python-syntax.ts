// The subset of Python syntax used by programs, as plain data; `at` is always an offset in the file.

import type { Operand } from '../program.ts'

/** An expression; syntax outside the subset is `unsupported`, with a name for messages. */
export type Expression =
  | { readonly kind: 'name'; readonly name: string; readonly at: number }
  | { readonly kind: 'number'; readonly text: string; readonly at: number }
  | { readonly kind: 'string'; readonly value: string; readonly at: number }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly at: number }
  | { readonly kind: 'none'; readonly at: number }
  | TupleExpression
  | { readonly kind: 'list' | 'set'; readonly items: readonly Expression[]; readonly at: number }
  | CallExpression
  | { readonly kind: 'member'; readonly object: string; readonly property: string; readonly at: number }
  | LambdaExpression
  /** Created by the reader, never by the parser. */
  | { readonly kind: 'operand'; readonly operand: Operand; readonly at: number }
  | SharedExpression
  | InlinedExpression
  | { readonly kind: 'unsupported'; readonly what: string; readonly at: number }
  | { readonly kind: 'too-deep'; readonly at: number }

/** A tuple, with or without parentheses. */
export interface TupleExpression {
  readonly kind: 'tuple'
  readonly items: readonly Expression[]
  readonly at: number
}

/** A call. */
export interface CallExpression {
  readonly kind: 'call'
  readonly callee: Expression
  readonly args: readonly Argument[]
  readonly at: number
  /** The call is part of an inlined function, whose definition was checked already. */
  readonly isChecked?: true
}

/** A value of an inlined function: an argument or a variable, used any number of times. */
export interface SharedExpression {
  readonly kind: 'shared'
  readonly value: Expression
  /** The free names of the calling function in the value. */
  readonly free: ReadonlySet<string>
  /** Whether the value contains a call. */
  readonly hasCall: boolean
  readonly at: number
}

/** The body of an inlined function: its arguments and variables in order, and its result. */
export interface InlinedExpression {
  readonly kind: 'inlined'
  readonly values: readonly SharedExpression[]
  readonly result: Expression
  readonly at: number
}

/** An argument, with its keyword if any. */
export interface Argument {
  readonly keyword?: string
  readonly value: Expression
}

/** A lambda. */
export interface LambdaExpression {
  readonly kind: 'lambda'
  readonly parameters: readonly PythonParameter[]
  readonly body: Expression
  readonly at: number
}

/** A parameter; a variadic parameter, or one whose default is not a literal, is not plain. */
export interface PythonParameter {
  readonly name: string
  readonly plain: boolean
  readonly hasDefault: boolean
  readonly at: number
}

/** A target of an assignment. */
export interface Target {
  readonly name: string
  readonly at: number
}

/** `a = value`, or `a, b = value`. */
export interface Assignment {
  readonly kind: 'assign'
  readonly targets: readonly Target[]
  readonly value: Expression
  readonly at: number
}

/** A statement; `broken` has a syntax error at `at`; `too-deep` replaces all statements of a piece. */
export type PythonStatement =
  | { readonly kind: 'skip'; readonly at: number }
  | Assignment
  | {
      readonly kind: 'guarded'
      readonly attempt: Assignment
      readonly fallbacks: readonly Assignment[]
      readonly at: number
    }
  | { readonly kind: 'expression'; readonly value: Expression; readonly at: number }
  | { readonly kind: 'return'; readonly value: Expression | undefined; readonly at: number }
  | PythonFunction
  | { readonly kind: 'unsupported'; readonly what: string; readonly at: number }
  | { readonly kind: 'broken'; readonly at: number }
  | { readonly kind: 'too-deep'; readonly at: number }

/** A function definition, or the beginning of one that continues in the next piece. */
export interface PythonFunction {
  readonly kind: 'function'
  readonly name: string
  readonly parameters: readonly PythonParameter[]
  readonly body: readonly PythonStatement[]
  readonly at: number
}
