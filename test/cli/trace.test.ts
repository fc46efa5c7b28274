// `megabatt trace`: every statement with its value, what failed and what took its default, and how a program is chosen.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Trace } from '../../src/engine/trace/trace-program.ts'
import { FLIP_BATT, OPEN_FLIP_TASK, SAME_SOLVER } from './flip-task.ts'
import { runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const SOLVERS = `def solve_flip0001(I):
    x1 = vmirror(I)
    x2 = size(x1)
    return x1

${SAME_SOLVER}
def solve_fails_flip0001(I):
    x1 = first(I)
    x2 = subgrid(x1, I)
    x3 = rot90(x2)
    return x3

def solve_large_flip0001(I):
    x1 = canvas(12, (2100, 2000))
    return x1

def solve_measure_flip0001(S, I, C):
    return C

def solve_turned_flip0001(I):
    x1 = rot90(I)
    return x1

def solve_inner_flip0001(I):
    x1 = compose(first, first)
    x2 = apply(x1, I)
    return x2

def solve_partly_flip0001(I):
    x1 = vmirror(I)
    x2 = crop(x1, (0, 0), (1, 2))
    return x2

${FLIP_BATT}`

// oxlint-disable-next-line no-control-regex -- that there are none, or some, is what is tested
const ESCAPE = /\u001b\[/

const folder = temporaryFolder('trace')
let programs: string
let tasks: string
let files: string[]
beforeAll(() => {
  vi.stubEnv('NO_COLOR', undefined)
  vi.stubEnv('FORCE_COLOR', undefined)
  programs = folder.write('solvers.py', SOLVERS)
  const task = OPEN_FLIP_TASK
  tasks = folder.write('tasks.json', JSON.stringify({ '0001': task, flip0001: task, other: task }))
  files = ['--programs', programs, '--tasks', tasks]
})
afterAll(() => {
  vi.unstubAllEnvs()
})

/** The trace of a program of the file, without colours; stderr is empty. */
async function trace(name: string, ...args: string[]): Promise<{ exitCode: number | null; stdout: string }> {
  const { exitCode, stdout, stderr } = await runCommand(['trace', name, ...files, ...args], { NO_COLOR: '1' })
  expect(stderr).toBe('')
  return { exitCode, stdout }
}

describe('what is shown', () => {
  test('the input, each statement with its value, and whether the result is right', async () => {
    const { exitCode, stdout } = await trace('solve_flip0001')
    expect(stdout).toBe(`solve_flip0001 on flip0001, demo 1
3 of 4 samples right; unknown: test 2

I
  1 × 2
  ┌─────┐
  │ 1 0 │
  └─────┘

x1 = vmirror(I)
  1 × 2
  ┌─────┐
  │ 0 1 │
  └─────┘

x2 = size(x1)
  1

The result is the expected output.
`)
    expect(exitCode).toBe(0)
  })

  test('a wrong result beside the expected one and their difference, which is no failure of the program', async () => {
    const { exitCode, stdout } = await trace('solve_same_flip0001', '--sample', '3')
    expect(stdout).toMatch(/^solve_same_flip0001 on flip0001, test 1\n\nI\n/)
    expect(stdout).toContain(`The result is wrong: 2 of 3 cells differ.
  input, 1 × 3  expected, 1 × 3  actual, 1 × 3  difference, 2 x
  ┌───────┐     ┌───────┐        ┌───────┐      ┌───────┐
  │ 4 5 6 │     │ 6 5 4 │        │ 4 5 6 │      │ x · x │
  └───────┘     └───────┘        └───────┘      └───────┘
`)
    expect(exitCode).toBe(0)
  })

  test('the statement that exceeds --program-memory, also where it decides the sample', async () => {
    const { exitCode, stdout } = await trace('solve_large_flip0001', '--program-memory', '1000')
    expect(exitCode).toBe(1)
    expect(stdout).toContain('4 samples')
    expect(stdout).toMatch(/x1 = canvas\(.*\)\n.*memory/)
  })

  test('the comparison in bands on a narrow terminal', async () => {
    const { stdout } = await trace('solve_same_flip0001', '--sample', 'test:1', '--width', '40')
    expect(stdout.split('\n').every((line) => line.length <= 40)).toBe(true)
    expect(stdout).toMatch(/input, 1 × 3 {2}expected, 1 × 3\n[^]*\n {2}actual, 1 × 3 {2}difference, 2 x\n/)
  })

  test('long prose is wrapped between words', async () => {
    const { stdout } = await trace('solve_inner_flip0001', '--width', '40')
    expect(stdout).toContain(`
  type error: first: container is the
  integer 1, expected a tuple or a set;
  in compose(first, first), element 1 of
  1
    apply(the function compose(first, f…
`)
  })

  test('a result of another size, and one that is no grid', async () => {
    const { stdout } = await trace('solve_turned_flip0001', '--sample', 'test:1')
    expect(stdout).toContain('The result is wrong: the output is 3 × 1, expected 1 × 3.')
    expect(stdout).not.toContain('difference')
    expect((await trace('solve_measure_flip0001')).stdout).toContain('The result is wrong: the output is not a grid.')
  })

  test('a strict program up to its first error', async () => {
    const { exitCode, stdout } = await trace('solve_fails_flip0001')
    expect(stdout).toMatch(
      /x1 = first\(I\)\n {2}\(1, 0\)\n\nx2 = subgrid\(x1, I\)\n {2}type error: subgrid: patch is .*\n$/,
    )
    expect(stdout).not.toContain('x3')
    expect(exitCode).toBe(1)
  })

  test('the calls inside a failed statement', async () => {
    const { exitCode, stdout } = await trace('solve_inner_flip0001')
    expect(stdout).toMatch(
      /demo 1 \(the first that fails\)\n0 of 4 samples right; error: demo 1, demo 2, test 1, test 2\n/,
    )
    expect(
      stdout.endsWith(`x2 = apply(x1, I)
  type error: first: container is the integer 1, expected a tuple or a set; in compose(first,
  first), element 1 of 1
    apply(the function compose(first, first), a 1 by 2 grid)
    element 1 of 1: compose(first, first)(the pair (1, 0))
    first(the integer 1)
`),
    ).toBe(true)
    expect(exitCode).toBe(1)
  })

  test('defaults of a batt marked as such, its candidates and its differs', async () => {
    const { exitCode, stdout } = await trace('batt_flip0001')
    expect(stdout).toMatch(
      /t2 = hmirror\(C\)\n {2}type error: hmirror: piece is None, .*\n {2}replaced by the safe default:\n {2}\(\)\n/,
    )
    expect(stdout).toMatch(/\n {2}The candidate is the expected output\.\n/)
    expect(stdout).toMatch(/candidate of flips\n {2}1 × 2\n/)
    expect(stdout).toMatch(/differ None\/sizes\n {2}0\n$/)
    expect(exitCode).toBe(0)
  })

  test('one solver or differ of a batt, with only its statements', async () => {
    const { exitCode, stdout } = await trace('batt_flip0001', '--solver', 'flips')
    expect(stdout).toMatch(/^batt_flip0001\/flips on flip0001, demo 1\n3 of 4 samples right; unknown: test 2\n/)
    expect(stdout).toContain('t1 = vmirror(I)')
    expect(stdout).not.toContain('hmirror')
    expect(stdout).toMatch(/\n\ncandidate of flips\n[^]*The candidate is the expected output\.\n$/)
    expect(exitCode).toBe(0)
    // Chosen by the samples of this candidate: the batt is right on all that are known.
    expect((await trace('batt_flip0001', '--solver', 'mirrors')).stdout).toContain(', demo 1 (the first that fails)\n')
    expect((await trace('batt_flip0001', '--solver', 'None/sizes', '--measure')).stdout).toMatch(
      /differ None\/sizes\n {2}1\n$/,
    )
    const numbered = await trace('batt_flip0001', '--solver', 'flips', '--number', '1')
    expect(numbered.stdout).toBe(stdout)
  })

  test.each([
    [['batt_flip0001', '--solver', 'flops'], 'Did you mean flips?'],
    [['batt_flip0001', '--solver', 'flips', '--number', '9'], 'has the number 9'],
    [['solve_flip0001', '--solver', 'flips'], 'is not a batt'],
  ])('%j is wrong use', async (args, message) => {
    const { exitCode, stdout, stderr } = await runCommand(['trace', ...args, ...files])
    expect([exitCode, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
  })

  test('C with --measure', async () => {
    const { stdout } = await trace('batt_flip0001', '--measure')
    expect(stdout).not.toContain('default')
    expect(stdout).toMatch(/differ None\/sizes\n {2}1\n$/)
    const [without, withC] = [await trace('solve_measure_flip0001'), await trace('solve_measure_flip0001', '--measure')]
    expect([without.exitCode, withC.exitCode]).toEqual([0, 0])
    expect(without.stdout).toContain('The result is wrong')
    expect(withC.stdout).toContain('The result is the expected output.')
  })

  test('a budget', async () => {
    const { exitCode, stdout } = await trace('solve_flip0001', '--budget', '2')
    expect(stdout).toMatch(/x1 = vmirror\(I\)\n {2}work limit: vmirror: /)
    expect(exitCode).toBe(1)
  })

  test('a value that is too large to be shown is no failure', async () => {
    const { exitCode, stdout } = await trace('solve_large_flip0001')
    expect(stdout).toContain('too large to show')
    expect(exitCode).toBe(0)
  })

  test('a sample without a known output is neither right nor wrong', async () => {
    const { exitCode, stdout } = await trace('solve_flip0001', '--sample', '4')
    expect(stdout).toMatch(/x2 = size\(x1\)\n {2}1\n\nThe expected output is unknown\.\n$/)
    expect(exitCode).toBe(0)
  })
})

describe('--json', () => {
  async function traceJson(...args: [string, ...string[]]): Promise<Trace & Record<string, unknown>> {
    return JSON.parse((await trace(...args, '--json')).stdout) as Trace & Record<string, unknown>
  }

  test('a strict program', async () => {
    expect(await traceJson('solve_flip0001', '--sample', '2')).toEqual({
      program: 'solve_flip0001',
      file: expect.stringMatching(/solvers\.py$/),
      task: 'flip0001',
      sample: { set: 'demo', number: 2 },
      statements: [
        { name: 'x1', call: 'vmirror(I)', line: 2, value: { g: ['32'] }, isDefault: false },
        { name: 'x2', call: 'size(x1)', line: 3, value: 1, isDefault: false },
      ],
      result: { g: ['32'] },
      outputs: [],
    })
  })

  test('an error', async () => {
    const { statements, result, outputs } = await traceJson('solve_fails_flip0001')
    expect(statements).toHaveLength(2)
    expect(statements[1]).toEqual({
      name: 'x2',
      call: 'subgrid(x1, I)',
      line: 11,
      error: 'type error: subgrid: patch is the pair (1, 0), expected an object or a set of indices',
      failure: expect.objectContaining({ kind: 'type', line: 11, primitive: 'subgrid' }) as unknown,
      isDefault: false,
    })
    expect([result, outputs]).toEqual([undefined, []])
  })

  test('a batt', async () => {
    const { statements, outputs } = await traceJson('batt_flip0001')
    expect(statements.map(({ name, value, isDefault }) => [name, value, isDefault])).toEqual([
      ['t1', { g: ['01'] }, false],
      ['t2', { t: [] }, true],
      ['t3', 0, false],
    ])
    expect(statements[1]!.error).toMatch(/^type error: /)
    expect(outputs).toEqual([
      { kind: 'o', name: 'flips', value: { g: ['01'] } },
      { kind: 'o', name: 'mirrors', value: { t: [] } },
      { kind: 's', name: 'None/sizes', value: 0 },
    ])
  })
})

describe('which sample', () => {
  const headOf = async (...args: [string, ...string[]]) => (await trace(...args)).stdout.split('\n').slice(0, 2)

  test.each([
    ['1', 'demo 1'],
    ['3', 'test 1'],
    ['demo:2', 'demo 2'],
    ['demo 2', 'demo 2'],
    ['test1', 'test 1'],
  ])('--sample %s is %s', async (option, name) => {
    expect(await headOf('solve_flip0001', '--sample', option)).toEqual([`solve_flip0001 on flip0001, ${name}`, ''])
  })

  test('the first that fails, by default', async () => {
    expect(await headOf('solve_partly_flip0001')).toEqual([
      'solve_partly_flip0001 on flip0001, test 1 (the first that fails)',
      '2 of 4 samples right; wrong: test 1; unknown: test 2',
    ])
    const { samples } = JSON.parse((await trace('solve_partly_flip0001', '--json')).stdout) as { samples: unknown }
    expect(samples).toEqual([
      { set: 'demo', number: 1, verdict: 'right' },
      { set: 'demo', number: 2, verdict: 'right' },
      { set: 'test', number: 1, verdict: 'wrong', mismatch: 'size', cells: 3 },
      { set: 'test', number: 2, verdict: 'unknown' },
    ])
  })
})

describe('which program and which task', () => {
  test('of the gallery, if no files are given', async () => {
    const { exitCode, stdout, stderr } = await runCommand(['trace', 'solve_keepbig1', '--json'])
    const { program, task, statements } = JSON.parse(stdout) as Trace & { program: string; task: string }
    expect([exitCode, stderr, program, task]).toEqual([0, '', 'solve_keepbig1', 'keepbig1'])
    expect(statements.length).toBeGreaterThan(0)
    expect(statements.every(({ value, error }) => value !== undefined && error === undefined)).toBe(true)
  })

  test('the only one of a file', async () => {
    const file = folder.write('one.py', 'def answer(I):\n    return I\n')
    const args = ['trace', file, '--tasks', tasks]
    const without = await runCommand(args)
    expect([without.exitCode, without.stderr]).toEqual([2, expect.stringMatching(/Name the task with --task ID/)])
    const { exitCode, stdout } = await runCommand([...args, '--task', 'other'])
    expect([exitCode, stdout.split('\n')[0]]).toEqual([0, 'answer on other, demo 1 (the first that fails)'])
  })

  test('a program on a task that is not its own', async () => {
    const { exitCode, stdout } = await trace('solve_flip0001', '--task', 'other')
    expect([exitCode, stdout.split('\n')[0]]).toEqual([0, 'solve_flip0001 on other, demo 1'])
  })

  test.each([
    ['an unknown program', ['solve_flip001'], /Unknown program 'solve_flip001'.*\n.*Did you mean solve_flip0001\?/],
    ['an unknown task', ['solve_flip0001', '--task', 'flip001'], /Unknown task 'flip001'.*\n.*Did you mean flip0001\?/],
    [
      'a sample out of range',
      ['solve_flip0001', '--sample', '5'],
      /flip0001 has no sample 5 .*\n {2}It has 2 demo pairs and 2 test pairs\./,
    ],
    ['a test out of range', ['solve_flip0001', '--sample', 'test:3'], /flip0001 has no test 3 /],
    ['sample 0', ['solve_flip0001', '--sample', '0'], /whole number from 1 on/],
    ['a sample that is none', ['solve_flip0001', '--sample', 'train:1'], /Expected demo:N, test:N/],
    ['a budget that is none', ['solve_flip0001', '--budget', 'x'], /whole number from 1 on/],
    ['an option that is none', ['solve_flip0001', '--tusk', 'other'], /unknown option '--tusk'/],
    ['no program', [], /missing required argument/],
  ])('%s is wrong use', async (_, args, message) => {
    const { exitCode, stdout, stderr } = await runCommand(['trace', ...args, ...files])
    expect(stderr).toMatch(message)
    expect([exitCode, stdout]).toEqual([2, ''])
  })

  test('a file of several programs is answered with their names', async () => {
    const { exitCode, stderr } = await runCommand(['trace', programs, '--tasks', tasks])
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/stands for 9 programs .*\n.*\.py:solve_flip0001: solve_flip0001, solve_same_flip0001, .*…/)
  })

  test('a file that is not there, and one that cannot be read', async () => {
    const missing = await runCommand(['trace', 'no-such-file.py'])
    expect([missing.exitCode, missing.stderr]).toEqual([2, expect.stringMatching(/no-such-file\.py/)])
    const broken = folder.write('broken.py', 'def solve_flip0001(I):\n    return objets(I)\n')
    const { exitCode, stderr } = await runCommand(['trace', broken, '--tasks', tasks])
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/broken\.py:2:12: error: .*objets/)])
  })
})

describe('colours', () => {
  const color = (env: Record<string, string>) => runCommand(['trace', 'solve_flip0001', ...files], env)

  test('none where there is no terminal, or with NO_COLOR', async () => {
    expect((await color({})).stdout).not.toMatch(ESCAPE)
    expect((await color({ NO_COLOR: '1', FORCE_COLOR: '3' })).stdout).not.toMatch(ESCAPE)
  })

  test('with FORCE_COLOR', async () => {
    const { stdout } = await color({ FORCE_COLOR: '3' })
    expect(stdout).toContain('\u001B[1msolve_flip0001 on flip0001, demo 1\u001B[22m')
    expect(stdout).toMatch(/48;2;30;147;255/)
    expect(stdout).toContain('\u001B[32mThe result is the expected output.\u001B[39m')
  })

  test('never in JSON', async () => {
    const { stdout } = await runCommand(['trace', 'solve_flip0001', '--json', ...files], { FORCE_COLOR: '3' })
    expect(stdout).not.toMatch(ESCAPE)
  })
})
