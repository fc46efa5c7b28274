// With --json, errors are objects on stdout too; text stays on stderr. Every command that has --json.

import { expect, test } from 'vitest'
import { readCommands } from '../../src/cli/completion/command-words.ts'
import { runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const folder = temporaryFolder('json-errors')

interface Printed {
  readonly error: Readonly<Record<string, unknown>>
}

async function fail(words: readonly string[]): Promise<{ printed: Printed; stderr: string; exitCode: number | null }> {
  const { exitCode, stdout, stderr } = await runCommand(words)
  expect(stdout.trimEnd().split('\n')).toHaveLength(1)
  return { printed: JSON.parse(stdout) as Printed, stderr, exitCode }
}

const commands = (await readCommands()).filter(({ options }) => options.some(({ long }) => long === '--json'))

test('these commands have --json', () => {
  const names = commands.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['run', 'score', 'trace', 'show', 'list', 'profile', 'plan', 'check', 'devices']),
  )
})

test.each(commands.map(({ name }) => name))('%s: wrong use', async (name) => {
  const { printed, stderr, exitCode } = await fail([name, '--json', '--no-such-option'])
  expect(exitCode).toBe(2)
  expect(printed).toEqual({ error: { code: 'usage', message: "unknown option '--no-such-option'", exitCode: 2 } })
  expect(stderr).toContain("unknown option '--no-such-option'")
})

test('an error has its code, message, remedy and file', async () => {
  const missing = await fail(['run', '--programs', 'no-such.py', '--json'])
  expect(missing.exitCode).toBe(2)
  expect(missing.printed.error).toMatchObject({ code: 'file-unreadable', file: 'no-such.py', exitCode: 2 })
  expect(missing.printed.error.message).toContain('no-such.py cannot be read')
  expect(missing.stderr).toContain('[file-unreadable]')
  const unused = await fail(['run', '--outputs', 'hash', '--json'])
  expect(unused.printed.error).toMatchObject({ code: 'option-unused', remedy: expect.stringContaining('--out FILE') })
})

test('an error in a task file has its line', async () => {
  const tasks = folder.write('bad.json', '{\n  "train": [}')
  const { printed } = await fail(['show', 'bad', '--tasks', tasks, '--json'])
  expect(printed.error).toMatchObject({ file: tasks, exitCode: 2 })
  expect(printed.error.code).toEqual(expect.any(String))
})

test.each([
  ['run', '--out'],
  ['run', '--report'],
  ['score', '--submission'],
  ['profile', '--trace'],
])('%s %s: a file that cannot be written is named with the reason', async (command, option) => {
  const path = folder.pathOf(`no/such/folder/${command}.json`)
  const { printed, exitCode } = await fail([command, option, path, '--samples', '1', '--json'])
  expect(exitCode).toBe(3)
  expect(printed.error).toMatchObject({ code: 'out-unwritable', remedy: expect.stringContaining('folder') })
  expect(printed.error.file).toMatch(new RegExp(`${command}\\.json(\\.lock)?$`))
  expect(printed.error.message).toMatch(/cannot be written: its folder does not exist$/)
})

test('without --json stdout stays empty', async () => {
  const { stdout } = await runCommand(['run', '--programs', 'no-such.py'])
  expect(stdout).toBe('')
})
