// `megabatt native` and `--engine`, as built: compiling, choosing, and every way in which native code is not there.

import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkLibraries } from '../../src/backends/cpu/native/build-native.node.ts'
import { compile, findCompiler } from '../../src/backends/cpu/native/compiler.node.ts'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import { type CommandOutcome, runCommand } from './run-command.ts'

const folders: string[] = []

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'megabatt-native-'))
  folders.push(folder)
  return folder
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** A command with a cache folder of its own. */
function commandsIn(cache: string) {
  return (args: readonly string[], env: Record<string, string> = {}): Promise<CommandOutcome> =>
    runCommand(args, { MEGABATT_CACHE: cache, ...env })
}

function engineOf({ stdout }: CommandOutcome): RunReport['engine'] {
  return (JSON.parse(stdout) as RunReport).engine
}

const compiler = await findCompiler()

/**
 * The environment of a compiler that is fast, since it optimises nothing; other tests run what the ordinary flags give. It may edit the C
 * text first. CC has words, so a compiler in a folder with a blank in its name must be in the path.
 */
function fastCompiler(edit = ''): { CC: string; PATH: string } {
  const folder = newFolder()
  const CC = `fast-compiler-${folders.length}`
  const script = `#!/bin/sh
case "$1" in --version) echo "${CC}"; exit 0;; esac
for last; do :; done
sed -i '${edit}' "$last"
exec ${compiler.command.join(' ')} "$@" -O0
`
  writeFileSync(join(folder, CC), script)
  chmodSync(join(folder, CC), 0o755)
  return { CC, PATH: `${folder}${delimiter}${process.env['PATH']}` }
}

describe('without native code', () => {
  const command = commandsIn(newFolder())

  test('a run uses WebAssembly and gives the reason', async () => {
    const outcome = await command(['run', '--json'])
    expect(engineOf(outcome)).toEqual({ name: 'wasm', reason: 'no native library is compiled' })
    expect((await command(['run'])).stdout).toContain('ms on cpu, wasm (no native library is compiled): ')
  })

  test('native code that is asked for is an error with advice', async () => {
    const { exitCode, stdout, stderr } = await command(['run', '--engine', 'native'])
    expect([exitCode, stdout]).toEqual([3, ''])
    expect(stderr).toContain('[native-missing]')
    expect(stderr).toContain('megabatt native')
  })

  test('the status says so, exit 1', async () => {
    const { exitCode, stdout } = await command(['native', '--status', '--json'])
    expect(exitCode).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ isReady: false, reason: 'no native library is compiled' })
  })

  test('no compiler: exit 3, and nothing changes', async () => {
    const { exitCode, stderr } = await command(['native'], { CC: '/no/such/compiler' })
    expect(exitCode).toBe(3)
    expect(stderr).toContain('No C compiler found; tried /no/such/compiler [compiler-missing]')
    expect((await command(['native', '--status'])).exitCode).toBe(1)
  })

  test('a compiler that fails: exit 3, with its first lines', { tags: ['long'] }, async () => {
    const { exitCode, stderr } = await command(['native'], fastCompiler('1i no C at all'))
    expect(exitCode).toBe(3)
    expect(stderr).toContain('[compiler-failed]')
    expect(stderr).toContain('error:')
  })

  test('a cache that cannot be written: exit 3', async () => {
    const { exitCode, stderr } = await command(['native'], { MEGABATT_CACHE: '/dev/null/cache' })
    expect(exitCode).toBe(3)
    expect(stderr).toContain('[cache-unwritable]')
  })

  test('options that exclude each other: exit 2', async () => {
    const { exitCode, stderr } = await command(['native', '--status', '--remove'])
    expect(exitCode).toBe(2)
    expect(stderr).toContain('--status and --remove exclude each other [native-options]')
  })
})

describe('a compiler with a bug', () => {
  test.each([
    ['counts other work', 's/h->work++;/h->work += 2;/', 'word 2 is 2, not 1'],
    ['gives other words', 's/return a % b;/return a % b + 1;/', 'budget 16777216: word '],
    [
      'ends the process',
      's/^static inline int32_t heapTop(Heap \\*h) {/& *(volatile int *)16 = 1;/',
      'ended by SIGSEGV',
    ],
  ])('that %s is noticed, exit 3, and its code is never run again', async (_, edit, reason) => {
    const command = commandsIn(newFolder())
    const { exitCode, stderr } = await command(['native'], fastCompiler(edit))
    expect(exitCode).toBe(3)
    expect(stderr).toContain('[native-differs]')
    expect(stderr).toContain(reason)
    expect(engineOf(await command(['run', '--json']))).toMatchObject({ name: 'wasm' })
  })
})

test('a library that never answers ends the self-check', async () => {
  const folder = newFolder()
  const [source, library] = [join(folder, 'hangs.c'), join(folder, 'hangs.so')]
  writeFileSync(source, '__attribute__((constructor)) static void hang(void) { for (;;) __asm__ volatile(""); }\n')
  await compile(compiler, source, library)
  const checked = checkLibraries({ a: library, t: library }, 1500)
  await expect(checked).rejects.toThrow('The compiled kernels fail their self-check: no result after 1.5 s')
})

describe('with native code', () => {
  const cache = newFolder()
  const run = commandsIn(cache)
  const fast = fastCompiler()
  const command = (args: readonly string[], env: Record<string, string> = {}) => run(args, { ...fast, ...env })

  beforeAll(async () => {
    const { exitCode, stdout, stderr } = await command(['native', '--json'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    const report = JSON.parse(stdout) as { isNew: boolean; checkedCalls: number; flags: string }
    expect(report).toMatchObject({ isReady: true, isNew: true })
    expect(report.checkedCalls).toBeGreaterThan(5000)
    expect(report.flags).toContain('-fwrapv')
  })

  test('it is compiled once', async () => {
    const { exitCode, stdout } = await command(['native'])
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^native code is compiled and verified\n {2}compiler {4}\S/)
    expect((await command(['native', '--status'])).exitCode).toBe(0)
  })

  test(
    'another compiler compiles it anew, and what was there stays until that has passed',
    { tags: ['long'] },
    async () => {
      const { exitCode, stderr } = await command(['native'], fastCompiler('1i no C at all'))
      expect([exitCode, stderr]).toEqual([3, expect.stringContaining('[compiler-failed]')])
      expect((await command(['native', '--status'])).exitCode).toBe(0)
    },
  )

  test('without a compiler it stays', async () => {
    expect((await command(['native'], { CC: '/no/such/compiler' })).exitCode).toBe(0)
  })

  test.each(['cpu', 'workers'])(
    'runs on %s use it, with the results of WebAssembly and JavaScript',
    async (backend) => {
      const reports = await Promise.all(
        [[], ['--engine', 'wasm'], ['--engine', 'js']].map((engine) =>
          command(['run', '--json', '--backend', backend, ...engine]),
        ),
      )
      const [native, wasm, js] = reports.map(({ stdout }) => JSON.parse(stdout) as RunReport)
      expect(native!.engine).toEqual({ name: 'native', reason: 'compiled and verified' })
      expect(wasm!.engine).toEqual({ name: 'wasm', reason: 'asked for' })
      expect(js!.engine).toEqual({ name: 'js', reason: 'asked for' })
      for (const other of [wasm!, js!]) {
        expect(other.results).toEqual(native!.results)
        expect(other.work).toEqual(native!.work)
      }
    },
  )

  test.each([
    ['profile', '--samples', '2'],
    ['score'],
    ['conform', 'test/conformance/data/primitives.jsonl', '--only', 'fill'],
  ])('%s runs on it', async (...args) => {
    const { exitCode, stderr } = await command([...args, '--engine', 'native'])
    expect({ exitCode, errors: stderr.includes('[') }).toEqual({ exitCode: 0, errors: false })
  })

  test('a damaged library is not loaded', async () => {
    const folder = join(cache, 'native')
    const library = readdirSync(folder).find((name) => name.endsWith('-a.so'))!
    writeFileSync(join(folder, library), 'damaged')
    const reason = 'the native library of layout a is damaged'
    expect(engineOf(await command(['run', '--json']))).toEqual({ name: 'wasm', reason })
    expect((await command(['native', '--status'])).stdout).toBe(`${reason}; runs use WebAssembly\n`)
  })

  test('it is removed', async () => {
    const entries = readdirSync(join(cache, 'native'), { recursive: true, withFileTypes: true })
    const count = entries.filter((entry) => entry.isFile()).length
    expect(count).toBeGreaterThan(3)
    expect((await command(['native', '--remove'])).stdout).toMatch(new RegExp(`^${count} files removed from `))
    // Compiled code of the command itself stays; later versions of Node keep it elsewhere.
    expect(readdirSync(cache).filter((name) => name !== 'code')).toEqual([])
    expect((await command(['native', '--remove', '--json'])).stdout).toBe('{\n  "removed": 0\n}\n')
  })
})
