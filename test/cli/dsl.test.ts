// `megabatt dsl`: primitives with drawn examples, the list of names, JSON, and the page.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const folder = temporaryFolder('dsl')

test('a primitive: declaration, prose, and the arguments and result of its example', async () => {
  const { exitCode, stdout, stderr } = await runCommand(['dsl', 'hmirror'])
  expect([exitCode, stderr]).toEqual([0, ''])
  expect(stdout).toBe(`hmirror(piece: Piece) → Piece  (dialects a, r)
Upside down: the first row becomes the last. Family: mirrors.

piece: 3 × 3     result: 3 × 3
┌───────┐     →  ┌───────┐
│ 1 2 3 │        │ 7 8 9 │
│ 4 5 6 │        │ 4 5 6 │
│ 7 8 9 │        │ 1 2 3 │
└───────┘        └───────┘
`)
})

test('a name with two meanings, one of them by dialect, and a narrow terminal', async () => {
  const both = await runCommand(['dsl', 'shoot', '--width', '40'])
  expect(both.stdout.match(/^shoot\(/gm)).toHaveLength(2)
  expect(both.stdout.split('\n').every((line) => line.length <= 40)).toBe(true)
  const one = await runCommand(['dsl', 'shoot', '--dialect', 't'])
  expect(one.stdout).toMatch(/^shoot\(start: IJ, direction: IJ\) → Indices {2}\(dialect t\)\n/)
  expect(one.stdout.match(/^shoot\(/gm)).toHaveLength(1)
})

test('functions are called with further arguments, and dialects differ', async () => {
  const { stdout } = await runCommand(['dsl', 'fork'])
  expect(stdout).toContain('\nIn dialects a, r:\n')
  expect(stdout).toContain('\nIn dialect t:\n')
  expect(stdout).toContain('then called with: 2 × 2')
})

test('all names by family', async () => {
  const { stdout } = await runCommand(['dsl', '--dialect', 't'])
  expect(stdout).toMatch(/^arithmetic\n {2}add, crement, decrement,/)
  expect(stdout).toContain('size_t')
  expect((await runCommand(['dsl', '--dialect', 'a'])).stdout).not.toContain('size_t')
})

test('JSON has declarations and examples with results', async () => {
  const { stdout } = await runCommand(['dsl', 'increment', '--json'])
  expect(JSON.parse(stdout)).toMatchObject([
    {
      name: 'increment',
      declarations: { a: { returns: 'Numerical' } },
      examples: [
        { dialect: 'a', call: { args: [{ t: [0, 4] }] }, result: { t: [1, 5] } },
        { dialect: 'r' },
        { dialect: 't' },
      ],
    },
  ])
})

test('an unknown name gets the closest one', async () => {
  const { exitCode, stdout, stderr } = await runCommand(['dsl', 'objcts'])
  expect([exitCode, stdout]).toEqual([2, ''])
  expect(stderr).toContain('objcts')
  expect(stderr).toContain('objects?')
  expect((await runCommand(['dsl', 'size_t', '--dialect', 'a'])).exitCode).toBe(2)
})

test('the page is written once, and replaced only with --force', async () => {
  const path = folder.pathOf('dsl.html')
  const written = await runCommand(['dsl', '--html', path])
  expect([written.exitCode, written.stdout]).toEqual([0, ''])
  expect(readFileSync(path, 'utf8')).toMatch(/^<!doctype html>[^]*<article id="dsl-objects"/)
  const again = await runCommand(['dsl', '--html', path])
  expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining('exists already')])
  expect((await runCommand(['dsl', '--html', path, '--force'])).exitCode).toBe(0)
})
