// `megabatt check`, as built: what it says of program files and folders, and its exit codes.

import { mkdir, symlink, truncate } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { expectPrintable } from '../hostile/check-answer.ts'
import { MALICIOUS_TEXTS, damageTexts } from '../hostile/damage.ts'
import { BATT, SOLVERS, VERIFIERS } from '../hostile/program-texts.ts'
import { SEED } from '../generators/seed.ts'
import { runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const plain = { NO_COLOR: '1' }
const folder = temporaryFolder('check')

beforeAll(async () => {
  await mkdir(folder.pathOf('empty'))
  folder.write('sound/solvers.py', SOLVERS)
  folder.write('sound/deeper/verifiers.py', VERIFIERS)
  folder.write('sound/deeper/notes.txt', 'no program')
  folder.write('sound/deeper/.hidden/broken.py', 'def')
  await symlink('..', folder.pathOf('sound/deeper/round'))
  folder.write('batt.txt', BATT)
  folder.write('warned.py', 'def solve_a(I):\n    x1 = size(I)\n    x2 = x1(I)\n    return I\n')
  folder.write('broken.py', `def solve_a(I):\n    O = rott90(I)\n    return O\n\n${VERIFIERS}`)
})

function check(...words: string[]): ReturnType<typeof runCommand> {
  return runCommand(['check', ...words.map((word) => (word.startsWith('--') ? word : folder.pathOf(word)))], plain)
}

test('sound programs of a folder: nothing on stdout, the counts on stderr, exit 0', async () => {
  expect(await check('sound')).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: '2 files, 5 programs, 0 errors, 0 warnings\n',
  })
})

test('a file that is named is read whatever its ending, and each file once', async () => {
  const { exitCode, stderr } = await check('batt.txt', 'sound/solvers.py', 'sound')
  expect([exitCode, stderr]).toEqual([0, '3 files, 6 programs, 0 errors, 1 warning\n'])
})

test('an error has its place, the line, a caret and what was probably meant; exit 2', async () => {
  const { exitCode, stdout, stderr } = await check('broken.py')
  expect(stdout).toBe(
    [
      `${folder.pathOf('broken.py')}:2:9: error: Unknown name rott90 [unknown-name]`,
      '      O = rott90(I)',
      '          ^',
      '  Did you mean rot90?',
      '',
    ].join('\n'),
  )
  expect([exitCode, stderr]).toEqual([2, '1 file, 1 program, 1 error, 0 warnings\n'])
})

test('warnings are allowed, but with --strict: exit 1', async () => {
  const lenient = await check('warned.py')
  expect(lenient.stdout).toContain(
    ':3:5: warning: This call can only fail: x1 is an integer, not a function [can-only-fail]',
  )
  expect(lenient.stdout).toContain(':3:5: warning: x2 is assigned and never used [unused-statement]')
  expect(lenient.exitCode).toBe(0)
  const strict = await check('warned.py', '--strict')
  expect([strict.exitCode, strict.stdout]).toEqual([1, lenient.stdout])
  expect((await check('sound', '--strict')).exitCode).toBe(0)
  expect((await check('warned.py', 'broken.py', '--strict')).exitCode).toBe(2)
})

test('--json: one document with counts and diagnostics in the order of files and lines', async () => {
  const { exitCode, stdout } = await check('warned.py', 'broken.py', '--json')
  const report = JSON.parse(stdout) as { diagnostics: { file: string; line: number; code: string }[] }
  expect(report).toMatchObject({ files: 2, programs: 2, errors: 1, warnings: 3 })
  expect(report.diagnostics.map(({ line, code }) => `${line} ${code}`)).toEqual([
    '2 unused-statement',
    '3 unused-statement',
    '3 can-only-fail',
    '2 unknown-name',
  ])
  expect(exitCode).toBe(2)
})

test('in colours where they are asked for', async () => {
  const { stdout } = await runCommand(['check', folder.pathOf('broken.py')], { FORCE_COLOR: '1', NO_COLOR: '' })
  expect(stdout).toContain('\u001B[31merror\u001B[39m')
})

test.each([
  ['a file that is not there', 'nowhere.py', 'cannot be read', 'file-unreadable'],
  ['a folder without programs', 'empty', 'There is no program file in', 'no-programs'],
])('%s: exit 2, on stderr', async (_, path, message, code) => {
  const { exitCode, stdout, stderr } = await check(path)
  expect(stderr).toContain(message)
  expect(stderr).toContain(`[${code}]`)
  expect([exitCode, stdout]).toEqual([2, ''])
})

test('without a path it is wrong use', async () => {
  const { exitCode, stderr } = await runCommand(['check'], plain)
  expect(stderr).toContain("missing required argument 'path'")
  expect(exitCode).toBe(2)
})

test('a file of 65 MB is not read', async () => {
  await truncate(folder.write('large.py', ''), 65 * 1024 * 1024)
  const { exitCode, stdout } = await check('large.py')
  expect(stdout).toContain('large.py:1:1: error: The file has more than 64 MB, so it is not read [file-too-large]')
  expect(exitCode).toBe(2)
})

test('a JSON file of programs', async () => {
  const program = { name: 'solve_a', statements: [{ name: 'x1', call: 'rot90', args: ['TWO'] }], result: 'x1' }
  folder.write('programs.json', JSON.stringify({ programs: [program] }, null, 2))
  const { exitCode, stdout } = await check('programs.json')
  expect(stdout).toContain(
    'warning: This call can only fail: in rot90, grid is an integer, not a tuple [can-only-fail]',
  )
  expect(exitCode).toBe(0)
})

test('hostile files: an answer for each, and nothing is run', async () => {
  const texts = [...MALICIOUS_TEXTS, ...damageTexts(40, SEED)]
  for (const [k, { content }] of texts.entries()) folder.write(`hostile/${k}.py`, content)
  const { exitCode, stdout, stderr } = await check('hostile')
  expect(exitCode).toBe(2)
  expectPrintable(stdout)
  expect(stderr).toMatch(new RegExp(`^${texts.length} files, [\\d,]+ programs, [\\d,]+ errors, [\\d,]+ warnings\n$`))
})
