// `--watch`: the command runs again when one of its files changes, until Ctrl-C.

import { type ChildProcess, spawn } from 'node:child_process'
import { renameSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { MAIN, runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const folder = temporaryFolder('watch')
const GOOD = 'def solve_a(I):\n    return vmirror(I)\n'
const BAD = 'def solve_a(I):\n    return vmiror(I)\n'
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** A watching command, whose output can be waited for. */
class Watching {
  printed = ''
  readonly #child: ChildProcess
  #wake: () => void = () => undefined

  constructor(...words: string[]) {
    this.#child = spawn(process.execPath, [MAIN, ...words, '--watch'])
    children.push(this.#child)
    for (const stream of [this.#child.stdout!, this.#child.stderr!]) {
      stream.on('data', (chunk) => {
        this.printed += String(chunk)
        this.#wake()
      })
    }
  }

  /** Waits until the pattern is printed, and forgets the text up to it. A file may be read before it is written to its end, and then again. */
  async until(pattern: RegExp): Promise<string> {
    for (;;) {
      const match = pattern.exec(this.printed)
      if (match !== null) {
        const end = match.index + match[0].length
        const before = this.printed.slice(0, end)
        this.printed = this.printed.slice(end)
        return before
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  async interrupt(): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => this.#child.once('close', resolve))
    this.#child.kill('SIGINT')
    return ended
  }
}

test('runs again after a file was written, replaced, or added to a folder', async () => {
  const file = folder.write('check/a.py', BAD)
  const watching = new Watching('check', folder.pathOf('check'))
  expect(await watching.until(/watching 1 path; Ctrl-C ends\n/)).toContain('1 error')
  folder.write('check/a.py', GOOD)
  await watching.until(/check has changed\n[^]*1 program, 0 errors[^]*watching 1 path/)
  renameSync(folder.write('check/new.tmp', BAD), file)
  await watching.until(/1 error[^]*watching 1 path/)
  folder.write('check/deep/b.py', GOOD.replace('solve_a', 'solve_b'))
  await watching.until(/2 files[^]*watching 1 path/)
  expect(await watching.interrupt()).toBe(130)
})

test('a single file, and other files beside it that do not count', async () => {
  const file = folder.write('one/a.py', GOOD)
  const watching = new Watching('check', file)
  await watching.until(/watching 1 path/)
  folder.write('one/b.py', BAD)
  folder.write('one/a.py', BAD)
  expect(await watching.until(/a\.py has changed\n[^]*1 error[^]*watching 1 path/)).not.toContain('b.py')
  expect(await watching.interrupt()).toBe(130)
})

test('run watches programs and tasks', async () => {
  const programs = folder.write('run/a.py', GOOD.replace('solve_a', 'solve_flip0001'))
  const task = (output: number[][]) => JSON.stringify({ train: [{ input: [[1, 2]], output }], test: [] })
  const tasks = folder.write('run/flip0001.json', task([[2, 1]]))
  const watching = new Watching('run', '--programs', programs, '--tasks', tasks)
  expect(await watching.until(/watching 2 paths/)).toContain('1 of 1 solve their task')
  folder.write('run/flip0001.json', task([[1, 2]]))
  await watching.until(/FAIL[^]*watching 2 paths/)
  expect(await watching.interrupt()).toBe(130)
})

test.each([
  [['run', '--watch'], '--watch needs files to watch [watch-nothing]'],
  [['run', '--programs', '-', '--watch'], '--watch cannot watch stdin [watch-nothing]'],
  [['check', 'no-such.py', '--watch'], 'no-such.py cannot be read'],
])('%j is refused', async (words, message) => {
  const { exitCode, stderr } = await runCommand(words)
  expect(exitCode).toBe(2)
  expect(stderr).toContain(message)
})
