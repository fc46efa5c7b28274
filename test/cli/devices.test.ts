// `megabatt devices`, as built: its stdout, stderr and exit codes, with and without a device.

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from './run-command.ts'

interface Report {
  wanted: string
  adapters: { name: string; kind: string; used: boolean; backend: string; limits: object; selfCheck: object }[]
}

test('--json: one document on stdout, one line on stderr, exit 0', async () => {
  const { exitCode, stdout, stderr } = await runCommand(['devices', '--json'])
  expect(stderr.split('\n').filter((line) => line.startsWith('megabatt:'))).toEqual([
    'megabatt: no GPU found; using the software device that npm brings (SwiftShader)',
  ])
  const { wanted, adapters } = JSON.parse(stdout) as Report
  expect(wanted).toBe('auto')
  expect(adapters).toMatchObject([{ kind: 'software', used: true, backend: 'vulkan', selfCheck: { passed: true } }])
  expect(adapters[0]!.limits).toHaveProperty('maxStorageBufferBindingSize')
  expect(exitCode).toBe(0)
})

test('for people: the adapter, its limits with units, the self-check', async () => {
  const { exitCode, stdout, stderr } = await runCommand(['devices'], { MEGABATT_DEVICE: 'software' })
  expect(stderr).toContain('megabatt: MEGABATT_DEVICE=software; using the software device')
  expect(stdout).toMatch(/\(software, vulkan, used\)/)
  expect(stdout).toMatch(/storage binding +up to [\d.]+ [MG]iB/)
  expect(stdout).toMatch(/self-check +passed, \d+ checks/)
  expect(exitCode).toBe(0)
})

test('a driver that was named and is not used is listed with the reason', async () => {
  const { exitCode, stdout } = await runCommand(['devices', '--json'], { VK_ICD_FILENAMES: '/no/driver.json' })
  const { rejected } = JSON.parse(stdout) as { rejected: object }
  expect(rejected).toEqual({ files: ['/no/driver.json'], reasons: ['/no/driver.json does not exist'] })
  expect(exitCode).toBe(0)
})

test('unpacks into an empty cache', async () => {
  const cache = await mkdtemp(join(tmpdir(), 'megabatt-cache-'))
  try {
    const { exitCode } = await runCommand(['devices', '--json'], { MEGABATT_CACHE: cache })
    expect(exitCode).toBe(0)
    // Beside the compiled code of the command, which later versions of Node keep elsewhere.
    const unpacked = (await readdir(cache)).filter((name) => name !== 'code')
    expect(unpacked).toEqual([expect.stringMatching(/^swiftshader-\d/)])
  } finally {
    await rm(cache, { recursive: true })
  }
})

test('a cache that cannot be used is said, exit 3', async () => {
  const { exitCode, stdout, stderr } = await runCommand(['devices'], { MEGABATT_CACHE: '/dev/null/cache' })
  expect(stderr).toContain('[software-device-unpack]')
  expect(stderr).toContain('MEGABATT_CACHE')
  expect([exitCode, stdout]).toEqual([3, ''])
})

test('no hardware where hardware is asked for: exit 3, and what to do', async () => {
  const { exitCode, stdout, stderr } = await runCommand(['devices', '--json'], { MEGABATT_DEVICE: 'hardware' })
  expect(stderr).toContain('No hardware adapter was found [gpu-no-adapter]\n  Install')
  expect([exitCode, stdout]).toEqual([3, expect.stringMatching(/^\{"error":\{"code":"gpu-no-adapter",/)])
})

test('a device that does not exist is wrong use: exit 2', async () => {
  const { exitCode, stderr } = await runCommand(['devices'], { MEGABATT_DEVICE: 'softwear' })
  expect(stderr).toContain('It can be auto, software, hardware, webgpu, opencl, or a device')
  expect(exitCode).toBe(2)
})

test('--environment prints what a shell can take', async () => {
  const { exitCode, stdout, stderr } = await runCommand(['devices', '--environment'])
  expect(stdout).toMatch(/^export LD_LIBRARY_PATH='.+'\nexport VK_ICD_FILENAMES='.+\.json'\n$/)
  expect([exitCode, stderr]).toEqual([0, ''])
})
