// `megabatt evolve --queue`: the files of an evolution on one thread, from worker processes of which one is killed.

import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeTasks } from '../evolve/small-tasks.ts'
import { MAIN, runCommand } from '../cli/run-command.ts'
import { temporaryFolder } from '../cli/temporary-files.ts'
import { type TestDatabase, until } from './test-database.ts'

/** The tests, on a database that no other test uses meanwhile. */
export function describeEvolve(database: TestDatabase): void {
  const { env } = database
  const temporary = temporaryFolder('evolve-queue')
  const workers: ChildProcess[] = []
  afterAll(() => {
    for (const worker of workers) worker.kill('SIGKILL')
  })

  const TASKS = writeTasks(temporary)
  const SEARCH = ['evolve', '--tasks', ...TASKS, '--calls', '1500', '--enumerate', '0.4', '--population', '6']
  const MEASURED = ['--fitness', 'samples,cells,differs,novelty,parsimony', '--generations', '2']
  const ACROSS = ['--across', '--generations', '1', '--calls', '500']

  function startWorker(): ChildProcess {
    const worker = spawn(process.execPath, [MAIN, 'worker', '--lease', '1'], { env: { ...process.env, ...env } })
    worker.stderr!.resume()
    workers.push(worker)
    return worker
  }

  function contentOf(out: string): string[] {
    return ['solvers.py', 'log.jsonl', 'checkpoint.json'].map((file) => readFileSync(join(out, file), 'utf8'))
  }

  test('Ctrl-C while it waits for workers ends it, and takes its jobs out of the queue', async () => {
    const session = await database.open()
    // Workers that were killed count as connected for a while.
    await session.query('delete from workers')
    const child = spawn(
      process.execPath,
      [MAIN, ...SEARCH, '--seed', '5', '--out', temporary.pathOf('idle'), '--queue'],
      {
        env: { ...process.env, ...env },
      },
    )
    child.stderr.resume()
    await until(async () => (await session.query('select 1 from runs')).length > 0)
    child.kill('SIGINT')
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(130)
    expect(await session.query('select 1 from runs')).toEqual([])
  })

  test('files are the same, byte by byte, whatever happens to a worker; nothing stays in the queue', async () => {
    const session = await database.open()
    const alone = runCommand([...SEARCH, ...MEASURED, '--out', temporary.pathOf('alone'), '--backend', 'cpu'])
    const queued = runCommand([...SEARCH, ...MEASURED, '--out', temporary.pathOf('queued'), '--queue'], env)
    await until(async () => (await session.query('select 1 from chunks')).length > 0)
    const victim = startWorker()
    // Dies with a chunk in its hands: no chunk is done before the results of a run are written.
    await until(async () => (await session.query('select 1 from chunks where state = 1')).length > 0)
    victim.kill('SIGKILL')
    startWorker()
    startWorker()
    const outcome = await queued
    expect(outcome).toMatchObject({ exitCode: 0 })
    expect(outcome.stderr).toContain('no worker is connected to 127.0.0.1 (embedded); start one with `megabatt worker`')
    expect((await alone).exitCode).toBe(0)
    expect(contentOf(temporary.pathOf('queued'))).toEqual(contentOf(temporary.pathOf('alone')))
    expect(await session.query('select 1 from runs')).toEqual([])

    const across = [...SEARCH, ...ACROSS]
    const [one, other] = await Promise.all([
      runCommand([...across, '--out', temporary.pathOf('alone across'), '--backend', 'cpu']),
      runCommand([...across, '--out', temporary.pathOf('queued across'), '--queue'], env),
    ])
    expect([one.exitCode, other.exitCode]).toEqual([0, 0])
    expect(other.stderr).not.toContain('no worker')
    expect(contentOf(temporary.pathOf('queued across'))).toEqual(contentOf(temporary.pathOf('alone across')))
  })

  test.each([
    [['--database', 'postgres://me@server/arc'], '--database has no effect without --queue'],
    [['--queue', '--backend', 'gpu'], '--backend has no effect with --queue'],
  ])('%j is refused', async (words, message) => {
    const { exitCode, stderr } = await runCommand(['evolve', ...words])
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)])
  })
}
