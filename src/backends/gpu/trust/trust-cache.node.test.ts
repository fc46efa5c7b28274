// The cache of trust: forms that passed are remembered for one device, and damaged files count as empty.

import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CodeForm } from '../shaders/code-form.ts'
import { openTrustCache } from './trust-cache.node.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'megabatt-trust-'))
})
afterEach(() => rm(folder, { recursive: true }))

const ADAPTER = {
  name: 'a',
  vendor: '',
  architecture: '',
  driver: 'first driver',
  backend: '',
  kind: 'hardware',
} as const
const open = (driver = ADAPTER.driver as string, code: CodeForm = 'structured') =>
  openTrustCache({ ...ADAPTER, driver }, code, { MEGABATT_CACHE: folder })
const files = async () => (await readdir(join(folder, 'trust'))).map((name) => join(folder, 'trust', name))

test('is empty at first, then has the forms that were added, in another process as well', async () => {
  expect(await open().read()).toEqual(new Set())
  await open().add(['hmirror', 'tuned.objects'])
  expect(await open().read()).toEqual(new Set(['hmirror', 'tuned.objects']))
  const cache = open()
  await cache.add(['applyCalls'])
  await cache.add(['hmirror'])
  expect(await open().read()).toEqual(new Set(['hmirror', 'tuned.objects', 'applyCalls']))
})

test('another device has another file', async () => {
  await open().add(['hmirror'])
  expect(await open('another driver').read()).toEqual(new Set())
  await open('another driver').add(['rot90'])
  expect(await files()).toHaveLength(2)
  expect(await open().read()).toEqual(new Set(['hmirror']))
})

test('a changed shader has another key, so that its kernel is checked again', async () => {
  await open().add(['hmirror', 'rot90', 'objects', 'tuned.objects'])
  const [path] = await files()
  const keys = JSON.parse(await readFile(path!, 'utf8')) as string[]
  expect(new Set(keys).size).toBe(4)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
  await writeFile(path!, JSON.stringify(['0'.repeat(32), ...keys.slice(1)]))
  expect(await open().read()).toEqual(new Set(['rot90', 'objects', 'tuned.objects']))
})

test('what was checked in one form of code is checked again in the other', async () => {
  await open().add(['size', 'objects'])
  await open(ADAPTER.driver, 'blocks').add(['merge'])
  expect(await open().read()).toEqual(new Set(['size', 'objects']))
  expect(await open(ADAPTER.driver, 'blocks').read()).toEqual(new Set(['merge']))
})

test.each(['', '{', '{"0": "x"}', '[7, null]', 'null'])(
  'a damaged file (%s) counts as empty and is replaced',
  async (text) => {
    await open().add(['hmirror'])
    const [path] = await files()
    await writeFile(path!, text)
    expect(await open().read()).toEqual(new Set())
    await open().add(['rot90'])
    expect(await open().read()).toEqual(new Set(['rot90']))
  },
)

test('a folder that cannot be written is no error', async () => {
  await writeFile(join(folder, 'trust'), '')
  await open().add(['hmirror'])
  expect(await open().read()).toEqual(new Set())
  await rm(join(folder, 'trust'))
  await mkdir(join(folder, 'trust'))
})
