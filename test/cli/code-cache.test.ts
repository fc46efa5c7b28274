// The compiled code that the command keeps between processes.

import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAIN, runCommand, runNode } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const files = temporaryFolder('code')
const RUN = ['run', '--samples', '1', '--json']
// Later versions of Node keep code themselves.
const keepsCode = !('enableCompileCache' in (await import('node:module')).default)

/** The files of the cache with their contents and times. */
function describeCode(cache: string): Map<string, { readonly bytes: Buffer; readonly time: number }> {
  const paths = existsSync(join(cache, 'code'))
    ? (readdirSync(join(cache, 'code'), { recursive: true }) as string[])
    : []
  const codes = paths.filter((path) => path.endsWith('.code')).map((path) => join(cache, 'code', path))
  return new Map(codes.map((path) => [path, { bytes: readFileSync(path), time: statSync(path).mtimeMs }]))
}

function countsOf(stdout: string): unknown {
  const { right, wrong, errors } = JSON.parse(stdout) as Record<string, unknown>
  return { right, wrong, errors }
}

test(
  'code is written once, used by later processes, and replaced where it is damaged',
  { tags: ['long'] },
  async () => {
    const cache = files.pathOf('cache')
    const env = { MEGABATT_CACHE: cache }
    const first = await runCommand(RUN, env)
    const written = describeCode(cache)
    const names = [...written.keys()].map((path) => /^[a-z]+/.exec(path.slice(path.lastIndexOf('/') + 1))![0])
    const wanted = keepsCode ? ['command', 'engine', 'run', 'runs'] : []
    expect(wanted.filter((name) => !names.includes(name))).toEqual([])

    const second = await runCommand(RUN, env)
    expect(countsOf(second.stdout)).toEqual(countsOf(first.stdout))
    expect(describeCode(cache)).toEqual(written)

    for (const [path, { bytes }] of written) {
      bytes[bytes.length >> 1]! ^= 0x55
      writeFileSync(path, bytes)
    }
    const third = await runCommand(RUN, env)
    expect(countsOf(third.stdout)).toEqual(countsOf(first.stdout))
    expect([third.exitCode, third.stderr]).toEqual([first.exitCode, first.stderr])
    const replaced = describeCode(cache)
    expect([...replaced.keys()].filter((path) => replaced.get(path)!.bytes.equals(written.get(path)!.bytes))).toEqual(
      [],
    )
  },
)

test('a cache that cannot be written, and none at all, change nothing', async () => {
  const plain = await runCommand(['--version'])
  expect(await runCommand(['--version'], { MEGABATT_CACHE: files.write('file', '') })).toEqual(plain)
  expect(await runCommand(['--version'], { NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual(plain)
})

test('the command can be started by its former name', async () => {
  expect(await runNode([MAIN.replace(/\.cjs$/, '.js'), '--version'])).toEqual(await runCommand(['--version']))
})
