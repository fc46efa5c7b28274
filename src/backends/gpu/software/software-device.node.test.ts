// The cache of the software device: filled once, mended when broken, safe for two at once.

import { mkdir, mkdtemp, readdir, rm, stat, truncate, unlink, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cacheFolder } from '../../cache-folder.node.ts'
import { environmentFor, prepareSoftwareDevice } from './software-device.node.ts'

// One for all tests: each leaves it whole, so that each unpacks at most once.
let cache: string
beforeAll(async () => {
  cache = await mkdtemp(join(tmpdir(), 'megabatt-cache-'))
})
afterAll(() => rm(cache, { recursive: true }))

const prepare = (): ReturnType<typeof prepareSoftwareDevice> => prepareSoftwareDevice({ MEGABATT_CACHE: cache })

describe.runIf(process.platform === 'linux' && process.arch === 'x64')('on linux x64', () => {
  test('the first call unpacks, the second finds it; nothing else is left in the cache', async () => {
    const first = await prepare()
    expect(first.unpacked).toBe(true)
    expect(await prepare()).toEqual({ ...first, unpacked: false })
    expect(await readdir(cache)).toHaveLength(1)
    expect((await stat(first.environment.VK_ICD_FILENAMES)).isFile()).toBe(true)
    expect((await readdir(first.folder)).toSorted()).toEqual([
      'libvk_swiftshader.so',
      'libvulkan.so.1',
      'receipt.json',
      'vk_swiftshader_icd.json',
    ])
  })

  test.each([
    ['a cut file', (folder: string) => truncate(join(folder, 'libvulkan.so.1'), 100)],
    ['a missing file', (folder: string) => unlink(join(folder, 'libvk_swiftshader.so'))],
    ['a missing receipt', (folder: string) => unlink(join(folder, 'receipt.json'))],
    ['a receipt that is not JSON', (folder: string) => writeFile(join(folder, 'receipt.json'), '{')],
    [
      'a receipt of another archive',
      (folder: string) => writeFile(join(folder, 'receipt.json'), '{"archiveByteLength":1}'),
    ],
  ])('%s is mended', async (_, breakFolder) => {
    const { folder } = await prepare()
    await breakFolder(folder)
    expect((await prepare()).unpacked).toBe(true)
    expect((await prepare()).unpacked).toBe(false)
  })

  test('a folder in the place of a file is replaced', async () => {
    const { folder } = await prepare()
    const library = join(folder, 'libvulkan.so.1')
    await unlink(library)
    await mkdir(join(library, 'deep'), { recursive: true })
    await prepare()
    expect((await stat(library)).isFile()).toBe(true)
  })

  test('several at once all succeed', async () => {
    await rm(cache, { recursive: true })
    const devices = await Promise.all([prepare(), prepare(), prepare()])
    expect(new Set(devices.map((device) => device.folder)).size).toBe(1)
    expect((await prepare()).unpacked).toBe(false)
    expect(await readdir(cache)).toHaveLength(1)
  })

  test('a cache that cannot be written to is an error that says what to do', async () => {
    await writeFile(join(cache, 'file'), '')
    const attempt = prepareSoftwareDevice({ MEGABATT_CACHE: join(cache, 'file') })
    await expect(attempt).rejects.toMatchObject({ code: 'software-device-unpack', exitCode: 3 })
  })
})

test('where caches go', () => {
  expect(cacheFolder({ MEGABATT_CACHE: 'mine', XDG_CACHE_HOME: '/x' })).toBe(resolve('mine'))
  expect(cacheFolder({ XDG_CACHE_HOME: '/x' })).toBe(join('/x', 'megabatt'))
  expect(cacheFolder({ XDG_CACHE_HOME: 'relative' })).toBe(join(homedir(), '.cache', 'megabatt'))
  expect(cacheFolder({})).toBe(join(homedir(), '.cache', 'megabatt'))
})

test('the folder comes first in LD_LIBRARY_PATH, and once', () => {
  const path = ['/a', '/f', '', '/b'].join(delimiter)
  expect(environmentFor('/f', { LD_LIBRARY_PATH: path }).LD_LIBRARY_PATH).toBe(['/f', '/a', '/b'].join(delimiter))
  expect(environmentFor('/f', {}).LD_LIBRARY_PATH).toBe('/f')
})
