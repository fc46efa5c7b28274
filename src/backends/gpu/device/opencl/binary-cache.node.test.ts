// Binaries are kept by device, driver and source; a damaged file counts as missing.

import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AdapterDescription } from '../device.ts'
import { BinaryCache } from './binary-cache.node.ts'

const CARD: AdapterDescription = {
  name: 'L4',
  vendor: 'NVIDIA',
  architecture: 'OpenCL 3.0 CUDA',
  driver: 'NVIDIA CUDA 550.1',
  backend: 'opencl',
  kind: 'hardware',
}
const BINARY = Uint8Array.of(1, 2, 3, 4, 5)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'megabatt-binaries-'))
})
afterEach(() => rm(folder, { recursive: true }))

const cacheOf = (card = CARD) => new BinaryCache(card, { MEGABATT_CACHE: folder })
const files = async () => (await readdir(join(folder, 'opencl'))).map((name) => join(folder, 'opencl', name))

test('a binary is read again by the same device and source only', async () => {
  await cacheOf().write('source', BINARY)
  expect(await cacheOf().read('source')).toEqual(Buffer.from(BINARY))
  expect(await cacheOf().read('other')).toBeUndefined()
  expect(await cacheOf({ ...CARD, driver: 'NVIDIA CUDA 560.2' }).read('source')).toBeUndefined()
  expect(await cacheOf({ ...CARD, name: 'A10' }).read('source')).toBeUndefined()
  expect(await files()).toHaveLength(1)
})

test('a damaged, short or removed file counts as missing', async () => {
  const cache = cacheOf()
  await cache.write('source', BINARY)
  const [file] = await files()
  const bytes = await readFile(file!)
  for (const damaged of [bytes.subarray(0, -1), bytes.subarray(0, 32), Buffer.alloc(0), bytes.with(40 - 6, 9)]) {
    await writeFile(file!, damaged)
    expect(await cache.read('source')).toBeUndefined()
  }
  await writeFile(file!, bytes)
  expect(await cache.read('source')).toBeDefined()
  await cache.remove('source')
  expect(await cache.read('source')).toBeUndefined()
  expect(await files()).toEqual([])
})

test('a cache that cannot be written is no error', async () => {
  const cache = new BinaryCache(CARD, { MEGABATT_CACHE: '/dev/null/cache' })
  await cache.write('source', BINARY)
  expect(await cache.read('source')).toBeUndefined()
})
