// The benchmarks run on the build as it is: each finds what it imports, and a short one has correct results. Times are not tested.

import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../../bench', import.meta.url))
const files = readdirSync(folder).filter((name) => name.endsWith('.mjs'))

test('the benchmarks are those of bench/', () => {
  expect(files).toEqual(expect.arrayContaining(['growth.mjs', 'primitives.mjs', 'runs.mjs']))
})

// An option that no benchmark has is refused after all modules have been linked.
test.each(files)('%s finds its imports', (name) => {
  const { status, stderr } = spawnSync(process.execPath, [name, '--no-such-option'], { cwd: folder, encoding: 'utf8' })
  expect(stderr).toContain('--no-such-option')
  expect(status).toBe(1)
})

test('a quick run is correct', { tags: ['long'] }, () => {
  const printed = execFileSync(process.execPath, ['runs.mjs', '--quick', '--only', 'product,profile-mix'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const counts = [...printed.matchAll(/([\d,]+)\/([\d,]+) (?:right|equal to the reference)/g)]
  expect(counts.length).toBe(4)
  for (const [, correct, all] of counts) expect(correct).toBe(all)
})

test('a primitive has the same results in WebAssembly and in JavaScript', { tags: ['long'] }, () => {
  const printed = execFileSync(process.execPath, ['primitives.mjs', '--only', 'difference'], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(printed.match(/60 and 60 of 60 vectors, 1\/1 equal/g)).toHaveLength(3)
})
