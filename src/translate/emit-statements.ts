// Statements in WGSL: nearly the same as in TypeScript, with braces everywhere.

import type {
  ConditionalExpression,
  Expression,
  ForStatement,
  IfStatement,
  Statement,
  VariableDeclaration,
} from 'oxc-parser'
import type { Named } from './dotted-name.ts'
import type { EmitContext } from './emit-context.ts'
import {
  type Place,
  emitChoice,
  emitExpression,
  emitShiftAmount,
  emitVariable,
  hasPureBranches,
  needsLinesBefore,
  statementsIn,
} from './emit-expression.ts'
import { wgslType } from './resolve.ts'

/** Writes statements, one after the other, to the context's lines. */
export function emitStatements(statements: readonly Statement[], context: EmitContext): void {
  for (const statement of statements) emitStatement(statement, context)
}

/** Whether WGSL sees that a function's run ends in this statement; it takes every loop for one that may be left. */
export function alwaysReturns(statement: Statement): boolean {
  switch (statement.type) {
    case 'ReturnStatement':
      return true
    case 'BlockStatement':
      return statement.body.some(alwaysReturns)
    case 'IfStatement':
      return alwaysReturns(statement.consequent) && statement.alternate !== null && alwaysReturns(statement.alternate)
    default:
      return false
  }
}

/**
 * Whether a function's body can be written so that it ends in one place only: every `return` before that stands in an
 * `if` that does nothing else than return in the end. Compilers wrap a function that ends in several places in a loop.
 */
export function canEndOnce(statements: readonly Statement[]): boolean {
  for (const [k, statement] of statements.entries()) {
    if (!hasReturn(statement)) continue
    if (statement.type === 'ReturnStatement') return true
    const split = splitTail(statement, statements.slice(k + 1))
    return split !== undefined && canEndOnce(split.whenTrue) && canEndOnce(split.whenFalse)
  }
  return true
}

/** Writes a function's body so that it ends in one place, with its result in the variable `result`. */
export function emitToEnd(statements: readonly Statement[], context: EmitContext, result: string): void {
  for (const [k, statement] of statements.entries()) {
    if (!hasReturn(statement)) {
      emitStatement(statement, context)
      continue
    }
    if (statement.type === 'ReturnStatement') return emitAssignment(result, statement.argument!, context)
    const { test } = statement as IfStatement
    const { whenTrue, whenFalse } = splitTail(statement, statements.slice(k + 1))!
    const condition = emitExpression(test, context, '')
    const otherwise = (): void => context.lines.block('', () => emitToEnd(whenFalse, context, result))
    return context.lines.choose(
      condition,
      () => emitToEnd(whenTrue, context, result),
      whenFalse.length > 0 ? otherwise : undefined,
    )
  }
}

/** The statements on either side of an `if` that returns on one side, including those that follow it. */
function splitTail(
  statement: Statement,
  rest: readonly Statement[],
): { whenTrue: Statement[]; whenFalse: Statement[] } | undefined {
  if (statement.type !== 'IfStatement') return undefined
  const consequent = listOf(statement.consequent)
  const alternate = statement.alternate ? listOf(statement.alternate) : []
  if (consequent.some(alwaysReturns)) return { whenTrue: consequent, whenFalse: [...alternate, ...rest] }
  if (alternate.some(alwaysReturns)) return { whenTrue: [...consequent, ...rest], whenFalse: alternate }
  return undefined
}

function listOf(body: Statement): Statement[] {
  return body.type === 'BlockStatement' ? body.body : [body]
}

/** Whether a `return` stands anywhere in the statement. */
export function hasReturn(statement: Statement): boolean {
  return statement.type === 'ReturnStatement' || statementsIn(statement).some(hasReturn)
}

function emitStatement(statement: Statement, context: EmitContext): void {
  const { lines } = context
  switch (statement.type) {
    case 'VariableDeclaration':
      return emitDeclaration(statement, context)
    case 'ExpressionStatement':
      return emitEffectStatement(statement.expression, context)
    case 'IfStatement':
      return emitIf(statement, context)
    case 'ForStatement':
      return emitFor(statement, context)
    case 'WhileStatement': {
      const test = emitExpression(statement.test, context, 'the condition of a loop')
      return lines.block(`while (${test})`, () => emitBody(statement.body, context))
    }
    case 'BreakStatement':
      return lines.add('break;')
    case 'ContinueStatement':
      return lines.add('continue;')
    case 'ReturnStatement':
      return emitReturn(statement.argument, context)
    case 'BlockStatement':
      return lines.block('', () => emitStatements(statement.body, context))
    case 'EmptyStatement':
      return
    default:
      throw new Error(`bug in the translator: ${statement.type} passed the check of the subset`)
  }
}

/** The inside of a pair of braces that is written already. */
function emitBody(body: Statement, context: EmitContext): void {
  emitStatements(listOf(body), context)
}

function emitDeclaration(declaration: VariableDeclaration, context: EmitContext): void {
  for (const { id, init } of declaration.declarations) {
    if (id.type !== 'Identifier' || !init) continue
    const name = context.locals.nameOf(id.name)
    if (init.type === 'ConditionalExpression' && !hasPureBranches(init, context)) {
      context.lines.add(`var ${name}: ${wgslType(context.typeOf(init))};`)
      emitAssignment(name, init, context)
    } else {
      const value = emitExpression(init, context, '')
      context.lines.add(`${declaration.kind === 'const' ? 'let' : 'var'} ${name} = ${value};`)
    }
  }
}

function emitAssignment(name: string, value: Expression, context: EmitContext): void {
  const assign = (side: Expression): void => context.lines.add(`${name} = ${emitExpression(side, context, '')};`)
  if (isRealChoice(value, context)) emitChoice(value, context, '', assign)
  else assign(value)
}

function isRealChoice(value: Expression, context: EmitContext): value is ConditionalExpression {
  return value.type === 'ConditionalExpression' && !hasPureBranches(value, context)
}

function emitReturn(value: Expression | null, context: EmitContext): void {
  if (value === null) return context.lines.add('return;')
  const give = (side: Expression): void => context.lines.add(`return ${emitExpression(side, context, '')};`)
  if (isRealChoice(value, context)) emitChoice(value, context, '', give)
  else give(value)
}

function emitEffectStatement(expression: Expression, context: EmitContext): void {
  if (expression.type === 'AssignmentExpression' && expression.operator === '=' && isVariable(expression.left)) {
    emitAssignment(emitVariable(expression.left, context), expression.right, context)
  } else {
    context.lines.add(`${emitEffect(expression, context, '')};`)
  }
}

/** A call or a change of a variable, without the semicolon. */
function emitEffect(expression: Expression, context: EmitContext, place: Place): string {
  if (expression.type === 'UpdateExpression' && isVariable(expression.argument)) {
    return `${emitVariable(expression.argument, context)}${expression.operator}`
  }
  if (expression.type === 'AssignmentExpression' && isVariable(expression.left)) {
    const { operator, right } = expression
    const isShift = operator === '<<=' || operator === '>>='
    const value = isShift ? emitShiftAmount(right, context, place) : emitExpression(right, context, place)
    return `${emitVariable(expression.left, context)} ${operator} ${value}`
  }
  const call = emitExpression(expression, context, place)
  const callee =
    expression.type === 'CallExpression' && expression.callee.type === 'Identifier' && expression.callee.name
  return callee && context.functions.get(callee)?.returns === 'void' ? call : `_ = ${call}`
}

function isVariable(target: { readonly type: string }): target is Named {
  return target.type === 'Identifier' || target.type === 'MemberExpression'
}

function emitIf(statement: IfStatement, context: EmitContext): void {
  const { consequent, alternate } = statement
  const test = emitExpression(statement.test, context, '')
  let otherwise: (() => void) | undefined
  if (alternate?.type === 'IfStatement' && !needsLinesBefore(alternate.test, context))
    otherwise = () => emitIf(alternate, context)
  else if (alternate) otherwise = () => context.lines.block('', () => emitBody(alternate, context))
  context.lines.choose(test, () => emitBody(consequent, context), otherwise)
}

function emitFor(loop: ForStatement, context: EmitContext): void {
  let start = ''
  if (loop.init?.type === 'VariableDeclaration') {
    const { id, init } = loop.init.declarations[0]!
    if (id.type === 'Identifier' && init) {
      const value = emitExpression(init, context, '')
      start = `var ${context.locals.nameOf(id.name)} = ${value}`
    }
  } else if (loop.init) start = emitEffect(loop.init, context, '')
  const test = loop.test ? emitExpression(loop.test, context, 'the condition of a loop') : ''
  const update = loop.update ? emitEffect(loop.update, context, 'the update of a loop') : ''
  context.lines.block(`for (${start}; ${test}; ${update})`, () => emitBody(loop.body, context))
}
