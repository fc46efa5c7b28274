// What `npm run bundle` makes: a folder, a single file and an executable that run in a read-only folder without any package.

import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../cli/temporary-files.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = temporaryFolder('bundle')
const RUN = ['run', '--samples', '2', '--json']
let reference: unknown

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build-web.mjs'], { cwd: root, stdio: 'pipe' })
  const out = files.pathOf('made')
  execFileSync(process.execPath, ['scripts/bundle.mjs', '--out', out, '--executable'], { cwd: root, stdio: 'pipe' })
  mkdirSync(files.pathOf('home'))
  mkdirSync(files.pathOf('empty'))
  // As in a data set: other files are not there, and nothing can be written. The administrator could write all the same.
  for (const part of readdirSync(out)) {
    cpSync(join(out, part), files.pathOf(join('input', part, part)), { recursive: true })
    chmodSync(files.pathOf(join('input', part)), 0o555)
  }
  reference = readCounts(start(process.execPath, join(root, 'dist/bin/megabatt.js'), ...RUN))
})

afterAll(() => {
  for (const part of readdirSync(files.pathOf('input'))) chmodSync(files.pathOf(join('input', part)), 0o755)
})

/** Runs a file in an empty folder, with an environment in which neither npm nor a driver can be found. */
function start(file: string, ...args: readonly string[]): string {
  const env = { HOME: files.pathOf('home'), PATH: '/nowhere' }
  return execFileSync(file, args, {
    cwd: files.pathOf('empty'),
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function readCounts(text: string): unknown {
  const { right, wrong, errors, limits, results } = JSON.parse(text) as Record<string, unknown>
  return { right, wrong, errors, limits, results }
}

test.each([
  ['the folder', process.execPath, 'megabatt/megabatt/dist/bin/megabatt.js'],
  ['the single file', process.execPath, 'megabatt.mjs/megabatt.mjs'],
  ['the executable', '', 'megabatt-executable/megabatt-executable'],
])('%s runs on one thread and on several, and leaves its folder as it is', { tags: ['long'] }, (_, node, path) => {
  const file = files.pathOf(join('input', path))
  const command = (...args: string[]) => (node === '' ? start(file, ...args) : start(node, file, ...args))
  const before = describeFolder()
  expect(command('--version')).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(readCounts(command(...RUN))).toEqual(reference)
  expect(readCounts(command(...RUN, '--backend', 'workers', '--workers', '2'))).toEqual(reference)
  expect(command('show', 'keepbig1')).toContain('keepbig1')
  expect(describeFolder()).toEqual(before)
})

test('the library can be imported from the folder', { tags: ['long'] }, () => {
  const entry = JSON.stringify(files.pathOf('input/megabatt/megabatt/dist/bin/node.js'))
  const script = files.write(
    'empty/library.mjs',
    `import { WorkersBackend } from ${entry}\nconsole.log(typeof WorkersBackend)`,
  )
  expect(start(process.execPath, script)).toBe('function\n')
})

/** Names, sizes and times of everything in the read-only folders. */
function describeFolder(): string[] {
  const paths = readdirSync(files.pathOf('input'), { recursive: true }) as string[]
  return paths.toSorted().map((path) => {
    const { size, mtimeMs } = statSync(files.pathOf(join('input', path)))
    return `${path} ${size} ${mtimeMs}`
  })
}
