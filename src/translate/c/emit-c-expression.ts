// Emits expressions in C. Where the order of evaluation matters, operands are kept in variables, by commas.

import type { CallExpression, Expression } from 'oxc-parser'
import type { Inference } from '../infer-types.ts'
import { dottedName } from '../dotted-name.ts'
import { type ConstantLookup, foldConstant } from '../fold-constants.ts'
import { type Names, PARAMS, type ValueType } from '../resolve.ts'
import { type CallEffects, nameOfCallee } from './call-effects.ts'
import type { CTarget } from './c-target.ts'

// How tightly a piece of C holds together. Mixed operators get parentheses although C has an order: compilers warn about it.
type Level =
  | 'atom'
  | 'unary'
  | 'product'
  | 'sum'
  | 'shift'
  | 'relation'
  | '&&'
  | '||'
  | '|'
  | '&'
  | '^'
  | 'choice'
  | 'comma'

interface Piece {
  readonly text: string
  readonly level: Level
  /** Whether C takes the value for one without sign: a sum or product of a target that computes so. */
  readonly isUnsigned?: boolean
}

const ARITHMETIC = ['+', '-', '*']
const KEPT = /^kept\d+$/

const TIGHT: readonly Level[] = ['atom', 'unary']

const OPERATORS: Readonly<
  Record<string, { text: string; level: Level; left: readonly Level[]; right: readonly Level[] }>
> = {
  '+': { text: '+', level: 'sum', left: [...TIGHT, 'product', 'sum'], right: [...TIGHT, 'product'] },
  '-': { text: '-', level: 'sum', left: [...TIGHT, 'product', 'sum'], right: [...TIGHT, 'product'] },
  '*': { text: '*', level: 'product', left: [...TIGHT, 'product'], right: TIGHT },
  '>>': { text: '>>', level: 'shift', left: TIGHT, right: TIGHT },
  '===': { text: '==', level: 'relation', left: [...TIGHT, 'product', 'sum'], right: [...TIGHT, 'product', 'sum'] },
  '!==': { text: '!=', level: 'relation', left: [...TIGHT, 'product', 'sum'], right: [...TIGHT, 'product', 'sum'] },
  '<': { text: '<', level: 'relation', left: [...TIGHT, 'product', 'sum'], right: [...TIGHT, 'product', 'sum'] },
  '<=': { text: '<=', level: 'relation', left: [...TIGHT, 'product', 'sum'], right: [...TIGHT, 'product', 'sum'] },
  '>': { text: '>', level: 'relation', left: [...TIGHT, 'product', 'sum'], right: [...TIGHT, 'product', 'sum'] },
  '>=': { text: '>=', level: 'relation', left: [...TIGHT, 'product', 'sum'], right: [...TIGHT, 'product', 'sum'] },
  '|': { text: '|', level: '|', left: [...TIGHT, '|'], right: TIGHT },
  '&': { text: '&', level: '&', left: [...TIGHT, '&'], right: TIGHT },
  '^': { text: '^', level: '^', left: [...TIGHT, '^'], right: TIGHT },
  '&&': { text: '&&', level: '&&', left: [...TIGHT, 'relation', '&&'], right: [...TIGHT, 'relation'] },
  '||': { text: '||', level: '||', left: [...TIGHT, 'relation', '||'], right: [...TIGHT, 'relation'] },
}

/** A number as C spells it: the least one is no literal. */
export function printNumber(value: number): string {
  return value === -2147483648 ? '(-2147483647 - 1)' : `${value}`
}

/** Writes the expressions of one function. */
export class ExpressionPrinter {
  /** The variables that keep operands in order, with their types, in the order of their names. */
  readonly kept: ValueType[] = []
  readonly usedConstants = new Set<string>()
  /** Accesses that are checked in front of their loop, with the variable that has the outcome. */
  readonly found = new Map<CallExpression, string>()
  readonly #inference: Inference
  readonly #names: Names
  readonly #effects: CallEffects
  readonly #target: CTarget

  constructor(inference: Inference, names: Names, effects: CallEffects, target: CTarget) {
    this.#target = target
    this.#inference = inference
    this.#names = names
    this.#effects = effects
  }

  print(expression: Expression): string {
    return this.#wrap(expression, [
      'atom',
      'unary',
      'product',
      'sum',
      'shift',
      'relation',
      '&&',
      '||',
      '|',
      '&',
      '^',
      'choice',
    ])
  }

  /** An assignment `variable = variable operator value`, or `variable = value`. */
  printAssignment(variable: Expression, operator: string, value: Expression): string {
    const name = this.printVariable(variable)
    if (operator === '=') return `${name} = ${this.print(value)}`
    const plain = operator.slice(0, -1)
    if (plain === '<<' || plain === '%') return `${name} = ${this.#byFunction(plain, name, this.print(value))}`
    if (this.#target.isUnsigned && ARITHMETIC.includes(plain))
      return `${name} = (${this.#target.unsigned})${name} ${plain} ${this.#wrap(value, OPERATORS[plain]!.right)}`
    const right = plain === '>>' ? this.#shiftAmount(value) : this.print(value)
    return `${name} ${operator} ${right}`
  }

  /** A variable of the function or of the invocation. */
  printVariable(variable: Expression): string {
    if (variable.type === 'Identifier') return this.#target.name(variable.name)
    const name = dottedName(variable)
    const group = name.slice(0, name.indexOf('.'))
    if (group !== PARAMS) this.usedConstants.add(group)
    return this.#target.printVariable(name)
  }

  #wrap(expression: Expression, allowed: readonly Level[]): string {
    return within(this.#piece(expression), allowed)
  }

  /** The same for operators that differ for values without sign. */
  #wrapSigned(expression: Expression, allowed: readonly Level[]): string {
    return within(this.#signed(this.#piece(expression)), allowed)
  }

  #signed(piece: Piece): Piece {
    return piece.isUnsigned === true ? { text: `(${this.#target.int})(${piece.text})`, level: 'unary' } : piece
  }

  #piece(expression: Expression): Piece {
    switch (expression.type) {
      case 'Literal':
        return literal(Number(expression.value), typeof expression.value)
      case 'Identifier':
        if (this.#inference.constants.has(expression)) this.usedConstants.add(expression.name)
        return { text: this.#target.name(expression.name), level: 'atom' }
      case 'MemberExpression':
        if (!this.#inference.constants.has(expression)) return { text: this.printVariable(expression), level: 'atom' }
        this.usedConstants.add(dottedName(expression))
        return { text: this.#target.name(dottedName(expression)), level: 'atom' }
      case 'UnaryExpression':
        if (expression.operator === '-' && expression.argument.type === 'Literal')
          return literal(-Number(expression.argument.value), 'number')
        if (expression.operator === '-' && this.#target.isUnsigned && !this.#isConstant(expression))
          return {
            text: `0u - ${this.#wrap(expression.argument, OPERATORS['-']!.right)}`,
            level: 'sum',
            isUnsigned: true,
          }
        return { text: `${expression.operator}${this.#wrapSigned(expression.argument, ['atom'])}`, level: 'unary' }
      case 'BinaryExpression':
        return this.#binary(expression.operator, expression.left as Expression, expression.right)
      case 'LogicalExpression': {
        // C evaluates these from left to right.
        const { text, level, left, right } = OPERATORS[expression.operator]!
        return { text: `${this.#wrap(expression.left, left)} ${text} ${this.#wrap(expression.right, right)}`, level }
      }
      case 'ConditionalExpression': {
        const parts: readonly Level[] = ['atom', 'unary', 'product', 'sum', 'relation']
        const test = this.#wrap(expression.test, parts)
        const consequent = this.#wrapSigned(expression.consequent, parts)
        const alternate = this.#wrapSigned(expression.alternate, [...parts, 'choice'])
        return { text: `${test} ? ${consequent} : ${alternate}`, level: 'choice' }
      }
      case 'CallExpression':
        return this.#call(expression)
      default:
        throw new Error(`bug in the translator: ${expression.type} passed the check of the subset`)
    }
  }

  #binary(operator: string, a: Expression, b: Expression): Piece {
    if (operator === '<<' || operator === '%')
      return this.#inOrder([a, b], ([left, right]) => ({
        text: this.#byFunction(operator, left!, right!),
        level: 'atom',
      }))
    if (
      this.#target.isUnsigned &&
      ARITHMETIC.includes(operator) &&
      !this.#isConstant({ type: 'BinaryExpression', left: a, operator, right: b } as Expression)
    )
      return this.#arithmetic(operator, a, b)
    const { text, level, left, right } = OPERATORS[operator]!
    const isShift = operator === '>>'
    return this.#inOrder(
      [a, b],
      (operands) => ({ text: `${operands[0]} ${text} ${operands[1]}`, level }),
      (operand, k) =>
        isShift && k === 1 ? this.#shiftAmount(operand) : this.#wrapSigned(operand, k === 0 ? left : right),
    )
  }

  /** A sum or product computed without sign, where C defines overflow: one operand without sign suffices. */
  #arithmetic(operator: string, a: Expression, b: Expression): Piece {
    const { text, level, left, right } = OPERATORS[operator]!
    return this.#inOrder(
      [a, b],
      ([first, second]) => {
        // A variable that keeps an operand has a sign.
        const isUnsigned = this.#isUnsigned(b) || (this.#isUnsigned(a) && !KEPT.test(first!))
        return {
          text: `${isUnsigned ? '' : `(${this.#target.unsigned})`}${first} ${text} ${second}`,
          level,
          isUnsigned: true,
        }
      },
      (operand, k) =>
        this.#wrap(operand, k === 1 ? right : this.#isUnsigned(a) || this.#isUnsigned(b) ? left : ['atom']),
    )
  }

  /** Whether C takes the value of an expression for one without sign. */
  #isUnsigned(expression: Expression): boolean {
    if (!this.#target.isUnsigned || this.#isConstant(expression)) return false
    if (expression.type === 'BinaryExpression') return ARITHMETIC.includes(expression.operator)
    return (
      expression.type === 'UnaryExpression' && expression.operator === '-' && expression.argument.type !== 'Literal'
    )
  }

  /** Whether it is a constant that fits. */
  #isConstant(expression: Expression): boolean {
    const lookup: ConstantLookup = (name) =>
      this.#inference.constants.has(name) ? this.#target.constant(dottedName(name)) : undefined
    return foldConstant(expression, lookup)?.legal === true
  }

  /** Operators that C does not define for all operands. */
  #byFunction(operator: string, left: string, right: string): string {
    return `${operator === '<<' ? 'shiftLeft' : 'remainderOf'}(${left}, ${right})`
  }

  /** As in JavaScript, the lowest five bits count. */
  #shiftAmount(amount: Expression): string {
    if (amount.type === 'Literal') return `${Number(amount.value) & 31}`
    return `(${this.#wrapSigned(amount, TIGHT)} & 31)`
  }

  #call(call: CallExpression): Piece {
    const name = nameOfCallee(call)
    const { heapName, memoryName } = this.#names.functions.get(name)!
    const given = (call.arguments as Expression[]).slice(heapName === undefined ? 0 : 1)
    const first = heapName === undefined ? [] : ['h']
    if (memoryName !== undefined) {
      const memory = this.#names.memories.get((given.shift() as { name: string }).name)!
      if (memory.size !== undefined) this.usedConstants.add(memory.name)
      return this.#inOrder(given, (texts) => ({ text: this.#target.printAccess(name, memory, texts), level: 'atom' }))
    }
    const found = this.found.get(call)
    const callee = found === undefined ? this.#target.name(name) : `${name}Found`
    if (found !== undefined) first.push(found)
    return this.#inOrder(given, (texts) => ({
      text: `${callee}(${[...first, ...texts].join(', ')})`,
      level: 'atom',
    }))
  }

  /** Evaluates operands from left to right where that makes a difference. */
  #inOrder(
    operands: readonly Expression[],
    combine: (texts: readonly string[]) => Piece,
    print: (operand: Expression, k: number) => string = (operand) => this.print(operand),
  ): Piece {
    if (!this.#effects.needOrder(operands)) return combine(operands.map(print))
    const end = operands.findLastIndex((operand) => this.#effects.of(operand) !== 'none')
    const steps: string[] = []
    const texts = operands.map((operand, k) => {
      if (k >= end || this.#effects.of(operand) === 'none') return print(operand, k)
      const name = `kept${this.kept.length}`
      this.kept.push(this.#inference.types.get(operand) ?? 'number')
      steps.push(`${name} = ${this.print(operand)}`)
      return name
    })
    const last = combine(texts)
    return { ...last, text: [...steps, last.text].join(', '), level: 'comma' }
  }
}

function within({ text, level }: Piece, allowed: readonly Level[]): string {
  return allowed.includes(level) ? text : `(${text})`
}

function literal(value: number, type: string): Piece {
  if (type === 'boolean') return { text: value === 1 ? 'true' : 'false', level: 'atom' }
  return { text: printNumber(value), level: value < 0 && value !== -2147483648 ? 'unary' : 'atom' }
}
