// Ctrl-C: said at once; the report counts what is done, also what merging saves.

import { basename } from 'node:path'
import { expect, test } from 'vitest'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import { type CommandOutcome, MAIN, SIGNAL_ON_WRITE, runCommand, runNode } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const folder = temporaryFolder('interrupt')

/** Runs a command that interrupts itself when it has opened a file, or when the file has a length. */
function interrupt(words: readonly string[], file: string, length?: number): Promise<CommandOutcome> {
  const env = { SIGNAL: 'SIGINT', SIGNAL_FILE: basename(file) }
  return runNode(
    [...SIGNAL_ON_WRITE, MAIN, ...words],
    length === undefined ? env : { ...env, SIGNAL_LENGTH: `${length}` },
  )
}

test.each([['cpu'], ['workers']])('run on %s: the saved share is that of the tasks that are done', async (backend) => {
  const out = folder.pathOf(`${backend}.jsonl`)
  const words = ['run', '--pair', 'all', '--samples', '20', '--json', '--out', out, '--backend', backend]
  const { exitCode, stdout, stderr } = await interrupt(words, out, 100_000)
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
    '20',
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
  const words = ['profile', '--pair', 'all', '--samples', '20', '--trace', trace]
  const { exitCode, stdout, stderr } = await interrupt(words, trace)
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
