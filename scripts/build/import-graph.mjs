// Which test files depend on a source: the graph of relative imports, followed from the source to its importers.

import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join, posix, relative, resolve } from 'node:path'
import { parseSync } from 'oxc-parser'

const FOLDERS = ['src', 'test', 'studio', 'tools']
const SOURCE = /\.tsx?$/
const TEST = /\.test\.ts$/
const LITERAL = /^(['"`])(\.[^'"`$]*)\1$/

/** What each file imports, by absolute path: watching asks again after every change, and most files are the same. */
const known = new Map()

/**
 * The test files that import a file directly or indirectly, nearest first; a test file is its own dependent. Paths are relative to
 * the root. Imports of types alone do not count: they are gone at run time.
 */
export function findDependents(root, changedFile) {
  const importers = findImporters(root)
  const found = new Set([toPosix(relative(root, resolve(root, changedFile)))])
  // A set is iterated in order of insertion, including members that are added meanwhile: breadth first.
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer)
  return Array.from(found).filter((file) => TEST.test(file))
}

function findImporters(root) {
  const importers = new Map()
  for (const file of FOLDERS.flatMap((folder) => listSources(root, folder))) {
    for (const specifier of readImports(join(root, file))) {
      const imported = posix.join(posix.dirname(file), specifier)
      importers.set(imported, [...(importers.get(imported) ?? []), file])
    }
  }
  return importers
}

function listSources(root, folder) {
  const isThere = statSync(join(root, folder), { throwIfNoEntry: false }) !== undefined
  const entries = isThere ? readdirSync(join(root, folder), { recursive: true }) : []
  const files = entries.filter((entry) => SOURCE.test(entry)).map((entry) => `${folder}/${toPosix(entry)}`)
  return files.toSorted()
}

/** The relative paths that a file imports or exports again. */
function readImports(path) {
  const { mtimeMs, size } = statSync(path)
  const before = known.get(path)
  if (before?.mtimeMs === mtimeMs && before.size === size) return before.imports
  const text = readFileSync(path, 'utf8')
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module
  const isUsed = ({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType)
  const requests = [
    ...staticImports.filter(isUsed).map(({ moduleRequest }) => moduleRequest),
    ...staticExports.filter(isUsed).flatMap(({ entries }) => entries[0]?.moduleRequest ?? []),
    ...dynamicImports.map(({ moduleRequest }) => moduleRequest),
  ]
  const imports = requests.flatMap(({ start, end }) => LITERAL.exec(text.slice(start, end))?.[2] ?? [])
  known.set(path, { mtimeMs, size, imports })
  return imports
}

function toPosix(path) {
  return path.replaceAll('\\', '/')
}
