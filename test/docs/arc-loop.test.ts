// docs/arc-loop.md: its commands run in their order in one folder, and its example files are tasks of the gallery’s families.

import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.ts'
import { galleryTasks } from '../../src/data/gallery.ts'
import { drawTasks } from '../../tools/gallery/draw.ts'
import { gridToRows } from '../../src/data/grid-rows.ts'
import { loadTasks } from '../../src/data/load-tasks.node.ts'
import { findSubmissionProblems } from '../../src/engine/score/submission.ts'
import { runNode, MAIN } from '../cli/run-command.ts'
import { blocksOf, linkedPages, readPage } from './examples.ts'

const examples = fileURLToPath(new URL('../../docs/examples', import.meta.url))
const page = readPage('arc-loop.md')
const commands = blocksOf(page, 'sh').flatMap((block) => block.trim().split('\n'))
/** The commands that make batts, and those that need their files. */
const needsCard = /^megabatt (?:card|cut) |batt\.py|best\.py/
const hasCard = ['card', 'cut'].every((name) => COMMANDS.some((command) => command.name === name))

let folder: string
const startedIn = process.cwd()
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'megabatt-loop-'))
  mkdirSync(join(folder, 'docs'))
  cpSync(examples, join(folder, 'docs/examples'), { recursive: true })
  process.chdir(folder)
})
afterAll(() => {
  process.chdir(startedIn)
  rmSync(folder, { recursive: true, force: true })
})

async function follow(line: string): Promise<string> {
  const [command, target] = line.split(' > ')
  const [name, ...args] = command!.split(' ')
  expect(name).toBe('megabatt')
  const { exitCode, stdout, stderr } = await runNode([MAIN, ...args])
  expect({ line, exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ line, exitCode: 0, stderr: '' })
  if (target !== undefined) writeFileSync(target, stdout)
  return stdout
}

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as unknown

test('the page has commands for each step', () => {
  const names = new Set(commands.map((line) => line.split(' ')[1]))
  expect([...names]).toEqual(['card', 'score', 'cut', 'run'])
})

describe.runIf(hasCard)('with the gallery', () => {
  test.each(commands.filter((line) => needsCard.test(line)))('%s', async (line) => {
    await follow(line)
  })

  test('the files are there, and the submission fits the gallery', () => {
    for (const file of ['batt.py', 'report.html', 'mutated.mutations.json']) expect(existsSync(file)).toBe(true)
    expect(readJson('score.json')).toMatchObject({ format: 'megabatt score' })
    expect(findSubmissionProblems(readJson('submission.json'), galleryTasks({ samples: 1 }))).toEqual([])
  })
})

describe('with a pair of files', () => {
  test.each(commands.filter((line) => !needsCard.test(line)))('%s', async (line) => {
    const stdout = await follow(line)
    // The chosen rule stands first.
    const rules = Array.from(stdout.matchAll(/^ {2}(outputs|tasks|complete) +\S+ %/gm), ([, rule]) => rule)
    expect(rules).toEqual(line.includes('--rule complete') ? ['complete', 'outputs', 'tasks'] : [])
  })

  test('the submission fits the challenges', async () => {
    const { tasks } = await loadTasks(['docs/examples/challenges.json'])
    expect(tasks).toHaveLength(4)
    expect(findSubmissionProblems(readJson('open.json'), tasks)).toEqual([])
    expect(readFileSync('pair.html', 'utf8')).toMatch(/^<!doctype html>/)
  })

  test('the files are tasks of the gallery’s families', () => {
    const ids = Object.keys(readJson('docs/examples/challenges.json') as object)
    const tasks = drawTasks({ seed: 7, samples: 2, only: ids })
    const challenges = tasks.map(({ id, train, test: tests }) => [
      id,
      {
        train: train.map(({ input, output }) => ({ input: gridToRows(input), output: gridToRows(output!) })),
        test: tests.map(({ input }) => ({ input: gridToRows(input) })),
      },
    ])
    expect(readJson('docs/examples/challenges.json')).toEqual(Object.fromEntries(challenges))
    const solutions = tasks.map(({ id, test: tests }) => [id, tests.map(({ output }) => gridToRows(output!))])
    expect(readJson('docs/examples/solutions.json')).toEqual(Object.fromEntries(solutions))
  })
})

test.each(['arc-loop.md', 'score.md', 'report.md'])('the links of %s lead to files of the folder', (name) => {
  for (const target of linkedPages(readPage(name))) expect(readPage(target)).toMatch(/^(?:<!--|#)/)
})
