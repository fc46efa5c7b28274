// The package's entries as others import them: by name, from the build.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { exports: entries } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  exports: Record<string, { types: string; default: string }>
}

test('the entries are those that docs/api.md lists', () => {
  const page = readFileSync(join(root, 'docs/api.md'), 'utf8')
  const listed = Array.from(page.matchAll(/^\| `megabatt(\/\w+)?` \|/gm), ([, name]) => `.${name ?? ''}`)
  expect(Object.keys(entries)).toEqual(listed)
})

test.each([
  [
    'megabatt',
    [
      'readProgramFile',
      'readTasks',
      'runPrograms',
      'traceProgram',
      'CpuBackend',
      'GpuBackend',
      'LocalDevice',
      'openWebDevice',
      'dsl',
    ],
  ],
  ['megabatt/dsl', ['trace', 'ProgramBuilder', 'vmirror', 'RED']],
  ['megabatt/node', ['loadPrograms', 'loadTasks', 'WorkersBackend', 'openNodeDevice', 'GpuEvaluator']],
])('%s is found by its name, with types', (entry, names) => {
  const code = `console.log(JSON.stringify(Object.keys(await import(${JSON.stringify(entry)}))))`
  // A package finds itself by its own name.
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: root, encoding: 'utf8' })
  expect(JSON.parse(printed)).toEqual(expect.arrayContaining(names))
  expect(existsSync(join(root, entries[entry.replace('megabatt', '.')]!.types))).toBe(true)
})

test('the bundle has the types of the library, and is where it is built to', () => {
  expect(entries['./web']).toEqual({ types: entries['.']!.types, default: './dist/web/megabatt.js' })
  expect(readFileSync(join(root, 'scripts/build-web.mjs'), 'utf8')).toContain("'dist/web'")
})
