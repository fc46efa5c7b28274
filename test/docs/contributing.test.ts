// CONTRIBUTING.md: its primitive and its command compile as pasted and do what the page says.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, expect, test, vi } from 'vitest'
import { Heap } from '../../src/kernel/heap.ts'
import { formatDiagnostic } from '../../src/translate/diagnostic.ts'
import { readSources } from '../../src/translate/generate.node.ts'
import { parseSource } from '../../src/translate/source.ts'
import { translate } from '../../src/translate/translate.ts'
import { decodeNotation, encodeNotation } from '../../src/language/values/value-notation.ts'
import { blocksOf, root, typeCheck } from './examples.ts'

const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
const blocks = blocksOf(page, 'ts')
const blockWith = (text: string) => blocks.find((block) => block.includes(text))!

// Inside the project, where the imports of commands are found.
const parent = join(root, 'node_modules/.cache/megabatt')
mkdirSync(parent, { recursive: true })
const folder = mkdtempSync(join(parent, 'contributing-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes a block as a file that imports the modules of a folder of the project. */
function paste(block: string, from: string, name: string): string {
  const path = join(folder, name)
  const imported = block.replaceAll(/(?<= from )'(\.[^']*)'/g, (_, module: string) => `'${join(root, from, module)}'`)
  writeFileSync(path, imported)
  return path
}

test('the primitive compiles, translates and works', async () => {
  const block = blockWith('function diagonal')
  const path = paste(block, 'src/primitives', 'diagonals.ts')
  expect(typeCheck(folder, [path])).toBe('')
  const sources = [...readSources(root), parseSource('src/primitives/diagonals.ts', block)]
  const { primitives, registryDiagnostics, shaderDiagnostics } = translate(sources)
  expect([...registryDiagnostics, ...shaderDiagnostics].map(formatDiagnostic)).toEqual([])
  expect(primitives.find(({ key }) => key === 'diagonal')).toMatchObject({
    prose: 'The colours on the diagonal that begins in the upper left corner.',
    examples: { t: 'diagonal([123/456/789])' },
  })
  const { diagonal } = (await import(path)) as { diagonal: (h: Heap, grid: number) => number }
  const heap = new Heap()
  const vectors = Array.from(page.matchAll(/^ {4}(\{"fn": "diagonal".*)$/gm), ([, line]) => JSON.parse(line!))
  expect(vectors).toHaveLength(2)
  expect(decodeNotation(heap, diagonal(heap, encodeNotation(heap, vectors[0].args[0])))).toEqual(vectors[0].out)
  expect(() => decodeNotation(heap, diagonal(heap, vectors[1].args[0]))).toThrow('type')
})

test('the command compiles and greets', async () => {
  const path = paste(blockWith('megabatt hello'), 'src/cli/commands', 'hello.ts')
  expect(typeCheck(folder, [path])).toBe('')
  const { define } = (await import(path)) as { define: (command: Command) => void }
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    for (const words of [['world'], ['world', '--json']]) {
      const command = new Command('hello')
      define(command)
      await command.parseAsync(words, { from: 'user' })
    }
    expect(write.mock.calls.map(([text]) => text)).toEqual(['Hello, world.\n', '{"hello":"world"}\n'])
  } finally {
    write.mockRestore()
  }
})
