// Commands on worker threads: the conformance data, and an interrupt after which a run resumes.

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import { MAIN, runCommand } from '../cli/run-command.ts'

/** More than the first line of a result file has. */
const HEADER_BYTES = 200

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'megabatt-workers-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(['primitives.jsonl', 'programs.jsonl'])(
  '%s: nothing fails, and the counts are those of one thread',
  { tags: ['long'] },
  async (name) => {
    const file = fileURLToPath(new URL(`../conformance/data/${name}`, import.meta.url))
    const [workers, cpu] = await Promise.all(
      ['workers', 'cpu'].map(async (backend) => {
        const { exitCode, stdout } = await runCommand(['conform', file, '--backend', backend, '--json'])
        expect(exitCode).toBe(0)
        return JSON.parse(stdout) as Record<string, unknown>
      }),
    )
    expect(workers).toMatchObject({ backend: 'workers', failed: 0, failures: [] })
    const counts = (report: Record<string, unknown>) => ({ ...report, backend: '', work: 0 })
    expect(counts(workers!)).toEqual(counts(cpu!))
  },
)

test.each(['cpu', 'workers'])(
  'an interrupt on %s: the report counts the pairs that are done, and the file is resumed',
  async (backend) => {
    const args = ['run', '--json', '--samples', '20', '--backend', backend]
    const whole = join(folder, `whole-${backend}.jsonl`)
    await runCommand([...args, '--out', whole])
    const out = join(folder, `${backend}.jsonl`)
    const child = spawn(process.execPath, [MAIN, ...args, '--repeat', '10000', '--out', out])
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => (stdout += String(chunk)))
    child.stderr.on('data', (chunk) => (stderr += String(chunk)))
    const closed = new Promise((resolve) => child.once('close', resolve))
    const isRunning = () => child.exitCode === null && child.signalCode === null
    const hasResults = () => (statSync(out, { throwIfNoEntry: false })?.size ?? 0) > HEADER_BYTES
    while (isRunning() && !hasResults()) await new Promise((resolve) => setTimeout(resolve, 10))
    child.kill('SIGINT')
    expect([await closed, stderr]).toEqual([130, expect.stringMatching(/interrupted; .* with --resume/)])
    const report = JSON.parse(stdout) as RunReport
    expect(readFileSync(out, 'utf8').split('\n').length - 2).toBe(report.results.length)
    const { exitCode: resumed } = await runCommand([...args, '--out', out, '--resume'])
    expect(resumed).toBe(0)
    expect(readFileSync(out, 'utf8')).toBe(readFileSync(whole, 'utf8'))
  },
)
