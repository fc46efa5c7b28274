// Without --backend, short runs stay on one thread and long ones use all cores, which is said once; results are the same.

import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import { runCommand } from './run-command.ts'

const LINE = /^megabatt: using all \d+ cores: about \d+ (?:s|min) left on one$/gm

async function run(...words: string[]): Promise<{ report: RunReport; stderr: string }> {
  const { exitCode, stdout, stderr } = await runCommand(['run', '--json', '--engine', 'wasm', ...words])
  expect(exitCode).toBe(0)
  return { report: JSON.parse(stdout) as RunReport, stderr }
}

const withoutTimes = (report: RunReport) => ({
  ...report,
  time: undefined,
  backend: undefined,
  work: { statements: report.work.statements, nodes: report.work.nodes },
})

test('a short run starts no threads', async () => {
  const { report, stderr } = await run('--samples', '1')
  expect([report.backend, stderr]).toEqual(['cpu', ''])
})

test('a long run continues on all cores, with the results of one thread', async () => {
  // Programs of the gallery on all tasks, so that the work is many times what counts as long.
  const words = ['--pair', 'all', '--samples', '2', '--budget', '100000']
  const { report, stderr } = await run(...words)
  const alone = await run(...words, '--backend', 'cpu')
  expect([alone.report.backend, alone.stderr]).toEqual(['cpu', ''])
  expect(withoutTimes(report)).toEqual(withoutTimes(alone.report))
  const isAlone = availableParallelism() === 1
  expect(report.backend).toBe(isAlone ? 'cpu' : 'workers')
  expect(stderr.match(LINE) ?? []).toHaveLength(isAlone ? 0 : 1)
})

test('a number of workers asks for them', async () => {
  const { report, stderr } = await run('--samples', '1', '--workers', '2')
  expect([report.backend, stderr]).toEqual(['workers', ''])
})
