// The part of Python's syntax that programs are written in, as plain data; `at` is always an offset in the file.

import type { Operand } from '../program.ts'

/** An expression; what no program may hold is `unsupported`, with a name for people. */
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
  /** Made by the reader, never by the parser. */
  | { readonly kind: 'operand'; readonly operand: Operand; readonly at: number }
  | { readonly kind: 'unsupported'; readonly what: string; readonly at: number }
  | { readonly kind: 'too-deep'; readonly at: number }

/** Items in parentheses, or with nothing but commas between them. */
export interface TupleExpression {
  readonly kind: 'tuple'
  readonly items: readonly Expression[]
  readonly at: number
}

/** A call of anything with anything. */
export interface CallExpression {
  readonly kind: 'call'
  readonly callee: Expression
  readonly args: readonly Argument[]
  readonly at: number
}

/** An argument, with its keyword if it has one. */
export interface Argument {
  readonly keyword?: string
  readonly value: Expression
}

/** A function without a name. */
export interface LambdaExpression {
  readonly kind: 'lambda'
  readonly parameters: readonly PythonParameter[]
  readonly body: Expression
  readonly at: number
}

/** A parameter; one that gathers arguments, or has a default that is no literal, is not plain. */
export interface PythonParameter {
  readonly name: string
  readonly plain: boolean
  readonly hasDefault: boolean
  readonly at: number
}

/** One name on the left of an assignment. */
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

/** A statement; `broken` has a syntax error, at its place; `too-deep` stands for everything in a piece. */
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

/** A function definition, or the beginning of one whose body goes on in the next piece. */
export interface PythonFunction {
  readonly kind: 'function'
  readonly name: string
  readonly parameters: readonly PythonParameter[]
  readonly body: readonly PythonStatement[]
  readonly at: number
}
