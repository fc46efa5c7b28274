import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CodeCache } from './code-cache.ts'

const CODE = Buffer.from('compiled code of a bundle')
const STAMP = { size: 1000, mtimeMs: 1_790_000_000_123.4 }
let folder: string
let bundles: string
let bundle: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'megabatt-code-'))
  bundles = join(folder, 'bin')
  bundle = join(bundles, 'engine-1.cjs')
  mkdirSync(bundles)
  writeFileSync(bundle, 'text')
})
afterEach(() => rmSync(folder, { recursive: true }))

const newCache = (user = 'run') => new CodeCache(join(folder, 'code'), bundles, user)
const compiled = (users = 0) => ({ stamp: STAMP, users, compile: () => CODE })
const codeFiles = () =>
  (readdirSync(join(folder, 'code'), { recursive: true }) as string[]).filter((name) => name.includes('.'))

test('code is read back, and V8 gets nothing but zeros behind it', () => {
  expect(newCache().read(bundle, STAMP)).toBeUndefined()
  newCache().write(new Map([[bundle, compiled()]]))
  const { code } = newCache().read(bundle, STAMP)!
  expect(code.subarray(0, CODE.length)).toEqual(CODE)
  expect(code.subarray(CODE.length).every((byte) => byte === 0)).toBe(true)
  // V8 copies code that is not aligned.
  expect(code.byteOffset % 8).toBe(0)
})

test.each([
  ['another size', { ...STAMP, size: 1001 }],
  ['another time', { ...STAMP, mtimeMs: STAMP.mtimeMs + 1 }],
])('code of a bundle with %s is not used', (_, stamp) => {
  newCache().write(new Map([[bundle, compiled()]]))
  expect(newCache().read(bundle, stamp)).toBeUndefined()
})

test('code with a changed byte, a cut end or more bytes is not used', () => {
  newCache().write(new Map([[bundle, compiled()]]))
  const [name] = codeFiles()
  const path = join(folder, 'code', name!)
  const whole = readFileSync(path)
  for (let k = 0; k < whole.length; k++) {
    const damaged = Buffer.from(whole)
    damaged[k]! ^= 0x10
    writeFileSync(path, damaged)
    expect(newCache().read(bundle, STAMP), `byte ${k}`).toBeUndefined()
  }
  for (const other of [
    whole.subarray(0, -4),
    whole.subarray(0, -1),
    whole.subarray(0, 3),
    Buffer.concat([whole, Buffer.alloc(4)]),
  ]) {
    writeFileSync(path, other)
    expect(newCache().read(bundle, STAMP)).toBeUndefined()
  }
  writeFileSync(path, whole)
  expect(newCache().read(bundle, STAMP)).toBeDefined()
})

test('code is complete for the users that have written it', () => {
  newCache('run').write(new Map([[bundle, compiled()]]))
  const { users, isComplete } = newCache('check').read(bundle, STAMP)!
  expect([isComplete, newCache('run').read(bundle, STAMP)!.isComplete]).toEqual([false, true])
  newCache('check').write(new Map([[bundle, compiled(users)]]))
  expect(['check', 'run', 'list'].map((user) => newCache(user).read(bundle, STAMP)!.isComplete)).toEqual([
    true,
    true,
    false,
  ])
})

test('bundles of other folders have code of their own', () => {
  newCache().write(new Map([[bundle, compiled()]]))
  expect(new CodeCache(join(folder, 'code'), join(folder, 'nib'), 'run').read(bundle, STAMP)).toBeUndefined()
})

test('code of bundles that do not exist any more is removed', () => {
  newCache().write(new Map([[bundle, compiled()]]))
  const next = join(bundles, 'engine-2.cjs')
  writeFileSync(next, 'text')
  newCache().write(new Map([[next, compiled()]]))
  expect(codeFiles()).toHaveLength(2)
  rmSync(bundle)
  newCache().write(new Map([[next, compiled()]]))
  expect(codeFiles().map((name) => name.slice(17))).toEqual(['engine-2.cjs.code'])
})

test('a folder that cannot be written is no failure, and nothing is compiled for it', () => {
  writeFileSync(join(folder, 'code'), 'a file')
  const compile = vi.fn<() => Buffer>(() => CODE)
  newCache().write(new Map([[bundle, { ...compiled(), compile }]]))
  expect(compile).not.toHaveBeenCalled()
  expect(newCache().read(bundle, STAMP)).toBeUndefined()
})
