// `megabatt run`: what it prints, what it writes, and that a kill at any moment loses nothing.

import { spawn } from 'node:child_process'
import { readFileSync, rmSync, truncateSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import { newRandom, SEED } from '../generators/seed.ts'
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
      correct: 6,
      wrong: 3,
      errors: 4,
      limits: 4,
      unscored: 3,
      solved: 0,
      backend: 'cpu',
      device: null,
    })
    // t2 and t3 of the batt need C, which is None; t3 takes the size of t2's default.
    expect(report.defaults).toBe(4)
    expect(report.dataset.hash).toMatch(/^[0-9a-f]{32}$/)
    expect(report.work.statements).toBe(4 * (1 + 0 + 2 + 2 + 3))
    expect(report.results.map(({ program, correct, total }) => [program, correct, total])).toEqual([
      ['solve_flip0001', 3, 4],
      ['solve_same_flip0001', 0, 4],
      ['solve_fails_flip0001', 0, 4],
      ['solve_huge_flip0001', 0, 4],
      ['batt_flip0001', 3, 4],
    ])
    expect(report.results[2]!.error).toMatchObject({ sample: 0, statement: 'x2', line: 10, kind: 'type', limit: false })
    expect(report.results[3]!.error).toMatchObject({ statement: 'x1', kind: 'budget', limit: true })
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

  test('the table for people', async () => {
    const { stdout, exitCode } = await runCommand(['run', ...files], { NO_COLOR: '1' })
    expect(exitCode).toBe(0)
    expect(stdout).toContain('flip0001')
    expect(stdout).toMatch(/20 evaluations: 6 right/)
    expect(stdout).toMatch(/merging: 32 statements asked for/)
    // oxlint-disable-next-line no-control-regex -- that there is none is what is tested
    expect(stdout).not.toMatch(/\u001b/)
  })

  test('a file of results with values, errors and defaults', async () => {
    const out = folder.pathOf('values.jsonl')
    await runJson(...files, '--out', out, '--outputs', 'value')
    const lines = readFileSync(out, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines).toHaveLength(5)
    expect(lines[0]).toMatchObject({
      program: 'solve_flip0001',
      task: 'flip0001',
      correct: 3,
      total: 4,
      unscored: 1,
      outputs: [{ g: ['01'] }, { g: ['32'] }, { g: ['654'] }, { g: ['7'] }],
    })
    expect(lines[2]!.failures).toHaveLength(4)
    expect(lines[4]).toMatchObject({
      defaults: [{ statement: 't2', count: 4 }],
      battOutputs: [
        { kind: 'o', name: 'flips', correct: 3 },
        { kind: 'o', name: 'mirrors', correct: 0 },
        { kind: 's', name: 'None/sizes', outputs: [0, 0, 0, 0] },
      ],
    })
  })
})

test('without arguments the gallery runs', async () => {
  const report = await runJson('--samples', '2')
  expect(report.tasks).toBeGreaterThanOrEqual(40)
  expect(report.solved).toBeGreaterThanOrEqual(40)
  expect(report.programs).toBeGreaterThan(2 * report.tasks)
  expect(report.errors).toBeGreaterThan(0)
  expect(report.evaluations).toBe(report.correct + report.wrong + report.errors + report.limits + report.unscored)
})

describe('wrong use', () => {
  test.each([
    ['an unknown id, with the one it is like', ['--only', 'solve_flip001'], /Did you mean solve_flip0001\?/],
    ['programs without their tasks', ['--skip', 'flip0001'], /--pair all/],
    ['--resume without a file', ['--resume'], /--out FILE/],
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
    const { exitCode, stdout, stderr } = await runCommand(
      ['run', '--json', '--programs', programs, '--tasks'].concat(folder.write('flip0001.json', TASK)),
    )
    expect(stderr).toMatch(/half\.py:\d+:10: error: .*\n.*\n.*\n {2}Did you mean objects\?/)
    expect((JSON.parse(stdout) as RunReport).programs).toBe(5)
    expect(exitCode).toBe(2)
  })
})

describe('a file of results', () => {
  const args = ['run', '--json', '--samples', '2', '--pair', 'all']
  let whole: string
  let report: RunReport
  beforeAll(async () => {
    const out = folder.pathOf('whole.jsonl')
    const { stdout } = await runCommand([...args, '--out', out])
    whole = readFileSync(out, 'utf8')
    report = JSON.parse(stdout) as RunReport
  }, 120_000)

  const withoutWork = (whole: RunReport) => ({ ...whole, time: undefined, work: undefined })

  test('has a line a pair', () => {
    expect(whole.trim().split('\n')).toHaveLength(report.results.length)
    expect(report.results.length).toBe(report.programs * report.tasks)
  })

  test('is not written over, and not gone on from by another run', async () => {
    const out = folder.write('other.jsonl', whole)
    const again = await runCommand([...args, '--out', out])
    expect([again.exitCode, again.stderr]).toEqual([2, expect.stringMatching(/--resume/)])
    const other = await runCommand([...args, '--out', out, '--resume', '--budget', '7'])
    expect([other.exitCode, other.stderr]).toEqual([2, expect.stringMatching(/other programs, tasks or options/)])
    expect(readFileSync(out, 'utf8')).toBe(whole)
  })

  test('cut off anywhere it is completed to the same file and report', { timeout: 300_000 }, async () => {
    const random = newRandom(SEED)
    for (const length of [
      0,
      1,
      whole.indexOf('\n'),
      whole.indexOf('\n') + 1,
      whole.length - 1,
      whole.length,
      random() % whole.length,
    ]) {
      const out = folder.write('cut.jsonl', whole)
      truncateSync(out, length)
      const { stdout, stderr } = await runCommand([...args, '--out', out, '--resume'])
      expect(stderr).toBe('')
      expect(withoutWork(JSON.parse(stdout) as RunReport)).toEqual(withoutWork(report))
      expect(readFileSync(out, 'utf8')).toBe(whole)
    }
  })

  test('killed at 20 moments it is completed to the same file', { timeout: 300_000 }, async () => {
    const random = newRandom(SEED + 1)
    for (let k = 0; k < 20; k++) {
      const out = folder.pathOf(`killed${k}.jsonl`)
      await runAndKill([...args, '--out', out], 100 + (random() % 1200))
      // Some are killed again while they go on.
      if (k % 3 === 0) await runAndKill([...args, '--out', out, '--resume'], 100 + (random() % 800))
      const { exitCode } = await runCommand([...args, '--out', out, '--resume'])
      expect(exitCode).toBe(0)
      expect(readFileSync(out, 'utf8')).toBe(whole)
      rmSync(out)
    }
  })
})

async function runAndKill(args: readonly string[], afterMs: number): Promise<void> {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: 'ignore' })
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
  await new Promise((resolve) => child.once('close', resolve))
  clearTimeout(timer)
}
