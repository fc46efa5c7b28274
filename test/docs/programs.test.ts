// docs/programs.md: its examples are read, type-checked and run, and it lists every diagnostic code.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diagnosticCodes } from '../../src/language/diagnostics.ts'
import { printJsonPrograms } from '../../src/language/print-json.ts'
import type { Program } from '../../src/language/program.ts'
import { readProgramFile } from '../../src/language/read-any.ts'
import { spellNotation } from '../../src/language/value-notation.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(join(root, 'docs/programs.md'), 'utf8')

function blocksOf(language: string): string[] {
  return Array.from(page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms')), ([, block]) => block!)
}

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

// The blocks of TypeScript as modules that import the sources.
let folder: string
let modules: string[]
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'megabatt-docs-'))
  modules = blocksOf('ts').map((block, k) => {
    const path = join(folder, `block-${k}.ts`)
    writeFileSync(path, block.replace("'megabatt/dsl'", JSON.stringify(join(root, 'src/dsl.ts'))))
    return path
  })
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the Python blocks are program files', () => {
  const names = blocksOf('python').flatMap((block) => readBlock(block, 'a.py').map(({ name }) => name))
  expect(names).toEqual(['solve_largest', 'verify_largest', 'solve_turned', 'batt'])
})

test('the JSON blocks are program files', () => {
  const programs = blocksOf('json').flatMap((block) => readBlock(block, 'a.json'))
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
  const compilerOptions = {
    target: 'ES2023',
    module: 'NodeNext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  }
  const project = join(folder, 'tsconfig.json')
  writeFileSync(project, JSON.stringify({ compilerOptions, files: modules }))
  const compile = () => execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project])
  expect(modules.length).toBeGreaterThan(2)
  expect(compile).not.toThrow()
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
  const read = [...blocksOf('python'), ...blocksOf('json')].flatMap((block) => [...readBlock(block, 'a')])
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
  for (const [, target] of page.matchAll(/\]\(([a-z]+\.md)(?:#[a-z]+)?\)/g)) {
    expect(readFileSync(join(root, 'docs', target!), 'utf8')).toMatch(/^(?:<!--|#)/)
  }
})
