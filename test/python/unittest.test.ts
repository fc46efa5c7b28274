// The Python client: its own tests, run with the python3 of the machine. Without Python 3.9 they are skipped; in continuous integration
// they fail.

import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { MAIN } from '../cli/run-command.ts'

const folder = fileURLToPath(new URL('../../python', import.meta.url))

const isNew = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0

describe.runIf(isNew || process.env['CI'] !== undefined)('with Python', () => {
  test('python3 -m unittest passes', async () => {
    const { output, exitCode } = await runPython(['-m', 'unittest', 'discover', '-s', 'tests', '-t', '.'])
    expect(output).toMatch(/^OK/m)
    expect(output).not.toMatch(/skipped/)
    const [, count] = /^Ran (\d+) tests/m.exec(output)!
    expect(Number(count)).toBeGreaterThan(20)
    expect(exitCode).toBe(0)
  })

  test('the example of an evolution loop runs', async () => {
    const { output, exitCode } = await runPython(['examples/evolve.py', '2'])
    expect(output).toMatch(/^generation 2: \d+ demos right/m)
    expect(exitCode).toBe(0)
  })
})

function runPython(args: readonly string[]): Promise<{ output: string; exitCode: number | null }> {
  const env = { ...process.env, PYTHONPATH: 'src', MEGABATT: MAIN, PYTHONDONTWRITEBYTECODE: '1' }
  const child = spawn('python3', args, { cwd: folder, env })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new Error(`python3 cannot be started (${error.message}); install Python 3.9 or later`)),
    )
    child.once('close', (exitCode) => resolve({ output, exitCode }))
  })
}
