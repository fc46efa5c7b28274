// The cache of trust: uses that passed are remembered for one device, and damaged files count as empty.

import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type KernelCode, wgslCode } from '../shaders/kernel-code.ts'
import { openTrustCache } from './trust-cache.node.ts'
import type { KernelUse } from './trusted-device.ts'

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
const CODE = wgslCode('hardware')
const open = (driver: string = ADAPTER.driver, change: Partial<KernelCode> = {}) =>
  openTrustCache({ ...ADAPTER, driver }, async () => ({ ...CODE, ...change }), { MEGABATT_CACHE: folder })
const files = async () => (await readdir(join(folder, 'trust'))).map((name) => join(folder, 'trust', name))
const readKeys = async () => JSON.parse(await readFile((await files())[0]!, 'utf8')) as string[]

const useOf = (kernel: string, layout: KernelUse['layout'] = 'a', program = kernel): KernelUse => ({
  kernel,
  program,
  layout,
})
const [HMIRROR, ROT90, OBJECTS] = [useOf('hmirror'), useOf('rot90'), useOf('objects')]
const TUNED = useOf('objects', 'a', 'tuned.objects')
const USES = [HMIRROR, ROT90, OBJECTS, TUNED]

test('is empty at first, then has the uses that were added, in another process as well', async () => {
  expect(await open().filter(USES)).toEqual([])
  await open().add([HMIRROR, TUNED])
  expect(await open().filter(USES)).toEqual([HMIRROR, TUNED])
  const cache = open()
  await cache.add([ROT90])
  await cache.add([HMIRROR])
  expect(await cache.filter(USES)).toEqual([HMIRROR, ROT90, TUNED])
  expect(await open().filter([ROT90, OBJECTS])).toEqual([ROT90])
})

test('another device has another file', async () => {
  await open().add([HMIRROR])
  expect(await open('another driver').filter(USES)).toEqual([])
  await open('another driver').add([ROT90])
  expect(await files()).toHaveLength(2)
  expect(await open().filter(USES)).toEqual([HMIRROR])
})

test('kernel, program and layout each give another key', async () => {
  const uses = [
    ...USES,
    useOf('hmirror', 't'),
    useOf('identity'),
    useOf('identity', 'a', 'family.1'),
    useOf('size', 'a', 'family.1'),
    useOf('identity', 't', 'family.1'),
    useOf('identity', 'a', 'family.large.1'),
    useOf('fill', 'a', 'family.group'),
    useOf('hmirror', 'a', 'family.group'),
  ]
  const cache = open()
  for (const [k, use] of uses.entries()) {
    expect(await cache.filter(uses)).toEqual(uses.slice(0, k))
    await cache.add([use])
  }
  const keys = await readKeys()
  expect(new Set(keys).size).toBe(uses.length)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
})

test('kernels of a changed program are checked again', async () => {
  const family = useOf('identity', 'a', 'family.1')
  const group = useOf('fill', 'a', 'family.group')
  const uses = [...USES, family, group]
  await open().add(uses)
  const changed = (change: Partial<KernelCode>) => open(ADAPTER.driver, change).filter(uses)
  const isRot90 = ({ kernel }: { readonly kernel: string }) => kernel === 'rot90'
  expect(await changed({ printKernel: (entry) => `${CODE.printKernel(entry)}${isRot90(entry) ? '\n' : ''}` })).toEqual([
    HMIRROR,
    OBJECTS,
    TUNED,
    family,
    group,
  ])
  expect(await changed({ printFamily: () => 'another' })).toEqual([...USES, group])
  expect(await changed({ printGroups: () => 'another' })).toEqual([...USES, family])
  expect(await changed({ printScheduler: () => 'another' })).toEqual([])
})

test('prints only the programs that are asked for, each once', async () => {
  const printed: string[] = []
  const cache = open(ADAPTER.driver, {
    printKernel: ({ kernel }) => (printed.push(kernel), kernel),
    printFamily: (members) => (printed.push(`family of ${members.length}`), ''),
    printScheduler: (layout) => (printed.push(`scheduler ${layout}`), ''),
  })
  await cache.add([HMIRROR])
  expect(printed.splice(0)).toEqual(['scheduler a', 'hmirror'])
  await cache.filter([HMIRROR, useOf('identity', 'a', 'family.1'), useOf('size', 'a', 'family.1')])
  expect(printed).toEqual(['family of 32'])
})

test('a file keeps the newest keys', async () => {
  await open().add([HMIRROR])
  const [path] = await files()
  const old = Array.from({ length: 10_000 }, (_, k) => String(k))
  await writeFile(path!, JSON.stringify([...(await readKeys()), ...old]))
  await open().add([ROT90])
  const keys = await readKeys()
  expect(keys).toHaveLength(4096)
  expect(keys[0]).toBe(old.at(-4095))
  expect(await open().filter(USES)).toEqual([ROT90])
})

test.each(['', '{', '{"0": "x"}', '[7, null]', 'null'])(
  'a damaged file (%s) counts as empty and is replaced',
  async (text) => {
    await open().add([HMIRROR])
    const [path] = await files()
    await writeFile(path!, text)
    expect(await open().filter(USES)).toEqual([])
    await open().add([ROT90])
    expect(await open().filter(USES)).toEqual([ROT90])
  },
)

test('a folder that cannot be written is no error', async () => {
  await writeFile(join(folder, 'trust'), '')
  await open().add([HMIRROR])
  expect(await open().filter(USES)).toEqual([])
})
