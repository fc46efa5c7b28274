// Folding constants: the value of an expression that consists of literals and constants, computed as JavaScript does,
// and whether WGSL, which refuses constant expressions that overflow, would accept it as it is written.

import type { Expression } from 'oxc-parser'
import { checkExpression } from './check-subset.ts'
import type { Constant } from './collect.ts'
import { type Diagnostic, diagnose } from './diagnostic.ts'
import { type Named, dottedName } from './dotted-name.ts'
import { isDeviceFile } from './layout.ts'
import type { ValueType } from './resolve.ts'

/** The value of a constant expression; booleans are 0 and 1. */
export interface ConstantValue {
  readonly type: ValueType
  readonly value: number
  /** Whether no step of it overflows or shifts too far. */
  readonly legal: boolean
}

/** The value of a constant by its identifier, or by its place in a group; undefined for any other name. */
export type ConstantLookup = (name: Named) => ConstantValue | undefined

/** Whether the number is a 32-bit integer. */
export function fitsWord(value: number): boolean {
  return (value | 0) === value
}

/** The value of an expression; undefined if it is not constant. */
export function foldConstant(expression: Expression, lookup: ConstantLookup): ConstantValue | undefined {
  switch (expression.type) {
    case 'Literal':
      if (typeof expression.value === 'boolean') return truth(expression.value, true)
      return typeof expression.value === 'number' ? number(expression.value, true) : undefined
    case 'Identifier':
    case 'MemberExpression':
      return lookup(expression)
    case 'UnaryExpression': {
      const a = foldConstant(expression.argument, lookup)
      if (a === undefined) return undefined
      if (expression.operator === '!') return truth(a.value === 0, a.legal)
      // The literal 2147483648 is no word, but its negative is; `0 - x` makes no negative zero.
      const legal = a.legal || expression.argument.type === 'Literal'
      return number(expression.operator === '~' ? ~a.value : 0 - a.value, legal)
    }
    case 'BinaryExpression': {
      const a = expression.left.type === 'PrivateIdentifier' ? undefined : foldConstant(expression.left, lookup)
      const b = foldConstant(expression.right, lookup)
      return a && b && foldBinary(a, expression.operator, b)
    }
    case 'LogicalExpression': {
      const a = foldConstant(expression.left, lookup)
      const b = foldConstant(expression.right, lookup)
      if (!a || !b) return undefined
      const both = expression.operator === '&&'
      return truth(both ? a.value !== 0 && b.value !== 0 : a.value !== 0 || b.value !== 0, a.legal && b.legal)
    }
    case 'ConditionalExpression': {
      const test = foldConstant(expression.test, lookup)
      const a = foldConstant(expression.consequent, lookup)
      const b = foldConstant(expression.alternate, lookup)
      if (!test || !a || !b) return undefined
      return { ...(test.value !== 0 ? a : b), legal: test.legal && a.legal && b.legal }
    }
    default:
      return undefined
  }
}

function number(value: number, legal: boolean): ConstantValue {
  return { type: 'number', value, legal: legal && fitsWord(value) }
}

function truth(value: boolean, legal: boolean): ConstantValue {
  return { type: 'boolean', value: value ? 1 : 0, legal }
}

function foldBinary(a: ConstantValue, operator: string, b: ConstantValue): ConstantValue | undefined {
  const [x, y] = [a.value, b.value]
  const legal = a.legal && b.legal
  switch (operator) {
    case '+':
      return number(x + y, legal)
    case '-':
      return number(x - y, legal)
    case '*':
      return number(x * y, legal)
    case '%':
      return number(x % y, legal)
    case '|':
      return number(x | y, legal)
    case '&':
      return number(x & y, legal)
    case '^':
      return number(x ^ y, legal)
    case '<<':
      return number(x << y, legal && y >= 0 && y < 32 && fitsWord(x * 2 ** y))
    case '>>':
      return number(x >> y, legal && y >= 0 && y < 32)
    case '===':
      return truth(x === y, legal)
    case '!==':
      return truth(x !== y, legal)
    case '<':
      return truth(x < y, legal)
    case '<=':
      return truth(x <= y, legal)
    case '>':
      return truth(x > y, legal)
    case '>=':
      return truth(x >= y, legal)
    default:
      return undefined
  }
}

/** The values of all module constants; an expression that is not constant is reported and omitted. */
export function foldConstants(
  constants: ReadonlyMap<string, Constant>,
  diagnostics: Diagnostic[],
): Map<string, ConstantValue> {
  const values = new Map<string, ConstantValue>()
  const open = new Set<string>()
  const fold = (name: string): ConstantValue | undefined => {
    const constant = constants.get(name)
    if (constant === undefined || values.has(name) || open.has(name)) return values.get(name)
    open.add(name)
    const before = diagnostics.length
    checkExpression(
      constant.value,
      (node, problem, advice) => {
        diagnostics.push(diagnose(constant.source, node.start, problem, advice))
      },
      isDeviceFile(constant.source.path),
    )
    const value = foldConstant(constant.value, (identifier) => fold(dottedName(identifier)))
    if (value && (value.type === 'boolean' || fitsWord(value.value))) values.set(name, value)
    else if (diagnostics.length === before) {
      const problem = `'${name}' is no constant 32-bit integer or boolean`
      diagnostics.push(diagnose(constant.source, constant.offset, problem, 'use literals and other constants only'))
    }
    return values.get(name)
  }
  for (const name of constants.keys()) fold(name)
  return values
}
