// Stale builds are found by content: sources, kernels, generated files, and a `dist/` that is missing.

import { existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findStale, hashSources, writeStamp } from '../../scripts/build/build-state.mjs'
import { pruneOutputs } from '../../scripts/build/prune-outputs.mjs'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'megabatt-build-'))
  write('tsconfig.json', '{}')
  write('src/kernel/words.ts', 'export const A = 1\n')
  write('src/backends/cpu/wasm-a.generated.ts', 'export const B = 1\n')
  write('src/primitives/registry.generated.ts', 'export const R = 1\n')
  write('src/plan/plan.ts', 'export const C = 1\n')
  write('src/plan/plan.test.ts', 'test\n')
  write('dist/node.js', '')
  write('dist/bin/megabatt.js', '')
  write('dist/studio/index.html', '')
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

function stamp(): void {
  writeStamp(root, hashSources(root))
}

test('nothing is stale after a build, though files are touched or a test changes', () => {
  stamp()
  expect(findStale(root)).toBeUndefined()
  utimesSync(join(root, 'src/plan/plan.ts'), new Date(), new Date(Date.now() + 60_000))
  write('src/plan/plan.test.ts', 'another test\n')
  expect(findStale(root)).toBeUndefined()
})

test.each([
  ['a source', 'src/plan/plan.ts', 'modules'],
  ['a new source', 'src/plan/graph.ts', 'modules'],
  ['a gallery task', 'gallery/cutsmall.json', 'modules'],
  ['a generator of the gallery', 'tools/gallery/draw.ts', 'modules'],
  ['the studio', 'studio/main.tsx', 'studio'],
  ['a kernel', 'src/kernel/words.ts', 'kernels'],
  ['a new primitive', 'src/primitives/turning.ts', 'kernels'],
  ['the translator', 'src/translate/emit.ts', 'kernels'],
  ['a generated file', 'src/backends/cpu/wasm-a.generated.ts', 'kernels'],
  ['a setting', 'tsconfig.json', 'kernels'],
  ['the lock file', 'package-lock.json', 'kernels'],
])('a change of %s is found, also where the file looks old', (_, path, stage) => {
  stamp()
  write(path, 'export const D = 2\n')
  utimesSync(join(root, path), new Date(0), new Date(0))
  expect(findStale(root)).toBe(stage)
  stamp()
  expect(findStale(root)).toBeUndefined()
})

test('a build leaves the stamp of a copy that shares its files by hard links', () => {
  stamp()
  const path = join(root, 'node_modules/.cache/megabatt/build.json')
  linkSync(path, join(root, 'copy.json'))
  const before = readFileSync(path, 'utf8')
  write('src/plan/plan.ts', 'export const D = 2\n')
  stamp()
  expect([readFileSync(join(root, 'copy.json'), 'utf8'), findStale(root)]).toEqual([before, undefined])
})

test.each([
  ['src/plan/plan.ts', 'modules'],
  ['src/kernel/words.ts', 'kernels'],
  ['src/backends/cpu/wasm-a.generated.ts', 'kernels'],
  ['src/primitives/registry.generated.ts', 'kernels'],
  ['dist/node.js', 'modules'],
  ['dist/bin/megabatt.js', 'bundles'],
  ['dist/studio/index.html', 'studio'],
])('without %s the build is stale', (path, stage) => {
  stamp()
  rmSync(join(root, path))
  expect(findStale(root)).toBe(stage)
})

test('without a stamp, or with one that cannot be read, everything is stale', () => {
  expect(findStale(root)).toBe('kernels')
  stamp()
  write('node_modules/.cache/megabatt/build.json', '{"kern')
  expect(findStale(root)).toBe('kernels')
})

test('a build up to the modules leaves bundles and studio stale until a whole build', () => {
  stamp()
  write('src/plan/plan.ts', 'export const D = 2\n')
  writeStamp(root, hashSources(root), ['modules'])
  expect([findStale(root, 'modules'), findStale(root)]).toEqual([undefined, 'bundles'])
  writeStamp(root, hashSources(root), ['bundles'])
  expect(findStale(root)).toBe('studio')
  stamp()
  expect(findStale(root)).toBeUndefined()
})

test('a stage without a hash is stale, so a failed build is repeated though its sources are restored', () => {
  stamp()
  writeStamp(root, {}, ['modules', 'bundles'])
  expect([findStale(root, 'kernels'), findStale(root)]).toEqual([undefined, 'modules'])
})

test('a source that is edited during the build is stale after it', () => {
  const before = hashSources(root)
  write('src/plan/plan.ts', 'export const C = 2\n')
  writeStamp(root, before)
  expect(findStale(root)).toBe('modules')
})

test('text that moves from one file to the next is a change', () => {
  write('src/plan/a.ts', 'ab')
  write('src/plan/b.ts', '')
  stamp()
  write('src/plan/a.ts', 'a')
  write('src/plan/b.ts', 'b')
  expect(findStale(root)).toBe('modules')
})

test('outputs whose source is gone are removed, and nothing else', () => {
  const kept = [
    'plan/plan.js',
    'plan/plan.js.map',
    'plan/plan.d.ts',
    'web/megabatt.js',
    'bin/run-1.js',
    'plan/notes.json',
  ]
  const orphans = ['cli/main.js', 'node.js', 'plan/moved.d.ts', 'plan/moved.js', 'plan/moved.js.map']
  for (const path of [...kept, ...orphans]) write(`dist/${path}`, '')
  expect(pruneOutputs(root).toSorted()).toEqual(orphans)
  expect(kept.filter((path) => existsSync(join(root, 'dist', path)))).toEqual(kept)
  expect(orphans.filter((path) => existsSync(join(root, 'dist', path)))).toEqual([])
})
