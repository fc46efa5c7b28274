// Details of JSON program files: limits, messages with names and numbers, outputs, envelopes, and printing.

import { dialectOf } from '../dialects.ts'
import { expect, test } from 'vitest'
import type { Program } from '../program.ts'
import { locateInJson } from './locate-json.ts'
import { outlineJson } from './outline-json.ts'
import { printJsonProgram, printJsonPrograms } from './print-json.ts'
import { readJsonPrograms } from './read-json.ts'
import { readJsonValue } from './read-json-value.ts'

function diagnosticsOf(text: string): (string | number)[][] {
  return readJsonPrograms(text, 'a.json').diagnostics.map(({ code, line, column, message, advice = '' }) => [
    code,
    line,
    column,
    advice === '' ? message : `${message} | ${advice}`,
  ])
}

/** The only diagnostic of a solver that returns a value. */
function problemOf(value: string): (string | number)[] {
  const [problem, ...others] = diagnosticsOf(`{"name": "solve_a", "result": ${value}}`)
  expect(others).toEqual([])
  return problem!
}

const valueOf = (json: unknown) => readJsonValue(json, dialectOf('a'), [])

test.each([
  [1073741823, 1073741823],
  [-1073741824, -1073741824],
  [{ t: [1073741823, -1, true] }, { t: [1073741823, -1, true] }],
  [{ g: ['012', '999'] }, { g: ['012', '999'] }],
  [{ s: [{ f: 'size' }] }, { s: [{ f: 'size' }] }],
  [
    { call: 'rbind', args: [{ f: 'add' }, 1] },
    { call: 'rbind', args: [{ f: 'add' }, 1] },
  ],
])('%j is the value %j', (json, value) => {
  expect(valueOf(json)).toEqual(value)
})

test('minus zero is zero', () => {
  expect(Object.is(valueOf(-0), 0)).toBe(true)
})

test.each([
  ['1073741824', 'integer-range', 31, /outside the range of 31 bits \| Integers go from -1073741824 to 1073741823\.$/],
  ['-1073741825', 'integer-range', 31, /outside the range/],
  ['{"t": [1073741824]}', 'integer-range', 38, /outside the range/],
  ['{"t": [1.5]}', 'unsupported-expression', 38, /not an integer/],
  ['{"t": [-1.5]}', 'unsupported-expression', 38, /not an integer/],
  ['[]', 'unsupported-expression', 31, /^Not part of the language: a list \|/],
  ['{"g": []}', 'unsupported-expression', 37, /rows of a grid/],
  ['{"g": 5}', 'unsupported-expression', 37, /rows of a grid/],
  ['{"g": ["1x"]}', 'unsupported-expression', 37, /rows of a grid/],
  ['{"g": ["x1"]}', 'unsupported-expression', 37, /rows of a grid/],
  ['{"g": [12]}', 'unsupported-expression', 37, /rows of a grid/],
  ['{"g": ["1", "22"]}', 'unsupported-expression', 37, /rows of a grid/],
  ['{"f": 5}', 'bad-shape', 37, /name of a primitive/],
  ['{"f": "rot91"}', 'unknown-name', 37, /^Unknown primitive rot91 \| Did you mean rot90\?$/],
  ['{"f": "zzzzzzzzz"}', 'unknown-name', 37, /^Unknown primitive zzzzzzzzz$/],
  [`{"f": "${'z'.repeat(40)}"}`, 'unknown-name', 37, /^Unknown primitive z{40}$/],
  [`{"f": "${'z'.repeat(41)}"}`, 'unknown-name', 37, /^Unknown primitive z{40}…$/],
  ['{"call": 5, "args": []}', 'unsupported-expression', 31, /^Only calls of combinators/],
  ['{"call": "zzz", "args": []}', 'unsupported-expression', 31, /^Only calls of combinators/],
  ['{"call": "size", "args": [1]}', 'unsupported-expression', 31, /^Only calls of combinators/],
  ['{"call": "compose", "args": [1]}', 'arity', 31, /^compose takes 2 arguments, not 1$/],
  ['{"call": "compose", "args": 5}', 'unsupported-expression', 59, /list of values/],
  ['{"call": "compose", "args": [1, []]}', 'unsupported-expression', 63, /a list/],
  ['{"call": "compose", "more": 1}', 'unsupported-expression', 31, /^Not a value/],
  ['{"more": "compose", "args": [1]}', 'unsupported-expression', 31, /^Not a value/],
  ['{"call": "compose", "args": [1, 2], "more": 1}', 'unsupported-expression', 31, /^Not a value/],
  ['{"call": "compose"}', 'unsupported-expression', 31, /^Not a value/],
])('the result %s: %s', (value, code, column, message) => {
  const [foundCode, line, foundColumn, text] = problemOf(value)
  expect([foundCode, line, foundColumn]).toEqual([code, 1, column])
  expect(text).toMatch(message)
})

test('values of 100 levels are read, of 101 not', () => {
  const nest = (depth: number, inner: unknown): unknown => (depth === 0 ? inner : { t: [nest(depth - 1, inner)] })
  expect(valueOf(nest(100, true))).toEqual(nest(100, true))
  expect(() => valueOf(nest(101, true))).toThrow('A value nested deeper than 100')
})

const batt = (output: string) => `{"name": "batt", "statements": [], "outputs": [${output}]}`

test.each([
  ['{"kind": "o", "number": 1, "solver": "a", "value": "I"}', { mutated: false, solver: 'a' }],
  [
    '{"kind": "o", "number": 1, "mutated": true, "solver": "a", "value": "I", "comment": 1}',
    { mutated: true, solver: 'a' },
  ],
  ['{"kind": "s", "number": 1, "owner": "a", "differ": "b", "value": "I"}', { owner: 'a', differ: 'b' }],
])('the output %s', (output, fields) => {
  const { programs, diagnostics } = readJsonPrograms(batt(output), 'a.json')
  expect(diagnostics).toEqual([])
  const kind = 'solver' in fields ? 'o' : 's'
  expect(programs[0]!.outputs).toEqual([{ kind, number: 1, ...fields, value: { kind: 'input', name: 'I' } }])
  expect(programs[0]).not.toHaveProperty('task')
  expect(programs[0]).not.toHaveProperty('result')
})

test.each([
  ['{"kind": "x"}', 57, /The kind of an output is "o" or "s"/],
  ['{"kind": "o", "number": 1.5, "solver": "a", "value": "I"}', 72, /The number is an integer/],
  ['{"kind": "o", "number": 1, "solver": 5, "value": "I"}', 85, /An output "o" has a text "solver"/],
  ['{"kind": "s", "number": 1, "owner": "a", "value": "I"}', 48, /An output "s" has a text "differ"/],
  ['{"kind": "s", "number": 1, "owner": 5, "differ": "a", "value": "I"}', 84, /An output "s" has a text "owner"/],
  ['{"kind": "o", "number": 1, "mutated": 5, "solver": "a", "value": "I"}', 86, /"mutated" is true or false/],
])('the output %s is refused', (output, column, message) => {
  const [[code, line, foundColumn, text]] = diagnosticsOf(batt(output)) as [[string, number, number, string]]
  expect([code, line, foundColumn]).toEqual(['bad-entry', 1, column])
  expect(text).toMatch(message)
})

test.each([
  ['[{"name": "solve_a", "result": 5}, 7]', ['bad-shape', 1, 36], /A program is an object/],
  ['[7]', ['bad-shape', 1, 2], /A program is an object/],
  ['{"programs": 5}', ['bad-shape', 1, 1], /The programs are a list/],
  ['{"programs": [], "extra": 5}', ['bad-shape', 1, 27], /Nothing is known of a key "extra" here/],
  [`[${'['.repeat(2000)}${']'.repeat(2000)}]`, ['too-deep', 1], /Nested deeper than \d+/],
  ['{"programs": [], ', ['syntax-error', 1], /This is not JSON: ./],
  ['[{"name": "solve_a", "result": 5}] x', ['syntax-error', 1, 36], /This is not JSON: ./],
  ['[]', ['no-program', 1, 1], /The file holds no program/],
  [' ', ['no-program', 1, 1], /The file holds no program/],
  ['{"name": "solve_a", "result": nul}', ['syntax-error', 1], /This is not JSON: ./],
])('the file %s', (text, place, message) => {
  const [problem] = diagnosticsOf(text)
  expect(problem!.slice(0, place.length)).toEqual(place)
  expect(problem!.at(-1)).toMatch(message)
})

test('a program that is defined twice counts once, where it stands last', () => {
  const text = '[{"name": "a", "result": 1}, {"name": "b", "result": 2},\n {"name": "a", "result": 3}]'
  const { programs } = readJsonPrograms(text, 'a.json')
  expect(programs.map(({ name, result }) => [name, result])).toEqual([
    ['b', { kind: 'constant', value: 2 }],
    ['a', { kind: 'constant', value: 3 }],
  ])
  expect(diagnosticsOf(text)).toEqual([
    ['duplicate-function', 2, 2, 'a was defined before; this later one counts, as in Python'],
  ])
})

test('a program without a result names itself; an unknown name says what it names', () => {
  expect(diagnosticsOf('{"name": "solve_a"}')[0]![3]).toMatch(/^solve_a gives no result/)
  expect(diagnosticsOf('{"result": 5}')[0]![3]).toMatch(/^A program has a key "name"/)
  expect(diagnosticsOf('{"name": "1", "result": 5}')[0]![3]).toMatch(/^Not the name of a program/)
  const statement = (json: string) => diagnosticsOf(`{"name": "a", "statements": [${json}], "result": 5}`)[0]![3]
  expect(statement('{"call": "size", "args": []}')).toMatch(/^A statement has a key "name"/)
  expect(statement('{"name": "1", "call": "size", "args": []}')).toMatch(/^Not the name of a statement/)
  expect(statement('5')).toBe('Each of "statements" is an object')
  expect(statement('null')).toBe('Each of "statements" is an object')
  expect(statement('{"name": "x", "call": "size", "args": ["I"], "inner": 5}')).toMatch(/"inner" is true or false/)
})

const program = (change: Partial<Program>): Program => ({
  name: 'solve_a',
  dialect: 'a',
  mode: 'strict',
  file: 'a.json',
  statements: [],
  result: { kind: 'input', name: 'I' },
  outputs: [],
  ...change,
})

test('printed programs: no programs, tasks, constants that lost their name', () => {
  expect(printJsonPrograms([])).toBe('{"programs": []}\n')
  expect(printJsonProgram(program({ task: 'a' }))).toBe(
    '{"name": "solve_a", "mode": "strict", "statements": [], "result": "I"}',
  )
  expect(printJsonProgram(program({ task: 'b' }))).toContain('"name": "solve_a", "task": "b", "mode"')
  const constant = (value: number, name: string) =>
    printJsonProgram(program({ result: { kind: 'constant', value, name } }))
  expect(constant(2, 'RED')).toContain('"result": "RED"')
  expect(constant(3, 'RED')).toContain('"result": 3')
})

test.each(['I', 'S', 'C', 'o', 's', 'task_id', 'log_path', 'size', 'RED', '1', 'class'])(
  'a statement called %s is printed under another name and reads as the same program',
  (name) => {
    const place = { line: 1, column: 1 }
    const statements = [
      { name, callee: { kind: 'primitive', key: 'size' }, args: [{ kind: 'input', name: 'I' }], place },
      {
        name: 'y',
        callee: { kind: 'primitive', key: 'astuple' },
        args: [0, 0].map(() => ({ kind: 'statement', index: 0 })),
        place,
      },
    ] as Program['statements']
    const printed = printJsonProgram(
      program({
        statements: [...statements, ...statements.slice(0, 1)],
        result: { kind: 'constant', value: 2, name: 'RED' },
      }),
    )
    const { programs, diagnostics } = readJsonPrograms(printed, 'a.json')
    expect(diagnostics).toEqual([])
    expect(programs[0]!.statements.map(({ callee, args }) => [callee, args])).toEqual(
      [...statements, statements[0]!].map(({ callee, args }) => [callee, args]),
    )
    expect(programs[0]!.result).toEqual({ kind: 'constant', value: 2, name: 'RED' })
  },
)

test('places of parts: of an empty path, of a path that leads nowhere, and of keys beside the path', () => {
  const text = '  {"a": {"b": [1, 22]}, "c": {"b": [3, 4]}}'
  expect(locateInJson(text, 2, text.length, [])).toBe(2)
  expect(locateInJson(text, 2, text.length, ['a', 'b', 1])).toBe(text.indexOf('22'))
  expect(locateInJson(text, 2, text.length, ['c', 'b', 1])).toBe(text.indexOf('4'))
  expect(locateInJson(text, 2, text.length, ['c', 'x'])).toBe(2)
})

test('an outline counts objects and lists, and stops beyond the depth that was asked for', () => {
  const outline = (text: string, depth = 10) => outlineJson(text, 0, text.length, depth)
  expect(outline('{"a": [1, {"b": []}], "c": 2}').containerCount).toBe(4)
  expect(outline('[[[]]]', 3).deepAt).toBeUndefined()
  expect(outline('[[[]]]', 2).deepAt).toBe(2)
  const { members, items, end } = outline(' {"a": [1, 22], "c": 2} x')
  expect([...members.keys()]).toEqual(['a', 'c'])
  expect(members.get('a')!.items).toEqual({ starts: [8, 11], ends: [9, 13] })
  expect([items, end]).toEqual([{ starts: [], ends: [] }, 23])
})
