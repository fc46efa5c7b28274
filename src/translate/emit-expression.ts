// Emits expressions in WGSL. Both languages evaluate from left to right. WGSL's `select` evaluates both sides, so a ternary
// whose sides touch memory becomes an `if` before the statement.

import type { CallExpression, ConditionalExpression, Expression, Statement } from 'oxc-parser'
import { dottedName } from './dotted-name.ts'
import type { EmitContext } from './emit-context.ts'
import { fitsWord, foldConstant } from './fold-constants.ts'
import { wgslIntrinsics } from './intrinsics.ts'
import { wgslName } from './names.ts'
import { PARAMS, wgslType } from './resolve.ts'

/** Where an expression stands: '' if lines may be written before its statement, else the words for where. */
export type Place = '' | 'the condition of a loop' | 'the update of a loop' | 'the right side of && or ||'

// How tightly a text of WGSL holds together. WGSL has no order among most operators: they need parentheses.
type Level = 'atom' | 'unary' | 'product' | 'sum' | 'shift' | 'relation' | '&&' | '||' | '|' | '&' | '^'

interface EmittedText {
  readonly text: string
  readonly level: Level
}

const operandLevels: Readonly<Record<Level, { left: readonly Level[]; right: readonly Level[] }>> = {
  atom: { left: [], right: [] },
  unary: { left: [], right: ['atom'] },
  product: { left: ['atom', 'unary', 'product'], right: ['atom', 'unary'] },
  sum: { left: ['atom', 'unary', 'product', 'sum'], right: ['atom', 'unary', 'product'] },
  shift: { left: ['atom', 'unary'], right: ['atom', 'unary'] },
  // Not a shift: in `a < b >> c`, WGSL would take `<` and `>` for the brackets of a template.
  relation: { left: ['atom', 'unary', 'product', 'sum'], right: ['atom', 'unary', 'product', 'sum'] },
  '&&': { left: ['atom', 'unary', 'relation', '&&'], right: ['atom', 'unary', 'relation'] },
  '||': { left: ['atom', 'unary', 'relation', '||'], right: ['atom', 'unary', 'relation'] },
  '|': { left: ['atom', 'unary', '|'], right: ['atom', 'unary'] },
  '&': { left: ['atom', 'unary', '&'], right: ['atom', 'unary'] },
  '^': { left: ['atom', 'unary', '^'], right: ['atom', 'unary'] },
}

/** How the operators are written in WGSL. */
const operators: Readonly<Record<string, { text: string; level: Level }>> = {
  '+': { text: '+', level: 'sum' },
  '-': { text: '-', level: 'sum' },
  '*': { text: '*', level: 'product' },
  '%': { text: '%', level: 'product' },
  '<<': { text: '<<', level: 'shift' },
  '>>': { text: '>>', level: 'shift' },
  '===': { text: '==', level: 'relation' },
  '!==': { text: '!=', level: 'relation' },
  '<': { text: '<', level: 'relation' },
  '<=': { text: '<=', level: 'relation' },
  '>': { text: '>', level: 'relation' },
  '>=': { text: '>=', level: 'relation' },
  '|': { text: '|', level: '|' },
  '&': { text: '&', level: '&' },
  '^': { text: '^', level: '^' },
}

/** The expression in WGSL; parts that must be computed before its statement go to the context's lines. */
export function emitExpression(expression: Expression, context: EmitContext, place: Place): string {
  return emitOperand(expression, context, place).text
}

/** Whether part of the expression has to be computed before the statement that it stands in. */
export function needsLinesBefore(expression: Expression, context: EmitContext): boolean {
  if (expression.type === 'ConditionalExpression' && !hasPureBranches(expression, context)) return true
  return childrenOf(expression).some((child) => needsLinesBefore(child, context))
}

/** Whether computing the expression touches no memory, so that it does no harm where its value is not needed. */
export function isPure(expression: Expression, context: EmitContext): boolean {
  if (expression.type === 'CallExpression') {
    const callee = expression.callee.type === 'Identifier' ? context.functions.get(expression.callee.name) : undefined
    if (!callee || callee.heapName !== undefined || (callee.declaration.node.body?.body ?? []).some(hasLoop))
      return false
  }
  return childrenOf(expression).every((child) => isPure(child, context))
}

function hasLoop(statement: Statement): boolean {
  if (statement.type === 'ForStatement' || statement.type === 'WhileStatement') return true
  return statementsIn(statement).some(hasLoop)
}

/** The statements directly inside a statement. */
export function statementsIn(statement: Statement): Statement[] {
  switch (statement.type) {
    case 'BlockStatement':
      return statement.body
    case 'IfStatement':
      return statement.alternate ? [statement.consequent, statement.alternate] : [statement.consequent]
    case 'ForStatement':
      return statement.init?.type === 'VariableDeclaration' ? [statement.init, statement.body] : [statement.body]
    case 'WhileStatement':
      return [statement.body]
    default:
      return []
  }
}

/** Whether both sides of a ternary may be computed. */
export function hasPureBranches(choice: ConditionalExpression, context: EmitContext): boolean {
  return isPure(choice.consequent, context) && isPure(choice.alternate, context)
}

/** A number as the right operand of a shift, which WGSL wants unsigned. */
export function emitShiftAmount(amount: Expression, context: EmitContext, place: Place): string {
  const constant = foldConstant(amount, context.constantOf)
  if (constant && (amount.type === 'Literal' || !constant.legal || constant.value < 0 || constant.value > 31)) {
    return `${constant.value & 31}u`
  }
  return `u32(${emitExpression(amount, context, place)})`
}

/** Writes an `if` whose sides pass their value to the callback `take`, which writes its use. */
export function emitChoice(
  choice: ConditionalExpression,
  context: EmitContext,
  place: Place,
  take: (value: Expression) => void,
): void {
  const test = emitExpression(choice.test, context, place)
  const side =
    (value: Expression): (() => void) =>
    () => {
      if (value.type === 'ConditionalExpression') emitChoice(value, context, '', take)
      else take(value)
    }
  const { alternate } = choice
  const chained = alternate.type === 'ConditionalExpression' && !needsLinesBefore(alternate.test, context)
  const whenFalse = side(alternate)
  context.lines.choose(test, side(choice.consequent), chained ? whenFalse : () => context.lines.block('', whenFalse))
}

function emitOperand(expression: Expression, context: EmitContext, place: Place): EmittedText {
  const constant = foldConstant(expression, context.constantOf)
  if (constant && !constant.legal && expression.type !== 'Literal') {
    if (!fitsWord(constant.value)) {
      context.reject(expression, 'constant expression that is no 32-bit integer', 'keep it within the range of a word')
    }
    return constant.type === 'number' ? literal(constant.value) : atom(constant.value === 0 ? 'false' : 'true')
  }
  switch (expression.type) {
    case 'Literal':
      return atom(typeof expression.value === 'boolean' ? expression.raw! : (expression.raw ?? '').replaceAll('_', ''))
    case 'Identifier':
      if (constant) {
        context.usedConstants.add(expression.name)
        return atom(wgslName(expression.name))
      }
      return atom(context.locals.nameOf(expression.name))
    case 'MemberExpression':
      if (constant) {
        context.usedConstants.add(dottedName(expression))
        return atom(wgslName(dottedName(expression)))
      }
      return atom(emitVariable(expression, context))
    case 'UnaryExpression': {
      const argument = wrap(emitOperand(expression.argument, context, place), operandLevels.unary.right)
      return { text: `${expression.operator}${argument}`, level: 'unary' }
    }
    case 'BinaryExpression': {
      const { text, level } = operators[expression.operator]!
      const [left, right] = emitOperands([expression.left as Expression, expression.right], context, place, (e, k) =>
        level === 'shift' && k === 1
          ? emitShiftAmount(e, context, place)
          : wrap(emitOperand(e, context, place), operandLevels[level][k === 0 ? 'left' : 'right']),
      )
      return { text: `${left} ${text} ${right}`, level }
    }
    case 'LogicalExpression': {
      // Both sides may be computed where that does no harm: a branch costs compilers more than a comparison.
      const isAnd = expression.operator === '&&'
      const level = isPure(expression.right, context) ? (isAnd ? '&' : '|') : isAnd ? '&&' : '||'
      const left = wrap(emitOperand(expression.left, context, place), operandLevels[level].left)
      const inner = place === '' ? 'the right side of && or ||' : place
      const right = wrap(emitOperand(expression.right, context, inner), operandLevels[level].right)
      return { text: `${left} ${level} ${right}`, level }
    }
    case 'ConditionalExpression':
      return emitConditional(expression, context, place)
    case 'CallExpression':
      return atom(emitCall(expression, context, place))
    default:
      throw new Error(`bug in the translator: ${expression.type} passed the check of the subset`)
  }
}

/** A variable: of the function, of the invocation, or a parameter of the dispatch. */
export function emitVariable(expression: Expression, context: EmitContext): string {
  if (expression.type === 'Identifier') return context.locals.nameOf(expression.name)
  const name = dottedName(expression)
  const group = name.slice(0, name.indexOf('.'))
  if (group === PARAMS) return name
  context.usedConstants.add(group)
  return wgslName(name)
}

function emitConditional(choice: ConditionalExpression, context: EmitContext, place: Place): EmittedText {
  if (hasPureBranches(choice, context)) {
    const parts = [choice.alternate, choice.consequent, choice.test]
    return atom(`select(${parts.map((part) => emitArgument(part, context, place)).join(', ')})`)
  }
  if (place !== '') {
    const advice = 'use if and else, or give it a name before'
    context.reject(choice, `ternary that touches memory in ${place}, where it cannot be computed ahead`, advice)
    return atom('0')
  }
  const name = context.locals.fresh('choice')
  context.lines.add(`var ${name}: ${wgslType(context.typeOf(choice))};`)
  emitChoice(choice, context, '', (value) => context.lines.add(`${name} = ${emitExpression(value, context, '')};`))
  return atom(name)
}

function emitCall(call: CallExpression, context: EmitContext, place: Place): string {
  const name = call.callee.type === 'Identifier' ? call.callee.name : ''
  context.usedFunctions.add(name)
  const { heapName, memoryName } = context.functions.get(name) ?? {}
  const given = call.arguments.slice(heapName === undefined ? 0 : 1) as Expression[]
  const memory = memoryName === undefined ? undefined : (given.shift() as { name: string }).name
  const texts = emitOperands(given, context, place, (argument) => emitArgument(argument, context, place))
  const print = wgslIntrinsics[name]
  if (print === undefined) return `${wgslName(name)}(${texts.join(', ')})`
  if (memory === undefined) return print(...texts)
  const isShared = context.memories.get(memory)!.size !== undefined
  if (isShared) context.usedConstants.add(memory)
  return print(`${isShared ? wgslName(memory) : memory}[${texts[0]}]`, ...texts.slice(1))
}

/** Comparisons are put in parentheses: WGSL might take `f(a < b, c > d)` for a template. */
function emitArgument(argument: Expression, context: EmitContext, place: Place): string {
  const emitted = emitOperand(argument, context, place)
  return wrap(emitted, ['atom', 'unary', 'product', 'sum', '|', '&', '^'])
}

/** Emits operands in their order; a call that comes before lines that a later operand needs is made before them. */
function emitOperands(
  operands: readonly Expression[],
  context: EmitContext,
  place: Place,
  emit: (operand: Expression, k: number) => string,
): string[] {
  const last = operands.findLastIndex((operand) => needsLinesBefore(operand, context))
  return operands.map((operand, k) => {
    const text = emit(operand, k)
    if (k >= last || !hasCall(operand) || place !== '') return text
    const name = context.locals.fresh('before')
    context.lines.add(`let ${name} = ${text};`)
    return name
  })
}

function atom(text: string): EmittedText {
  return { text, level: 'atom' }
}

function literal(value: number): EmittedText {
  return value < 0 ? { text: `${value}`, level: 'unary' } : atom(`${value}`)
}

function wrap(emitted: EmittedText, allowed: readonly Level[]): string {
  return allowed.includes(emitted.level) ? emitted.text : `(${emitted.text})`
}

function hasCall(expression: Expression): boolean {
  return expression.type === 'CallExpression' || childrenOf(expression).some(hasCall)
}

/** The expressions directly inside an expression. */
export function childrenOf(expression: Expression): Expression[] {
  switch (expression.type) {
    case 'UnaryExpression':
      return [expression.argument]
    case 'BinaryExpression':
    case 'LogicalExpression':
      return [expression.left as Expression, expression.right]
    case 'ConditionalExpression':
      return [expression.test, expression.consequent, expression.alternate]
    case 'CallExpression':
      return expression.arguments as Expression[]
    default:
      return []
  }
}
