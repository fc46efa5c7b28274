// Programs from stdin: `--programs -`, and `-` among the paths of `check`.

import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import { OPEN_FLIP_TASK, SAME_SOLVER } from './flip-task.ts'
import { MAIN } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const folder = temporaryFolder('stdin')

async function pipe(text: string, ...words: string[]): Promise<{ stdout: string; stderr: string; exitCode: number }> {
  const child = spawn(process.execPath, [MAIN, ...words])
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  child.stdin.end(text)
  const exitCode = await new Promise<number>((resolve) => child.once('close', resolve))
  return { stdout, stderr, exitCode }
}

test('run reads programs from stdin, beside files', async () => {
  const tasks = folder.write('flip0001.json', JSON.stringify(OPEN_FLIP_TASK))
  const file = folder.write('other.py', 'def solve_other_flip0001(I):\n    return vmirror(I)\n')
  const { stdout, exitCode } = await pipe(SAME_SOLVER, 'run', '--programs', '-', file, '--tasks', tasks, '--json')
  expect(exitCode).toBe(0)
  const { results } = JSON.parse(stdout) as RunReport
  expect(results.map(({ program, file: own }) => [program, own])).toEqual([
    ['solve_same_flip0001', '<stdin>'],
    ['solve_other_flip0001', file],
  ])
})

test('no trace command is printed for a program that cannot be read again', async () => {
  const tasks = folder.write('flip0001.json', JSON.stringify(OPEN_FLIP_TASK))
  const { stdout } = await pipe(SAME_SOLVER, 'run', '--programs', '-', '--tasks', tasks)
  expect(stdout).toContain('FAIL')
  expect(stdout).not.toContain('megabatt trace')
})

test('check names stdin in its diagnostics; JSON is recognized', async () => {
  const python = await pipe('def solve_a(I):\n    return nothing(I)\n', 'check', '-')
  expect(python.stdout).toMatch(/^<stdin>:2:\d+: error: /)
  expect(python.exitCode).toBe(2)
  expect((await pipe('[', 'check', '-')).exitCode).toBe(2)
})
