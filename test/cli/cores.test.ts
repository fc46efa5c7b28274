// Without --backend, short runs stay on one thread and long ones use all cores, which is said once; results are the same.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
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

// Several milliseconds a sample, so that few samples are many times what counts as long on any machine.
const SLOW = `def solve_slow(I):
    x1 = upscale(I, NINE)
    x2 = objects(x1, F, F, F)
    x3 = apply(normalize, x2)
    x4 = asindices(x1)
    x5 = order(x4, invert)
    x6 = size(x3)
    x7 = size(x5)
    x8 = astuple(x6, x7)
    O = canvas(ZERO, x8)
    return O
`

test('a long run continues on all cores, with the results of one thread', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'megabatt-cores-'))
  const programs = join(folder, 'slow.py')
  writeFileSync(programs, SLOW)
  const words = ['--programs', programs, '--pair', 'all', '--samples', '20', '--budget', '10000000']
  const { report, stderr } = await run(...words)
  const alone = await run(...words, '--backend', 'cpu')
  rmSync(folder, { recursive: true })
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
