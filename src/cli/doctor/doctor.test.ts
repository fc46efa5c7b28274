// The checks of `megabatt doctor` on machines that are given: what is a note, what is a problem, and what is advised.

import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { EnvironmentError } from '../../language/errors.ts'
import type { ExaminedAdapter } from '../examine-adapters.ts'
import { type Probe, checkAdapters } from './check-adapters.ts'
import { checkOpenCl } from './check-opencl.ts'
import { checkCaches } from './check-caches.ts'
import { type NativeSources, checkNative, checkWebAssembly } from './check-kernels.ts'
import { type MachineFacts, checkMachine, readMachine, readQuota } from './check-machine.ts'
import { checkPackages } from './check-packages.ts'
import { checkPython } from './check-python.ts'
import type { Finding } from './finding.ts'
import { type ProgramOutcome, runProgram } from './run-program.ts'

const GB = 1e9
const GOOD: MachineFacts = {
  node: '22.12.0',
  totalBytes: 16 * GB,
  freeBytes: 8 * GB,
  limitBytes: undefined,
  usedBytes: 9 * GB,
  cores: 8,
  processors: 8,
  quota: undefined,
}
const finding = (facts: Partial<MachineFacts>, topic: string): Finding =>
  checkMachine({ ...GOOD, ...facts }).find((own) => own.topic === topic)!
const ended = (own: Partial<ProgramOutcome>): ProgramOutcome => ({
  exitCode: 0,
  failure: undefined,
  stdout: '',
  stderr: '',
  ...own,
})

describe('the machine', () => {
  test('this one can be read', () => {
    const facts = readMachine()
    expect(facts.node).toBe(process.versions.node)
    expect(facts.cores).toBeGreaterThan(0)
    expect(checkMachine(GOOD).map(({ topic, status }) => [topic, status])).toEqual([
      ['Node', 'ok'],
      ['memory', 'ok'],
      ['cores', 'ok'],
    ])
  })

  test.each([
    ['18.20.0', 'problem'],
    ['20.18.3', 'problem'],
    ['20.19.0', 'ok'],
    ['21.7.0', 'problem'],
    ['22.11.0', 'problem'],
    ['22.12.0', 'ok'],
    ['24.0.0', 'ok'],
  ])('Node %s: %s', (node, status) => {
    const own = finding({ node }, 'Node')
    expect(own.status).toBe(status)
    expect(own.advice === undefined).toBe(status === 'ok')
  })

  test.each<[Partial<MachineFacts>, string]>([
    [{ totalBytes: 1 * GB }, 'note'],
    [{ totalBytes: 0.4 * GB }, 'problem'],
    [{ limitBytes: 1 * GB }, 'note'],
    [{ limitBytes: 4 * GB }, 'ok'],
  ])('memory %j: %s', (facts, status) => {
    expect(finding(facts, 'memory').status).toBe(status)
  })

  test('a limit of the container is told', () => {
    expect(finding({ limitBytes: 2 ** 31 }, 'memory').finding).toContain('limited to 2 GiB by the container')
    expect(finding({ cores: 2 }, 'cores').finding).toBe('2 cores of 8')
    expect(finding({ quota: 1.5 }, 'cores')).toMatchObject({
      status: 'note',
      advice: expect.stringContaining('--workers 2'),
    })
    expect(finding({ quota: 8 }, 'cores').status).toBe('ok')
  })

  const files = (content: Record<string, string>) => (path: string) => {
    const text = content[path]
    if (text === undefined) throw new Error('ENOENT')
    return text
  }
  test.each<[string, Record<string, string>, number | undefined]>([
    ['none', {}, undefined],
    ['version 2', { '/sys/fs/cgroup/cpu.max': '150000 100000\n' }, 1.5],
    ['version 2 without a limit', { '/sys/fs/cgroup/cpu.max': 'max 100000\n' }, undefined],
    [
      'version 1',
      { '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '50000\n', '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n' },
      0.5,
    ],
    [
      'version 1 without a limit',
      { '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1\n', '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n' },
      undefined,
    ],
  ])('quota of control groups: %s', (_, content, quota) => {
    expect(readQuota(files(content))).toBe(quota)
  })
})

describe('packages', () => {
  test('a missing one is a note that says how to install it', () => {
    const findings = checkPackages((name) => (name === 'koffi' ? undefined : '1.2.3'))
    expect(findings.map(({ topic, status }) => [topic, status])).toEqual([
      ['package webgpu', 'ok'],
      ['package @sparticuz/chromium', 'ok'],
      ['package koffi', 'note'],
    ])
    expect(findings[2]!.advice).toContain('npm install koffi')
  })

  test('those of this installation have versions', () => {
    for (const own of checkPackages()) expect(own.finding).toMatch(/^(\d+\.\d+\.\d+, for |not installed)/)
  })
})

describe('kernels', () => {
  test('WebAssembly', () => {
    expect(checkWebAssembly(() => 1234)).toMatchObject({ status: 'ok', finding: expect.stringMatching(/^1,234 calls/) })
    const failing = checkWebAssembly(() => {
      throw new Error('word 5 is 6, not 7')
    })
    expect(failing).toMatchObject({ status: 'problem', finding: expect.stringContaining('word 5 is 6, not 7') })
    expect(failing.advice).toBeDefined()
  })

  const library = { file: '', byteLength: 1, sha256: '' }
  const ready: NativeSources = {
    find: () => ({
      isReady: true,
      paths: { a: 'a.so', t: 't.so' },
      receipt: { compiler: 'cc 12', flags: '', compileMs: 1, checkedCalls: 1, libraries: { a: library, t: library } },
    }),
    load: () => undefined,
    check: async () => 99,
  }
  const failing = () => {
    throw new EnvironmentError('koffi-missing', 'no koffi')
  }
  test.each<[string, NativeSources, string, string]>([
    ['verified', ready, 'ok', '99 calls'],
    [
      'not compiled',
      { ...ready, find: () => ({ isReady: false, reason: 'none is compiled' }) },
      'note',
      'none is compiled',
    ],
    ['without koffi', { ...ready, load: failing }, 'note', 'no koffi'],
    ['wrong', { ...ready, check: async () => failing() }, 'problem', 'no koffi'],
  ])('native code: %s', async (_, sources, status, text) => {
    const own = await checkNative(sources)
    expect(own).toMatchObject({ status, finding: expect.stringContaining(text) })
    expect(own.advice === undefined).toBe(status === 'ok')
  })
})

describe('adapters', () => {
  const adapter = (own: Partial<ExaminedAdapter>): ExaminedAdapter =>
    ({
      name: 'a card',
      kind: 'hardware',
      backend: 'vulkan',
      driver: 'v1',
      selfCheck: { passed: true, checkCount: 7, differences: [] },
      ...own,
    }) as ExaminedAdapter
  const answering =
    (answer: object | string, own: Partial<ProgramOutcome> = {}): Probe =>
    async () =>
      ended({ stdout: typeof answer === 'string' ? answer : JSON.stringify(answer), ...own })
  const noSoftware = async () => undefined
  const check = async (probe: Probe, env: NodeJS.ProcessEnv = {}) =>
    (await checkAdapters(env, probe, noSoftware)).slice(0, -1)

  test('one that passes', async () => {
    const [own] = await check(answering({ adapters: [adapter({})] }))
    expect(own).toMatchObject({ topic: 'adapter', status: 'ok' })
    expect(own!.finding).toBe('a card (hardware, vulkan, v1): self-check passed, 7 checks')
  })

  test('one that is rejected, with the reason', async () => {
    const differences = [{ check: 'shift of 1 and 33', expected: 2, got: 0 }]
    const selfCheck = { passed: false, checkCount: 7, differences }
    const [own] = await check(answering({ adapters: [adapter({ selfCheck })] }))
    expect(own).toMatchObject({ status: 'problem', advice: expect.stringContaining('driver') })
    expect(own!.finding).toContain('rejected: self-check failed, 1 of 7 checks: shift of 1 and 33 is 0, not 2')
  })

  test.each<[string, Probe, string, string]>([
    ['none', answering({ adapters: [] }), 'note', 'no GPU'],
    ['no package', answering({ adapters: [], problem: 'webgpu cannot be loaded' }), 'note', 'webgpu cannot be loaded'],
    ['a crash', answering('', { exitCode: null, failure: 'ended by SIGSEGV' }), 'problem', 'ended by SIGSEGV'],
    ['an error', answering('', { exitCode: 70, stderr: 'oh no\nmore' }), 'problem', 'the driver fails: oh no'],
    ['no JSON', answering('noise of a driver'), 'problem', 'JSON'],
  ])('%s', async (_, probe, status, text) => {
    const [own] = await check(probe)
    expect(own).toMatchObject({ topic: 'adapters', status, finding: expect.stringContaining(text) })
    expect(own!.advice).toBeDefined()
  })

  test('MEGABATT_DEVICE is checked where it is set', async () => {
    const probe = answering({ adapters: [] })
    expect((await check(probe, { MEGABATT_DEVICE: 'software' }))[0]).toMatchObject({
      status: 'ok',
      finding: 'software',
    })
    expect((await check(probe, { MEGABATT_DEVICE: 'softwear' }))[0]).toMatchObject({ status: 'problem' })
    expect((await check(probe, {})).map(({ topic }) => topic)).toEqual(['adapters'])
  })

  describe('the software device', () => {
    const environment = { LD_LIBRARY_PATH: '/soft', VK_ICD_FILENAMES: '/soft/driver.json' }
    const unpacked = async () => ({ folder: '/soft', environment, unpacked: false })
    const software = async (probe: Probe, find: () => ReturnType<typeof unpacked> | Promise<undefined> = unpacked) =>
      (await checkAdapters({}, probe, find)).at(-1)!
    const soft = adapter({ name: 'soft', kind: 'software' })

    test('is looked for in its own environment', async () => {
      const seen: unknown[] = []
      const own = await software(async (variables) => {
        seen.push(variables)
        return ended({ stdout: JSON.stringify({ adapters: 'LD_LIBRARY_PATH' in variables ? [soft] : [] }) })
      })
      expect(own).toMatchObject({ status: 'ok', finding: 'soft: self-check passed, 7 checks' })
      expect(seen).toContainEqual({ ...environment, VK_DRIVER_FILES: undefined })
    })

    test('is not unpacked by the check', async () => {
      const own = await software(answering({ adapters: [] }), async () => undefined)
      expect(own).toMatchObject({ status: 'ok', finding: expect.stringContaining('when first used') })
    })

    test('is no problem where its package or webgpu is missing', async () => {
      const missing = () => Promise.reject(new EnvironmentError('software-device-missing', 'the package is missing'))
      expect(await software(answering({ adapters: [] }), missing)).toMatchObject({ status: 'note' })
      const own = await software(answering({ adapters: [], problem: 'no webgpu' }))
      expect(own).toMatchObject({ status: 'note', finding: 'fails: no webgpu' })
    })

    test.each<[string, Probe]>([
      ['no adapter was found', answering({ adapters: [adapter({})] })],
      ['ended by SIGILL', answering('', { exitCode: null, failure: 'ended by SIGILL' })],
      ['failed: no memory', answering({ adapters: [{ ...soft, selfCheck: { passed: false, problem: 'no memory' } }] })],
    ])('fails: %s', async (text, probe) => {
      expect(await software(probe)).toMatchObject({ status: 'problem', finding: expect.stringContaining(text) })
    })
  })
})

describe('OpenCL', () => {
  const device = { name: 'L4', kind: 'hardware', backend: 'opencl', driver: 'v1' }
  const passed = { passed: true, checkCount: 7, differences: [] }
  const answering = (answer: object, own: Partial<ProgramOutcome> = {}) => {
    const asked: unknown[] = []
    const probe: Probe = async (_, api) => {
      asked.push(api)
      return ended({ stdout: JSON.stringify(answer), ...own })
    }
    return { asked, probe }
  }
  const check = (answer: object, files: readonly string[] = [], own: Partial<ProgramOutcome> = {}) =>
    checkOpenCl(answering(answer, own).probe, (path) => files.includes(path))

  test('every card is listed', async () => {
    const { asked, probe } = answering({ adapters: [1, 2].map(() => ({ ...device, selfCheck: passed })) })
    const findings = await checkOpenCl(probe, () => true)
    expect(asked).toEqual(['opencl'])
    expect(findings).toEqual(
      [1, 2].map(() => ({
        topic: 'OpenCL',
        status: 'ok',
        finding: 'L4 (hardware, opencl, v1): self-check passed, 7 checks',
      })),
    )
  })

  test('a machine without OpenCL: what would be needed', async () => {
    const [own] = await check({ adapters: [] })
    expect(own).toMatchObject({ status: 'note', finding: 'no OpenCL driver' })
    expect(own!.advice).toContain('pocl-opencl-icd')
    expect(await check({ adapters: [], problem: 'no koffi' })).toMatchObject([{ status: 'note', finding: 'no koffi' }])
  })

  test.each([
    ['/dev/nvidiactl', 'NVIDIA', 'NVIDIA_DRIVER_CAPABILITIES=compute'],
    ['/dev/kfd', 'AMD', 'rocm-opencl-runtime'],
  ])('a card of %s without its OpenCL, also beside a CPU', async (file, name, advice) => {
    const [own] = await check({ adapters: [] }, [file])
    expect(own).toMatchObject({ status: 'note', finding: `an ${name} card, but no OpenCL for it` })
    expect(own!.advice).toContain(advice)
    const cpu = { ...device, kind: 'software', selfCheck: passed }
    expect((await check({ adapters: [cpu] }, [file])).map(({ status }) => status)).toEqual(['ok', 'note'])
  })

  test('a driver that crashes is a problem', async () => {
    const [own] = await check({}, [], { exitCode: null, failure: 'ended by SIGSEGV' })
    expect(own).toMatchObject({ topic: 'OpenCL', status: 'problem', finding: 'the driver fails: ended by SIGSEGV' })
  })
})

describe('the cache folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'megabatt-doctor-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('its parts have sizes', () => {
    mkdirSync(join(folder, 'native/deep'), { recursive: true })
    writeFileSync(join(folder, 'native/a.so'), 'x'.repeat(1024))
    writeFileSync(join(folder, 'native/deep/b.so'), 'x'.repeat(1024))
    writeFileSync(join(folder, 'costs.json'), '1')
    expect(checkCaches({ MEGABATT_CACHE: folder })).toEqual([
      { topic: 'cache folder', status: 'ok', finding: folder },
      { topic: 'cache costs.json', status: 'ok', finding: '1 bytes, 1 file' },
      { topic: 'cache native', status: 'ok', finding: '2 KiB, 2 files' },
    ])
  })

  test('one that is not there is no problem if it can be made', () => {
    const path = join(folder, 'not/yet')
    expect(checkCaches({ MEGABATT_CACHE: path })).toEqual([
      { topic: 'cache folder', status: 'ok', finding: `${path}, not made yet` },
    ])
  })

  test('below a file it cannot be made', () => {
    const path = join(folder, 'native/a.so/cache')
    const [own] = checkCaches({ MEGABATT_CACHE: path })
    expect(own).toMatchObject({ status: 'problem', advice: expect.stringContaining('MEGABATT_CACHE') })
  })

  test('a file is no folder', () => {
    expect(checkCaches({ MEGABATT_CACHE: join(folder, 'costs.json') })[0]).toMatchObject({ status: 'problem' })
  })
})

describe('Python', () => {
  const check = (own: Partial<ProgramOutcome>) => checkPython(async () => ended(own))
  const statuses = async (own: Partial<ProgramOutcome>) => (await check(own)).map(({ status }) => status)

  test('with and without the client', async () => {
    expect(await statuses({ stdout: '3.9.1\n0.1.0\n' })).toEqual(['ok', 'ok'])
    expect(await statuses({ stdout: '3.12.0\n\n' })).toEqual(['ok', 'note'])
    expect(await statuses({ stdout: '3.8.9\n0.1.0\n' })).toEqual(['note', 'ok'])
    expect(await statuses({ stdout: '3.12.0\nfails: broken\n' })).toEqual(['ok', 'problem'])
  })

  test('none, or one that does not run', async () => {
    expect(await check({ exitCode: null, failure: 'ENOENT' })).toMatchObject([{ status: 'note', finding: 'not found' }])
    expect(await check({ exitCode: 2 })).toMatchObject([{ status: 'note', finding: 'python3 fails: exit code 2' }])
  })
})

describe('programs', () => {
  const node = (script: string, timeoutMs = 600_000) => runProgram(process.execPath, ['-e', script], { timeoutMs })

  test('give their output and exit code', async () => {
    expect(await node('console.log(1); console.error(2); process.exitCode = 3')).toEqual({
      exitCode: 3,
      failure: undefined,
      stdout: '1\n',
      stderr: '2\n',
    })
  })

  test('may crash, hang, or not be there', async () => {
    const forever = 'setInterval(() => {}, 1e9)'
    expect(await node(`process.kill(process.pid, "SIGSEGV"); ${forever}`)).toMatchObject({
      exitCode: null,
      failure: 'ended by SIGSEGV',
    })
    expect((await node(forever, 300)).failure).toBe('no answer within 0.3 s')
    expect((await runProgram('/no/such/program', [], { timeoutMs: 600_000 })).failure).toBe('ENOENT')
  })
})
