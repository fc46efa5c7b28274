// The examples of the documents: taken out of a page, type-checked as modules of their own, and run, with the build.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { format } from 'node:util'

/** The folder of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

const ENTRIES: Readonly<Record<string, string>> = {
  megabatt: 'dist/index.js',
  'megabatt/dsl': 'dist/dsl.js',
  'megabatt/node': 'dist/node.js',
}

/** The text of a page in the folder of documents. */
export function readPage(name: string): string {
  return readFileSync(join(root, 'docs', name), 'utf8')
}

/** The blocks of a page in a language, without their fences. */
export function blocksOf(page: string, language: string): string[] {
  return Array.from(page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms')), ([, block]) => block!)
}

/** The names of other pages that a page links to. */
export function linkedPages(page: string): string[] {
  return Array.from(page.matchAll(/\]\(([a-z-]+\.md)(?:#[a-z-]+)?\)/g), ([, target]) => target!)
}

/** Blocks of TypeScript as modules that import the build. Who makes the folder removes it. */
export function writeModules(blocks: readonly string[]): { folder: string; modules: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'megabatt-docs-'))
  const modules = blocks.map((block, k) => {
    const path = join(folder, `block-${k}.ts`)
    writeFileSync(
      path,
      block.replaceAll(/(?<= from )'(megabatt[^']*)'/g, (_, entry: string) =>
        JSON.stringify(join(root, ENTRIES[entry]!)),
      ),
    )
    return path
  })
  return { folder, modules }
}

/** What the compiler says about modules, strictly: nothing where it is content. */
export function typeCheck(folder: string, modules: readonly string[]): string {
  const compilerOptions = {
    noEmit: true,
    rootDir: '/',
    rewriteRelativeImportExtensions: false,
    allowImportingTsExtensions: true,
    // Examples read as in a project with plain `strict`.
    noUncheckedIndexedAccess: false,
    typeRoots: [join(root, 'node_modules/@types'), join(root, 'node_modules')],
  }
  const project = join(folder, 'tsconfig.json')
  // Without a package.json that says so, the compiler would take the modules for scripts of another time.
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  const content = { extends: join(root, 'tsconfig.json'), compilerOptions, files: modules, include: [] }
  writeFileSync(project, JSON.stringify(content))
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project])
    return ''
  } catch (error) {
    return String((error as { stdout: Buffer }).stdout)
  }
}

/** What each line with a console.log prints, by its number from 0, when the module is run. */
export async function runModule(path: string): Promise<Map<number, string>> {
  const printed = new Map<number, string[]>()
  const lines = readFileSync(path, 'utf8').split('\n')
  const marked = lines.map((line, k) => line.replace('console.log(', `console.log.call(${k}, `))
  // Not TypeScript: an example must run when it is pasted into a JavaScript file.
  const runnable = path.replace(/\.ts$/, '-runnable.mjs')
  writeFileSync(runnable, marked.join('\n'))
  const { log } = console
  console.log = function (this: number, ...values: unknown[]) {
    printed.set(this, [...(printed.get(this) ?? []), format(...values)])
  }
  try {
    await import(pathToFileURL(runnable).href)
  } finally {
    console.log = log
  }
  return new Map(Array.from(printed, ([k, texts]) => [k, texts.join('\n')]))
}

const ARROW = '// →'

/** What the comments of a block say that its lines print: from an arrow to the end of the comment, several lines even. */
export function promisesOf(block: string): Map<number, string> {
  const promises = new Map<number, string>()
  let last: number | undefined
  for (const [k, line] of block.split('\n').entries()) {
    const at = line.indexOf(ARROW)
    if (at >= 0) {
      // An arrow that stands alone belongs to the line before.
      last = line.slice(0, at).trim() === '' ? k - 1 : k
      promises.set(last, line.slice(at + ARROW.length))
    } else if (last !== undefined && /^\s*\/\//.test(line)) {
      promises.set(last, `${promises.get(last)}\n${line.replace(/^\s*\/\//, '')}`)
    } else last = undefined
  }
  return promises
}

/** A text without regard to how it is broken into lines and indented. */
export function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
