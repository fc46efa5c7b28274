// Functions that searches pass to higher-order primitives: primitives, tests against constants, bound and composed ones.

import type { BattStatements } from '../batts/batt-statements.ts'
import { GRID, NUMBER, type ValueKinds } from '../batts/value-kinds.ts'
import { dialectOf, wellKnownOperand } from '../language/dialects.ts'
import type { Operand } from '../language/program.ts'
import { INPUT } from './program-parts.ts'
import type { TaskConstants } from './task-constants.ts'
import { type Word, type WordParameter, wordsOf } from './vocabulary.ts'

/** A function of one argument. */
export interface FunctionValue {
  readonly operand: Operand
  readonly takes: ValueKinds
  readonly gives: ValueKinds
  /** Whether it returns a boolean. */
  readonly isTest: boolean
  readonly cost: number
}

const COLOR_OF = new Set(['color', 'mostcolor', 'leastcolor', 'mostcolor_f', 'leastcolor_f'])
const COUNTED = /^(?:size|height|width|numcolors)(?:_[tfio])?$/
/** The cost up to which functions are composed with each other. */
const COMPOSED_COST = 1

/** Functions without values of the search in them, by cost and then in a fixed order. */
export function makeFunctions(batt: BattStatements, constants: TaskConstants): FunctionValue[] {
  const words = wordsOf(batt.dialect)
  const unary = words.filter(({ sort, parameters }) => sort === 'first-order' && parameters.length === 1)
  const simple = unary.map((word): FunctionValue => ({
    operand: word.operand,
    takes: word.parameters[0]!.kinds,
    gives: word.gives,
    isTest: word.returns === 'Boolean',
    cost: word.costAsFunction,
  }))
  const functions = [
    ...simple,
    ...makeTests(batt, unary, constants),
    ...makeBound(batt, words, constants),
    ...makeComposed(batt, simple),
  ]
  return functions.sort((a, b) => a.cost - b.cost)
}

/** A primitive of the dialect of the statements by its name. */
export function primitiveIn(batt: BattStatements, name: string): Operand {
  return wellKnownOperand(dialectOf(batt.dialect), name)!
}

function makeTests(batt: BattStatements, unary: readonly Word[], constants: TaskConstants): FunctionValue[] {
  const tests: FunctionValue[] = []
  for (const word of unary) {
    const type = COLOR_OF.has(word.name) ? 'C_' : COUNTED.test(word.name) ? 'Integer' : undefined
    if (type === undefined) continue
    const base = { takes: word.parameters[0]!.kinds, gives: NUMBER, isTest: true }
    for (const { operand, cost } of constants.of(type)) {
      const test = batt.call(primitiveIn(batt, 'matcher'), [word.operand, operand])
      tests.push({ ...base, operand: test, cost: 1 + cost })
      const negation = batt.call(primitiveIn(batt, 'compose'), [primitiveIn(batt, 'flip'), test])
      tests.push({ ...base, operand: negation, cost: 3 + cost })
    }
  }
  return tests
}

function makeBound(batt: BattStatements, words: readonly Word[], constants: TaskConstants): FunctionValue[] {
  const functions: FunctionValue[] = []
  for (const word of words) {
    if (word.sort !== 'first-order' || word.parameters.length !== 2) continue
    for (const side of [0, 1] as const) {
      const fixed = word.parameters[side]!
      for (const { operand, cost } of [...constants.of(fixed.type), ...inputFor(fixed)])
        functions.push(bindWord(batt, word, side, operand, cost))
    }
  }
  return functions
}

function inputFor({ kinds, type }: WordParameter): { operand: Operand; cost: number }[] {
  return type !== 'Any' && (kinds & GRID) !== 0 ? [{ operand: INPUT, cost: 0 }] : []
}

/** A primitive of two parameters with one of them fixed: the first (side 0) or the last (side 1). */
export function bindWord(batt: BattStatements, word: Word, side: 0 | 1, fixed: Operand, cost: number): FunctionValue {
  const operand = batt.call(primitiveIn(batt, side === 0 ? 'lbind' : 'rbind'), [word.operand, fixed])
  const { kinds } = word.parameters[1 - side]!
  return {
    operand,
    takes: kinds,
    gives: word.gives,
    isTest: word.returns === 'Boolean',
    cost: word.costAsFunction + 2 + cost,
  }
}

function makeComposed(batt: BattStatements, simple: readonly FunctionValue[]): FunctionValue[] {
  const cheap = simple.filter(({ cost }) => cost <= COMPOSED_COST)
  return cheap.flatMap((inner) =>
    cheap.flatMap((outer): FunctionValue[] => {
      if (inner === outer || (inner.gives & outer.takes) === 0) return []
      const operand = batt.call(primitiveIn(batt, 'compose'), [outer.operand, inner.operand])
      const { gives, isTest } = outer
      return [{ operand, takes: inner.takes, gives, isTest, cost: 3 + inner.cost + outer.cost }]
    }),
  )
}

/** Which functions a parameter of a higher-order primitive can take: tests, keys that are numbers, or any. */
export function isSuited({ name }: Word, parameter: WordParameter, { isTest, gives }: FunctionValue): boolean {
  if (parameter.name === 'condition' || name.startsWith('mfilter')) return isTest
  if (parameter.name === 'compfunc' || parameter.name === 'key') return !isTest && (gives & NUMBER) !== 0
  return !isTest
}
