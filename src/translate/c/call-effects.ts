// The effects of calls: C does not say in which order operands are evaluated, so the printer must know where order matters.

import type { CallExpression, Expression, Statement } from 'oxc-parser'
import { dottedName } from '../dotted-name.ts'
import { childrenOf, statementsIn } from '../emit-expression.ts'
import type { KernelSignature, Names } from '../resolve.ts'

/**
 * none: depends on its arguments only; reads: reads memory, and an access out of bounds is the same fault in any order;
 * changes: anything else.
 */
export type Effect = 'none' | 'reads' | 'changes'

const READING = [
  'load',
  'peek',
  'heapTop',
  'scratchTop',
  'hasTriples',
  'factsOf',
  'kernelsRun',
  'workSoFar',
  'at',
  'atomicLoad',
  'workDone',
]

/** The effect of an expression: that of the strongest call in it. */
export class CallEffects {
  readonly #names: Names
  readonly #calls: ReadonlyMap<string, readonly string[]>
  readonly #known = new Map<string, Effect>()
  readonly #giving: ReadonlySet<string>

  /** `calls` maps each function that is translated to the functions that it calls. */
  constructor(names: Names, calls: ReadonlyMap<string, readonly string[]>) {
    this.#names = names
    this.#calls = calls
    this.#giving = callersOf(['releaseScratch', 'clearInvocation'], calls)
  }

  of(expression: Expression): Effect {
    const inner = childrenOf(expression).map((child) => this.of(child))
    return strongest([this.#own(expression), ...inner])
  }

  #own(expression: Expression): Effect {
    if (expression.type === 'CallExpression') return this.#ofFunction(nameOfCallee(expression))
    return this.#names.variables.has(dottedName(expression)) ? 'reads' : 'none'
  }

  /** Whether the result depends on the order in which these expressions are evaluated. */
  needOrder(expressions: readonly Expression[]): boolean {
    const effects = expressions.map((expression) => this.of(expression)).filter((effect) => effect !== 'none')
    return effects.length > 1 && effects.includes('changes')
  }

  /** Whether a call of the function may give back scratch memory. */
  givesBack(name: string): boolean {
    return this.#giving.has(name)
  }

  #ofFunction(name: string): Effect {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    if (this.#names.functions.get(name)?.heapName === undefined) return 'none'
    if (READING.includes(name)) return 'reads'
    const callees = this.#calls.get(name)
    if (callees === undefined) return 'changes'
    // A function that calls itself changes something.
    this.#known.set(name, 'changes')
    const effect = strongest(['reads', ...callees.map((callee) => this.#ofFunction(callee))])
    this.#known.set(name, effect)
    return effect
  }
}

/** The functions that call one of these, and themselves. */
function callersOf(names: readonly string[], calls: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set(names)
  let size = 0
  while (size < found.size) {
    size = found.size
    for (const [name, callees] of calls) if (callees.some((callee) => found.has(callee))) found.add(name)
  }
  return found
}

export function nameOfCallee(call: CallExpression): string {
  return (call.callee as { name: string }).name
}

/** The names of the functions that a function calls. */
export function callsIn({ declaration }: KernelSignature): string[] {
  const names = new Set<string>()
  const visit = (expression: Expression): void => {
    if (expression.type === 'CallExpression') names.add(nameOfCallee(expression))
    childrenOf(expression).forEach(visit)
  }
  const visitStatement = (statement: Statement): void => {
    expressionsIn(statement).forEach(visit)
    statementsIn(statement).forEach(visitStatement)
  }
  for (const statement of declaration.node.body?.body ?? []) visitStatement(statement)
  return [...names]
}

/** The expressions directly inside a statement. */
function expressionsIn(statement: Statement): Expression[] {
  switch (statement.type) {
    case 'VariableDeclaration':
      return statement.declarations.flatMap(({ init }) => init ?? [])
    case 'ExpressionStatement':
      return [valueOf(statement.expression)]
    case 'IfStatement':
    case 'WhileStatement':
      return [statement.test]
    case 'ForStatement': {
      const { init, test, update } = statement
      const start = init && init.type !== 'VariableDeclaration' ? [valueOf(init)] : []
      return [...start, ...(test ? [test] : []), ...(update ? [valueOf(update)] : [])]
    }
    case 'ReturnStatement':
      return statement.argument ? [statement.argument] : []
    default:
      return []
  }
}

function valueOf(effect: Expression): Expression {
  return effect.type === 'AssignmentExpression' ? effect.right : effect
}

function strongest(effects: readonly Effect[]): Effect {
  if (effects.includes('changes')) return 'changes'
  return effects.includes('reads') ? 'reads' : 'none'
}
