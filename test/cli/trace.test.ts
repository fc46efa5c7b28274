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
    expect(stdout).toBe(`solve_flip0001 on flip0001, sample 1

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

  test('a wrong result with the expected one, which is no failure of the program', async () => {
    const { exitCode, stdout } = await trace('solve_same_flip0001', '--sample', '3')
    expect(stdout).toMatch(/sample 3\n[^]*│ 4 5 6 │[^]*The result is wrong; expected was\n[^]*│ 6 5 4 │/)
    expect(exitCode).toBe(0)
  })

  test('a strict program up to its first error', async () => {
    const { exitCode, stdout } = await trace('solve_fails_flip0001')
    expect(stdout).toMatch(/x1 = first\(I\)\n {2}\(1, 0\)\n\nx2 = subgrid\(x1, I\)\n {2}type: an argument .*\n$/)
    expect(stdout).not.toContain('x3')
    expect(exitCode).toBe(1)
  })

  test('defaults of a batt marked as such, its candidates and its differs', async () => {
    const { exitCode, stdout } = await trace('batt_flip0001')
    expect(stdout).toMatch(/t2 = hmirror\(C\)\n {2}type: .*\n {2}in its place the safe default:\n {2}\(\)\n/)
    expect(stdout).toMatch(/candidate of flips\n {2}1 × 2\n/)
    expect(stdout).toMatch(/differ None\/sizes\n {2}0\n$/)
    expect(exitCode).toBe(0)
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
    expect(stdout).toMatch(/x1 = vmirror\(I\)\n {2}budget: /)
    expect(exitCode).toBe(1)
  })

  test('a value that is too large to be shown is no failure', async () => {
    const { exitCode, stdout } = await trace('solve_large_flip0001')
    expect(stdout).toContain('too large to be shown')
    expect(exitCode).toBe(0)
  })

  test('a sample without a known output says nothing of right or wrong', async () => {
    const { exitCode, stdout } = await trace('solve_flip0001', '--sample', '4')
    expect(stdout).toMatch(/x2 = size\(x1\)\n {2}1\n$/)
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
      sample: 2,
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
      error: expect.stringMatching(/^type: /) as unknown,
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
    expect(statements[1]!.error).toMatch(/^type: /)
    expect(outputs).toEqual([
      { kind: 'o', name: 'flips', value: { g: ['01'] } },
      { kind: 'o', name: 'mirrors', value: { t: [] } },
      { kind: 's', name: 'None/sizes', value: 0 },
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
    expect([without.exitCode, without.stderr]).toEqual([2, expect.stringMatching(/Say which with --task ID/)])
    const { exitCode, stdout } = await runCommand([...args, '--task', 'other'])
    expect([exitCode, stdout.split('\n')[0]]).toEqual([0, 'answer on other, sample 1'])
  })

  test('a program on a task that is not its own', async () => {
    const { exitCode, stdout } = await trace('solve_flip0001', '--task', 'other')
    expect([exitCode, stdout.split('\n')[0]]).toEqual([0, 'solve_flip0001 on other, sample 1'])
  })

  test.each([
    ['an unknown program', ['solve_flip001'], /no program "solve_flip001".*\n.*Did you mean solve_flip0001\?/],
    ['an unknown task', ['solve_flip0001', '--task', 'flip001'], /no task "flip001".*\n.*Did you mean flip0001\?/],
    ['a sample out of range', ['solve_flip0001', '--sample', '5'], /flip0001 has no sample 5 .*\n {2}It has 4\./],
    ['sample 0', ['solve_flip0001', '--sample', '0'], /whole number from 1 on/],
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
    expect(stderr).toMatch(/stands for 6 programs .*\n.*\.py:solve_flip0001: solve_flip0001, solve_same_flip0001, .*…/)
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
    expect(stdout).toContain('\u001B[1msolve_flip0001 on flip0001, sample 1\u001B[22m')
    expect(stdout).toMatch(/48;2;30;147;255/)
    expect(stdout).toContain('\u001B[32mThe result is the expected output.\u001B[39m')
  })

  test('never in JSON', async () => {
    const { stdout } = await runCommand(['trace', 'solve_flip0001', '--json', ...files], { FORCE_COLOR: '3' })
    expect(stdout).not.toMatch(ESCAPE)
  })
})
