// Hostile files given to the built commands, as a user would: what is wrong is said with its place, and nothing runs.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAll } from '../amount.ts'
import { type CommandOutcome, runCommand } from '../cli/run-command.ts'
import { temporaryFolder } from '../cli/temporary-files.ts'
import { SEED } from '../generators/seed.ts'
import { expectPrintable } from './check-answer.ts'
import { type HostileText, MALICIOUS_TEXTS, damageTexts } from './damage.ts'
import { MALICIOUS_JSON_TEXTS } from './json-texts.ts'
import { MALICIOUS_TASK_TEXTS, damageTaskTexts } from './task-texts.ts'

/** A command that takes longer hangs, also on a busy machine. */
const HANG_MS = 600_000
const TASK = '{"train": [{"input": [[1, 2]], "output": [[2, 1]]}]}'
const PROGRAM = 'def solve_flip(I):\n    return vmirror(I)\n'

const folder = temporaryFolder('hostile')
let programs: string
let task: string
let program: string
beforeAll(() => {
  programs = folder.pathOf('programs')
  const files = [
    ...[...MALICIOUS_TEXTS, ...damageTexts(60, SEED)].map((text) => ({ ...text, ending: 'py' })),
    ...MALICIOUS_JSON_TEXTS.map((text) => ({ ...text, ending: 'json' })),
  ]
  for (const [k, { content, ending }] of files.entries()) folder.write(`programs/${k}.${ending}`, content)
  task = folder.write('flip.json', TASK)
  program = folder.write('flip.py', PROGRAM)
})
// Runs before the folder is removed: what comes after all tests comes in reverse order.
afterAll(() => {
  expect(existsSync('hacked')).toBe(false)
  expect(existsSync(folder.pathOf('hacked'))).toBe(false)
})

/** What a command says to files of strangers: bounded, without a stack trace, and nothing that moves a cursor. */
async function answer(args: readonly string[]): Promise<CommandOutcome> {
  const outcome = await runCommand(args, { NO_COLOR: '1' })
  const { exitCode, stdout, stderr } = outcome
  expect(stderr).not.toMatch(/bug in Megabatt|\n {4}at /)
  expect([0, 2]).toContain(exitCode)
  expectPrintable(stdout + stderr)
  return outcome
}

/** The files of which an output has a place: file, line and column. */
function filesWithPlace(output: string): Set<string> {
  const places = output.matchAll(/^(?: {2}at )?(.+?):[1-9]\d*:[1-9]\d*(?:: error: |$)/gm)
  return new Set(Array.from(places, ([, file]) => file!))
}

describe('program files', { timeout: HANG_MS }, () => {
  let checked: CommandOutcome
  beforeAll(async () => {
    checked = await answer(['check', programs])
  }, HANG_MS)

  test('check looks at all, and names a place in each that it refuses', () => {
    const { exitCode, stdout, stderr } = checked
    expect(exitCode).toBe(2)
    expect(stderr).toContain(`${readdirSync(programs).length} files, `)
    expect(filesWithPlace(stdout).size).toBeGreaterThan(120)
  })

  test('run names places in the same files, and runs what is sound', async () => {
    const args = ['run', '--programs', programs, '--tasks', task, '--pair', 'all', '--json']
    const { exitCode, stdout, stderr } = await answer(args)
    expect(exitCode).toBe(2)
    expect(filesWithPlace(stderr)).toEqual(filesWithPlace(checked.stdout))
    const report = JSON.parse(stdout) as { programs: number; evaluations: number }
    expect(checked.stderr).toContain(` ${report.programs} programs, `)
    expect([report.programs > 10, report.evaluations]).toEqual([true, report.programs])
  })

  const alone = [...MALICIOUS_TEXTS.slice(0, 6), ...MALICIOUS_JSON_TEXTS.slice(0, 3)]
  test.concurrent.each(alone.map((text) => [text.title, text] as const))('alone: %s', async (title, { content }) => {
    const file = folder.write(`alone ${title}.py`, content)
    const { exitCode, stdout, stderr } = await answer(['run', '--programs', file, '--tasks', task, '--pair', 'all'])
    expect([exitCode, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/\.py:[1-9]\d*:[1-9]\d*: error: /)
    expect(stderr).toContain('There is no program to run')
  })
})

describe('task files', { timeout: HANG_MS }, () => {
  // Some of them: tasks.test.ts has them all, without the command around them.
  const texts: HostileText[] = [...MALICIOUS_TASK_TEXTS, ...damageTaskTexts(12, SEED)].filter(
    (_, k) => k % (isAll ? 2 : 6) === 0,
  )

  test.concurrent.each(texts.map((text, k) => [text.title, k] as const))('%s', async (_, k) => {
    const { content } = texts[k]!
    const file = folder.write(`task${k}.json`, content)
    const { exitCode, stdout, stderr } = await answer(['run', '--programs', program, '--tasks', file, '--pair', 'all'])
    const [said, places] = exitCode === 0 ? [/ evaluations?: /, []] : [/^$/, [file]]
    expect([stdout, [...filesWithPlace(stderr)]]).toEqual([expect.stringMatching(said), places])
    expect(stderr.length).toBeLessThan(1000)
  })
})

test('names of files that would move the cursor are shown without', { timeout: HANG_MS }, async () => {
  const names = folder.pathOf('names')
  for (const name of ['\u001B[2J', '\u202E', 'a\nb', '__proto__', '--json', ' ']) {
    folder.write(`names/${name}.py`, 'def solve_a(I):\n    return objets\n')
    folder.write(`names/${name}.json`, '{"train": [}')
  }
  const checked = await answer(['check', names])
  expect([checked.exitCode, checked.stdout]).toEqual([2, expect.stringContaining('?[2J.py:2:12: error: ')])
  const tasks = await answer(['run', '--tasks', names])
  expect([tasks.exitCode, tasks.stdout]).toEqual([2, ''])
  expect(tasks.stderr).toMatch(/\.json:1:12$/m)
  const missing = join(names, 'no\u001B[2J\u202E.py')
  for (const command of ['check', 'trace', 'run --programs', 'run --tasks']) {
    const { exitCode, stdout, stderr } = await answer([...command.split(' '), missing])
    expect([command, exitCode, stdout]).toEqual([command, 2, ''])
    expect(stderr).toContain('no?[2J?.py')
  }
})

describe('sound programs whose values are none that the heap takes, or that end nowhere', { timeout: HANG_MS }, () => {
  const deepLiteral = `${'('.repeat(150)}1${',)'.repeat(150)}`
  const deepSet = `frozenset({${'('.repeat(80)}1${',)'.repeat(80)}, ${'('.repeat(80)}2${',)'.repeat(80)}})`
  const nested = Array.from({ length: 20_000 }, (_, k) => `    x${k + 1} = initset(${k === 0 ? 'I' : `x${k}`})\n`)
  const doubled = Array.from(
    { length: 60 },
    (_, k) => `    x${k + 1} = astuple(${k === 0 ? 'I, I' : `x${k}, x${k}`})\n`,
  )
  test.each([
    ['a literal of 150 levels', `    x1 = size(${deepLiteral})\n    return x1\n`, { limits: 1 }],
    ['a set of literals of 80 levels', `    x1 = size(${deepSet})\n    return x1\n`, { limits: 1 }],
    ['the literal itself', `    return ${deepLiteral}\n`, { limits: 1 }],
    ['a value of 20,000 levels', `${nested.join('')}    return x20000\n`, { wrong: 1 }],
    ['a value that doubles 60 times', `${doubled.join('')}    return x60\n`, { wrong: 1 }],
  ])('%s', async (title, body, wanted) => {
    const program = folder.write(`values/${title}.py`, `def solve_values01(I):\n${body}`)
    const task = folder.write('values/values01.json', '{"train": [{"input": [[1]], "output": [[2]]}]}')
    const out = folder.pathOf(`values/${title}.jsonl`)
    const args = ['run', '--json', '--programs', program, '--tasks', task, '--out', out]
    const { exitCode, stdout, stderr } = await answer(args)
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toMatchObject({ evaluations: 1, ...wanted })
  })
})
