// Mutations: each operator changes a program as it says, and every program that is made can be printed and read.

import { describe, expect, test } from 'vitest'
import { doubled, taskOf } from '../../test/evolve/small-tasks.ts'
import { Random } from '../data/random.ts'
import { checkPrograms } from '../language/check/check-program.ts'
import { dialectOf } from '../language/dialects.ts'
import type { Program } from '../language/program.ts'
import { printPrograms } from '../language/python/print-python.ts'
import { readPrograms } from '../language/python/read-python.ts'
import { cardBatch } from './card-batch.ts'
import { Library, partsOf } from './library.ts'
import { type OperatorName, applyOperator, drawProgram } from './operators.ts'
import { normalizeProgram, sizeOf, spellProgram } from './program-parts.ts'
import { TaskConstants } from './task-constants.ts'
import { WordWheel } from './word-wheel.ts'

const read = (text: string): Program => normalizeProgram(readPrograms(text, 'x.py').programs[0]!, 'a')
const PARENT = read(
  'def solve(I):\n    x1 = objects(I, T, F, T)\n    x2 = argmax(x1, size)\n    x3 = fill(I, BLUE, x2)\n    return vmirror(x3)\n',
)
const DONOR = read('def solve(I):\n    x1 = ofcolor(I, RED)\n    x2 = box(x1)\n    return fill(I, GRAY, x2)\n')

function sourceOf(typed = true) {
  const constants = new TaskConstants([taskOf('double', doubled)], dialectOf('a'))
  return { constants, library: new Library(partsOf(DONOR)), wheel: new WordWheel('a', constants.sizeChange, typed) }
}

/** The different offspring of an operator. */
function offspring(operator: OperatorName, typed = true): Program[] {
  const source = sourceOf(typed)
  const made = new Map<string, Program>()
  for (let seed = 0; seed < 120; seed++) {
    const program = applyOperator(operator, PARENT, DONOR, new Random(seed * 7919), source)
    if (program !== undefined) made.set(spellProgram(program), program)
  }
  made.delete(spellProgram(PARENT))
  return [...made.values()]
}

const calleesOf = ({ statements }: Program): string[] =>
  statements.map(({ callee }) => (callee.kind === 'primitive' ? callee.key : ''))

const OPERATORS: readonly OperatorName[] = [
  'argument',
  'constant',
  'callee',
  'insert',
  'delete',
  'wrap',
  'splice',
  'cross',
  'fresh',
]

describe('operators', () => {
  test.each(OPERATORS)('%s makes several programs, which print and read as they are', (operator) => {
    const programs = offspring(operator).map((program, k) => ({ ...program, name: `solve_${k}` }))
    expect(programs.length).toBeGreaterThan(operator === 'delete' ? 0 : 3)
    const { programs: again, diagnostics } = readPrograms(printPrograms(programs), 'made.py', { dialect: 'a' })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(again.map(spellProgram)).toEqual(programs.map(spellProgram))
  })

  test('wrap adds a call around the result', () => {
    for (const program of offspring('wrap')) {
      expect(sizeOf(program)).toBeGreaterThan(sizeOf(PARENT))
      expect(calleesOf(program)).toContain('vmirror')
    }
  })

  test('insert adds a call before the last one', () => {
    for (const program of offspring('insert')) {
      expect(sizeOf(program)).toBeGreaterThanOrEqual(sizeOf(PARENT))
      expect(calleesOf(program).at(-1)).toBe('vmirror')
    }
  })

  test('delete leaves fewer calls', () => {
    for (const program of offspring('delete')) expect(sizeOf(program)).toBeLessThan(sizeOf(PARENT))
  })

  test('constant changes only constants, to those of the demos most of the time', () => {
    const programs = offspring('constant')
    for (const program of programs) expect(calleesOf(program)).toEqual(calleesOf(PARENT))
    const texts = programs.map((program) => printPrograms([program]))
    expect(texts.filter((text) => text.includes('fill(I, GREEN')).length).toBeGreaterThan(0)
  })

  test('callee changes one primitive', () => {
    const own = calleesOf(PARENT)
    for (const program of offspring('callee')) {
      const changed = calleesOf(program).filter((key) => !own.includes(key))
      expect([sizeOf(program), changed.length]).toEqual([4, 1])
    }
  })

  test('cross and splice take calls of the other program', () => {
    for (const operator of ['cross', 'splice'] as const)
      expect(offspring(operator).some((program) => calleesOf(program).includes('box'))).toBe(true)
  })
})

test('mutation by types makes far fewer programs that certainly fail than mutation without', () => {
  const failing = (typed: boolean): number => {
    const programs = OPERATORS.flatMap((operator) => offspring(operator, typed))
    const doubtful = programs.filter((program) => checkPrograms([program], [{ file: '', content: '' }]).length > 0)
    return doubtful.length / programs.length
  }
  expect(failing(true)).toBeLessThan(failing(false) / 3)
})

test('a batt of parents gives offspring that differ from them', () => {
  const made = new Set(
    Array.from({ length: 20 }, (_, seed) => cardBatch([PARENT, DONOR], new Random(seed), true))
      .flat()
      .map(spellProgram),
  )
  expect(made.size).toBeGreaterThan(10)
})

test('programs from nothing are short, and many of them are different', () => {
  const source = sourceOf()
  const drawn = Array.from({ length: 100 }, (_, seed) => drawProgram('a', new Random(seed), source))
  expect(new Set(drawn.map(spellProgram)).size).toBeGreaterThan(80)
  expect(Math.max(...drawn.map(sizeOf))).toBeLessThan(60)
})
