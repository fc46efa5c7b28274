// The tests that depend on a source, through imports of every form.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findDependents } from '../../scripts/build/import-graph.mjs'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'megabatt-imports-'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

test.each([
  ["import { a } from '../plan/a.ts'", true],
  ["import '../plan/a.ts'", true],
  ["import * as all from '../plan/a.ts'", true],
  ["import { type A, a } from '../plan/a.ts'", true],
  ["export { a } from '../plan/a.ts'", true],
  ["export * from '../plan/a.ts'", true],
  ["const { a } = await import('../plan/a.ts')", true],
  ["import type { A } from '../plan/a.ts'", false],
  ["export type { A } from '../plan/a.ts'", false],
  ["type All = typeof import('../plan/a.ts')", false],
  ['const { a } = await import(`../plan/${name}.ts`)', false],
  ["import { a } from 'a'", false],
])('%s makes a dependent: %s', (statement, isDependent) => {
  write('src/plan/a.ts', 'export const a = 1\n')
  write('src/engine/b.test.ts', `${statement}\n`)
  expect(findDependents(root, 'src/plan/a.ts')).toEqual(isDependent ? ['src/engine/b.test.ts'] : [])
})

test('dependents are found through other files and cycles, the nearest first', () => {
  write('src/a.ts', "import { c } from './c.ts'\nexport const a = 1\n")
  write('src/b.ts', "export { a } from './a.ts'\n")
  write('src/c.ts', "import { b } from './b.ts'\nexport const c = b\n")
  write('src/b.test.ts', "import { b } from './b.ts'\n")
  write('test/a/a.test.ts', "import { a } from '../../src/a.ts'\n")
  write('test/a/c.test.ts', "import { c } from '../../src/c.ts'\n")
  write('test/a/other.test.ts', "import { d } from '../../src/d.ts'\n")
  write('studio/page.tsx', "import { a } from '../src/a.ts'\n")
  write('test/a/page.test.ts', "import { page } from '../../studio/page.tsx'\n")
  const dependents = ['test/a/a.test.ts', 'src/b.test.ts', 'test/a/page.test.ts', 'test/a/c.test.ts']
  expect(findDependents(root, 'src/a.ts')).toEqual(dependents)
  expect(findDependents(root, join(root, 'src/a.ts'))).toEqual(dependents)
})

test('a test file depends on itself, an unknown file has no dependents', () => {
  write('src/a.test.ts', "import './a.ts'\n")
  expect(findDependents(root, 'src/a.test.ts')).toEqual(['src/a.test.ts'])
  expect(findDependents(root, 'docs/plan.md')).toEqual([])
})

test('a file that changes is read again', () => {
  write('src/a.ts', '')
  write('src/a.test.ts', '')
  expect(findDependents(root, 'src/a.ts')).toEqual([])
  write('src/a.test.ts', "import './a.ts'\n")
  expect(findDependents(root, 'src/a.ts')).toEqual(['src/a.test.ts'])
})
