// The constants that a mutation can put in the place of another, by the type of the parameter.

import { type Dialect, wellKnownOperand } from '../language/dialects.ts'
import type { Operand } from '../language/program.ts'
import { type Notation, spellNotation } from '../language/values/value-notation.ts'
import type { MutationKind } from './mutation.ts'

/** Constants that can replace each other. */
export interface ConstantPool {
  readonly kind: MutationKind
  readonly names: readonly string[]
}

const COLORS = 'BLACK BLUE RED GREEN YELLOW GRAY MAGENTA ORANGE CYAN BURGUNDY'.split(' ')
const INTEGERS = 'NEG_TWO NEG_ONE ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN'.split(' ')
const PAIRS =
  'DOWN RIGHT UP LEFT ORIGIN UNITY NEG_UNITY UP_RIGHT DOWN_LEFT ZERO_BY_TWO TWO_BY_ZERO TWO_BY_TWO THREE_BY_THREE'.split(
    ' ',
  )

const FROM_FIRST = numbered('F', 0, 9)
const FROM_LAST = numbered('L', 1, 10)

function numbered(prefix: string, from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, k) => `${prefix}${from + k}`)
}

const byType: ReadonlyMap<string, ConstantPool> = new Map([
  ['C_', { kind: 'color', names: COLORS }],
  ['FL', { kind: 'rank', names: [...FROM_FIRST, ...FROM_LAST] }],
  ['F_', { kind: 'rank', names: FROM_FIRST }],
  ['L_', { kind: 'rank', names: FROM_LAST }],
  ['R_', { kind: 'selector', names: numbered('R', 0, 9) }],
  ['R4', { kind: 'selector', names: numbered('R', 0, 3) }],
  ['R8', { kind: 'selector', names: numbered('R', 0, 7) }],
  ['A_', { kind: 'angle', names: numbered('A', 0, 9) }],
  ['A4', { kind: 'angle', names: numbered('A', 0, 3) }],
  ['A8', { kind: 'angle', names: numbered('A', 0, 7) }],
  ['Boolean', { kind: 'boolean', names: ['F', 'T'] }],
])

/** The pool of a parameter's type, else of the constant itself; undefined for a constant that has none. */
export function poolOf(type: string, { value, name }: { value: Notation; name?: string }): ConstantPool | undefined {
  const pool = byType.get(type)
  if (pool !== undefined) return pool
  if (typeof value === 'boolean') return byType.get('Boolean')
  if (typeof value === 'number') {
    return name !== undefined && COLORS.includes(name) ? byType.get('C_') : { kind: 'integer', names: INTEGERS }
  }
  return isPair(value) ? { kind: 'pair', names: PAIRS } : undefined
}

function isPair(value: Notation): boolean {
  if (typeof value !== 'object' || value === null || !('t' in value)) return false
  return value.t.length === 2 && value.t.every((item) => typeof item === 'number')
}

/** The constants of a pool that have another value. */
export function otherConstants({ names }: ConstantPool, value: Notation, dialect: Dialect): Operand[] {
  const own = spellNotation(value)
  return names
    .map((name) => wellKnownOperand(dialect, name)!)
    .filter((operand) => operand.kind === 'constant' && spellNotation(operand.value) !== own)
}
