// Starting again with the software device: once, with the same arguments, passing on exit code and signals.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runNode } from './run-command.ts'

let folder: string
let script: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'megabatt-restart-'))
  script = join(folder, 'script.mjs')
  const restart = new URL('../../dist/backends/gpu/software/restart.node.js', import.meta.url).href
  await writeFile(
    script,
    `import { restartWithDevice } from '${restart}'
    const code = await restartWithDevice()
    if (code !== undefined) process.exit(code)
    if (process.argv[2] === 'stay') setInterval(() => undefined, 1000)
    if (process.argv[2] === 'catch') {
      process.on('SIGTERM', () => process.exit(41))
      setInterval(() => undefined, 1000)
    }
    console.log(JSON.stringify({ args: process.argv.slice(2), flags: process.execArgv }))
    if (process.argv[2] === 'crash') process.kill(process.pid, 'SIGKILL')
    process.exitCode = 7`,
  )
})
afterAll(() => rm(folder, { recursive: true }))

test('the second process has the arguments and flags of the first, and its exit code is passed on', async () => {
  const { exitCode, stdout } = await runNode(['--stack-size=900', script, 'a b', '--c'])
  expect(JSON.parse(stdout)).toEqual({ args: ['a b', '--c'], flags: ['--stack-size=900'] })
  expect(exitCode).toBe(7)
})

test('it happens once at most', async () => {
  const { exitCode, stderr } = await runNode([script], { MEGABATT_RESTARTED: '1' })
  expect(stderr).not.toContain('software device')
  expect(exitCode).toBe(7)
})

test('signals reach the second process', async () => {
  const caught = await runNode([script, 'catch'], {}, (_, kill) => kill('SIGTERM'))
  expect(caught.exitCode).toBe(41)
  const ended = await runNode([script, 'stay'], {}, (_, kill) => kill('SIGINT'))
  expect(ended.exitCode).toBe(128 + 2)
})

test('a second process that is killed shows in the exit code', async () => {
  expect((await runNode([script, 'crash'])).exitCode).toBe(128 + 9)
})
