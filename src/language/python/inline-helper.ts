// Inlines helper functions: the call of a helper becomes an expression of the calling function.
//
// Names of the helper are resolved where it is defined, names in its arguments where it is called. A parameter of a lambda
// in the helper gets a name that no file can have, so that it captures no name of an argument.

import { wellKnownOperand } from '../dialects.ts'
import type { Helper, Helpers } from './helpers.ts'
import type { Argument, Expression, InlinedExpression, SharedExpression } from './python-syntax.ts'

/** Names of a helper: its parameters, variables, and parameters of lambdas. */
type Names = ReadonlyMap<string, Expression>

/** The expression of a call of a helper; every part has the place `at` of the call. */
export function inlineHelper(
  helpers: Helpers,
  { parameters, body, result }: Helper,
  args: readonly Expression[],
  at: number,
): InlinedExpression {
  const values: SharedExpression[] = []
  const names = new Map<string, Expression>()
  const bind = (name: string, value: Expression) => {
    const shared = share(value, at)
    values.push(shared)
    names.set(name, shared)
  }
  for (const [k, parameter] of parameters.entries()) bind(parameter, args[k]!)
  const inliner = new Inliner(helpers, at)
  for (const { targets, value } of body) bind(targets[0]!.name, inliner.resolve(value, names))
  return { kind: 'inlined', values, result: inliner.resolve(result, names), at }
}

let lambdaCount = 0

/** A helper as a function value: a lambda over its call. */
export function helperAsLambda(helpers: Helpers, helper: Helper, at: number): Expression {
  const name = `${helper.parameters[0]!}#${lambdaCount++}`
  const parameter = { name, plain: true, hasDefault: false, at }
  const body = inlineHelper(helpers, helper, [{ kind: 'name', name, at }], at)
  return { kind: 'lambda', parameters: [parameter], body, at }
}

class Inliner {
  readonly #helpers: Helpers
  readonly #at: number

  constructor(helpers: Helpers, at: number) {
    this.#helpers = helpers
    this.#at = at
  }

  resolve(expression: Expression, names: Names): Expression {
    const at = this.#at
    switch (expression.kind) {
      case 'name':
        return names.get(expression.name) ?? this.#resolveOuter(expression.name)
      case 'call':
        return this.#resolveCall(expression.callee, expression.args, names)
      case 'tuple':
        return { kind: 'tuple', items: expression.items.map((item) => this.resolve(item, names)), at }
      case 'list':
      case 'set':
        return { kind: expression.kind, items: expression.items.map((item) => this.resolve(item, names)), at }
      case 'lambda': {
        const parameters = expression.parameters.map((parameter) => ({
          ...parameter,
          name: `${parameter.name}#${lambdaCount++}`,
          at,
        }))
        const inner = new Map(names)
        for (const [k, { name }] of expression.parameters.entries())
          inner.set(name, { kind: 'name', name: parameters[k]!.name, at })
        return { kind: 'lambda', parameters, body: this.resolve(expression.body, inner), at }
      }
      default:
        return { ...expression, at }
    }
  }

  #resolveCall(callee: Expression, args: readonly Argument[], names: Names): Expression {
    const at = this.#at
    const resolved = args.map(({ keyword, value }): Argument => ({
      ...(keyword === undefined ? {} : { keyword }),
      value: this.resolve(value, names),
    }))
    if (callee.kind === 'name' && !names.has(callee.name)) {
      const helper = this.#helpers.has(callee.name) ? this.#helpers.get(callee.name) : undefined
      if (helper !== undefined) return inlineHelper(this.#helpers, helper, orderHelperArguments(helper, resolved)!, at)
      // A built-in of Python, which the reader of expressions knows.
      if (callee.name === 'frozenset') return { kind: 'call', callee: { ...callee, at }, args: resolved, at }
    }
    return { kind: 'call', callee: this.resolve(callee, names), args: resolved, at, isChecked: true }
  }

  #resolveOuter(name: string): Expression {
    const at = this.#at
    const helper = this.#helpers.has(name) ? this.#helpers.get(name) : undefined
    if (helper !== undefined) return helperAsLambda(this.#helpers, helper, at)
    const operand = this.#helpers.constants.get(name) ?? wellKnownOperand(this.#helpers.dialect, name)
    return operand === undefined ? { kind: 'unsupported', what: 'this name', at } : { kind: 'operand', operand, at }
  }
}

/** The arguments in the order of the parameters; undefined if they do not fit. */
export function orderHelperArguments({ parameters }: Helper, args: readonly Argument[]): Expression[] | undefined {
  const ordered: Expression[] = []
  for (const [k, { keyword, value }] of args.entries()) {
    const index = keyword === undefined ? k : parameters.indexOf(keyword)
    if (index < 0 || ordered[index] !== undefined) return undefined
    ordered[index] = value
  }
  return args.length === parameters.length ? ordered : undefined
}

function share(value: Expression, at: number): SharedExpression {
  const free = new Set<string>()
  const hasCall = collectFree(value, free)
  return { kind: 'shared', value, free, hasCall, at }
}

/** Collects the free names of an expression; returns whether it contains a call. */
function collectFree(expression: Expression, free: Set<string>): boolean {
  switch (expression.kind) {
    case 'name':
      free.add(expression.name)
      return false
    case 'shared':
      for (const name of expression.free) free.add(name)
      return expression.hasCall
    case 'inlined':
      return collectFree(expression.result, free)
    case 'call':
      collectFree(expression.callee, free)
      for (const { value } of expression.args) collectFree(value, free)
      return true
    case 'tuple':
    case 'list':
    case 'set':
      return expression.items.reduce((hasCall, item) => collectFree(item, free) || hasCall, false)
    case 'lambda': {
      const inner = new Set<string>()
      collectFree(expression.body, inner)
      for (const { name } of expression.parameters) inner.delete(name)
      for (const name of inner) free.add(name)
      return false
    }
    default:
      return false
  }
}
