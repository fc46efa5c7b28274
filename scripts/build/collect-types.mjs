// Copies the declarations that the entries of the package reach to `dist/types`: the others describe modules that it does not hold.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

const ENTRIES = ['index', 'dsl', 'node']
const SPECIFIER = /((?:from |import\()['"])(\.[^'"]+)\.ts(['"])/g

/** Copies the declarations from `dist`; imports get the extension of the compiled files. */
export function collectTypes(root) {
  const folder = join(root, 'dist/types')
  rmSync(folder, { recursive: true, force: true })
  const found = new Set(ENTRIES)
  for (const name of found) {
    const text = readFileSync(join(root, 'dist', `${name}.d.ts`), 'utf8')
    for (const [, , path] of text.matchAll(SPECIFIER)) found.add(posix.join(posix.dirname(name), path))
    const file = join(folder, `${name}.d.ts`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text.replaceAll(SPECIFIER, '$1$2.js$3'))
  }
}
