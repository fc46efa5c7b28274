// What browsers load must not reach for Node: the imports of the library's entries, followed to their ends.

import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const PACKAGES = ['@lezer/common', '@lezer/python', '@noble/hashes', 'fastest-levenshtein']

/** What a source imports when it is run: `import type` is gone by then, `import { type A }` is not. */
function importsOf(path: string, text: string): string[] {
  const { program, module, errors } = parseSync(path, text)
  expect(errors).toEqual([])
  const specifiers = program.body.flatMap((statement) => {
    if (statement.type === 'ImportDeclaration') return statement.importKind === 'type' ? [] : [statement.source.value]
    if (statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportAllDeclaration')
      return statement.exportKind === 'type' || !statement.source ? [] : [statement.source.value]
    return []
  })
  return [
    ...specifiers,
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ]
}

/** Each file and package that an entry reaches, with the way to it. */
function reach(entry: string): Map<string, string> {
  const ways = new Map([[entry, entry]])
  for (const [path, way] of ways) {
    if (!path.startsWith('src/') || isBuiltin(path)) continue
    for (const specifier of importsOf(path, readFileSync(join(root, path), 'utf8'))) {
      const target = specifier.startsWith('.') ? relative(root, resolve(root, dirname(path), specifier)) : specifier
      if (!ways.has(target)) ways.set(target, `${way} → ${target}`)
    }
  }
  return ways
}

test.each(['src/index.ts', 'src/dsl.ts'])('%s reaches no module of Node and no file for Node', (entry) => {
  const ways = reach(entry)
  const forbidden = [...ways.keys()].filter(
    (path) => isBuiltin(path) || path.endsWith('.node.ts') || path.startsWith('src/cli/'),
  )
  expect(forbidden.map((path) => ways.get(path))).toEqual([])
  const packages = [...ways.keys()].filter((path) => !path.startsWith('src/'))
  expect(packages.filter((name) => !PACKAGES.some((known) => name === known || name.startsWith(`${known}/`)))).toEqual(
    [],
  )
  expect(ways.size).toBeGreaterThan(20)
  expect([...ways.keys()].filter((path) => path.startsWith('src/') && !existsSync(join(root, path)))).toEqual([])
})

test('the DSL alone brings no shaders with it', () => {
  expect([...reach('src/dsl.ts').keys()].filter((path) => path.startsWith('src/backends/gpu/'))).toEqual([])
})

test('the way to a module of Node is found where there is one', () => {
  const ways = reach('src/node.ts')
  expect(ways.get('node:fs')).toMatch(/^src\/node\.ts → .*\.node\.ts → node:fs$/)
  expect(ways.has('yauzl')).toBe(true)
})
