// Converts Python expressions to operands: nested calls become statements, in evaluation order of Python.

import { INT_MAX, INT_MIN } from '../../kernel/words.ts'
import { checkArity, defaultArgument, orderArguments, tupleAsCall } from './call-arguments.ts'
import { makeConstant } from './constant-size.ts'
import { helperName, inlineCall, inlineValue } from './call-helper.ts'
import type { Operand } from '../program.ts'
import type { PythonScope } from './python-scope.ts'
import type { CallExpression, Expression, SharedExpression, TupleExpression } from './python-syntax.ts'
import { readLambda } from './read-lambda.ts'
import type { Notation } from '../values/value-notation.ts'

/** The operand of an expression; its calls are added to the scope, with generated names that begin with `base`. */
export function readExpression(scope: PythonScope, expression: Expression, base: string): Operand | undefined {
  return scope.nest(expression.at, () => readNested(scope, expression, base))
}

function readNested(scope: PythonScope, expression: Expression, base: string): Operand | undefined {
  switch (expression.kind) {
    case 'name': {
      const helper = helperName(scope, expression)
      if (helper === undefined) return scope.lookUp(expression.name, expression.at)
      return readOptional(scope, inlineValue(scope, helper, expression.at), base)
    }
    case 'number': {
      const value = readInteger(scope, expression.text, expression.at)
      return value === undefined ? undefined : { kind: 'constant', value }
    }
    case 'boolean':
      return { kind: 'constant', value: expression.value }
    case 'none':
      return { kind: 'constant', value: null }
    case 'operand':
      return expression.operand
    case 'tuple':
      return readTuple(scope, expression, base, true)
    case 'call':
      return readCall(scope, expression, base, true)
    case 'shared':
      return readShared(scope, expression, base)
    case 'inlined':
      scope.readInOrder(expression.values, (shared) => readShared(scope, shared, base))
      return readExpression(scope, expression.result, base)
    case 'lambda':
      return readLambda(scope, expression, base, (inner) => readExpression(scope, inner, base))
    case 'too-deep':
      return scope.fail({ code: 'too-deep', at: expression.at, message: 'An expression nested deeper than 200' })
    case 'string':
    case 'list':
    case 'set':
    case 'member':
    case 'unsupported': {
      const what = expression.kind === 'unsupported' ? expression.what : nouns[expression.kind]
      return scope.fail({
        code: 'unsupported-expression',
        at: expression.at,
        message: `Not part of the language: ${what}`,
      })
    }
  }
}

const nouns = { string: 'a string', list: 'a list', set: 'a set', member: 'an attribute' } as const

/** The operand of an assigned expression; its outermost call, if any, gets the assigned name. */
export function readAssigned(
  scope: PythonScope,
  expression: Expression,
  name: string,
  at: number,
): Operand | undefined {
  if (expression.kind === 'inlined') {
    scope.readInOrder(expression.values, (shared) => readShared(scope, shared, name))
    return readAssigned(scope, expression.result, name, at)
  }
  if (expression.kind === 'call') return readCall(scope, expression, name, false, at)
  if (expression.kind === 'tuple') return readTuple(scope, expression, name, false)
  return readExpression(scope, expression, name)
}

/** An integer literal; reports floats and integers that do not fit 31 bits. */
export function readInteger(scope: PythonScope, text: string, at: number): number | undefined {
  if (!/^-?(?:\d[\d_]*|0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+)$/.test(text)) {
    return scope.fail({
      code: 'unsupported-expression',
      at,
      message: 'Not part of the language: a number that is not an integer',
    })
  }
  const digits = text.replaceAll('_', '').replace('-', '')
  const value = digits.length > 40 ? Infinity : Number(digits) * (text.startsWith('-') ? -1 : 1)
  if (value >= INT_MIN && value <= INT_MAX) return value === 0 ? 0 : value
  const message = 'The integer is outside the range of 31 bits'
  return scope.fail({ code: 'integer-range', at, message, advice: `Integers go from ${INT_MIN} to ${INT_MAX}.` })
}

/** Adds a call named `name`, or with a name generated from it. */
function readCall(
  scope: PythonScope,
  call: CallExpression,
  name: string,
  isMade: boolean,
  at = call.at,
): Operand | undefined {
  if (isFrozenset(scope, call)) return readFrozenset(scope, call, name)
  const helper = helperName(scope, call.callee)
  if (helper !== undefined) {
    const inlined = inlineCall(scope, call, helper)
    if (inlined === undefined || isMade) return readOptional(scope, inlined, name)
    return readAssigned(scope, inlined, name, at)
  }
  // Looked up before the arguments: ascending lookups of places are fastest.
  const place = scope.source.placeAt(at)
  const callee = readExpression(scope, call.callee, name)
  const values = call.args.map(({ value }) => readExpression(scope, value, name))
  if (callee === undefined || values.includes(undefined)) return undefined
  const order = orderArguments(scope, callee, call)
  if (order === undefined) return undefined
  const args = order.map((k) => values[k]!)
  const optional = defaultArgument(scope, callee, args.length)
  if (optional !== undefined) args.push(optional)
  if (call.isChecked !== true) checkArity(scope, callee, args.length, call.at)
  return scope.call(callee, args, place, name, isMade)
}

function readOptional(scope: PythonScope, expression: Expression | undefined, base: string): Operand | undefined {
  return expression === undefined ? undefined : readExpression(scope, expression, base)
}

function readShared(scope: PythonScope, shared: SharedExpression, base: string): Operand | undefined {
  return scope.readShared(shared, () => readExpression(scope, shared.value, base))
}

/** A tuple of constants is a constant; any other is built by `astuple`, `repeat` and `combine`. */
function readTuple(scope: PythonScope, tuple: TupleExpression, name: string, isMade: boolean): Operand | undefined {
  const values: Operand[] = []
  for (const item of tuple.items) {
    const value = readExpression(scope, item, name)
    if (value !== undefined) values.push(value)
  }
  if (values.length < tuple.items.length) return undefined
  const constants = values.map(notationOf)
  if (constants.every((value) => value !== undefined)) return makeConstant(scope, { t: constants }, tuple.at)
  const { at } = tuple
  const parts = values.map((operand): Expression => ({ kind: 'operand', operand, at }))
  return readCall(scope, tupleAsCall(scope, parts, at), name, isMade)
}

function notationOf(operand: Operand): Notation | undefined {
  if (operand.kind === 'constant') return operand.value
  return operand.kind === 'primitive' ? { f: operand.key } : undefined
}

function isFrozenset(scope: PythonScope, { callee, args }: CallExpression): boolean {
  return callee.kind === 'name' && callee.name === 'frozenset' && !scope.has('frozenset') && args.length <= 1
}

/** `frozenset()` and `frozenset({...})` of constants: the printed form of a constant set. */
function readFrozenset(scope: PythonScope, { args, at }: CallExpression, base: string): Operand | undefined {
  const items: Expression = args[0]?.value ?? { kind: 'set', items: [], at }
  const isLiteral = items.kind === 'set' || items.kind === 'tuple' || items.kind === 'list'
  const values = isLiteral ? items.items.map((item) => readExpression(scope, item, base)) : []
  if (values.includes(undefined)) return undefined
  const constants = values.map((value) => notationOf(value!))
  if (isLiteral && constants.every((value) => value !== undefined)) return makeConstant(scope, { s: constants }, at)
  return scope.fail({
    code: 'unsupported-expression',
    at,
    message: 'A frozenset with an element that is not a constant',
  })
}
