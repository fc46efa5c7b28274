// Converts lambdas to combinators: `lambda g: f(g, c)` becomes `rbind(f, c)`. Calls in the body still run once per call of
// the lambda, so that errors occur at the same place.

import { checkArity, defaultArgument, orderArguments, tupleAsCall } from './call-arguments.ts'
import { helperName, inlineCall } from './call-helper.ts'
import type { Operand } from '../program.ts'
import type { PythonScope } from './python-scope.ts'
import type { CallExpression, Expression, LambdaExpression } from './python-syntax.ts'

/** Callback that reads an expression that does not depend on the parameter. */
type ReadExpression = (expression: Expression) => Operand | undefined

/** The function value of a lambda of one parameter; names are generated from `base`. */
export function readLambda(
  scope: PythonScope,
  lambda: LambdaExpression,
  base: string,
  read: ReadExpression,
): Operand | undefined {
  const [parameter] = lambda.parameters
  if (lambda.parameters.length === 1 && parameter!.plain && !parameter!.hasDefault) {
    return new LambdaReader(scope, parameter!.name, base, read).functionOf(lambda.body)
  }
  const message = 'A lambda has exactly one parameter, without default'
  return scope.fail({
    code: 'unsupported-lambda',
    at: lambda.at,
    message,
    advice: 'Bind other values with rbind or lbind.',
  })
}

class LambdaReader {
  readonly #scope: PythonScope
  readonly #parameter: string
  readonly #base: string
  readonly #read: ReadExpression

  constructor(scope: PythonScope, parameter: string, base: string, read: ReadExpression) {
    this.#scope = scope
    this.#parameter = parameter
    this.#base = base
    this.#read = read
  }

  /** The function that maps the parameter to the value of the expression. */
  functionOf(whole: Expression): Operand | undefined {
    return this.#scope.nest(whole.at, () => this.#functionOf(unwrap(whole)))
  }

  #functionOf(expression: Expression): Operand | undefined {
    if (expression.kind === 'name' && expression.name === this.#parameter) return this.#primitive('identity')
    if (this.#isFixed(expression)) {
      const value = this.#readFixed(expression)
      return this.#call(
        'lbind',
        [this.#call('lbind', [this.#primitive('branch'), this.#primitive('T')], expression.at), value],
        expression.at,
      )
    }
    if (expression.kind === 'tuple') return this.functionOf(tupleAsCall(this.#scope, expression.items, expression.at))
    if (expression.kind === 'call') return this.#functionOfCall(expression)
    if (expression.kind === 'shared') return this.functionOf(expression.value)
    if (expression.kind !== 'lambda') return this.#read(expression)
    const message = 'A lambda inside a lambda cannot use the outer parameter'
    return this.#scope.fail({
      code: 'unsupported-lambda',
      at: expression.at,
      message,
      advice: 'Use fork, compose or rbind.',
    })
  }

  #functionOfCall(call: CallExpression): Operand | undefined {
    const { at } = call
    const helper = helperName(this.#scope, call.callee)
    if (helper !== undefined && helper !== this.#parameter) {
      const inlined = inlineCall(this.#scope, call, helper)
      return inlined === undefined ? undefined : this.functionOf(inlined)
    }
    if (call.args.length === 0) {
      const message = 'A call without arguments in a lambda'
      return this.#scope.fail({ code: 'unsupported-lambda', at, message, advice: 'Every primitive takes an argument.' })
    }
    if (!this.#isFixed(call.callee)) {
      return this.#applyTo(
        this.functionOf(call.callee),
        call.args.map(({ value }) => value),
        at,
      )
    }
    const callee = this.#readFixed(call.callee)
    const order = callee === undefined ? undefined : orderArguments(this.#scope, callee, call)
    if (callee === undefined || order === undefined) return undefined
    const args = order.map((k) => call.args[k]!.value)
    const optional = defaultArgument(this.#scope, callee, args.length)
    if (optional !== undefined) args.push({ kind: 'operand', operand: optional, at })
    if (call.isChecked !== true) checkArity(this.#scope, callee, args.length, at)
    return this.#bindFixed(callee, args, at)
  }

  /** Binds the leading and trailing fixed arguments; the arguments between them depend on the parameter. */
  #bindFixed(callee: Operand, args: readonly Expression[], at: number): Operand | undefined {
    let from = args.findIndex((arg) => !this.#isFixed(arg))
    let to = args.findLastIndex((arg) => !this.#isFixed(arg))
    // A call with only fixed arguments still runs in each call of the lambda.
    if (from < 0) from = to = args.length - 1
    let bound: Operand | undefined = callee
    for (let k = 0; k < from; k++) bound = this.#call('lbind', [bound, this.#readFixed(args[k]!)], at)
    for (let k = args.length - 1; k > to; k--) bound = this.#call('rbind', [bound, this.#readFixed(args[k]!)], at)
    const open = args.slice(from, to + 1)
    const [first, second] = open
    if (open.length === 1) return this.#compose(bound, this.functionOf(first!), at)
    if (open.length === 2) return this.#call('fork', [bound, this.functionOf(first!), this.functionOf(second!)], at)
    const binder = this.#call('lbind', [this.#primitive('lbind'), bound], at)
    return this.#applyTo(this.#compose(binder, this.functionOf(first!), at), open.slice(1), at)
  }

  /** For a function that returns a function: binds all arguments but the last, then calls with the last. */
  #applyTo(chooser: Operand | undefined, args: readonly Expression[], at: number): Operand | undefined {
    let chosen = chooser
    for (const arg of args.slice(0, -1))
      chosen = this.#call('fork', [this.#primitive('lbind'), chosen, this.functionOf(arg)], at)
    const single = this.#call('rbind', [this.#primitive('repeat'), this.#primitive('ONE')], at)
    const functions = this.#compose(single, chosen, at)
    const results = this.#call('fork', [this.#primitive('rapply'), functions, this.functionOf(args.at(-1)!)], at)
    return this.#call('compose', [this.#primitive('first'), results], at)
  }

  #compose(outer: Operand | undefined, inner: Operand | undefined, at: number): Operand | undefined {
    return inner === this.#primitive('identity') ? outer : this.#call('compose', [outer, inner], at)
  }

  #call(name: string, args: readonly (Operand | undefined)[], at: number): Operand | undefined {
    if (args.includes(undefined)) return undefined
    return this.#scope.call(this.#primitive(name), args as Operand[], this.#scope.source.placeAt(at), this.#base, true)
  }

  #primitive(name: string): Operand {
    return this.#scope.wellKnown(name)
  }

  #readFixed(expression: Expression): Operand | undefined {
    return this.#read(unwrap(expression))
  }

  /** Whether an expression has the same value in each call of the lambda and cannot fail. */
  #isFixed(whole: Expression): boolean {
    const expression = unwrap(whole)
    switch (expression.kind) {
      case 'shared':
        return !expression.hasCall && !expression.free.has(this.#parameter)
      case 'name':
        return expression.name !== this.#parameter
      case 'call':
        return false
      case 'tuple':
        return expression.items.every((item) => this.#isFixed(item))
      case 'lambda':
        return !mentions(expression, this.#parameter)
      default:
        return true
    }
  }
}

/** The expression without the values of an inlined function around it, which are read where they are used. */
function unwrap(expression: Expression): Expression {
  let inner = expression
  while (inner.kind === 'inlined') inner = inner.result
  return inner
}

/** Whether a name is free in an expression: used, and not bound by a lambda inside. */
function mentions(expression: Expression, name: string): boolean {
  switch (expression.kind) {
    case 'name':
      return expression.name === name
    case 'shared':
      return expression.free.has(name)
    case 'inlined':
      return mentions(expression.result, name)
    case 'call':
      return mentions(expression.callee, name) || expression.args.some(({ value }) => mentions(value, name))
    case 'tuple':
      return expression.items.some((item) => mentions(item, name))
    case 'lambda':
      return !expression.parameters.some((parameter) => parameter.name === name) && mentions(expression.body, name)
    default:
      return false
  }
}
