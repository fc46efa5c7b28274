// Whether `dist/` and the generated sources belong to the sources as they are now, by a hash of their contents.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

// Outside `dist/`, which is published.
const STAMP = 'node_modules/.cache/megabatt/build.json'
const GENERATED = /\.generated\.ts$/
// `src/translate` reads these and imports nothing else.
const KERNEL_FOLDERS = ['src/kernel', 'src/primitives', 'src/translate', 'src/backends/gpu/device-code']
/** Outputs that show whether `dist/` was removed: of tsc, of the bundling of the command, and of the studio. */
const OUTPUTS = ['dist/node.js', 'dist/bin/megabatt.js', 'dist/studio/index.html']
const SETTINGS = ['package-lock.json', 'tsconfig.json']

/** What has to be built again: everything from the kernels on, only what tsc compiles, only the studio, or nothing (undefined). */
export function findStale(root) {
  const stamp = readStamp(root)
  if (stamp === undefined || OUTPUTS.some((path) => !existsSync(join(root, path)))) return 'kernels'
  const { kernels, sources, studio } = hashSources(root)
  if (stamp.kernels !== kernels || stamp.generated !== hashGenerated(root)) return 'kernels'
  if (stamp.sources !== sources) return 'sources'
  return stamp.studio === studio ? undefined : 'studio'
}

/** Hashes of the sources that a build is about to read; taken before it, so that an edit during the build counts. */
export function hashSources(root) {
  const sources = listFiles(root, 'src').filter((path) => !GENERATED.test(path) && !path.endsWith('.test.ts'))
  const isKernel = (path) => KERNEL_FOLDERS.some((folder) => path.startsWith(`${folder}/`))
  const settings = SETTINGS.filter((path) => existsSync(join(root, path)))
  return {
    kernels: hashFiles(root, [...settings, ...sources.filter(isKernel)]),
    sources: hashFiles(root, [...settings, ...sources]),
    studio: hashFiles(root, listFiles(root, 'studio')),
  }
}

/** Notes that the build of sources with these hashes is complete. */
export function writeStamp(root, hashes) {
  const path = join(root, STAMP)
  mkdirSync(dirname(path), { recursive: true })
  // Not in place: copies of the project may share the file by a hard link.
  writeFileSync(`${path}.new`, JSON.stringify({ ...hashes, generated: hashGenerated(root) }))
  renameSync(`${path}.new`, path)
}

function readStamp(root) {
  try {
    return JSON.parse(readFileSync(join(root, STAMP), 'utf8'))
  } catch {
    return undefined
  }
}

function hashGenerated(root) {
  return hashFiles(
    root,
    listFiles(root, 'src').filter((path) => GENERATED.test(path)),
  )
}

function listFiles(root, folder) {
  if (!existsSync(join(root, folder))) return []
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return paths.map((path) => path.slice(root.length + 1).replaceAll('\\', '/')).toSorted()
}

function hashFiles(root, paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}
