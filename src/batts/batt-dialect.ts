// The dialect of a batt, from the dialects of the programs in it.

import { type DialectId, dialectOf, layoutOf } from '../language/dialects.ts'
import { UserError } from '../language/errors.ts'
import { nameOfKey } from '../language/names.ts'
import type { Operand, Program } from '../language/program.ts'
import { noteValue } from '../language/recognize-dialect.ts'
import type { Notation } from '../language/values/value-notation.ts'

const MAX_LISTED = 5

// These give None in dialect r where they fail in dialect a, and the same value everywhere else.
const WIDER_IN_R = new Set(['argmax', 'argmin'])

/**
 * The one dialect in which all programs can be written without changing a value. Programs of dialects a and r can be
 * together unless one means `occurrences` of a and another a primitive of r; dialect t is always by itself.
 */
export function chooseDialect(programs: readonly Program[]): DialectId {
  const ofT = programs.filter(({ dialect }) => layoutOf(dialect) === 't')
  const others = programs.filter(({ dialect }) => layoutOf(dialect) !== 't')
  if (ofT.length > 0 && others.length > 0) {
    const message = `Programs of two dialects cannot be in one batt: ${list(others)} of a or r; ${list(ofT)} of t`
    const advice = 'Make a batt of each, or read all programs in one dialect: --dialect t.'
    throw new UserError('card-dialects', message, { advice })
  }
  if (ofT.length > 0) return 't'
  const ofR = programs.filter((program) => keysOf(program).some((key) => key.endsWith('@r')))
  if (ofR.length === 0) return 'a'
  const onlyA = programs.filter((program) => keysOf(program).some(isOnlyA))
  if (onlyA.length === 0) return 'r'
  const message = `${list(onlyA)} and ${list(ofR)} mean different primitives by the same name: occurrences of a, and primitives of r`
  throw new UserError('card-dialects', message, {
    advice: 'Make a batt of each, or read all in one dialect: --dialect r.',
  })
}

/** Rewrites an operand for the dialect of the batt; its value is the same wherever it had one. */
export function translateOperand(operand: Operand, dialect: DialectId): Operand {
  if (operand.kind === 'primitive') return { kind: 'primitive', key: translateKey(operand.key, dialect) }
  if (operand.kind !== 'constant') return operand
  const { name, value } = operand
  // A constant that a file defines itself is written as its value.
  const isKnown = name !== undefined && JSON.stringify(dialectOf(dialect).constants.get(name)) === JSON.stringify(value)
  return { kind: 'constant', value: translateValue(value, dialect), ...(isKnown ? { name } : {}) }
}

function translateKey(key: string, dialect: DialectId): string {
  return dialectOf(dialect).primitives.get(nameOfKey(key))?.key ?? key
}

function translateValue(value: Notation, dialect: DialectId): Notation {
  if (typeof value !== 'object' || value === null) return value
  // Python has no form of its own for grids: a batt that is printed and read again is the same.
  if ('g' in value) return { t: value.g.map((row) => ({ t: Array.from(row, Number) })) }
  const translate = (item: Notation): Notation => translateValue(item, dialect)
  if ('t' in value) return { t: value.t.map(translate) }
  if ('s' in value) return { s: value.s.map(translate) }
  if ('f' in value) return { f: translateKey(value.f, dialect) }
  return { call: translateKey(value.call, dialect), args: value.args.map(translate) }
}

/** Whether the primitive has another meaning in dialect r, on values and not only in place of errors. */
function isOnlyA(key: string): boolean {
  return translateKey(key, 'r') !== key && !WIDER_IN_R.has(key)
}

function keysOf({ statements, result }: Program): string[] {
  const keys: string[] = []
  const note = (operand: Operand): void => {
    if (operand.kind === 'primitive') keys.push(operand.key)
    else if (operand.kind === 'constant') noteValue(operand.value, (key) => keys.push(key))
  }
  for (const { callee, args } of statements) for (const operand of [callee, ...args]) note(operand)
  if (result !== undefined) note(result)
  return keys
}

function list(programs: readonly Program[]): string {
  const names = programs.slice(0, MAX_LISTED).map(({ name }) => name)
  const rest = programs.length - names.length
  return names.join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}
