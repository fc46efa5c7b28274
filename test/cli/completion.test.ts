// `megabatt completion`: run in a real bash; the scripts for other shells have every command and every option.

import { execFileSync, spawnSync } from 'node:child_process'
import { beforeAll, describe, expect, test } from 'vitest'
import { readCommands } from '../../src/cli/completion/command-words.ts'
import { runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const folder = temporaryFolder('completion')
const commands = await readCommands()
const scripts: Record<string, string> = {}
beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { exitCode, stdout, stderr } = await runCommand(['completion', shell])
    expect([exitCode, stderr]).toEqual([0, ''])
    scripts[shell] = stdout
  }
  folder.write('files/my solvers.py', '')
  folder.write('files/tasks.json', '')
})

/** The words that bash offers for the last of these. */
function complete(...words: string[]): string[] {
  const script = folder.write('completion.bash', scripts.bash!)
  const code = `source "$1"; shift; cd "$1"; shift
COMP_WORDS=(megabatt "$@"); COMP_CWORD=$#
_megabatt
printf '%s\\n' "\${COMPREPLY[@]}"`
  const args = ['--norc', '-c', code, 'bash', script, folder.pathOf('files'), ...words]
  return execFileSync('bash', args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')
}

// Not every system has it.
const hasBash = spawnSync('bash', ['--version']).status === 0

describe.runIf(hasBash || process.env['CI'] !== undefined)('bash', () => {
  test('commands', () => {
    expect(complete('')).toEqual([...commands.map(({ name }) => name), '--help', '--version'])
    expect(complete('sc')).toEqual(['score'])
    expect(complete('help', 'pro')).toEqual(['profile'])
  })

  test('options of a command', () => {
    expect(complete('run', '--back')).toEqual(['--backend'])
    const { options } = commands.find(({ name }) => name === 'score')!
    expect(complete('score', '--')).toEqual(options.map(({ long }) => long))
  })

  test('values of an option, and of an argument', () => {
    expect(complete('run', '--backend', '')).toEqual(['cpu', 'workers', 'gpu', 'auto'])
    expect(complete('run', '--backend', 'w')).toEqual(['workers'])
    expect(complete('completion', '')).toEqual(['bash', 'zsh', 'fish'])
    expect(complete('run', '--samples', '')).toEqual([])
  })

  test('files, also behind the first one, also with spaces', () => {
    expect(complete('run', '--programs', 'my')).toEqual(['my solvers.py'])
    expect(complete('run', '--programs', 'a.py', 'ta')).toEqual(['tasks.json'])
    expect(complete('check', '--strict', 'ta')).toEqual(['tasks.json'])
    expect(complete('run', '--out', 'r.jsonl', 'ta')).toEqual([])
  })
})

test.each(['bash', 'zsh', 'fish'])('%s has every command, option and choice', (shell) => {
  const script = scripts[shell]!
  for (const { name, options } of commands) {
    expect(script).toContain(name)
    for (const { long, value } of options) {
      expect(script).toContain(shell === 'fish' ? `-l ${long.slice(2)} ` : long)
      for (const word of value.kind === 'words' ? value.words : []) expect(script).toContain(word)
    }
  }
})

test.each([
  ['zsh', String.raw`'\''`],
  ['fish', String.raw`\'`],
])('%s: quotes are closed in every line', (shell, escaped) => {
  for (const line of scripts[shell]!.split('\n')) {
    if (line.startsWith('#')) continue
    expect({ line, isClosed: line.replaceAll(escaped, '').split("'").length % 2 === 1 }).toEqual({
      line,
      isClosed: true,
    })
  }
})

test('zsh: every list of words ends, and its blocks are closed', () => {
  const count = (pattern: RegExp) => scripts.zsh!.match(pattern)?.length ?? 0
  expect(count(/^ {4}[\w-]+\)$/gm)).toBe(commands.length)
  expect(count(/^ {6};;$/gm)).toBe(commands.length)
  expect(scripts.zsh).toMatch(/^#compdef megabatt\n/)
})

test('another shell is wrong use', async () => {
  const { exitCode, stderr } = await runCommand(['completion', 'tcsh'])
  expect(exitCode).toBe(2)
  expect(stderr).toContain('bash, zsh, fish')
})
