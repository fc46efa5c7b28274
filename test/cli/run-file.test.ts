// `megabatt run --out`: the lines of the file, its lock, resuming it, and the memory that it takes.

import { type ChildProcess, spawn } from 'node:child_process'
import {
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { crc32 } from 'node:zlib'
import { type LockOwner, machineProcesses } from '../../src/cli/results/lock-owner.ts'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import { newRandom, SEED } from '../generators/seed.ts'
import { FLIP_BATT, OPEN_FLIP_TASK, SAME_SOLVER } from './flip-task.ts'
import { MAIN, runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const folder = temporaryFolder('run-file')
const SOLVER = `def solve_fails_flip0001(I):
    x1 = first(I)
    x2 = subgrid(x1, I)
    return x2
`
const SOLVERS = `${SAME_SOLVER}\n${SOLVER}\n${FLIP_BATT}`

let own: string[]
beforeAll(() => {
  const tasks = folder.write('flip0001.json', JSON.stringify(OPEN_FLIP_TASK))
  own = ['run', '--json', '--programs', folder.write('solvers.py', SOLVERS), '--tasks', tasks]
})

type Line = Record<string, unknown>

const DEMO_1 = { set: 'demo', number: 1 }
const DEMO_2 = { set: 'demo', number: 2 }
const TEST_1 = { set: 'test', number: 1 }
const TEST_2 = { set: 'test', number: 2 }
const BATT_OUTPUTS = [
  {
    kind: 'o',
    number: 1,
    name: 'flips',
    verdict: 'passes-demos',
    demos: { total: 2, right: 2, unknown: 0 },
    tests: { total: 2, right: 1, unknown: 1 },
    samples: [
      { ...DEMO_1, verdict: 'right' },
      { ...DEMO_2, verdict: 'right' },
      { ...TEST_1, verdict: 'right' },
      { ...TEST_2, verdict: 'unknown' },
    ],
  },
  {
    kind: 'o',
    number: 2,
    name: 'mirrors',
    verdict: 'wrong',
    demos: { total: 2, right: 0, unknown: 0 },
    tests: { total: 2, right: 0, unknown: 1 },
    samples: [
      { ...DEMO_1, verdict: 'wrong', mismatch: 'not-a-grid', cells: 2 },
      { ...DEMO_2, verdict: 'wrong', mismatch: 'not-a-grid', cells: 2 },
      { ...TEST_1, verdict: 'wrong', mismatch: 'not-a-grid', cells: 3 },
      { ...TEST_2, verdict: 'unknown' },
    ],
  },
  { kind: 's', number: 3, name: 'None/sizes' },
]

async function linesOf(args: readonly string[], name: string): Promise<Line[]> {
  const out = folder.pathOf(name)
  const { exitCode, stderr } = await runCommand([...args, '--out', out])
  expect([exitCode, stderr]).toEqual([0, ''])
  const texts = readFileSync(out, 'utf8').split('\n')
  expect(texts.pop()).toBe('')
  for (const text of texts) {
    const [, body, crc] = /^(.*),"crc":"([0-9a-f]{8})"\}$/.exec(text)!
    expect(crc).toBe(crc32(body!).toString(16).padStart(8, '0'))
  }
  return texts.map((text) => JSON.parse(text) as Line)
}

describe('lines', () => {
  test('with hashes: a header, then a line for each pair', async () => {
    const [header, ...pairs] = await linesOf(own, 'hash.jsonl')
    expect(header).toEqual({
      format: 'megabatt results',
      version: 2,
      run: expect.stringMatching(/^[0-9a-f]{16}$/),
      outputs: 'hash',
      pairs: 3,
      crc: expect.any(String),
    })
    const hash = expect.stringMatching(/^[0-9a-f]{16}$/) as unknown
    expect(pairs).toEqual([
      {
        pair: 0,
        program: 'solve_same_flip0001',
        file: expect.stringMatching(/\.py$/),
        task: 'flip0001',
        verdict: 'wrong',
        demos: { total: 2, right: 0, unknown: 0 },
        tests: { total: 2, right: 0, unknown: 1 },
        samples: [
          { ...DEMO_1, verdict: 'wrong', mismatch: 'cells', cells: 2, differing: 2 },
          { ...DEMO_2, verdict: 'wrong', mismatch: 'cells', cells: 2, differing: 2 },
          { ...TEST_1, verdict: 'wrong', mismatch: 'cells', cells: 3, differing: 2 },
          { ...TEST_2, verdict: 'unknown' },
        ],
        defaults: [],
        outputs: [[hash, hash, hash, hash]],
        crc: expect.any(String),
      },
      expect.objectContaining({
        pair: 1,
        verdict: 'error',
        samples: [DEMO_1, DEMO_2, TEST_1, TEST_2].map(
          (name) => expect.objectContaining({ ...name, statement: 'x2', line: 6, kind: 'type' }) as unknown,
        ),
        outputs: [[null, null, null, null]],
      }),
      expect.objectContaining({
        pair: 2,
        verdict: 'passes-demos',
        defaults: [{ statement: 't2', count: 4 }],
        battOutputs: BATT_OUTPUTS,
        outputs: [0, 1, 2].map(() => [hash, hash, hash, hash]),
      }),
    ])
    // Without outputs the lines are otherwise the same.
    const none = await linesOf([...own, '--outputs', 'none'], 'none.jsonl')
    const bare = (line: Line): Line => ({ ...line, crc: '', outputs: undefined })
    expect(none.slice(1).map(bare)).toEqual(pairs.map(bare))
    expect(JSON.stringify(none)).not.toMatch(/"outputs":\[/)
  })

  test('with values: a line for each value, sample by sample, before the pairs', async () => {
    const [header, ...lines] = await linesOf([...own, '--outputs', 'value'], 'value.jsonl')
    expect(header).toMatchObject({ outputs: 'value', pairs: 3 })
    const values = lines.slice(0, -3)
    expect(
      values.map(({ pair, set, number, output, value }) => [`${String(set)} ${String(number)}`, pair, output, value]),
    ).toEqual(
      [
        ['demo 1', '10', '01'],
        ['demo 2', '23', '32'],
        ['test 1', '456', '654'],
        ['test 2', '7', '7'],
      ].flatMap(([sample, input, mirrored]) => [
        [sample, 0, 0, { g: [input] }],
        [sample, 1, 0, null],
        [sample, 2, 0, { g: [mirrored] }],
        [sample, 2, 1, { t: [] }],
        [sample, 2, 2, 0],
      ]),
    )
    for (const pair of lines.slice(-3)) expect(pair).not.toHaveProperty('outputs')
    expect(lines.at(-1)!.battOutputs).toEqual(BATT_OUTPUTS)
  })
})

describe('a file of the gallery', () => {
  const args = ['run', '--json', '--samples', '1', '--pair', 'all', '--backend', 'cpu']
  let whole: string
  let report: RunReport
  beforeAll(async () => {
    const out = folder.pathOf('whole.jsonl')
    const { stdout } = await runCommand([...args, '--out', out])
    whole = readFileSync(out, 'utf8')
    report = JSON.parse(stdout) as RunReport
  })

  const withoutWork = (whole: RunReport) => ({ ...whole, time: undefined, work: undefined })

  test('has a header and a line for each pair', () => {
    expect(whole.trim().split('\n')).toHaveLength(1 + report.results.length)
    expect(report.results.length).toBe(report.programs * report.tasks)
  })

  test('is not overwritten, and not resumed by another run', async () => {
    const out = folder.write('other.jsonl', whole)
    const again = await runCommand([...args, '--out', out])
    expect([again.exitCode, again.stderr]).toEqual([2, expect.stringMatching(/out-exists.*\n.*\n.*--resume/)])
    const other = await runCommand([...args, '--out', out, '--resume', '--budget', '7'])
    expect([other.exitCode, other.stderr]).toEqual([2, expect.stringMatching(/other programs, tasks or options/)])
    expect(readFileSync(out, 'utf8') === whole).toBe(true)
  })

  test('cut off anywhere it is completed to the same file and report', async () => {
    const random = newRandom(SEED)
    for (const length of [whole.indexOf('\n') + 1, random() % whole.length]) {
      const out = folder.write('cut.jsonl', whole)
      truncateSync(out, length)
      const { stdout, stderr } = await runCommand([...args, '--out', out, '--resume'])
      expect(stderr).toBe('')
      expect(withoutWork(JSON.parse(stdout) as RunReport)).toEqual(withoutWork(report))
      expect(readFileSync(out, 'utf8') === whole).toBe(true)
    }
  })

  test('two processes that start together: one writes, the other is refused', async () => {
    const out = folder.pathOf('together.jsonl')
    const outcomes = await Promise.all(
      [0, 1, 2].map(() => runCommand([...args, '--out', out, '--resume', '--repeat', '3'])),
    )
    const refused = outcomes.filter(({ exitCode }) => exitCode !== 0)
    expect(refused).toHaveLength(2)
    for (const { exitCode, stdout, stderr } of refused)
      expect([exitCode, stdout, stderr]).toEqual([
        2,
        expect.stringMatching(/^\{"error":\{"code":"out-locked",/),
        expect.stringMatching(/in use by process \d+ .*\[out-locked\]/),
      ])
    expect(readFileSync(out, 'utf8') === whole).toBe(true)
    expect(filesOf(out)).toEqual(['together.jsonl'])
  })
})

/** The files of a folder whose names begin with that of `out`: the file itself, its lock, and remains of locks. */
function filesOf(out: string): string[] {
  const name = out.slice(dirname(out).length + 1)
  return readdirSync(dirname(out)).filter((file) => file.startsWith(name))
}

describe('a file that cannot be used', () => {
  test.each([
    ['without', []],
    ['with', ['--resume']],
  ])('a foreign file stays as it is, %s --resume', async (_, options) => {
    const out = folder.write('precious.json', '{"precious":1}')
    const { exitCode, stdout, stderr } = await runCommand([...own, '--out', out, ...options])
    expect([exitCode, stdout, stderr]).toEqual([
      2,
      expect.stringMatching(/^\{"error":/),
      expect.stringMatching(/out-foreign|out-exists/),
    ])
    expect(readFileSync(out, 'utf8')).toBe('{"precious":1}')
    expect(filesOf(out)).toEqual(['precious.json'])
  })

  test('a folder that is not there, a folder as the file, a full disk', async () => {
    for (const out of [folder.pathOf('none/out.jsonl'), dirname(folder.pathOf('x')), '/dev/full']) {
      const { exitCode, stderr } = await runCommand([...own, '--out', out])
      expect([exitCode, stderr]).toEqual([3, expect.stringMatching(/out-unwritable/)])
    }
    expect(existsSync('/dev/full.lock')).toBe(false)
  })

  test('no file is made where there is nothing to run', async () => {
    const out = folder.pathOf('nothing.jsonl')
    const { exitCode } = await runCommand([...own, '--out', out, '--skip', 'flip0001'])
    expect([exitCode, existsSync(out)]).toEqual([2, false])
  })
})

describe('the lock', () => {
  /** The lock of a process that was stopped, which is alive, or killed. */
  async function lockOf(
    out: string,
    signal: 'SIGSTOP' | 'SIGKILL',
  ): Promise<{ owner: LockOwner; child: ChildProcess }> {
    const child = spawn(process.execPath, [MAIN, ...own, '--out', out, '--repeat', '1000000'], { stdio: 'ignore' })
    while (!existsSync(out) || statSync(out).size === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const owner = JSON.parse(readFileSync(`${out}.lock`, 'utf8')) as LockOwner
    child.kill(signal)
    if (signal === 'SIGKILL') await new Promise((resolve) => child.once('exit', resolve))
    return { owner, child }
  }

  test('names the process that holds it, and is respected while that is alive', async () => {
    const out = folder.pathOf('alive.jsonl')
    const { owner, child } = await lockOf(out, 'SIGSTOP')
    try {
      expect(owner).toMatchObject({ pid: child.pid, host: hostname() })
      const before = readFileSync(out, 'utf8')
      const link = folder.pathOf('link.jsonl')
      symlinkSync(out, link)
      for (const path of [out, link]) {
        const { exitCode, stderr } = await runCommand([...own, '--out', path, '--resume'])
        expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`process ${owner.pid} on ${owner.host}`)])
      }
      expect(readFileSync(out, 'utf8')).toBe(before)
    } finally {
      child.kill('SIGKILL')
    }
  })

  test('of a process that was killed is taken over', async () => {
    const out = folder.pathOf('dead.jsonl')
    await lockOf(out, 'SIGKILL')
    expect(filesOf(out)).toContain('dead.jsonl.lock')
    const { exitCode } = await runCommand([...own, '--out', out, '--resume'])
    expect([exitCode, filesOf(out)]).toEqual([0, ['dead.jsonl']])
  })

  // Without /proc, a process that has the pid of the owner is taken for the owner.
  test.skipIf(process.platform !== 'linux')('is not taken for that of another process with the same pid', async () => {
    const out = folder.pathOf('reused.jsonl')
    const alive = machineProcesses.describeOwn()
    expect(alive).toMatchObject({ pid: process.pid, start: expect.stringMatching(/^\d+$/) })
    const exitCodes: (number | null)[] = []
    for (const owner of [alive, { ...alive, start: '1' }, { ...alive, boot: 'earlier' }]) {
      writeFileSync(`${out}.lock`, JSON.stringify(owner))
      exitCodes.push((await runCommand([...own, '--out', out, '--resume'])).exitCode)
    }
    expect(exitCodes).toEqual([2, 0, 0])
    expect(filesOf(out)).toEqual(['reused.jsonl'])
  })

  test.each(['host', 'space'] as const)('of a process in another place (%s) is respected', async (field) => {
    const out = folder.pathOf(`elsewhere-${field}.jsonl`)
    const { owner } = await lockOf(out, 'SIGKILL')
    const text = JSON.stringify({ ...owner, [field]: 'elsewhere' })
    writeFileSync(`${out}.lock`, text)
    const { exitCode, stderr } = await runCommand([...own, '--out', out, '--resume'])
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/cannot be checked from here.*delete .*\.lock/)])
    expect(readFileSync(`${out}.lock`, 'utf8')).toBe(text)
    rmSync(`${out}.lock`)
  })
})

describe('a program file that changes', () => {
  test.each([
    ['a comment before a program', `# a comment\n${SOLVERS}`, 2],
    ['a comment behind all programs', `${SOLVERS}\n# a comment\n`, 0],
  ])('%s', async (_, text, expected) => {
    const programs = folder.write('edited.py', SOLVERS)
    const args = own.with(3, programs)
    const out = folder.pathOf('edited.jsonl')
    rmSync(out, { force: true })
    await runCommand([...args, '--out', out])
    const before = readFileSync(out)
    const cut = before.subarray(0, -10)
    writeFileSync(out, cut)
    folder.write('edited.py', text)
    const { exitCode } = await runCommand([...args, '--out', out, '--resume'])
    expect(exitCode).toBe(expected)
    expect(readFileSync(out, 'utf8')).toBe(String(expected === 0 ? before : cut))
  })
})

test('values of 100 MB in all take 40 MB of memory, to write and to resume', { tags: ['long'] }, async () => {
  const samples = Array.from({ length: 100 }, (_, k) => ({ input: [[k % 10, 1]], output: [[0]] }))
  const tasks = folder.write('large001.json', JSON.stringify({ train: samples.slice(0, 2), test: samples.slice(2) }))
  const programs = folder.write('large.py', 'def solve_large001(I):\n    O = upscale(I, 707)\n    return O\n')
  const out = folder.pathOf('large.jsonl')
  const args = ['run', '--programs', programs, '--tasks', tasks, '--outputs', 'value', '--out', out]
  const env = { NODE_OPTIONS: '--max-old-space-size=40' }
  const { exitCode, stderr } = await runCommand(args, env)
  expect([exitCode, stderr]).toEqual([0, ''])
  const { size } = statSync(out)
  expect(size).toBeGreaterThan(100_000_000 * 0.99)
  truncateSync(out, size - 1)
  expect((await runCommand([...args, '--resume'], env)).exitCode).toBe(0)
  expect(statSync(out).size).toBe(size)
})
