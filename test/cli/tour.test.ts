// `megabatt tour`: a story on one screen, in colours and without.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runCommand } from './run-command.ts'

test('a task, a right and a wrong program, the gallery, the speed and three commands, in 80 columns', async () => {
  const { exitCode, stdout, stderr } = await runCommand(['tour', '--width', '80'], { NO_COLOR: '1' })
  expect([exitCode, stderr]).toEqual([0, ''])
  const lines = stdout.trimEnd().split('\n')
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
  expect(lines.length).toBeLessThanOrEqual(45)
  const [task, programs, difference, gallery, next] = stdout.split('\n\n')
  expect(task).toMatch(/^A task: The red object makes .*\.\ntest 2 .*output, 7 × 6/s)
  expect(programs).toContain('def solve_stepaway(I):')
  expect(programs).toContain('solved: right on 23 of 23 samples')
  expect(programs).toContain('wrong: right on 0 of 23 samples')
  expect(difference).toContain('10 of 42 cells differ on test 2, marked x.')
  expect(difference!.match(/ x(?= )/g)).toHaveLength(10)
  expect(gallery).toMatch(
    /^The gallery: 77 of 77 tasks solved; 205 of 288 programs are wrong on purpose\.\nSpeed: 6,624 evaluations in /,
  )
  expect(next!.match(/^ {2}npx megabatt /gm)).toHaveLength(3)
})

test('the commands to try work', async () => {
  const { stdout } = await runCommand(['tour', '--width', '100'])
  const commands = Array.from(stdout.matchAll(/^ {2}npx megabatt (.*?)(?: {2}|$)/gm), ([, words]) => words!.split(' '))
  for (const words of commands) {
    const { exitCode, stdout: printed } = await runCommand(words)
    expect([words, exitCode, printed.length > 100]).toEqual([words, 0, true])
  }
})

test('colours where they are wanted, and a narrow terminal', async () => {
  expect((await runCommand(['tour'], { FORCE_COLOR: '3', NO_COLOR: '' })).stdout).toContain('\u001B[48;2;')
  const { stdout } = await runCommand(['tour', '--width', '50'], { NO_COLOR: '1' })
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(50)
  expect(stdout).not.toContain('\u001B')
})

test('npm start shows the tour', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    scripts: Record<string, string>
  }
  expect(scripts['start']).toMatch(/megabatt\.js tour$/)
})
