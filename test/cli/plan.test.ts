// The command `megabatt plan`: text and JSON.

import { expect, test } from 'vitest'
import { runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

test('counts calls and patterns of the gallery', async () => {
  const { stdout, exitCode } = await runCommand(['plan', '--pair', 'all'])
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/^288 programs with [\d,]+ statements, merged into [\d,]+ calls:\n/)
  for (const kind of ['shared', 'samples', 'labelling', 'maps']) expect(stdout).toContain(`\n${kind}`)
  expect(stdout).not.toContain('saved')
  expect(stdout).not.toContain('measured on')
})

test('--explain measures and shows examples', async () => {
  const { stdout } = await runCommand(['plan', '--pair', 'all', '--explain', '--measured', '7'])
  expect(stdout).toMatch(/\nmeasured on 7 samples: [\d,]+ calls, [\d,]+ units of work, [\d.]+ m?s\n$/)
  expect(stdout).toMatch(/labelling .*\n {2}\d+ groups? of \d+ calls, for \d+ statements; saved [\d,]+ units of work/)
  expect(stdout).toContain('  objects(I, T, T, T), objects(I, T, F, T)')
})

test('--json is the report', async () => {
  const { stdout } = await runCommand(['plan', '--json'])
  const report = JSON.parse(stdout)
  expect(report).toMatchObject({ programs: 288, samples: 0 })
  expect(report.patterns.map(({ kind }: { kind: string }) => kind)).toEqual(['shared', 'samples', 'labelling', 'maps'])
})

test('programs without a task', async () => {
  const folder = temporaryFolder('plan')
  const program = folder.write('solvers.py', 'def solve_nowhere(I):\n    return rot90(I)\n')
  const { exitCode, stderr } = await runCommand(['plan', '--programs', program])
  expect(exitCode).toBe(2)
  expect(stderr).toContain('[nothing-paired]')
})
