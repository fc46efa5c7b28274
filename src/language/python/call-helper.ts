// Calls and uses of helper functions in a function that is read.

import { helperAsLambda, inlineHelper, orderHelperArguments } from './inline-helper.ts'
import type { PythonScope } from './python-scope.ts'
import type { Argument, CallExpression, Expression } from './python-syntax.ts'

/** The name of the function of the file that an expression names; undefined for any other expression. */
export function helperName(scope: PythonScope, expression: Expression): string | undefined {
  if (expression.kind !== 'name' || scope.has(expression.name)) return undefined
  return scope.helpers?.has(expression.name) === true ? expression.name : undefined
}

/** The expression that the call of a helper function stands for; problems are reported. */
export function inlineCall(scope: PythonScope, { args, at }: CallExpression, name: string): Expression | undefined {
  const helpers = scope.helpers!
  if (scope.isTrial && helpers.isBeingChecked(name)) return failRecursive(scope, name, at)
  const helper = helpers.get(name)
  if (helper === undefined) return failUnsound(scope, name, at)
  const ordered = orderHelperArguments(helper, args)
  if (ordered === undefined) {
    const advice = `Its parameters are: ${helper.parameters.join(', ')}.`
    return scope.fail({ code: 'arity', at, message: `${name} does not take these arguments`, advice })
  }
  if (scope.isTrial) return anyCall(args, at)
  if (!scope.spendInlined(helpers.sizeOf(name).expressions, at)) return undefined
  return inlineHelper(helpers, helper, ordered, at)
}

/** The expression that a helper function stands for where it is passed on: a lambda over its call. */
export function inlineValue(scope: PythonScope, name: string, at: number): Expression | undefined {
  const helpers = scope.helpers!
  if (scope.isTrial && helpers.isBeingChecked(name)) return failRecursive(scope, name, at)
  const helper = helpers.get(name)
  if (helper === undefined) return failUnsound(scope, name, at)
  if (helper.parameters.length !== 1) {
    const message = `${name} has ${helper.parameters.length} parameters; only a function of one can be passed on`
    return scope.fail({ code: 'unsupported-lambda', at, message, advice: 'Use a lambda of one parameter.' })
  }
  if (scope.isTrial) return ANY_VALUE
  if (!scope.spendInlined(helpers.sizeOf(name).expressions, at)) return undefined
  return helperAsLambda(helpers, helper, at)
}

// Stands for the value of a helper function while another one is checked.
const ANY_VALUE: Expression = { kind: 'operand', operand: { kind: 'input', name: 'I' }, at: 0 }

function anyCall(args: readonly Argument[], at: number): Expression {
  const values = args.length === 0 ? [{ value: ANY_VALUE }] : args.map(({ value }) => ({ value }))
  return { kind: 'call', callee: ANY_VALUE, args: values, at, isChecked: true }
}

function failRecursive(scope: PythonScope, name: string, at: number): undefined {
  const advice = 'Functions are inlined; a recursive one has no end.'
  return scope.fail({ code: 'recursive-function', at, message: `${name} calls itself`, advice })
}

function failUnsound(scope: PythonScope, name: string, at: number): undefined {
  // Of a chain of functions only the first is reported, and the programs that call one of them.
  if (scope.isTrial) {
    scope.failed = true
    return undefined
  }
  const line = scope.helpers!.lineOf(name)
  const message = `${name} cannot be inlined; the reason is reported at its definition, line ${line}`
  return scope.fail({ code: 'unsupported-expression', at, message })
}
