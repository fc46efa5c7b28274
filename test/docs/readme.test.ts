// README.md: its example runs as pasted and prints what it says, and its links and commands exist.

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { blocksOf, promisesOf, runModule, writeModules } from './examples.ts'

const page = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const blocks = blocksOf(page, 'js')
const { folder, modules } = writeModules(blocks)
afterAll(() => rmSync(folder, { recursive: true }))

test('the library example ends in a success', async () => {
  expect(blocks).toHaveLength(1)
  const printed = [...(await runModule(modules[0]!)).values()]
  expect(printed).toEqual(['8 of 8 outputs are right'])
  expect([...promisesOf(blocks[0]!).values()].map((text) => text.trim())).toEqual(printed)
})

test('every link is a file of the repository', () => {
  const targets = Array.from(page.matchAll(/\]\((?!https?:|#)([^)#]+)/g), ([, target]) => target!)
  expect(targets.filter((target) => !existsSync(new URL(`../../${target}`, import.meta.url)))).toEqual([])
  expect(targets.length).toBeGreaterThan(30)
})

test('every command has a module', () => {
  const table = page.slice(page.indexOf('## Commands'), page.indexOf('## Figures'))
  const commands = Array.from(table.matchAll(/\[`(\w+)`\]/g), ([, name]) => name!)
  const missing = commands.filter((name) => !existsSync(new URL(`../../src/cli/commands/${name}.ts`, import.meta.url)))
  expect(missing).toEqual([])
  expect(commands.length).toBeGreaterThan(15)
})
