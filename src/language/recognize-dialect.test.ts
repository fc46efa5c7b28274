// The dialect of a program: given, declared, or recognised by its names; and the one diagnostic of a mixture.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formatDiagnostic } from './diagnostics.ts'
import { type DialectId, dialectOf, parametersOf, suggestName } from './dialects.ts'
import { printJsonPrograms } from './json/print-json.ts'
import { readJsonPrograms } from './json/read-json.ts'
import { printPrograms } from './python/print-python.ts'
import { readPrograms } from './python/read-python.ts'
import { readProgramFile } from './read-any.ts'

const solver = (call: string, name = 'solve_a') => `def ${name}(I):\n    x = ${call}\n    return x\n`

function dialectsOf(text: string, dialect?: DialectId): DialectId[] {
  const { programs, diagnostics } = readPrograms(text, 'a.py', { dialect })
  expect(diagnostics).toEqual([])
  return programs.map((program) => program.dialect)
}

test.each<[string, string, DialectId[]]>([
  ['names that all dialects have', solver('rot90(I)'), ['a']],
  ['a verifier', solver('rot90(I)', 'verify_a'), ['r']],
  ['a name that only a has', solver('palette(I)'), ['a']],
  ['a name that only t has', solver('o_g(I, R5)'), ['t']],
  ['a function value that only t has', solver('apply(height_t, I)'), ['t']],
  [
    'a name of t in one function decides for the others',
    solver('o_g(I, R5)') + solver('rot90(I)', 'solve_b'),
    ['t', 't'],
  ],
  ['a verifier among solvers', solver('rot90(I)') + solver('rot90(I)', 'verify_a'), ['a', 'r']],
  ['a verifier with names of t', solver('o_g(I, R5)', 'verify_a'), ['t']],
  ['a comment', `# dialect: t\n${solver('rot90(I)')}`, ['t']],
  ['a comment in other letters', `# something else\n#Dialect:R\n${solver('rot90(I)')}`, ['r']],
  ['a comment before a verifier', `# dialect: a\n${solver('rot90(I)', 'verify_a')}`, ['a']],
  [
    'a comment for each part',
    `# dialect: t\n${solver('o_g(I, R5)')}# dialect: a\n${solver('palette(I)', 'solve_b')}`,
    ['t', 'a'],
  ],
  ['a name of t in a comment', `# o_g\n${solver('rot90(I)')}`, ['a']],
  ['a name of t in a string', `"""o_g(I)"""\n${solver('rot90(I)')}`, ['a']],
  ['a variable with a name of t', 'def solve_a(I):\n    second = rot90(I)\n    return second\n', ['a']],
  ['a parameter with a name of t', 'def solve_a(corner):\n    return rot90(corner)\n', ['a']],
  ['a lambda parameter with a name of t', solver('apply(lambda second: rot90(second), I)'), ['a']],
  ['a keyword with a name of a', 'def solve_a(I):\n    return o_g(I, type=R5)\n', ['t']],
  ['a function of the file with a name of t', `def second(x):\n    return rot90(x)\n${solver('second(I)')}`, ['a']],
  ['a constant of the file with a name of t', `corner = 5\n${solver('fill(I, corner, UP)')}`, ['a']],
  ['an import of names of t', `from dsl import (o_g,\n  height_t)\n${solver('rot90(I)')}`, ['a']],
])('%s', (_, text, expected) => {
  expect(dialectsOf(text)).toEqual(expected)
})

test('the option counts before comments and names', () => {
  expect(dialectsOf(`# dialect: t\n${solver('rot90(I)')}`, 'a')).toEqual(['a'])
  expect(dialectsOf(solver('rot90(I)', 'verify_a'), 'a')).toEqual(['a'])
  expect(dialectsOf(solver('rot90(I)'), 'r')).toEqual(['r'])
})

test('code that is no program decides nothing', () => {
  const foreign = 'def show(grid):\n    for row in grid:\n        print(palette(row), height(row))\n'
  const { programs } = readPrograms(foreign + solver('o_g(I, R5)'), 'a.py')
  expect(programs.map(({ dialect }) => dialect)).toEqual(['t'])
})

test('a mixture is one diagnostic, with the names and lines of both sides', () => {
  const text = solver('o_g(I, R5)') + solver('p_g(I)', 'solve_b') + solver('palette(o_g(I, R5))', 'solve_c')
  const { programs, diagnostics } = readPrograms(text, 'a.py')
  expect(programs).toEqual([])
  expect(diagnostics).toMatchObject([{ code: 'mixed-dialects', severity: 'error', line: 8, column: 9 }])
  expect(diagnostics[0]!.message).toBe('Two dialects are mixed: palette (line 8) of a; o_g (line 2), p_g (line 5) of t')
})

test('a long mixture names eight of each side', () => {
  const names = [...dialectOf('t').primitives.keys()].filter((name) => !dialectOf('a').primitives.has(name))
  const text = names.map((name, k) => solver(`${name}(palette(I))`, `solve_${k}`)).join('')
  const { diagnostics } = readPrograms(text, 'a.py')
  expect(diagnostics).toHaveLength(1)
  expect(diagnostics[0]!.message).toMatch(/\(line 23\) and 136 more of t$/)
})

test('an unknown dialect is refused', () => {
  expect(readPrograms(`# dialect: x\n${solver('rot90(I)')}`, 'a.py')).toMatchObject({
    programs: [],
    diagnostics: [{ code: 'unknown-dialect', line: 1, column: 1 }],
  })
})

test.each<[DialectId, string, string]>([
  ['a', 'o_g(I, R5)', 'o_g belongs to dialect t; this file is read as a'],
  ['t', 'palette(I)', 'palette belongs to dialect a; this file is read as t'],
])('read as %s, %s is a name of another dialect, said once', (dialect, call, message) => {
  const text = `def solve_a(I):\n    x = ${call}\n    y = ${call}\n    return y\n`
  const { diagnostics } = readPrograms(text, 'a.py', { dialect })
  expect(diagnostics).toHaveLength(1)
  expect(formatDiagnostic(diagnostics[0]!)).toContain(message)
  expect(diagnostics[0]!.advice).toContain(`--dialect ${dialect === 'a' ? 't' : 'a'}`)
})

test.each<[DialectId, string, string | undefined]>([
  ['a', 'objets', 'objects'],
  ['a', 'vmiror', 'vmirror'],
  ['t', 'vmiror_t', 'vmirror_t'],
  ['a', 'pallete', 'palette'],
  ['t', 'get_nht_t', 'get_nth_t'],
  ['a', 'THRE', 'THREE'],
  ['t', 'UPRIGHT', 'UP_RIGHT'],
  ['a', 'corner_b', 'corner_a'],
  ['a', '__import__', undefined],
  ['a', 'q', undefined],
])('in dialect %s, %s may mean %s', (dialect, name, meant) => {
  expect(suggestName(dialectOf(dialect), name, ['corner_a'])).toBe(meant)
})

test('JSON programs: declared, recognised, mixed', () => {
  const program = (more: string, call: string) =>
    `{"name": "solve_a", ${more}"statements": [{"name": "x", "call": "${call}", "args": ["I", {"t": [{"f": "rot90"}]}]}], "result": "x"}`
  const dialectOfJson = (text: string) => readJsonPrograms(text, 'a.json').programs[0]?.dialect
  expect(dialectOfJson(program('', 'rot90'))).toBe('a')
  expect(dialectOfJson(program('', 'o_g'))).toBe('t')
  expect(dialectOfJson(program('"dialect": "t", ', 'rot90'))).toBe('t')
  expect(dialectOfJson(program('"dialect": "r", ', 'rot90'))).toBe('r')
  expect(dialectOfJson(program('', 'rot90').replace('solve_a', 'verify_a'))).toBe('r')
  expect(dialectOfJson(program('', 'rot90').replace('"f": "rot90"', '"f": "o_g"'))).toBe('t')
  expect(readJsonPrograms(program('"dialect": "x", ', 'rot90'), 'a.json').diagnostics).toMatchObject([
    { code: 'unknown-dialect', line: 1, column: 32 },
  ])
  const mixed = program('', 'palette').replace('rot90', 'o_g')
  expect(readJsonPrograms(mixed, 'a.json')).toMatchObject({
    programs: [],
    diagnostics: [{ code: 'mixed-dialects', message: expect.stringMatching(/palette \(statement 1\) of a; o_g/) }],
  })
  expect(readProgramFile(program('', 'o_g'), 'a.json', { dialect: 'a' }).diagnostics).toMatchObject([
    { code: 'unknown-name', message: 'o_g belongs to dialect t; this file is read as a' },
  ])
})

test('printed programs keep their dialects, declared only where that is needed', () => {
  const texts: [string, number][] = [
    [solver('rot90(I)') + solver('palette(I)', 'solve_b') + solver('rot90(I)', 'verify_a'), 0],
    [solver('o_g(I, R5)') + solver('p_g(I)', 'solve_b'), 0],
    [`# dialect: t\n${solver('rot90(I)')}`, 1],
    [
      `# dialect: t\n${solver('rot90(I)')}# dialect: a\n${solver('palette(I)', 'solve_b')}${solver('size(I)', 'solve_c')}`,
      2,
    ],
    [`# dialect: a\n${solver('rot90(I)', 'verify_a')}`, 1],
  ]
  for (const [text, headerCount] of texts) {
    const { programs } = readPrograms(text, 'a.py')
    const printed = printPrograms(programs)
    expect(printed.match(/# dialect/g) ?? []).toHaveLength(headerCount)
    const ids = programs.map(({ dialect }) => dialect)
    expect(readPrograms(printed, 'a.py').programs.map(({ dialect }) => dialect)).toEqual(ids)
    expect(readJsonPrograms(printJsonPrograms(programs), 'a.json').programs.map(({ dialect }) => dialect)).toEqual(ids)
  }
})

test('dialect t has exactly the functions of its origin, with their parameters and types', () => {
  const file = new URL('../../test/conformance/data/signatures-t.json', import.meta.url)
  type Signature = { params: [string, string | null][]; returns: string | null }
  const expected = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Signature>
  const { primitives } = dialectOf('t')
  expect([...primitives.keys()].toSorted()).toEqual(Object.keys(expected).toSorted())
  for (const [name, { params, returns }] of Object.entries(expected)) {
    const primitive = primitives.get(name)!
    const parameters = parametersOf(primitive.key, 't').map((parameter) => [parameter.name, parameter.type])
    expect([name, ...parameters]).toEqual([
      name,
      ...params.map(([own, type]) => [own, type ?? (own === 'key' ? 'Callable' : 'Any')]),
    ])
    expect([name, primitive.declarations.t!.returns]).toEqual([name, returns ?? 'Any'])
  }
})

test('the batts of dialect t read without a diagnostic', () => {
  const file = new URL('../../test/conformance/data/programs-t.jsonl', import.meta.url)
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  expect(lines).toHaveLength(200)
  for (const line of lines) {
    const { programs, diagnostics } = readPrograms((JSON.parse(line) as { program: string }).program, 'a.py')
    expect(diagnostics).toEqual([])
    expect(programs.map(({ dialect }) => dialect)).toEqual(['t'])
  }
})

test('functions in constants are those of the dialect, also when printed', () => {
  const text = 'def solve_a(I):\n    x = rapply((first, shift, o_g), I)\n    return x\n'
  const { programs } = readPrograms(text, 'a.py')
  const [constant] = programs[0]!.statements[0]!.args
  const keys = ['first', 'shift', 'o_g'].map((name) => ({ f: dialectOf('t').primitives.get(name)!.key }))
  expect(constant).toEqual({ kind: 'constant', value: { t: keys } })
  expect(keys[1]).toEqual({ f: 'shift@t' })
  const printed = printPrograms(programs)
  expect(printed).toContain('rapply((first, shift, o_g), I)')
  expect(readPrograms(printed, 'a.py').programs).toEqual(programs)
  const json = printJsonPrograms(programs)
  expect(json).toContain('{"f": "shift"}')
  expect(readJsonPrograms(json, 'a.json').programs[0]!.statements[0]!.args).toEqual(programs[0]!.statements[0]!.args)
})

test('a verifier calls the kernels of its own dialect', () => {
  const callees = (name: string) =>
    readPrograms(`def ${name}(I):\n    return argmax(I, size)\n`, 'a.py').programs[0]!.statements.map(
      ({ callee }) => callee,
    )
  expect(callees('verify_a')).toEqual([{ kind: 'primitive', key: 'argmax@r' }])
  expect(callees('solve_a')).toEqual([{ kind: 'primitive', key: 'argmax' }])
})
