// All accepted forms of programs, and the statements they become.

import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { BATT, HAND_WRITTEN_BATT, SOLVERS, VERIFIERS } from '../../../test/hostile/program-texts.ts'
import { printProgram } from './print-python.ts'
import type { Program } from '../program.ts'
import { readPrograms } from './read-python.ts'

function readSound(text: string): Program[] {
  const { programs, diagnostics } = readPrograms(text, 'a.py')
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return programs
}

/** The statements of the only function, printed as calls. */
function callsOf(body: string, head = 'def solve_a(S, I, C):'): string[] {
  const indented = body.split('\n').map((line) => `    ${line}`)
  const [program] = readSound([head, ...indented, ''].join('\n'))
  return printProgram(program!)
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
}

test('a solver file: names, tasks, inputs, results, places', () => {
  const programs = readSound(SOLVERS)
  expect(programs.map(({ name, task, mode, file }) => [name, task, mode, file])).toEqual([
    ['solve_frame01', 'frame01', 'strict', 'a.py'],
    ['solve_tallest2', 'tallest2', 'strict', 'a.py'],
    ['solve_mirror03', 'mirror03', 'strict', 'a.py'],
    ['solve_grow0004', 'grow0004', 'strict', 'a.py'],
  ])
  const [frame, tallest, mirror, grow] = programs
  expect(frame!.statements[2]).toEqual({
    name: 'O',
    callee: { kind: 'primitive', key: 'fill' },
    args: [
      { kind: 'input', name: 'I' },
      { kind: 'constant', value: 2, name: 'RED' },
      { kind: 'statement', index: 1 },
    ],
    place: { line: 9, column: 5 },
  })
  expect(frame).toMatchObject({ outputs: [], result: { kind: 'statement', index: 2 } })
  expect(tallest!.result).toEqual({ kind: 'statement', index: 2 })
  expect(mirror!.statements[1]!.callee).toEqual({ kind: 'statement', index: 0 })
  expect(grow!.statements.map(({ name }) => name)).toEqual(['marked', 'factor_1', 'factor', 'O_1'])
})

test('a verifier with annotations', () => {
  const [program] = readSound(VERIFIERS)
  expect(program).toMatchObject({ name: 'verify_frame01', task: 'frame01', mode: 'strict' })
  expect(program!.statements[0]!.args).toEqual([
    { kind: 'constant', value: 0, name: 'ZERO' },
    { kind: 'constant', value: { t: [3, 3] } },
  ])
})

test('a generated batt: guarded and plain lines, entries, a constant that is called', () => {
  const { programs, diagnostics } = readPrograms(BATT, 'batt.py')
  const [batt] = programs
  expect(batt).toMatchObject({ name: 'batt', mode: 'guarded' })
  expect(batt).not.toHaveProperty('task')
  expect(batt).not.toHaveProperty('result')
  expect(batt!.statements).toHaveLength(8)
  expect(batt!.statements[1]!.place).toEqual({ line: 12, column: 9 })
  expect(batt!.outputs).toEqual([
    { kind: 's', number: 5, owner: 'None', differ: 'colours_gained', value: { kind: 'statement', index: 4 } },
    { kind: 'o', number: 7, mutated: false, solver: 'green001', value: { kind: 'statement', index: 6 } },
    { kind: 'o', number: 8, mutated: true, solver: 'dead0001', value: { kind: 'statement', index: 7 } },
  ])
  expect(diagnostics.map(({ code, severity, line }) => [code, severity, line])).toEqual([['arity', 'warning', 29]])
})

test('a hand-written batt: samples, lambda, nested calls, literals, short entries', () => {
  const [batt] = readSound(HAND_WRITTEN_BATT)
  const text = printProgram(batt!)
  const calls = text.split('\n').filter((line) => line.startsWith('        ') && !line.includes('_get_safe_default'))
  expect(calls.map((line) => line.trim())).toEqual([
    'ins = apply(first, S)',
    'outs = apply(last, S)',
    'samples_1 = compose(totuple, palette)',
    'in_colours = mapply(samples_1, ins)',
    'samples_2 = mapply(samples_1, outs)',
    'spots = mapply(rbind(ofcolor, 0), ins)',
    'flipped = hmirror(vmirror(I))',
    'shifted = shift(asobject(flipped), (1, -1))',
    'o_7 = paint(canvas(0, shape(I)), shifted)',
    's_9 = astuple(size(spots), in_colours)',
  ])
  expect(batt!.outputs).toMatchObject([
    { kind: 'o', number: 7, mutated: false, solver: 'by_hand1' },
    { kind: 's', number: 9, owner: 'None', differ: 'spots' },
  ])
})

test.each([
  ['O = objects(I, diagonal=F, without_bg=T, univalued=T)\nreturn O', ['O = objects(I, T, F, T)', 'return O']],
  [
    'O = objects(without_bg=size(I), univalued=width(I), grid=I, diagonal=F)\nreturn O',
    ['O_1 = size(I)', 'O_2 = width(I)', 'O = objects(I, O_2, F, O_1)', 'return O'],
  ],
  ['x = TWO\ny = x\nreturn canvas(y, (x, -x_))'.replace('-x_', '-3'), ['O_1 = canvas(TWO, (2, -3))', 'return O_1']],
  ['x1 = height(I)\nx2 = (x1, TWO)\nreturn x2', ['x1 = height(I)', 'x2 = astuple(x1, TWO)', 'return x2']],
  ['return (I,)', ['O_1 = repeat(I, ONE)', 'return O_1']],
  ['return I, S, C', ['O_1 = astuple(I, S)', 'O_2 = repeat(C, ONE)', 'O_3 = combine(O_1, O_2)', 'return O_3']],
  ['return ()', ['return ()']],
  ['return frozenset({1, (2, 3)})', ['return frozenset({1, (2, 3)})']],
  ['return frozenset()', ['return frozenset()']],
  ['return compose(size, first)(S)', ['O_1 = compose(size, first)', 'O_2 = O_1(S)', 'return O_2']],
  ['x1: Grid = rot90(I); O = rot90(x1)\nreturn O', ['x1 = rot90(I)', 'O = rot90(x1)', 'return O']],
  ['"""Text."""\npass\nO = rot90(\n    I,  # the input\n)\nreturn (O)', ['O = rot90(I)', 'return O']],
  ['return add(0x10, add(1_000, - 1))', ['O_1 = add(1000, -1)', 'O_2 = add(16, O_1)', 'return O_2']],
  ['return both(True, F)', ['O_1 = both(True, F)', 'return O_1']],
  ['size = height(I)\nreturn add(size, size)', ['size = height(I)', 'O_1 = add(size, size)', 'return O_1']],
  [
    'y = rot90(rot90(I))\ny_1 = rot90(y)\nreturn y_1',
    ['y_2 = rot90(I)', 'y = rot90(y_2)', 'y_1 = rot90(y)', 'return y_1'],
  ],
  ['return apply(lambda g: (g, 1), S)', ['O_1 = rbind(astuple, 1)', 'O_2 = apply(O_1, S)', 'return O_2']],
])('%j', (body, expected) => {
  expect(callsOf(body)).toEqual(expected)
})

test.each([
  ["o.append((4, 'ab', t4))", { number: 4, mutated: false, solver: 'ab' }],
  ["o.append((True, 'ab', t4))", { number: 4, mutated: true, solver: 'ab' }],
  ['o.append((4, True, t4))', { number: 4, mutated: true, solver: '' }],
  ["o.append((t4, F, 'ab'))", { number: 4, mutated: false, solver: 'ab' }],
])('an entry of three fields: %s', (entry, expected) => {
  const text = `def batt(task_id, S, I, C, log_path):\n    t4 = rot90(I)\n    ${entry}\n    return o, s\n`
  expect(readSound(text)[0]!.outputs).toEqual([{ kind: 'o', ...expected, value: { kind: 'statement', index: 0 } }])
})

test('all generated programs of the conformance data are read without a diagnostic', async () => {
  const file = new URL('../../../test/conformance/data/programs.jsonl', import.meta.url)
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  expect(lines).toHaveLength(300)
  for (const line of lines) {
    const { program } = JSON.parse(line) as { program: string }
    const { programs, diagnostics } = readPrograms(program, 'programs.jsonl')
    expect(diagnostics).toEqual([])
    expect(programs).toHaveLength(1)
    expect(programs[0]!.statements).toHaveLength(program.match(/_get_safe_default/g)!.length)
    const again = readPrograms(printProgram(programs[0]!), 'programs.jsonl').programs[0]!
    expect(again.statements.map(({ name, callee, args }) => [name, callee, args])).toEqual(
      programs[0]!.statements.map(({ name, callee, args }) => [name, callee, args]),
    )
    expect(again.outputs).toEqual(programs[0]!.outputs)
  }
})

test('a batt that is parsed in several pieces is one program', () => {
  const count = 5000
  const lines = ['def batt(task_id, S, I, C, log_path):', '    s = []', '    o = []', '    t0 = rot90(I)']
  for (let k = 1; k <= count; k++) {
    lines.push(
      '    try:',
      `        t${k} = rot90(t${k - 1})`,
      '    except (TypeError):',
      `        t${k} = _get_safe_default(rot90)`,
    )
  }
  const text = [
    ...lines,
    `    o.append((${count}, False, 'a', t${count}))`,
    '    return o, s',
    '',
    'def solve_b(I):',
    '    return I',
    '',
  ]
  const [batt, solver] = readSound(text.join('\n'))
  expect(batt!.statements).toHaveLength(count + 1)
  expect(batt!.statements.at(-1)!.place).toEqual({ line: 4 * count + 2, column: 9 })
  expect(solver!.name).toBe('solve_b')
})
