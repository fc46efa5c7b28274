// The parts of `npm run mutate`: mutants, their sample, kept results, coverage, wrong use.

import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drawSample } from '../../scripts/mutate/draw-sample.mjs'
import { KeptResults } from '../../scripts/mutate/kept-results.mjs'
import { listRun } from '../../scripts/mutate/measure-tests.mjs'
import { listMutants } from '../../scripts/mutate/operators.mjs'
import { runNode } from './run-command.ts'

const SCRIPT = fileURLToPath(new URL('../../scripts/mutate.mjs', import.meta.url))
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'megabatt-mutate-'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

test.each([
  ['if (a) b()', ['if (!(a)) b()', 'if (a) ;', 'if (a) b()']],
  ['if (a === b) c', ['if (a !== b) c', 'if (a === b) ;']],
  ['if (a) ; else b', ['if (!(a)) ; else b', 'if (a) ; else ;']],
  ['while (a) b', ['while (false) b', 'while (a) ;']],
  ['for (const a of b) c', ['for (const a of b) ;']],
  ['x = a < b', [';', 'x = a <= b']],
  ['x = a && b', [';', 'x = a || b']],
  ['x = a ?? b', [';', 'x = a', 'x = b']],
  ['x = !a', [';', 'x = a']],
  ['x ??= a', [';', 'x = a']],
  ['x++', [';', 'x--']],
  ['x = 5', [';', 'x = 6', 'x = (4)']],
  ['x = true', [';', 'x = false']],
  [`x = 'code'`, [';', `x = ''`]],
  [`x = ''`, [';', `x = 'mutant'`]],
  [`x = 'A whole sentence.'`, [';']],
  ['x = `${a}:${b}`', [';', 'x = `:${b}`', 'x = `${a}:`']],
  ['f(a, b)', [';', 'f(a)']],
  [`throw new E('A whole sentence.')`, [';']],
  ['x = [a, b]', [';', 'x = [b]', 'x = [a]']],
  ['x = { a: b, ...c }', [';', 'x = {...c}', 'x = {a: b}']],
  ['x = a.filter(b)', [';', 'x = a.filter()', 'x = a']],
  ['x = Math.min(a)', [';', 'x = Math.min()', 'x = Math.max(a)']],
  ['x = a?.b', [';', 'x = a.b']],
  ['x = a?.[b]', [';', 'x = a[b]']],
  ['x = () => a', [';', 'x = () => undefined']],
  ['function f() { return a }', ['function f() { return; }']],
  ['function f() { return undefined }', []],
  [`import a from 'b'`, []],
  [`'use strict'`, []],
  ['rmSync(folder, { recursive: true })', [';']],
  ['process.kill(pid, 0)', [';']],
])('mutants of %s', (source, expected) => {
  const mutants = listMutants(source).map(
    ({ start, end, replacement }) => source.slice(0, start) + replacement + source.slice(end),
  )
  expect(mutants.toSorted()).toEqual(expected.filter((text) => text !== source).toSorted())
})

function writeModule(name: string, lines: readonly string[]): void {
  mkdirSync(join(root, 'dist/plan'), { recursive: true })
  writeFileSync(join(root, `dist/plan/${name}.js`), lines.join('\n'))
  // Each line of the compiled file is from the line below it in the source.
  const map = { version: 3, sources: [`${name}.ts`], names: [], mappings: `AACA${';AACA'.repeat(lines.length - 1)}` }
  writeFileSync(join(root, `dist/plan/${name}.js.map`), JSON.stringify(map))
}

const LINES = Array.from({ length: 40 }, (_, k) => `export const a${k} = b < ${k}`)

test('a sample is in proportion to the modules, is repeated, and depends on the seed', () => {
  writeModule('long', LINES)
  writeModule('short', LINES.slice(0, 10))
  writeModule('tiny', ['export const a = b < c'])
  const sources = ['long', 'short', 'tiny'].map((name) => `src/plan/${name}.ts`)
  const draw = (seed: number) => drawSample(root, sources, 50, seed)
  const counts = sources.map((source) => draw(1).filter((mutant) => mutant.source === source).length)
  expect(counts).toEqual([40, 10, 1])
  expect(draw(1)).toEqual(draw(1))
  expect(draw(2)).not.toEqual(draw(1))
})

test('a mutant has its place in the source and the whole text of its module', () => {
  writeModule('a', LINES)
  const [mutant] = drawSample(root, ['src/plan/a.ts'], 1, 1)
  const { start, end, replacement, built, text, mutated, line, column } = mutant!
  expect([built, text]).toEqual(['dist/plan/a.js', LINES.join('\n')])
  expect(mutated).toBe(text.slice(0, start) + replacement + text.slice(end))
  expect([line, column]).toEqual([text.slice(0, start).split('\n').length + 1, 1])
})

test('other lines of a module do not change which mutants of a line are drawn first', () => {
  const idsOf = () => drawSample(root, ['src/plan/a.ts'], 1000, 1).map(({ id }) => id)
  writeModule('a', LINES)
  const before = new Set(idsOf())
  writeModule('a', ['f()', ...LINES])
  expect(idsOf().filter((id) => !before.has(id))).toHaveLength(1)
})

const MUTANT = { id: 'a', text: 'export const a = 1' }

test.each([
  [
    'the same module and tests',
    MUTANT.text,
    [
      ['x', '1'],
      ['y', '2'],
    ],
    true,
    true,
  ],
  [
    'another module',
    'export const a = 2',
    [
      ['x', '1'],
      ['y', '2'],
    ],
    false,
    false,
  ],
  [
    'another test that did not kill it',
    MUTANT.text,
    [
      ['x', '3'],
      ['y', '2'],
    ],
    true,
    false,
  ],
  [
    'another test that killed it',
    MUTANT.text,
    [
      ['x', '1'],
      ['y', '3'],
    ],
    false,
    false,
  ],
  [
    'one more test',
    MUTANT.text,
    [
      ['x', '1'],
      ['y', '2'],
      ['z', '4'],
    ],
    true,
    false,
  ],
] as const)('a result for %s', (_, text, tests, isKilledKept, isSurvivedKept) => {
  const path = join(root, 'results/near.jsonl')
  const before = [
    ['x', '1'],
    ['y', '2'],
  ] as const
  new KeptResults(path).add({ ...MUTANT, status: 'killed' }, before, 'y')
  new KeptResults(path).add({ ...MUTANT, id: 'b', status: 'survived' }, before, undefined)
  appendFileSync(path, '{"id":"a","stat')
  const find = (id: string) => new KeptResults(path).find({ id, text, status: '' }, tests)?.status
  expect([find('a'), find('b')]).toEqual([isKilledKept ? 'killed' : undefined, isSurvivedKept ? 'survived' : undefined])
})

test('the innermost range says whether a place is run', () => {
  const range = (startOffset: number, endOffset: number, count: number) => ({ startOffset, endOffset, count })
  expect(listRun([range(0, 100, 1), range(40, 60, 1), range(10, 80, 0), range(60, 65, 3), range(90, 95, 0)])).toEqual([
    [0, 10],
    [40, 60],
    [60, 65],
    [80, 90],
    [95, 100],
  ])
  expect(listRun([range(0, 10, 0)])).toEqual([])
})

test.each([
  [[], 'name a file or folder of src/'],
  [['src/plan', '--sample', '0'], "--sample takes a positive integer, not '0'"],
  [['src/plan', '--seed', 'x'], "--seed takes a positive integer, not 'x'"],
  [['--none'], "Unknown option '--none'"],
  [['src/no-such-folder'], "no sources of src/ at 'src/no-such-folder'"],
  [['docs'], "no sources of src/ at 'docs'"],
])('%j is refused', async (args, reason) => {
  const { exitCode, stdout, stderr } = await runNode([SCRIPT, ...args])
  expect([exitCode, stdout]).toEqual([2, ''])
  expect(stderr).toContain(`mutate: ${reason}`)
})

test('a small sample is tried to the end, and its results are kept', { tags: ['long'] }, async () => {
  const args = [SCRIPT, 'src/plan/word-slab.ts', '--sample', '3', '--seed', '7']
  const outputs = [await runNode(args), await runNode(args)]
  for (const { exitCode, stdout } of outputs) {
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^src\/plan: .*killed/m)
  }
  expect(outputs[1]!.stderr).not.toContain('tried')
})
