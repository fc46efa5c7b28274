// Round trips: printing as JSON and reading returns the same program, also by way of Python.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amount } from '../../../test/amount.ts'
import { anyProgram, withoutPlaces } from '../../../test/generators/programs.ts'
import '../../../test/generators/seed.ts'
import { SOUND_TEXTS } from '../../../test/hostile/program-texts.ts'
import { printJsonProgram, printJsonPrograms } from './print-json.ts'
import { printPrograms } from '../python/print-python.ts'
import type { Operand, Program, Statement } from '../program.ts'
import { readJsonPrograms } from './read-json.ts'
import { readPrograms } from '../python/read-python.ts'
import type { Notation } from '../values/value-notation.ts'

function readAgain(programs: readonly Program[]): Program[] {
  const { programs: again, diagnostics } = readJsonPrograms(printJsonPrograms(programs), 'a.json')
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return again.map(withoutPlaces)
}

test('what was printed reads as the same program', () => {
  fc.assert(
    fc.property(anyProgram, (program) => {
      expect(readAgain([program])).toEqual([withoutPlaces(program)])
      expect(readJsonPrograms(printJsonProgram(program), 'a.json').programs.map(withoutPlaces)).toEqual([
        withoutPlaces(program),
      ])
    }),
    { numRuns: amount(60, 600) },
  )
})

test('the same program comes of its Python and of its JSON', () => {
  fc.assert(
    fc.property(anyProgram, (program) => {
      const fromPython = readPrograms(printPrograms([program]), 'a.py').programs
      expect(fromPython).toHaveLength(1)
      expect(readAgain(fromPython)).toEqual(fromPython.map(withoutPlaces))
      // And back: JSON, then Python.
      const back = readPrograms(printPrograms(readAgain(fromPython)), 'a.py').programs
      expect(back.map(withoutPlaces)).toEqual(fromPython.map(withoutPlaces))
    }),
    { numRuns: amount(40, 300) },
  )
})

test.each(SOUND_TEXTS.map((text, k) => [k, text] as const))('text %i is the same as JSON, places apart', (_, text) => {
  const { programs } = readPrograms(text, 'a.py')
  expect(programs.length).toBeGreaterThan(0)
  expect(readAgain(programs)).toEqual(programs.map(withoutPlaces))
})

const I: Operand = { kind: 'input', name: 'I' }

function programWith(statements: readonly Statement[], result: Operand): Program {
  return { name: 'solve_a', task: 'a', mode: 'strict', dialect: 'a', file: '', statements, result, outputs: [] }
}

function callOf(name: string, args: readonly Operand[] = [I]): Statement {
  return { name, callee: { kind: 'primitive', key: 'rot90' }, args, place: { line: 0, column: 0 } }
}

test('names that are none, or mean something else in the program, are replaced', () => {
  const names = ['a b', 'rot90', 'I', 'class', 'y', 'y', '', 'x1', '_', '_']
  const statements = names.map((name) => callOf(name))
  const [again] = readAgain([programWith(statements, { kind: 'statement', index: 9 })])
  const own = again!.statements.map(({ name }) => name)
  expect(own).toEqual(['x2', 'x3', 'x4', 'x5', 'y', 'x6', 'x7', 'x1', '_', 'x8'])
  expect(again!.result).toEqual({ kind: 'statement', index: 9 })
})

test('a statement a line, constants by their names, values in the notation', () => {
  const values: Notation[] = [
    { g: ['01', '23'] },
    { t: [1, { s: [] }] },
    { call: 'compose', args: [{ f: 'rot90' }, { f: 'rot180' }] },
  ]
  const named: Operand = { kind: 'constant', value: 2, name: 'RED' }
  const args = [named, ...values.map((value): Operand => ({ kind: 'constant', value }))]
  const inner: Statement = { ...callOf('x1'), inner: true }
  const program = programWith([inner, callOf('x2', [{ kind: 'statement', index: 0 }, ...args])], I)
  expect(printJsonPrograms([program])).toBe(`{"programs": [
{"name": "solve_a", "mode": "strict", "statements": [
  {"name": "x1", "call": "rot90", "args": ["I"], "inner": true},
  {"name": "x2", "call": "rot90", "args": ["x1", "RED", {"g": ["01", "23"]}, {"t": [1, {"s": []}]}, {"call": "compose", "args": [{"f": "rot90"}, {"f": "rot180"}]}]}
], "result": "I"}
]}
`)
  expect(readAgain([program])).toEqual([withoutPlaces(program)])
})

test('a task that the name does not say is kept', () => {
  const program: Program = { ...programWith([], I), name: 'made_17', task: 'ab12' }
  expect(readAgain([program])).toEqual([withoutPlaces(program)])
})
