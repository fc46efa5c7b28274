// Program files in JSON: accepted forms, all diagnostics with their places, and programs loaded beside them.

import { expect, test } from 'vitest'
import { withoutPlaces } from '../../../test/generators/programs.ts'
import { SOUND_TEXTS } from '../../../test/hostile/program-texts.ts'
import { formatDiagnostic } from '../diagnostics.ts'
import { printJsonPrograms } from './print-json.ts'
import { readProgramFile } from '../read-any.ts'
import { readJsonPrograms } from './read-json.ts'
import { readPrograms } from '../python/read-python.ts'

const SOUND = '{"name": "solve_b", "result": "I"}'

/** A file with a statement of these arguments on its third line, followed by a valid program. */
function fileWith(args: string): string {
  return `{"programs": [\n{"name": "solve_a", "statements": [\n{"name": "x1", "call": "rot90", "args": [${args}]}\n], "result": "x1"},\n${SOUND}]}`
}

function fileOf(program: string): string {
  return `[${program},\n${SOUND}]`
}

test('a list, one with a name, and a single program are program files', () => {
  for (const text of [
    `[${SOUND}]`,
    `{"programs": [${SOUND}]}`,
    SOUND,
    `\uFEFF \r\n${SOUND}\n`,
    `{"comment": 1, "programs": [${SOUND}]}`,
  ]) {
    const { programs, diagnostics } = readJsonPrograms(text, 'a.json')
    expect(diagnostics).toEqual([])
    expect(programs.map(({ name, task, mode, file }) => [name, task, mode, file])).toEqual([
      ['solve_b', 'b', 'strict', 'a.json'],
    ])
  }
})

test('statements have the places of their objects', () => {
  const text = `{"name": "solve_a", "statements": [{"name": "a", "call": "rot90", "args": ["I"]},\n {"name": "b", "call": "a", "args": [{"t": []}]},\n\n  {"comment": "{[", "name": "c", "call": "rot90", "args": ["a"]}], "result": "c"}`
  const { programs } = readJsonPrograms(text, 'a.json')
  expect(programs[0]!.statements.map(({ place }) => [place.line, place.column])).toEqual([
    [1, 36],
    [2, 2],
    [4, 3],
  ])
})

test('own names come first, then primitives and constants, then values', () => {
  const text = `{"name": "solve_a", "statements": [
    {"name": "size", "call": "rot90", "args": ["I"]},
    {"name": "y", "call": "size", "args": ["size", {"f": "size"}, "RED", "S", true, -0, 1e2, {"f": "rot90"}]}], "result": {"t": []}}`
  const { programs, diagnostics } = readJsonPrograms(text, 'a.json')
  expect(diagnostics).toEqual([])
  const own = { kind: 'statement', index: 0 }
  expect(programs[0]!.statements[1]).toMatchObject({
    callee: own,
    args: [
      own,
      { kind: 'primitive', key: 'size' },
      { kind: 'constant', value: 2, name: 'RED' },
      { kind: 'input', name: 'S' },
      { kind: 'constant', value: true },
      { kind: 'constant', value: 0 },
      { kind: 'constant', value: 100 },
      { kind: 'primitive', key: 'rot90' },
    ],
  })
  expect(programs[0]!.result).toEqual({ kind: 'constant', value: { t: [] } })
})

const problems: [string, string, string, number, number, RegExp][] = [
  ['a misspelt primitive', fileWith('"I", "objets"'), 'unknown-name', 3, 47, /Did you mean objects\?/],
  ['a misspelt constant', fileWith('"THRE"'), 'unknown-name', 3, 42, /Did you mean THREE\?/],
  ['a statement before it is there', fileWith('"x2"'), 'unknown-name', 3, 42, /before it is assigned/],
  ['the statement itself', fileWith('"x1"'), 'unknown-name', 3, 42, /before it is assigned/],
  ['a float', fileWith('1.5'), 'unsupported-expression', 3, 42, /not an integer/],
  ['a large integer', fileWith('1073741824'), 'integer-range', 3, 42, /1073741823/],
  ['an endless number', fileWith('-1e999'), 'unsupported-expression', 3, 42, /not an integer/],
  ['a list', fileWith('[1, 2]'), 'unsupported-expression', 3, 42, /A tuple is \{"t"/],
  ['a list in a tuple', fileWith('{"t": [1, [2]]}'), 'unsupported-expression', 3, 52, /a list/],
  ['a name in a tuple', fileWith('{"t": [1, "RED"]}'), 'unsupported-expression', 3, 52, /A name inside a value/],
  ['two keys', fileWith('{"t": [], "s": []}'), 'unsupported-expression', 3, 42, /Not a value/],
  ['no key', fileWith('{}'), 'unsupported-expression', 3, 42, /Not a value/],
  ['__proto__', fileWith('{"__proto__": []}'), 'unsupported-expression', 3, 42, /Not a value/],
  ['a ragged grid', fileWith('{"g": ["12", "3"]}'), 'unsupported-expression', 3, 48, /equally long/],
  ['a tuple of no list', fileWith('{"t": 3}'), 'unsupported-expression', 3, 48, /list of values/],
  ['a function that is none', fileWith('{"f": "rot91"}'), 'unknown-name', 3, 48, /Did you mean rot90\?/],
  ['a nested call', fileWith('{"call": "rot90", "args": [1]}'), 'unsupported-expression', 3, 42, /of its own/],
  ['a combinator of too few', fileWith('{"call": "compose", "args": [1]}'), 'arity', 3, 42, /takes 2 arguments/],
  ['a value too deep', fileWith(`${'{"t":['.repeat(110)}1${']}'.repeat(110)}`), 'too-deep', 3, 630, /nested/],
  ['an unknown key of a program', fileOf('{"name": "solve_a", "reslt": "I"}'), 'bad-shape', 1, 31, /"result"\?/],
  ['a program without name', fileOf('{"result": "I"}'), 'bad-shape', 1, 2, /"name"/],
  ['a name with a line break', fileOf('{"name": "a():\\n import os", "result": "I"}'), 'bad-name', 1, 11, /Python/],
  ['a name that is no text', fileOf('{"name": 3, "result": "I"}'), 'bad-name', 1, 11, /name/],
  ['a strict batt', fileOf('{"name": "batt_x", "mode": "strict", "result": "I"}'), 'bad-shape', 1, 29, /guarded/],
  ['an unknown mode', fileOf('{"name": "solve_a", "mode": 1, "result": "I"}'), 'bad-shape', 1, 30, /"strict" or/],
  ['a task of a batt', fileOf('{"name": "batt", "task": "a"}'), 'bad-shape', 1, 27, /no single task/],
  ['a result of a batt', fileOf('{"name": "batt", "result": "I"}'), 'bad-shape', 1, 29, /outputs/],
  ['no result', fileOf('{"name": "solve_a", "statements": []}'), 'no-return', 1, 2, /"result"/],
  [
    'statements that are no list',
    fileOf('{"name": "solve_a", "statements": {}, "result": "I"}'),
    'bad-shape',
    1,
    36,
    /list/,
  ],
  [
    'a statement that is a list',
    fileOf('{"name": "solve_a", "statements": [[]], "result": "I"}'),
    'bad-shape',
    1,
    37,
    /object/,
  ],
  [
    'a statement without call',
    fileOf('{"name": "solve_a", "statements": [{"name": "x", "args": []}], "result": "x"}'),
    'bad-shape',
    1,
    37,
    /"call" is missing/,
  ],
  [
    'arguments that are no list',
    fileOf('{"name": "solve_a", "statements": [{"name": "x", "call": "rot90", "args": "I"}], "result": "x"}'),
    'bad-shape',
    1,
    76,
    /list/,
  ],
  [
    'a statement called I',
    fileOf('{"name": "solve_a", "statements": [{"name": "I", "call": "rot90", "args": ["I"]}], "result": "I"}'),
    'assigned-twice',
    1,
    37,
    /already/,
  ],
  [
    'a name used before',
    fileOf('{"name": "solve_a", "statements": [{"name": "rot90", "call": "rot90", "args": ["I"]}], "result": "I"}'),
    'used-before-assignment',
    1,
    37,
    /used before/,
  ],
  [
    'an inner that is 1',
    fileOf(
      '{"name": "solve_a", "statements": [{"name": "x", "call": "rot90", "args": ["I"], "inner": 1}], "result": "I"}',
    ),
    'bad-shape',
    1,
    92,
    /true or false/,
  ],
  [
    'an inner statement that is used twice',
    fileOf(
      '{"name": "batt", "statements": [{"name": "x", "call": "rot90", "args": ["I"], "inner": true}, {"name": "y", "call": "hconcat", "args": ["x", "x"]}]}',
    ),
    'bad-shape',
    1,
    34,
    /used 2 times/,
  ],
  [
    'an inner statement that is used by nothing',
    fileOf('{"name": "batt", "statements": [{"name": "x", "call": "rot90", "args": ["I"], "inner": true}]}'),
    'bad-shape',
    1,
    34,
    /never used/,
  ],
  [
    'an output of a solver',
    fileOf('{"name": "solve_a", "outputs": [{"kind": "o"}], "result": "I"}'),
    'bad-entry',
    1,
    34,
    /Only guarded/,
  ],
  ['an output of no kind', fileOf('{"name": "batt", "outputs": [{"kind": "p"}]}'), 'bad-entry', 1, 40, /"o" or "s"/],
  [
    'an output without number',
    fileOf('{"name": "batt", "outputs": [{"kind": "o", "solver": "a", "value": "I"}]}'),
    'bad-entry',
    1,
    31,
    /integer/,
  ],
  [
    'an output without owner',
    fileOf('{"name": "batt", "outputs": [{"kind": "s", "number": 1, "value": "I"}]}'),
    'bad-entry',
    1,
    31,
    /"owner"/,
  ],
  ['a missing comma', fileOf('{"name": "solve_a" "result": "I"}'), 'syntax-error', 1, 21, /comma/],
  ['a trailing comma', fileOf('{"name": "solve_a", "result": "I",}'), 'syntax-error', 1, 36, /key in double quotes/],
  ['a comment', fileOf('{"name": "solve_a", /* a */ "result": "I"}'), 'syntax-error', 1, 22, /no comments/],
  ['single quotes', fileOf("{'name': 'solve_a'}"), 'syntax-error', 1, 3, /double quotes/],
  ['a control character', fileOf('{"name": "solve_a\t", "result": "I"}'), 'syntax-error', 1, 19, /control character/],
  [
    'nesting over 200',
    fileOf(`{"name": "solve_a", "result": ${'['.repeat(250)}${']'.repeat(250)}}`),
    'too-deep',
    1,
    231,
    /200/,
  ],
  [
    'very many keys',
    fileOf(`{${Array.from({ length: 150 }, (_, k) => `"k${k}": 1`).join(', ')}}`),
    'bad-shape',
    1,
    999,
    /far more keys/,
  ],
  ['a program that is a number', `[${SOUND},\n 5]`, 'bad-shape', 2, 2, /is an object/],
  [
    'an unknown key beside the programs',
    `{"programs": [${SOUND}],\n "version": 2}`,
    'bad-shape',
    2,
    13,
    /programs, comment/,
  ],
  ['a file that is not closed', `{"programs": [${SOUND}]`, 'syntax-error', 1, 50, /ends too soon/],
  ['something behind', `[${SOUND}]]`, 'syntax-error', 1, 37, /more follows/],
]

test.each(problems)('%s', (_, text, code, line, column, shown) => {
  const { programs, diagnostics } = readJsonPrograms(text, 'a.json')
  expect(diagnostics.map((d) => [d.code, d.severity, d.line, d.column])).toEqual([[code, 'error', line, column]])
  expect(formatDiagnostic(diagnostics[0]!)).toMatch(shown)
  expect(programs.map(({ name }) => name)).toEqual(['solve_b'])
})

test('a program that cannot be read is not reported again by those that use its statements', () => {
  const text = `{"name": "solve_a", "statements": [
{"name": "x1", "call": "rot91", "args": ["I"]}, {"name": "x2", "call": "rot90", "args": ["x1"]}], "result": "x2"}`
  expect(readJsonPrograms(text, 'a.json').diagnostics.map(({ code }) => code)).toEqual(['unknown-name'])
})

test('what can only fail, and a second program of a name, are warnings', () => {
  const failing = '{"name": "solve_b", "statements": [{"name": "x", "call": "rot90", "args": []}], "result": "x"}'
  const { programs, diagnostics } = readJsonPrograms(`[${SOUND},\n${failing}]`, 'a.json')
  expect(diagnostics.map((d) => [d.code, d.severity, d.line])).toEqual([
    ['arity', 'warning', 2],
    ['duplicate-function', 'warning', 2],
  ])
  expect(programs.map(({ statements }) => statements.length)).toEqual([1])
})

/** A batt with `count` calls nested in one output. */
function nestedCalls(count: number): string {
  const calls = Array.from({ length: count }, (_, k) => {
    const args = `["${k === 0 ? 'I' : `x${k - 1}`}", "I"]`
    return `{"name": "x${k}", "call": "hconcat", "args": ${args}, "inner": true}`
  })
  const output = `{"kind": "o", "number": 1, "solver": "a", "value": "x${count - 1}"}`
  return `{"name": "batt", "statements": [${calls.join(',\n')}], "outputs": [${output}]}`
}

test('inner statements can be nested, but not without end', () => {
  expect(readJsonPrograms(nestedCalls(150), 'a.json').diagnostics).toEqual([])
  const { programs, diagnostics } = readJsonPrograms(nestedCalls(1010), 'a.json')
  expect(programs).toEqual([])
  expect(diagnostics.map((d) => [d.code, d.line])).toEqual(Array.from({ length: 9 }, (_, k) => ['too-deep', 1002 + k]))
})

test('a combinator with its arguments can be called as a value', () => {
  const text = `{"name": "solve_a", "statements": [{"name": "x", "call": {"call": "compose", "args": [{"f": "rot90"}, {"f": "rot90"}]}, "args": ["I"]}], "result": "x"}`
  expect(readJsonPrograms(text, 'a.json').diagnostics).toEqual([])
})

test.each([
  ['nothing', '', 'no-program'],
  ['blanks', ' \n\n', 'no-program'],
  ['no programs', '{"programs": []}', 'no-program'],
  ['an empty list', '[]', 'no-program'],
  ['a number', '5', 'bad-shape'],
  ['a text', '"solve_a"', 'bad-shape'],
  ['programs in an object', '{"programs": {}}', 'bad-shape'],
  ['Python', 'def solve_a(I):\n    return I\n', 'syntax-error'],
  ['a NUL', '{"name": "\0"}', 'nul-character'],
])('%s is no program file', (_, text, code) => {
  const { programs, diagnostics } = readJsonPrograms(text, 'a.json')
  expect(programs).toEqual([])
  expect(diagnostics.map((d) => d.code)).toEqual([code])
})

test('bytes that are not UTF-8 are named', () => {
  const { diagnostics } = readJsonPrograms(Uint8Array.of(0x7b, 0xff, 0x7d), 'a.json')
  expect(diagnostics.map((d) => [d.code, d.column])).toEqual([['not-utf8', 2]])
})

test('more than a million statements are not read, though all stand on one line', { tags: ['long'] }, () => {
  const statements = Array.from({ length: 500_000 }, () => '{"name":"_","call":"rot90","args":["I"]}').join(',')
  const long = `{"name":"solve_a","statements":[${statements}],"result":"I"}`
  const { programs, diagnostics } = readJsonPrograms(`[${long},${long.replace('_a', '_c')}]`, 'a.json')
  expect(programs.map(({ name }) => name)).toEqual(['solve_a'])
  expect(programs[0]!.statements.at(-1)!.place.column).toBe(long.lastIndexOf('{') + 2)
  expect(diagnostics.map(({ code }) => code)).toEqual(['too-many-statements'])
})

test('the form of a file is told by its name or its first character', () => {
  const [solvers] = SOUND_TEXTS
  const { programs } = readPrograms(solvers!, 'a')
  const json = printJsonPrograms(programs)
  const read = [
    readProgramFile(solvers!, 'a.py'),
    readProgramFile(json, 'a.json'),
    readProgramFile(`\uFEFF\n ${json}`, 'a.txt'),
    readProgramFile(new TextEncoder().encode(json), 'a'),
  ]
  for (const result of read) expect(result.programs.map(withoutPlaces)).toEqual(programs.map(withoutPlaces))
  expect(readProgramFile('def', 'A.JSON').diagnostics[0]!.message).toMatch(/not JSON/)
})
