// `megabatt evolve` as a user runs it: files that it writes, backends, interruption at any time, and what it refuses.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { writeTasks } from '../evolve/small-tasks.ts'
import { MAIN, runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const folder = temporaryFolder('evolve')
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

const TASKS = writeTasks(folder)
const SEARCH = ['evolve', '--tasks', ...TASKS, '--calls', '5000', '--enumerate', '0.3', '--population', '8']
const FILES = ['solvers.py', 'log.jsonl', 'checkpoint.json']

function contentOf(out: string): string[] {
  return FILES.map((file) => readFileSync(join(out, file), 'utf8'))
}

const plain = (async () => {
  const out = folder.pathOf('plain')
  const outcome = await runCommand([...SEARCH, '--out', out, '--backend', 'cpu'])
  return { out, outcome }
})()

describe('the folder', () => {
  test('has solvers that run, a log of all generations, and a table is printed', async () => {
    const { out, outcome } = await plain
    expect(outcome.exitCode).toBe(0)
    expect(outcome.stdout).toMatch(/^task +demos +tests +statements +generations +calls +result\n/)
    expect(outcome.stdout).toMatch(/flip +3\/3 +1\/1 +1 +0 +[\d,]+ +solved\nsums .* not solved\n$/)
    expect(outcome.stderr).toContain('megabatt: flip: solved (0 generations, ')
    expect(outcome.stderr).toMatch(/megabatt: 1 of 2 tasks solved, .*solvers\.py\n$/)
    const run = await runCommand(['run', '--programs', join(out, 'solvers.py'), '--tasks', ...TASKS, '--json'])
    expect(JSON.parse(run.stdout)).toMatchObject({ programs: 1, right: 4, evaluations: 4 })
    const lines = readFileSync(join(out, 'log.jsonl'), 'utf8').trimEnd().split('\n')
    const log = lines.map((line) => JSON.parse(line) as { type: string; search?: string; generation?: number })
    expect(log[0]).toMatchObject({ type: 'evolution', version: 1, tasks: ['flip', 'sums'] })
    expect(log.at(-1)).toMatchObject({ type: 'end', solved: 1, stopped: false })
    const own = log.filter(({ type, search }) => type === 'generation' && search === 'sums')
    expect(own.map(({ generation }) => generation)).toEqual([...own.keys()])
    expect(own.length).toBeGreaterThan(3)
  })

  test('is the same, byte by byte, on worker threads', async () => {
    const out = folder.pathOf('workers')
    const { exitCode } = await runCommand([...SEARCH, '--out', out, '--backend', 'workers', '--workers', '2'])
    expect(exitCode).toBe(0)
    expect(contentOf(out)).toEqual(contentOf((await plain).out))
  })

  test('is replaced only with --force; resuming a complete evolution changes nothing', async () => {
    const { out } = await plain
    const before = contentOf(out)
    const refused = await runCommand([...SEARCH, '--out', out])
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('has an evolution already')])
    expect((await runCommand([...SEARCH, '--out', out, '--resume'])).exitCode).toBe(0)
    expect(contentOf(out)).toEqual(before)
    const other = await runCommand([...SEARCH, '--seed', '2', '--out', out, '--resume'])
    expect([other.exitCode, other.stderr]).toEqual([
      2,
      expect.stringContaining('The checkpoint is of another evolution'),
    ])
    expect(contentOf(out)).toEqual(before)
  })
})

/** Starts an evolution and ends it by a signal once its checkpoint has been stored so many times. */
async function interrupt(
  out: string,
  signal: NodeJS.Signals,
  rounds: number,
  words: readonly string[] = SEARCH,
): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(process.execPath, [
    MAIN,
    ...words,
    '--out',
    out,
    '--backend',
    'cpu',
    ...(existsSync(out) ? ['--resume'] : []),
  ])
  children.push(child)
  let stderr = ''
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  const file = join(out, 'checkpoint.json')
  const seen = new Set<string>()
  const timer = setInterval(() => {
    if (!existsSync(file)) return
    const { ino, mtimeMs } = statSync(file)
    seen.add(`${ino} ${mtimeMs}`)
    if (seen.size <= rounds) return
    clearInterval(timer)
    child.kill(signal)
  }, 2)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearInterval(timer)
  return { code, stderr }
}

test('killed several times and resumed, the files are the same, byte by byte', async () => {
  const out = folder.pathOf('killed')
  for (const rounds of [0, 2, 1]) {
    await interrupt(out, 'SIGKILL', rounds)
    // What was found is there already.
    expect(readFileSync(join(out, 'solvers.py'), 'utf8')).toContain('def solve_flip(I):')
  }
  const { round } = JSON.parse(readFileSync(join(out, 'checkpoint.json'), 'utf8')) as { round: number }
  expect(round).toBeGreaterThan(0)
  // A round of which only the log was written.
  writeFileSync(join(out, 'log.jsonl'), '{"type":"generation","round":', { flag: 'a' })
  expect((await runCommand([...SEARCH, '--out', out, '--resume'])).exitCode).toBe(0)
  expect(contentOf(out)).toEqual(contentOf((await plain).out))
})

test('Ctrl-C ends it with exit code 130 and a checkpoint from which it goes on', async () => {
  const endless = [...SEARCH, '--calls', '1000000000', '--generations', '1000000', '--enumerate', '0']
  const logs = ['interrupted', 'twice'].map((name) => join(folder.pathOf(name), 'log.jsonl'))
  const stop = async (name: string, rounds: number) => {
    const { code, stderr } = await interrupt(folder.pathOf(name), 'SIGINT', rounds, endless)
    expect(code).toBe(130)
    expect(stderr).toContain('megabatt: interrupted; go on with the same command and --resume\n')
  }
  await stop('interrupted', 3)
  await stop('twice', 1)
  await stop('twice', 1)
  const [once, twice] = logs.map((path) => readFileSync(path, 'utf8'))
  const shorter = Math.min(once!.length, twice!.length)
  expect(once!.slice(0, shorter)).toBe(twice!.slice(0, shorter))
  const stored = JSON.parse(readFileSync(join(folder.pathOf('twice'), 'checkpoint.json'), 'utf8')) as {
    logBytes: number
  }
  expect(stored.logBytes).toBe(Buffer.byteLength(twice!))
})

test('without a folder the solvers are printed; --json prints the result', async () => {
  const words = ['evolve', '--tasks', TASKS[0]!]
  const text = await runCommand(words)
  expect([text.exitCode, text.stdout]).toEqual([0, expect.stringMatching(/^def solve_flip\(I\):\n(?: {4}.*\n)+$/)])
  const json = await runCommand([...words, '--json'])
  expect(JSON.parse(json.stdout)).toMatchObject({
    solved: 1,
    stopped: false,
    tasks: [{ task: 'flip', solved: true, tests: { right: 1, total: 1 }, source: text.stdout }],
  })
})

test('a task id that is no Python name is spelled as one', async () => {
  const path = folder.write('tasks/odd-id 1.json', readFileSync(TASKS[0]!, 'utf8'))
  const { exitCode, stdout } = await runCommand(['evolve', '--tasks', path])
  expect([exitCode, stdout]).toEqual([0, 'def solve_odd_id_1(I):\n    x1 = hmirror(I)\n    return x1\n'])
})

test('solvers are the beginning; batts and long programs are left out, which is said', async () => {
  const solvers = folder.write(
    'solvers.py',
    'def solve_a(I):\n    x1 = rot180(I)\n    x2 = vmirror(x1)\n    return x2\n\n\ndef solve_b(I):\n    x1 = rot90(I)\n    x2 = rot90(x1)\n    x3 = rot90(x2)\n    return x3\n\n\n' +
      'def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n    try:\n        t1 = rot90(I)\n    except Exception:\n        t1 = _get_safe_default(rot90)\n    o.append((1, False, "a", t1))\n    return o, s\n',
  )
  const words = [
    'evolve',
    '--tasks',
    TASKS[0]!,
    '--programs',
    solvers,
    '--max-statements',
    '2',
    '--enumerate',
    '0',
    '--json',
  ]
  const { exitCode, stdout, stderr } = await runCommand(words)
  expect(stderr).toContain('megabatt: batts among the programs, which are left out: 1\n')
  expect(stderr).toContain('megabatt: programs of more than 2 statements, which are left out: 1\n')
  const best = { operator: 'given', right: 3 }
  expect([exitCode, JSON.parse(stdout)]).toEqual([
    0,
    expect.objectContaining({ tasks: [expect.objectContaining({ best: expect.objectContaining(best) })] }),
  ])
})

test('exit code 1 where nothing is found, and baselines', async () => {
  const words = [
    'evolve',
    '--tasks',
    TASKS[1]!,
    '--calls',
    '500',
    '--population',
    '8',
    '--baseline',
    'random',
    '--json',
  ]
  const { exitCode, stdout } = await runCommand(words)
  expect([exitCode, JSON.parse(stdout)]).toEqual([1, expect.objectContaining({ solved: 0 })])
})

test.each([
  [['--fitness', 'speed'], 'Expected some of samples, cells'],
  [['--fitness', 'novelty'], 'evolve-setting'],
  [['--population', '2'], 'evolve-setting'],
  [['--resume'], '--resume has no effect without --out'],
  [['--differs', 'x.py'], '--differs has no effect without differs in --fitness'],
  [['--only', 'nosuchtask'], 'unknown-id'],
])('%j is refused', async (words, message) => {
  const { exitCode, stderr } = await runCommand(['evolve', '--json', ...words])
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)])
})

test('a damaged checkpoint is refused and left as it is', async () => {
  const out = folder.pathOf('damaged')
  folder.write('damaged/checkpoint.json', '{"version": 2}')
  const { exitCode, stderr } = await runCommand([...SEARCH, '--out', out, '--resume'])
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('its version is 2, and this program reads 1')])
  expect(readFileSync(join(out, 'checkpoint.json'), 'utf8')).toBe('{"version": 2}')
})
