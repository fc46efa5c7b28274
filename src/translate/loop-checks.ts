// Accesses whose bounds can be checked in front of a loop: a loop that counts a variable up to an end, and an address that is this
// variable and something that the loop does not change. Where that block is inside of its memory, so is every access of it.

import type { CallExpression, Expression, ForStatement, Statement } from 'oxc-parser'
import { childrenOf, statementsIn } from './emit-expression.ts'

/** A loop with accesses that can be checked in front of it. */
export interface CheckedLoop {
  readonly variable: string
  /** The variable is less than this in every round. */
  readonly end: Expression
  /** Calls of `load`, `store`, `peek` and `poke`: the address is the second argument. */
  readonly accesses: readonly CallExpression[]
}

/** What must be known of calls in the loop. */
export interface LoopFacts {
  /** Whether an expression depends on its variables only. */
  readonly isPure: (expression: Expression) => boolean
  /** Whether a call of this function may give back scratch memory. */
  readonly givesBack: (callee: string) => boolean
}

const ON_HEAP = ['load', 'store']
const IN_SCRATCH = ['peek', 'poke']

/** Returns the accesses of a loop that can be checked before the loop, or undefined if no access can. */
export function checkedLoop(loop: ForStatement, { isPure, givesBack }: LoopFacts): CheckedLoop | undefined {
  const variable = countedVariable(loop)
  if (variable === undefined || !loop.test) return undefined
  const changed = new Set<string>()
  const calls: CallExpression[] = []
  collectCalls(loop.test, calls)
  collectInside(loop.body, changed, calls)
  if (changed.has(variable)) return undefined
  changed.add(variable)
  const isFixed = (part: Expression): boolean => isPure(part) && usesNone(part, changed)
  const end = endOf(loop.test, variable, isFixed)
  if (end === undefined) return undefined
  // The heap never becomes smaller; scratch memory that is given back must not be found any more.
  const memories = calls.some((call) => givesBack(nameOf(call))) ? ON_HEAP : [...ON_HEAP, ...IN_SCRATCH]
  const accesses = calls.filter(
    (call) => memories.includes(nameOf(call)) && isCounting(call.arguments[1] as Expression, variable, isFixed),
  )
  return accesses.length > 0 ? { variable, end, accesses } : undefined
}

/** The variable that `for (let k = ...; ...; k++)` declares and counts up. */
function countedVariable({ init, update }: ForStatement): string | undefined {
  if (init?.type !== 'VariableDeclaration' || init.declarations.length !== 1) return undefined
  const { id } = init.declarations[0]!
  const isCounted = update?.type === 'UpdateExpression' && update.operator === '++'
  if (id.type !== 'Identifier' || !isCounted || update.argument.type !== 'Identifier') return undefined
  return update.argument.name === id.name ? id.name : undefined
}

/** The end in `k < end`; further conditions are looked at only where that holds. */
function endOf(test: Expression, variable: string, isFixed: (part: Expression) => boolean): Expression | undefined {
  if (test.type === 'LogicalExpression' && test.operator === '&&') return endOf(test.left, variable, isFixed)
  if (test.type !== 'BinaryExpression' || test.operator !== '<') return undefined
  return isNamed(test.left, variable) && isFixed(test.right) ? test.right : undefined
}

/** Whether an address is one greater in the next round. */
function isCounting(address: Expression, variable: string, isFixed: (part: Expression) => boolean): boolean {
  if (isNamed(address, variable)) return true
  if (address.type !== 'BinaryExpression' || !['+', '-'].includes(address.operator)) return false
  const left = address.left as Expression
  if (isFixed(address.right)) return isCounting(left, variable, isFixed)
  return address.operator === '+' && isFixed(left) && isCounting(address.right, variable, isFixed)
}

function isNamed(expression: Expression, name: string): boolean {
  return expression.type === 'Identifier' && expression.name === name
}

/** Whether no variable of these is used; those of an invocation may change in any call. */
function usesNone(expression: Expression, names: ReadonlySet<string>): boolean {
  if (expression.type === 'MemberExpression') return false
  if (expression.type === 'Identifier') return !names.has(expression.name)
  return childrenOf(expression).every((child) => usesNone(child, names))
}

/** Adds the names that are declared or changed in a statement, and all calls in it. */
function collectInside(statement: Statement, changed: Set<string>, calls: CallExpression[]): void {
  const visit = (expression: Expression | null): void => {
    if (expression?.type === 'AssignmentExpression') {
      if (expression.left.type === 'Identifier') changed.add(expression.left.name)
      collectCalls(expression.right, calls)
    } else if (expression?.type === 'UpdateExpression') {
      if (expression.argument.type === 'Identifier') changed.add(expression.argument.name)
    } else if (expression) collectCalls(expression, calls)
  }
  switch (statement.type) {
    case 'VariableDeclaration':
      for (const { id, init } of statement.declarations) {
        if (id.type === 'Identifier') changed.add(id.name)
        visit(init)
      }
      break
    case 'ExpressionStatement':
      visit(statement.expression)
      break
    case 'IfStatement':
    case 'WhileStatement':
      visit(statement.test)
      break
    case 'ForStatement':
      if (statement.init?.type !== 'VariableDeclaration') visit(statement.init)
      visit(statement.test)
      visit(statement.update)
      break
    case 'ReturnStatement':
      visit(statement.argument)
      break
    default:
  }
  for (const inner of statementsIn(statement)) collectInside(inner, changed, calls)
}

function collectCalls(expression: Expression, calls: CallExpression[]): void {
  if (expression.type === 'CallExpression') calls.push(expression)
  for (const child of childrenOf(expression)) collectCalls(child, calls)
}

function nameOf(call: CallExpression): string {
  return (call.callee as { name: string }).name
}
