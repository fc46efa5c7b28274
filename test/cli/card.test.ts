// `megabatt card` and `megabatt cut`, as built: files, formats, records, refusals, exit codes.

import { existsSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const folder = temporaryFolder('card')
const path = (name: string) => folder.pathOf(name)
const readText = (name: string) => readFileSync(path(name), 'utf8')

beforeAll(() => {
  folder.write(
    'solvers.py',
    'def solve_turned(I):\n    x1 = rot90(I)\n    return x1\n\ndef solve_red(I):\n    x1 = rot90(I)\n    x2 = replace(x1, RED, 0)\n    return x2\n',
  )
  folder.write('t.py', 'def solve_flip(I):\n    x1 = hmirror_t(I)\n    return x1\n')
  folder.write('differs.py', 'def differ_rows(S, I, C):\n    return size(I)\n')
  folder.write(
    'batt.py',
    'def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n    o.append((1, False, "a", I))\n    return o, s\n',
  )
})

const card = (...args: string[]) => runCommand(['card', ...args])
const cut = (...args: string[]) => runCommand(['cut', ...args])

test('a batt on stdout, the counts on stderr', async () => {
  const { exitCode, stdout, stderr } = await card(
    path('solvers.py'),
    '--differs',
    path('differs.py'),
    '--no-base-differs',
  )
  expect([exitCode, stderr]).toEqual([0, '2 solvers and 1 differ of dialect a, 5 statements for 6 lines\n'])
  expect(stdout).toMatch(/^# Made by megabatt card: 2 solvers, 1 differ, seed 1\.\nfrom dsl import/)
  expect(stdout).toContain("o.append((2, False, 'turned', t2))\n")
  expect(stdout).toContain("s.append((3, 'turned', 'rows', t3))\n")
})

test('JSON by the ending of the file, or when asked for', async () => {
  expect((await card(path('solvers.py'), '--out', path('one.json'))).exitCode).toBe(0)
  const { stdout } = await card(path('solvers.py'), '--format', 'json')
  expect(stdout).toBe(readText('one.json'))
  expect((JSON.parse(stdout) as { programs: unknown[] }).programs.length).toBe(1)
})

test('mutations are recorded beside the batt; both can be replaced only with --force; a folder is read without the record', async () => {
  const args = [path('solvers.py'), '--mutate', '0.9', '--seed', '5', '--out', path('out/mutated.py')]
  folder.write('out/other.py', 'def solve_a(I):\n    return I\n')
  const first = await card(...args)
  expect([first.exitCode, first.stdout]).toEqual([0, ''])
  expect(first.stderr).toContain(`mutations in ${path('out/mutated.mutations.json')}\n`)
  const text = readText('out/mutated.py')
  const { mutations, seed, rate } = JSON.parse(readText('out/mutated.mutations.json')) as {
    mutations: unknown[]
    seed: number
    rate: number
  }
  expect([mutations.length > 0, seed, rate]).toEqual([true, 5, 0.9])
  const again = await card(...args)
  expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining('[out-exists]')])
  expect((await card(...args, '--force')).exitCode).toBe(0)
  expect(readText('out/mutated.py')).toBe(text)
  const checked = await runCommand(['check', path('out')])
  expect([checked.exitCode, checked.stderr]).toEqual([0, expect.stringMatching(/^2 files, 2 programs, 0 errors/)])
})

test('an existing record keeps the batt from being written, too', async () => {
  folder.write('half.mutations.json', '{}')
  const { exitCode, stderr } = await card(path('solvers.py'), '--mutate', '1', '--out', path('half.py'))
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('half.mutations.json exists already')])
  expect(existsSync(path('half.py'))).toBe(false)
})

test.each<[string, string[], number, RegExp]>([
  ['no file of that name', ['nothing.py'], 2, /file-unreadable/],
  ['two dialects', ['solvers.py', 't.py'], 2, /card-dialects[^]*--dialect t/],
  ['only a batt', ['batt.py'], 2, /which are left out: 1\n.*card-nothing/],
  ['too many', ['solvers.py', '--count', '3'], 2, /3 of 2 solvers/],
  ['no count', ['solvers.py', '--count', '0'], 2, /from 1 on/],
  ['a rate above 1', ['solvers.py', '--mutate', '2'], 2, /from 0 to 1/],
  ['a rate that is no number', ['solvers.py', '--mutate', 'often'], 2, /from 0 to 1/],
  ['a seed of 33 bits', ['solvers.py', '--seed', '4294967296'], 2, /4294967295/],
  ['mutations without a file', ['solvers.py', '--mutate', '0.5'], 2, /out-missing/],
  ['an unknown solver', ['solvers.py', '--only', 'solve_rad'], 2, /Did you mean solve_red\?/],
  ['a file in no folder', ['solvers.py', '--out', 'nowhere/batt.py'], 3, /out-unwritable/],
])('%s', async (_, args, exitCode, message) => {
  const outcome = await card(...args.map((arg) => (arg.endsWith('.py') && !arg.includes('/') ? path(arg) : arg)))
  expect([outcome.exitCode, outcome.stdout]).toEqual([exitCode, ''])
  expect(outcome.stderr).toMatch(message)
})

test('chosen solvers, in another dialect', async () => {
  const { stdout } = await card(path('solvers.py'), path('t.py'), '--dialect', 't', '--only', 'solve_red,solve_flip')
  expect(stdout).toContain('p_g(I)')
  expect(stdout.match(/o\.append/g)!.length).toBe(2)
})

test('the gallery, cut again: the solver as it was', { tags: ['long'] }, async () => {
  expect((await card('--out', path('gallery.py'))).exitCode).toBe(0)
  const strict = await cut(path('gallery.py'), 'keepbig1', '--strict')
  expect([strict.exitCode, strict.stderr]).toEqual([0, ''])
  expect(strict.stdout).toMatch(/^def solve_keepbig1\(I\):\n( {4}t\d+ = .*\n)+ {4}return t\d+\n$/)
  const guarded = await cut(path('gallery.py'), 'keepbig1/colors_lost', '--format', 'json', '--out', path('cut.json'))
  expect(guarded).toEqual({ exitCode: 0, stdout: '', stderr: '' })
  expect(readText('cut.json')).toContain('"name": "batt_keepbig1_colors_lost"')
  folder.write('solver.py', strict.stdout)
  const run = await runCommand(['run', '--programs', path('solver.py'), '--json'])
  expect(JSON.parse(run.stdout)).toMatchObject({ evaluations: 8, right: 8 })
})

test('cut: unknown names, several batts, no batt', async () => {
  const unknown = await cut(path('batt.py'), 'b')
  expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining('Did you mean a?')])
  folder.write('two.py', readText('batt.py') + '\n' + readText('batt.py').replace('batt(', 'batt_two('))
  const two = await cut(path('two.py'), 'a')
  expect([two.exitCode, two.stderr]).toEqual([2, expect.stringContaining(`${path('two.py')}:batt: batt, batt_two`)])
  expect((await cut(`${path('two.py')}:batt_two`, 'a')).stdout).toContain('def batt_a(')
  const none = await cut(path('solvers.py'), 'red')
  expect([none.exitCode, none.stderr]).toEqual([2, expect.stringContaining('[cut-batt]')])
})
