// The command itself: help, version, and wrong use.

import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.ts'
import { MAIN, runCommand, runNode } from './run-command.ts'

test('--version is that of the package', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  expect(await runCommand(['--version'])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' })
})

test('--help lists every command, an example first', async () => {
  const { exitCode, stdout, stderr } = await runCommand(['--help'])
  expect(stdout).toMatch(/^Examples?:\n {2}megabatt /)
  for (const { name, summary } of COMMANDS) {
    expect(stdout).toMatch(new RegExp(`^ {2}${name}\\b.* ${summary.split(' ', 1)[0]}`, 'm'))
  }
  expect([exitCode, stderr]).toEqual([0, ''])
})

test.each(COMMANDS.flatMap(({ name }) => [[[name, '--help']], [['help', name]]]))(
  '%j: an example first',
  async (args) => {
    const { exitCode, stdout } = await runCommand(args)
    expect(stdout).toMatch(/^Examples?:\n {2}megabatt /)
    expect(stdout).toContain('Usage: megabatt')
    expect(exitCode).toBe(0)
  },
)

test.each([
  [['devises'], "unknown command 'devises'", 'Did you mean devices?'],
  [['devices', '--jsn'], "unknown option '--jsn'", 'Did you mean --json?'],
  [['devices', 'all'], 'too many arguments', '--help'],
  [['--jason'], "unknown option '--jason'", '--help'],
  [[], 'Usage: megabatt', 'devices'],
])('%j is wrong use: exit 2, on stderr', async (args, problem, hint) => {
  const { exitCode, stdout, stderr } = await runCommand(args)
  expect(stderr).toContain(problem)
  expect(stderr).toContain(hint)
  expect([exitCode, stdout]).toEqual([2, ''])
})

test('a surprise is a bug of ours: exit 70, with the stack', async () => {
  const sabotage = 'data:text/javascript,JSON.stringify = () => { throw new Error("sabotage") }'
  const { exitCode, stdout, stderr } = await runNode(['--import', sabotage, MAIN, 'card', '--format', 'json'])
  expect(stderr).toMatch(/bug in Megabatt.*\nError: sabotage\n +at /)
  expect([exitCode, stdout]).toEqual([70, ''])
})
