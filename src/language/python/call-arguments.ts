// Arguments of a call: keywords resolved, arity checked, tuples built by calls.

import { parametersOf } from '../dialects.ts'
import type { FunctionScope } from '../function-scope.ts'
import { nameOfKey } from '../names.ts'
import type { Operand } from '../program.ts'
import type { Argument, CallExpression, Expression } from './python-syntax.ts'

/** Orders the arguments by the parameters of the callee; reports unknown and repeated keywords. */
export function orderArguments(scope: FunctionScope, callee: Operand, call: CallExpression): number[] | undefined {
  const positional = call.args.findIndex(({ keyword }) => keyword !== undefined)
  if (positional < 0) return [...call.args.keys()]
  const at = call.args[positional]!.value.at
  if (callee.kind !== 'primitive') {
    return scope.fail({ code: 'unknown-keyword', at, message: 'Only primitives that are called by name have keywords' })
  }
  const name = nameOfKey(callee.key)
  const parameters = parametersOf(callee.key, scope.dialect.id)
  const names = parameters.map((parameter) => parameter.name)
  const order: number[] = []
  for (const [k, { keyword, value }] of call.args.entries()) {
    const index = keyword === undefined ? (k < positional ? k : -1) : names.indexOf(keyword)
    if (index >= 0 && order[index] === undefined) order[index] = k
    else {
      const message =
        keyword === undefined ? 'An argument without keyword follows one with it' : wrongKeyword(name, keyword)
      return scope.fail({
        code: 'unknown-keyword',
        at: value.at,
        message,
        advice: `Its parameters are: ${names.join(', ')}.`,
      })
    }
  }
  for (let k = 0; k < order.length; k++) {
    if (order[k] !== undefined) continue
    return scope.fail({
      code: 'arity',
      at: call.at,
      message: `${name} is called without its parameter ${names[k]}`,
    })
  }
  return order
}

function wrongKeyword(callee: string, keyword: string): string {
  return `${callee} has no parameter ${keyword.slice(0, 40)} that is still to be given`
}

/** Warns of a call of a primitive with a wrong number of arguments. */
export function checkArity(scope: FunctionScope, callee: Operand, count: number, at: number): void {
  if (callee.kind === 'constant') {
    const message = `${callee.name ?? 'A literal'} is called but is not a function; this can only fail`
    scope.warn({ code: 'arity', at, message })
  }
  if (callee.kind !== 'primitive') return
  const name = nameOfKey(callee.key)
  const parameters = parametersOf(callee.key, scope.dialect.id)
  if (parameters.length === count) return
  const taken = parameters.length === 1 ? '1 argument' : `${parameters.length} arguments`
  const message = `${name} takes ${taken}, not ${count}; this call can only fail`
  const advice = `Its parameters are: ${parameters.map((parameter) => parameter.name).join(', ')}.`
  scope.warn({ code: 'arity', at, message, advice })
}

/** The argument that a call without its optional last argument gets: `identity`. */
export function defaultArgument(scope: FunctionScope, callee: Operand, count: number): Operand | undefined {
  if (callee.kind !== 'primitive') return undefined
  const parameters = parametersOf(callee.key, scope.dialect.id)
  return count === parameters.length - 1 && parameters.at(-1)?.isOptional === true
    ? scope.wellKnown('identity')
    : undefined
}

/** The expression that builds a tuple of at least one item by calls. */
export function tupleAsCall(scope: FunctionScope, items: readonly Expression[], at: number): CallExpression {
  const rest = items.length - 2
  const call = (name: string, ...args: readonly Expression[]) => primitiveCall(scope, name, args, at)
  if (rest < 0) return call('repeat', items[0]!, { kind: 'operand', operand: scope.wellKnown('ONE'), at })
  if (rest === 0) return call('astuple', ...items)
  const half = items.length > 3 ? items.length >> 1 : 2
  return call('combine', tupleAsCall(scope, items.slice(0, half), at), tupleAsCall(scope, items.slice(half), at))
}

/** The expression of a call of a primitive that every dialect has. */
export function primitiveCall(
  scope: FunctionScope,
  name: string,
  args: readonly Expression[],
  at: number,
): CallExpression {
  const callee: Expression = { kind: 'operand', operand: scope.wellKnown(name), at }
  return { kind: 'call', callee, args: args.map((value): Argument => ({ value })), at }
}
