// docs/api.md: every example is type-checked, and run as plain JavaScript; it prints the text after its arrows.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as library from '../../src/index.ts'
import { blocksOf, linkedPages, promisesOf, readPage, runModule, squeeze, typeCheck, writeModules } from './examples.ts'

const page = readPage('api.md')
const blocks = blocksOf(page, 'ts')

let folder: string
let modules: string[]
const startedIn = process.cwd()
beforeAll(() => {
  ;({ folder, modules } = writeModules(blocks))
  // The files that the page says are there.
  writeFileSync(join(folder, 'solvers.py'), blocksOf(page, 'python')[0]!)
  mkdirSync(join(folder, 'training'))
  writeFileSync(join(folder, 'training/turned.json'), blocksOf(page, 'json')[0]!)
  process.chdir(folder)
})
afterAll(() => {
  process.chdir(startedIn)
  rmSync(folder, { recursive: true })
})

test('the examples have no type errors', () => {
  expect(typeCheck(folder, modules)).toBe('')
})

test('a type error in an example would be found', () => {
  const wrong = join(folder, 'wrong.ts')
  writeFileSync(wrong, "import { b } from './block-none.ts'\nexport const a: string = b\n")
  expect(typeCheck(folder, [wrong])).toContain('TS2307')
})

test('TypeScript’s own syntax in an example would be found', async () => {
  const typed = join(folder, 'typed.ts')
  writeFileSync(typed, "const text: string = 'typed'\nconsole.log(text)\n")
  await expect(runModule(typed)).rejects.toThrow()
})

test.each(blocks.map((block, k) => [titleOf(block), block, k] as const))('%s', async (_, block, k) => {
  const printed = await runModule(modules[k]!)
  const promised = promisesOf(block)
  const squeezed = (texts: Map<number, string>) => Array.from(texts, ([line, text]) => [line, squeeze(text)])
  expect(squeezed(printed).toSorted(byLine)).toEqual(squeezed(promised))
  expect(promised.size).toBeGreaterThan(0)
})

test('the page names nothing in its prose that the library does not have', () => {
  const prose = page.replaceAll(/^```.*?^```/gms, '')
  const called = Array.from(prose.matchAll(/`(?:new )?([a-z]+[A-Z]\w+)(?:\([^`]*\))?`/g), ([, name]) => name!)
  const others = ['onPair', 'onProgress', 'onValue', 'keepUnused', 'battOutputs', 'onRound']
  const exported = Object.keys(library)
  expect(called.filter((name) => !exported.includes(name) && !others.includes(name))).toEqual([])
  expect(called.length).toBeGreaterThan(15)
})

test('the links of the page lead to files of the folder', () => {
  for (const target of linkedPages(page)) expect(readPage(target)).toMatch(/^(?:<!--|#)/)
})

function titleOf(block: string): string {
  const at = page.indexOf(block)
  const number = page.slice(0, at).split('\n').length
  return `line ${number}: ${page
    .slice(0, at)
    .match(/^#+ .*$/gm)!
    .at(-1)!
    .replace(/^#+ /, '')}`
}

function byLine([a]: readonly (number | string)[], [b]: readonly (number | string)[]): number {
  return Number(a) - Number(b)
}
