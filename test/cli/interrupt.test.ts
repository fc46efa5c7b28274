// Ctrl-C: said at once; the report counts what is done, also what merging saves.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import { MAIN, runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const folder = temporaryFolder('interrupt')
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

interface Interrupted {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts a command that runs for minutes and interrupts it when its result file or its output shows that it works. */
async function interrupt(words: readonly string[], isWorking: () => boolean): Promise<Interrupted> {
  const child = spawn(process.execPath, [MAIN, ...words])
  children.push(child)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  const timer = setInterval(() => {
    if (!isWorking()) return
    clearInterval(timer)
    child.kill('SIGINT')
  }, 20)
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearInterval(timer)
  return { exitCode, stdout, stderr }
}

test.each([['cpu'], ['workers']])('run on %s: the saved share is that of the tasks that are done', async (backend) => {
  const out = folder.pathOf(`${backend}.jsonl`)
  const words = ['run', '--pair', 'all', '--samples', '30', '--json', '--out', out, '--backend', backend]
  const isWorking = () => existsSync(out) && statSync(out).size > 100_000
  const { exitCode, stdout, stderr } = await interrupt(words, isWorking)
  expect(stderr).toMatch(/^megabatt: stopping… \(Ctrl-C again: at once\)\n/)
  expect(stderr).toContain('megabatt: interrupted; the report counts the pairs that are done; complete the file with')
  expect(exitCode).toBe(130)
  const { work, results, evaluations } = JSON.parse(stdout) as RunReport
  const tasks = new Set(results.map(({ task }) => task))
  expect(tasks.size).toBeGreaterThan(0)
  expect(tasks.size).toBeLessThan(77)
  // The same tasks alone, to their end.
  const only = [...tasks].join()
  const whole = await runCommand([
    'run',
    '--pair',
    'all',
    '--samples',
    '30',
    '--json',
    '--backend',
    'cpu',
    '--only',
    only,
  ])
  const complete = JSON.parse(whole.stdout) as RunReport
  expect([evaluations, work.statements]).toEqual([complete.evaluations, complete.work.statements])
  // Threads repeat the steps of a task that do not depend on the sample.
  const repeated = work.executed / complete.work.executed - 1
  expect(repeated).toBeGreaterThanOrEqual(0)
  expect(repeated).toBeLessThanOrEqual(backend === 'cpu' ? 0 : 0.1)
})

test('profile says that it stops, and prints no profile', async () => {
  const trace = folder.pathOf('trace.json')
  const words = ['profile', '--pair', 'all', '--samples', '30', '--trace', trace]
  const { exitCode, stdout, stderr } = await interrupt(words, () => existsSync(trace))
  expect(stderr).toMatch(/^megabatt: stopping… /)
  expect(stderr).toContain('megabatt: interrupted; passes that are not complete have no profile')
  expect([exitCode, stdout]).toEqual([130, ''])
})

test('run and profile print the same line about merging', async () => {
  const line = /^merging: .* saved$/m
  const run = await runCommand(['run', '--samples', '1'])
  const profile = await runCommand(['profile', '--samples', '1'])
  expect(line.exec(run.stdout)![0]).toBe(line.exec(profile.stdout)![0])
})
