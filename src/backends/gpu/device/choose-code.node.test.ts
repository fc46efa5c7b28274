// The choice of the form of kernel code: by the environment, by the architecture, or measured once and kept.

import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFake } from '../../../../test/gpu/fake-gpu.ts'
import type { WgslCode } from '../shaders/code-form.ts'
import { chooseCode } from './choose-code.node.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'megabatt-code-'))
})
afterEach(() => rm(folder, { recursive: true }))

const env = (more: Record<string, string> = {}) => ({ MEGABATT_CACHE: folder, ...more })
const records = async () => (await readdir(join(folder, 'gpu-code'))).map((name) => join(folder, 'gpu-code', name))

test('a driver that compiles the probe in time gets structured code, and is not asked again', async () => {
  const { gpu, fake } = openFake()
  const code = await chooseCode(gpu, { env: env() })
  expect(code.form).toBe('structured')
  expect((code as WgslCode).library.kernels['objects']!.blocks).toBeUndefined()
  expect(fake.modules).toEqual(['merge'])
  const again = openFake()
  expect((await chooseCode(again.gpu, { env: env() })).form).toBe('structured')
  expect(again.fake.modules).toEqual([])
})

test('a driver that takes too long gets blocks, and is not asked again', async () => {
  // A promise that never settles is a compiler without an end.
  const slow = openFake({ compile: () => new Promise(() => undefined) })
  const code = await chooseCode(slow.gpu, { env: env(), limitMs: 1 })
  expect(code.form).toBe('blocks')
  expect((code as WgslCode).library.kernels['objects']!.blocks).toBeDefined()
  const again = openFake()
  expect((await chooseCode(again.gpu, { env: env() })).form).toBe('blocks')
  expect(again.fake.modules).toEqual([])
})

test('a driver that refuses the probe gets blocks; a device that is lost is an error', async () => {
  const refusing = openFake({ refuse: () => 'too large' })
  expect((await chooseCode(refusing.gpu, { env: env() })).form).toBe('blocks')
  const lossy = openFake({
    refuse: () => {
      lossy.fake.lose()
      return 'gone'
    },
  })
  await rm(join(folder, 'gpu-code'), { recursive: true })
  await expect(chooseCode(lossy.gpu, { env: env() })).rejects.toMatchObject({ code: 'gpu-lost' })
})

test('another driver is measured again, and a damaged record', async () => {
  await chooseCode(openFake().gpu, { env: env() })
  await chooseCode(openFake({}, { driver: 'newer' }).gpu, { env: env() })
  const paths = await records()
  expect(paths).toHaveLength(2)
  for (const path of paths) await writeFile(path, 'neither')
  const { gpu, fake } = openFake()
  expect((await chooseCode(gpu, { env: env() })).form).toBe('structured')
  expect(fake.modules).toEqual(['merge'])
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
  expect(texts.toSorted()).toEqual(['neither', 'structured'])
})

test.each([
  ['SwiftShader', 'google', 'swiftshader', 'structured'],
  ['lavapipe', 'mesa', 'software', 'blocks'],
])('%s gets its form without measurement', async (_, vendor, architecture, form) => {
  const { gpu, fake } = openFake({}, { vendor, architecture })
  expect((await chooseCode(gpu, { env: env() })).form).toBe(form)
  expect(fake.modules).toEqual([])
})

test.each(['structured', 'blocks'])('MEGABATT_GPU_CODE=%s is obeyed without measurement', async (form) => {
  const { gpu, fake } = openFake({}, { vendor: 'google', architecture: 'swiftshader' })
  expect((await chooseCode(gpu, { env: env({ MEGABATT_GPU_CODE: form }) })).form).toBe(form)
  expect(fake.modules).toEqual([])
})

test('a folder that cannot be written is no error', async () => {
  await writeFile(join(folder, 'gpu-code'), '')
  expect((await chooseCode(openFake().gpu, { env: env() })).form).toBe('structured')
})
