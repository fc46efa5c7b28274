// Arguments of a call: keywords resolved, arity checked, tuples built by calls.

import { wellKnownOperand, type FunctionScope } from '../function-scope.ts'
import { primitiveNamed } from '../names.ts'
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
  const names = primitiveNamed(callee.name)!.parameters.map((parameter) => parameter.name)
  const order: number[] = []
  for (const [k, { keyword, value }] of call.args.entries()) {
    const index = keyword === undefined ? (k < positional ? k : -1) : names.indexOf(keyword)
    if (index >= 0 && order[index] === undefined) order[index] = k
    else {
      const message =
        keyword === undefined ? 'An argument without keyword follows one with it' : wrongKeyword(callee.name, keyword)
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
      message: `${callee.name} is called without its parameter ${names[k]}`,
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
    const message = `${callee.name ?? 'A literal'} is called but is no function; this can only fail`
    scope.warn({ code: 'arity', at, message })
  }
  if (callee.kind !== 'primitive') return
  const { parameters } = primitiveNamed(callee.name)!
  if (parameters.length === count) return
  const taken = parameters.length === 1 ? '1 argument' : `${parameters.length} arguments`
  const message = `${callee.name} takes ${taken}, not ${count}; this call can only fail`
  const advice = `Its parameters are: ${parameters.map((parameter) => parameter.name).join(', ')}.`
  scope.warn({ code: 'arity', at, message, advice })
}

/** The expression that builds a tuple of at least one item by calls. */
export function tupleAsCall(items: readonly Expression[], at: number): CallExpression {
  const rest = items.length - 2
  if (rest < 0)
    return primitiveCall('repeat', [items[0]!, { kind: 'operand', operand: wellKnownOperand('ONE')!, at }], at)
  if (rest === 0) return primitiveCall('astuple', items, at)
  const half = items.length > 3 ? items.length >> 1 : 2
  return primitiveCall('combine', [tupleAsCall(items.slice(0, half), at), tupleAsCall(items.slice(half), at)], at)
}

/** The expression of a call of a primitive. */
export function primitiveCall(name: string, args: readonly Expression[], at: number): CallExpression {
  const callee: Expression = { kind: 'operand', operand: wellKnownOperand(name)!, at }
  return { kind: 'call', callee, args: args.map((value): Argument => ({ value })), at }
}
