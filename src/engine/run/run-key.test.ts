// The key of a run: every ingredient of it counts, and nothing else.

import { expect, test } from 'vitest'
import { makeDataset } from '../../data/dataset-hash.ts'
import { gridFromRows } from '../../data/grid-rows.ts'
import type { Task } from '../../data/task.ts'
import { CpuBackend } from '../../backends/cpu/cpu-backend.ts'
import type { Statement } from '../../language/program.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { runKey } from './run-key.ts'
import type { RunRequest } from './run-programs.ts'

const SOLVER = `def solve_a1(I):
    x1 = vmirror(I)
    x2 = shift(x1, UNITY)
    return x2
`
const BATT = `def batt_a1(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = vmirror(I)
    t2 = size(hmirror(t1))
    o.append((1, False, 'flips', t1))
    s.append((2, 'None', 'sizes', t2))
    return o, s
`

function taskOf(id: string, color: number): Task {
  return { id, train: [{ input: gridFromRows([[color]]), output: gridFromRows([[1]]) }], test: [] }
}

function requestOf(text: string): RunRequest {
  const { programs } = readPrograms(text, 'a.py')
  expect(programs.length).toBeGreaterThan(0)
  return { programs, dataset: makeDataset([taskOf('a1', 1), taskOf('b1', 2)]) }
}

const base = requestOf(SOLVER + BATT)

test.each<[string, string]>([
  ['the name of a program', SOLVER.replace('solve_a1', 'solve_b_a1') + BATT],
  ['the name of a statement', SOLVER.replaceAll('x1', 'x7') + BATT],
  ['the callee of a statement', SOLVER.replace('vmirror', 'hmirror') + BATT],
  ['an argument', SOLVER.replace('UNITY', 'DOWN') + BATT],
  ['the order of arguments', SOLVER.replace('shift(x1, UNITY)', 'shift(UNITY, x1)') + BATT],
  ['the result', SOLVER.replace('return x2', 'return x1') + BATT],
  ['the line of a statement', `# a comment\n${SOLVER}${BATT}`],
  ['a line in the midst of a program', SOLVER.replace('    x2', '\n    x2') + BATT],
  ['the order of programs', BATT + SOLVER],
  ['a program that is missing', SOLVER],
  ['the number of a batt’s output', SOLVER + BATT.replace('(1, False', '(3, False')],
  ['the name of a batt’s output', SOLVER + BATT.replace("'flips'", "'flops'")],
  ['a call inside another one or on a line of its own', SOLVER + BATT.replace('size(hmirror(t1))', 'size(t1)')],
])('%s', (_, text) => {
  expect(runKey(requestOf(text))).not.toBe(runKey(base))
})

test.each<[string, Partial<RunRequest>]>([
  ['a grid of a task', { dataset: makeDataset([taskOf('a1', 3), taskOf('b1', 2)]) }],
  ['the id of a task', { dataset: makeDataset([taskOf('a1', 1), taskOf('c1', 2)]) }],
  ['the order of tasks', { dataset: makeDataset([taskOf('b1', 2), taskOf('a1', 1)]) }],
  ['the pairing', { pairing: 'all' }],
  ['unused statements', { keepUnused: true }],
  ['the budget', { settings: { budget: 1000 } }],
  ['C', { settings: { measure: true } }],
  ['hashes of outputs', { settings: { outputs: 'hash' } }],
  ['values of outputs', { settings: { outputs: 'value' } }],
  ['the file, which results name', { programs: base.programs.map((program) => ({ ...program, file: 'b.py' })) }],
  ['the name of a program alone', { programs: base.programs.map((own) => ({ ...own, name: `${own.name}_b` })) }],
  ['the task that a program declares', { programs: base.programs.map((own) => ({ ...own, task: 'b1' })) }],
  ['the dialect', { programs: base.programs.map((program) => ({ ...program, dialect: 't' as const })) }],
])('%s', (_, others) => {
  expect(runKey({ ...base, ...others })).not.toBe(runKey(base))
})

test('mode: a strict program and a guarded one of the same statements differ', () => {
  const [solver, batt] = base.programs
  const guarded = { ...base, programs: [{ ...solver!, mode: 'guarded' as const }, batt!] }
  expect(runKey(guarded)).not.toBe(runKey(base))
})

test.each<[string, (own: Statement) => Statement]>([
  ['the name of a statement', (own) => ({ ...own, name: `${own.name}b` })],
  ['the name that failures show', (own) => ({ ...own, place: { ...own.place, name: 'shown' } })],
])('%s alone', (_, change) => {
  const programs = base.programs.map((own) => ({ ...own, statements: own.statements.map(change) }))
  expect(runKey({ ...base, programs })).not.toBe(runKey(base))
})

test('a call inside another one differs from a statement of its own', () => {
  const [solver, batt] = base.programs
  expect(batt!.statements.some(({ inner }) => inner === true)).toBe(true)
  const statements = batt!.statements.map(({ name, callee, args, place }) => ({ name, callee, args, place }))
  expect(runKey({ ...base, programs: [solver!, { ...batt!, statements }] })).not.toBe(runKey(base))
})

test('what changes no result does not count: the backend, passes, units, defaults spelled out, columns', () => {
  const key = runKey(base)
  const others: Partial<RunRequest>[] = [
    { backend: new CpuBackend() },
    { repeat: 5 },
    { unitSamples: 3 },
    { pairing: 'own' },
    { keepUnused: false },
    { settings: { outputs: 'none', measure: false } },
    { programs: readPrograms(`${SOLVER.replace('x1 = v', 'x1  =  v')}${BATT}# the end\n`, 'a.py').programs },
  ]
  for (const other of others) expect(runKey({ ...base, ...other })).toBe(key)
  expect(key).toMatch(/^[0-9a-f]{16}$/)
})
