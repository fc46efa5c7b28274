// `megabatt run`: the report, wrong use, and the streams that it prints to.

import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import { FLIP_BATT, MISSPELT_SOLVER, OPEN_FLIP_TASK, SAME_SOLVER } from './flip-task.ts'
import { MAIN, runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const folder = temporaryFolder('run')
const TASK = JSON.stringify(OPEN_FLIP_TASK)

const SOLVERS = `def solve_flip0001(I):
    O = vmirror(I)
    return O

${SAME_SOLVER}
def solve_fails_flip0001(I):
    x1 = first(I)
    x2 = subgrid(x1, I)
    return x2

def solve_huge_flip0001(I):
    x1 = upscale(I, 3000)
    x2 = upscale(x1, 3000)
    return x2

${FLIP_BATT}`

async function runJson(...args: string[]): Promise<RunReport> {
  const { exitCode, stdout, stderr } = await runCommand(['run', '--json', ...args])
  expect(stderr).toBe('')
  expect(exitCode).toBe(0)
  return JSON.parse(stdout) as RunReport
}

describe('own files', () => {
  let files: string[]
  beforeAll(() => {
    files = ['--programs', folder.write('solvers.py', SOLVERS), '--tasks', folder.write('flip0001.json', TASK)]
  })

  test('counts every evaluation once', async () => {
    const report = await runJson(...files)
    expect(report).toMatchObject({
      programs: 5,
      tasks: 1,
      samples: 4,
      evaluations: 20,
      right: 6,
      wrong: 3,
      errors: 4,
      limits: 4,
      unknown: 3,
      demos: { total: 10, right: 4, unknown: 0 },
      tests: { total: 10, right: 2, unknown: 3 },
      verdicts: { solved: 0, 'passes-demos': 2, near: 0, wrong: 1, error: 1, limit: 1, unknown: 0 },
      solvers: 0,
      solvedTasks: 0,
      passers: 2,
      passedTasks: 1,
      backend: 'cpu',
      device: null,
    })
    expect(report).not.toHaveProperty('mismatches')
    // t2 of the batt needs C, which is None; t3 takes the size of t2's default.
    expect(report.defaults).toBe(4)
    expect(report.dataset.hash).toMatch(/^[0-9a-f]{32}$/)
    expect(report.work.statements).toBe(4 * (1 + 0 + 2 + 2 + 3))
    expect(report.results.map(({ program, verdict }) => [program, verdict])).toEqual([
      ['solve_flip0001', 'passes-demos'],
      ['solve_same_flip0001', 'wrong'],
      ['solve_fails_flip0001', 'error'],
      ['solve_huge_flip0001', 'limit'],
      ['batt_flip0001', 'passes-demos'],
    ])
    expect(report.results[0]).toEqual({
      program: 'solve_flip0001',
      file: expect.stringMatching(/\.py$/),
      task: 'flip0001',
      verdict: 'passes-demos',
      demos: { total: 2, right: 2, unknown: 0 },
      tests: { total: 2, right: 1, unknown: 1 },
      samples: [
        { set: 'demo', number: 1, verdict: 'right' },
        { set: 'demo', number: 2, verdict: 'right' },
        { set: 'test', number: 1, verdict: 'right' },
        { set: 'test', number: 2, verdict: 'unknown' },
      ],
      defaults: [],
    })
    expect(report.results[1]!.samples[2]).toEqual({
      set: 'test',
      number: 1,
      verdict: 'wrong',
      mismatch: 'cells',
      differing: 2,
      cells: 3,
    })
    expect(report.results[2]!.samples[0]).toEqual({
      set: 'demo',
      number: 1,
      verdict: 'error',
      statement: 'x2',
      line: 10,
      kind: 'type',
      message: expect.stringContaining('type: '),
    })
    expect(report.results[3]!.samples[3]).toMatchObject({
      number: 2,
      verdict: 'limit',
      statement: 'x2',
      kind: 'budget',
    })
    const { planMs, runMs, totalMs } = report.time
    expect([planMs, runMs].every((ms) => ms > 0)).toBe(true)
    expect(planMs + runMs).toBeLessThanOrEqual(totalMs)
  })

  test('C is the expected output with --measure', async () => {
    const report = await runJson(...files, '--measure', '--only', 'batt_flip0001')
    // Of the sample without a known output C is still None.
    expect(report).toMatchObject({ programs: 1, defaults: 1, evaluations: 4 })
  })

  test('a budget, and several passes of which one counts', async () => {
    const once = await runJson(...files, '--budget', '5', '--skip', 'solve_huge_flip0001')
    const thrice = await runJson(...files, '--budget', '5', '--skip', 'solve_huge_flip0001', '--repeat', '3')
    expect(once.limits).toBeGreaterThan(0)
    expect({ ...thrice, time: 0 }).toEqual({ ...once, time: 0 })
  })

  test('the report for a terminal: failures first, without colours', async () => {
    const { stdout, exitCode } = await runCommand(['run', ...files, '--show', 'failed'], {
      NO_COLOR: '1',
      COLUMNS: '80',
    })
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^FAIL {2}solve_same_flip0001 {2}3 of 4 wrong: demo 1 \(2 of 2 cells\),/)
    expect(stdout).toMatch(/\nERROR solve_fails_flip0001 {2}4 of 4 errors at x2, line 10: demo 1, demo 2,\n/)
    expect(stdout).toMatch(/\n {6}type error: subgrid: patch is the pair \(1, 0\), expected an object/)
    expect(stdout).toMatch(/\nLIMIT solve_huge_flip0001 /)
    expect(stdout).toMatch(/20 evaluations: 6 right \(35\.2 % of known outputs\)/)
    expect(stdout).toMatch(/merging: 32 statements asked for/)
    // oxlint-disable-next-line no-control-regex -- that there is none is what is tested
    expect(stdout).not.toMatch(/\u001b/)
    const text = stdout.split('\n').filter((line) => !line.includes('megabatt trace'))
    expect(Math.max(...text.map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  test('without options the tasks, each with its best program', async () => {
    const { stdout } = await runCommand(['run', ...files])
    expect(stdout).toMatch(/^PASS {2}1 of 1 task solved, or all demos passed, by 2 of 6 results/)
  })

  test('the commands that it prints show the failures', async () => {
    const { stdout } = await runCommand(['run', ...files, '--show', 'failed', '--pair', 'all', '--budget', '1000000'])
    // Words with blanks are quoted for a shell.
    const splitWords = (text: string) => Array.from(text.matchAll(/'([^']*)'|\S+/g), ([word, quoted]) => quoted ?? word)
    const commands = Array.from(stdout.matchAll(/^ +megabatt (trace .*)$/gm), ([, words]) => splitWords(words!))
    expect(commands).toHaveLength(3)
    const traces = await Promise.all(commands.map((words) => runCommand(words)))
    expect(traces.map(({ stderr }) => stderr)).toEqual(['', '', ''])
    expect(traces.map(({ exitCode }) => exitCode)).toEqual([0, 1, 1])
    for (const { stdout: trace } of traces) expect(trace).toMatch(/^solve_\w+_flip0001 on flip0001/)
  })

  test.each<[string[], number]>([
    [[], 0],
    [['--fail-on', 'error'], 1],
    [['--fail-on', 'wrong'], 1],
    [['--fail-on', 'error', '--only', 'solve_same_flip0001'], 0],
    [['--fail-on', 'wrong', '--only', 'solve_same_flip0001'], 1],
    [['--fail-on', 'error', '--only', 'solve_huge_flip0001'], 1],
    // Unknown outputs are no failure.
    [['--fail-on', 'wrong', '--only', 'solve_flip0001'], 0],
  ])('%j: exit code %i', async (args, expected) => {
    const { exitCode, stdout } = await runCommand(['run', '--json', ...files, ...args])
    expect(exitCode).toBe(expected)
    expect((JSON.parse(stdout) as RunReport).tasks).toBe(1)
  })
})

test('without arguments the gallery runs', async () => {
  const report = await runJson('--samples', '2')
  expect(report.tasks).toBeGreaterThanOrEqual(40)
  expect(report.solvedTasks).toBeGreaterThanOrEqual(40)
  expect(report.programs).toBeGreaterThan(2 * report.tasks)
  expect(report.errors).toBeGreaterThan(0)
  expect(report.evaluations).toBe(report.right + report.wrong + report.errors + report.limits + report.unknown)
})

test('more samples than the gallery has are refused, and no file is left', async () => {
  const out = folder.pathOf('many.jsonl')
  const { exitCode, stdout, stderr } = await runCommand(['run', '--samples', '21', '--out', out])
  expect([exitCode, stdout, existsSync(out)]).toEqual([2, '', false])
  expect(stderr).toMatch(/samples is 21, not an integer from 0 to 20 .*\n.* 20 test pairs for each task/)
})

describe('wrong use', () => {
  test.each([
    ['an unknown id, with the one it is like', ['--only', 'solve_flip001'], /Did you mean solve_flip0001\?/],
    ['programs without their tasks', ['--skip', 'flip0001'], /--pair all/],
    ['--resume without a file', ['--resume'], /--resume .*\n.*--out FILE/],
    ['--fsync without a file', ['--fsync'], /--fsync .*\n.*--out FILE/],
    ['a budget that is none', ['--budget', '-3'], /whole number/],
    ['a file that is not there', ['--programs', 'no-such-file.py'], /no-such-file\.py/],
  ])('%s', async (_, args, message) => {
    const programs = folder.write('solvers2.py', SOLVERS)
    const tasks = folder.write('flip0001.json', TASK)
    const { exitCode, stdout, stderr } = await runCommand(['run', '--programs', programs, '--tasks', tasks, ...args])
    expect(stderr).toMatch(message)
    expect([exitCode, stdout]).toEqual([2, ''])
  })

  test('a program that cannot be read has its place said, the others run, the exit code is 2', async () => {
    const programs = folder.write('half.py', `${SOLVERS}\n${MISSPELT_SOLVER}`)
    const tasks = folder.write('flip0001.json', TASK)
    const { exitCode, stdout, stderr } = await runCommand(['run', '--json', '--programs', programs, '--tasks', tasks])
    expect(stderr).toMatch(/half\.py:\d+:10: error: .*\n.*\n.*\n {2}Did you mean objects\?/)
    expect((JSON.parse(stdout) as RunReport).programs).toBe(5)
    expect(exitCode).toBe(2)
    const failing = await runCommand(['run', '--fail-on', 'wrong', '--programs', programs, '--tasks', tasks])
    expect(failing.exitCode).toBe(2)
  })
})

describe('streams', () => {
  const args = ['run', '--json', '--samples', '1']

  /** Runs the command with stdout, or both streams, going elsewhere. */
  async function runInto(stdout: number | 'pipe', stderr: number | 'pipe' = 'pipe') {
    const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', stdout, stderr] })
    // A reader that is gone before anything is printed.
    child.stdout?.destroy()
    let text = ''
    child.stderr?.on('data', (chunk) => (text += String(chunk)))
    const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve))
    return { exitCode, stderr: text }
  }

  test('a closed pipe ends the command quietly', async () => {
    expect(await runInto('pipe')).toEqual({ exitCode: 0, stderr: '' })
  })

  test.skipIf(process.platform !== 'linux')('a full disk behind stdout is an error of the environment', async () => {
    const full = openSync('/dev/full', 'w')
    const { exitCode, stderr } = await runInto(full)
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringMatching(/^megabatt: .*ENOSPC.*\[stdout-unwritable\]\n {2}.*\n$/),
    ])
    expect((await runInto(full, full)).exitCode).toBe(3)
    closeSync(full)
  })
})
