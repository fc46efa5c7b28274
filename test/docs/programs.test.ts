// docs/programs.md: its examples are read, type-checked and run, and it lists every diagnostic code.

import { rmSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diagnosticCodes } from '../../src/language/diagnostics.ts'
import { printJsonPrograms } from '../../src/language/json/print-json.ts'
import type { Program } from '../../src/language/program.ts'
import { readProgramFile } from '../../src/language/read-any.ts'
import { spellNotation } from '../../src/language/values/value-notation.ts'
import { blocksOf, linkedPages, readPage, typeCheck, writeModules } from './examples.ts'

const page = readPage('programs.md')

function readBlock(block: string, file: string): readonly Program[] {
  const { programs, diagnostics } = readProgramFile(block, file)
  expect(diagnostics).toEqual([])
  return programs
}

/** What a program does, whatever its constants are called. */
function meaningOf({ name, statements, result }: Program): string {
  const calls = statements.map(({ callee, args }) =>
    [callee, ...args].map((operand) => (operand.kind === 'constant' ? spellNotation(operand.value) : operand)),
  )
  return JSON.stringify([name, calls, result])
}

let folder: string
let modules: string[]
beforeAll(() => {
  ;({ folder, modules } = writeModules(blocksOf(page, 'ts')))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the Python blocks are program files', () => {
  const programs = blocksOf(page, 'python').flatMap((block) => readBlock(block, 'a.py'))
  expect(programs.map(({ name, dialect }) => [name, dialect])).toEqual([
    ['solve_turned', 't'],
    ['solve_largest', 'a'],
    ['verify_largest', 'r'],
    ['solve_turned', 'a'],
    ['transform', 'a'],
    ['solve_framed', 'a'],
    ['batt', 't'],
  ])
})

const forms = page.slice(page.indexOf('| form | example |'), page.indexOf('The called value may be'))

test.each(Array.from(forms.matchAll(/^\| (?!form|-)(.+) \| (.+) \|$/gm), ([, form, example]) => [form!, example!]))(
  'the example of %s is read',
  (_, example) => {
    const codes = Array.from(example.matchAll(/`([^`]+)`/g), ([, code]) => code!)
    expect(codes.length).toBeGreaterThan(0)
    const lines = codes.map((code) => (/^(?:return |[a-z0-9, ]+ = )/.test(code) ? code : `y = ${code}`))
    const end = lines.at(-1)!.startsWith('return') ? [] : ['return I']
    const body = ['x, x0 = I, I', 'x1, x2 = rot90(x), rot90(x0)', ...lines, ...end]
    readBlock(`def solve_form(I):\n    ${body.join('\n    ')}\n`, 'a.py')
  },
)

test('every kind of statement has an example', () => {
  expect(forms.match(/^\| /gm)!.length).toBeGreaterThanOrEqual(11)
})

test('the JSON blocks are program files', () => {
  const programs = blocksOf(page, 'json').flatMap((block) => readBlock(block, 'a.json'))
  expect(programs.map(({ name, mode }) => [name, mode])).toEqual([
    ['solve_largest', 'strict'],
    ['batt', 'guarded'],
    ['solve_same', 'strict'],
  ])
  expect(programs[1]!.outputs).toHaveLength(2)
  expect(programs[1]!.statements[0]!.inner).toBe(true)
  expect(readBlock(printJsonPrograms(programs), 'a.json')).toHaveLength(3)
})

test('the TypeScript blocks have no type errors', () => {
  expect(modules.length).toBeGreaterThan(2)
  expect(typeCheck(folder, modules)).toBe('')
})

test('the same program in Python, in JSON, traced and built means the same', async () => {
  const built: Program[] = []
  for (const path of modules) {
    const loaded = (await import(pathToFileURL(path).href)) as { program: Program }
    built.push(loaded.program)
  }
  expect(built.map(({ name, statements }) => [name, statements.length])).toEqual([
    ['solve_largest', 3],
    ['solve_marked', 11],
    ['solve_largest', 3],
  ])
  const read = [...blocksOf(page, 'python'), ...blocksOf(page, 'json')].flatMap((block) => [...readBlock(block, 'a')])
  const largest = [...built, ...read].filter(({ name }) => name === 'solve_largest')
  expect(largest).toHaveLength(4)
  expect(new Set(largest.map(meaningOf)).size).toBe(1)
})

test('the page lists exactly the diagnostic codes that there are', () => {
  const section = page.slice(page.indexOf('\n## Diagnostics'))
  const listed = Array.from(section.matchAll(/^\| `([a-z0-9-]+)` \|/gm), ([, code]) => code!)
  expect(listed.toSorted()).toEqual([...diagnosticCodes].toSorted())
})

test('the links of the page lead to files of the folder', () => {
  for (const target of linkedPages(page)) expect(readPage(target)).toMatch(/^(?:<!--|#)/)
})
