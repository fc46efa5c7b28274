// Whether `dist/` and the generated sources belong to the sources as they are now, by a hash of their contents.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

// Outside `dist/`, which is published.
const STAMP = 'node_modules/.cache/megabatt/build.json'
const GENERATED = /\.generated\.ts$/
// `src/translate` reads these and imports nothing else.
const KERNEL_FOLDERS = ['src/kernel', 'src/primitives', 'src/translate', 'src/backends/gpu/device-code']
/** An output of each stage: without it, the stage has to run again. */
const OUTPUTS = {
  kernels: 'src/primitives/registry.generated.ts',
  modules: 'dist/node.js',
  bundles: 'dist/bin/megabatt.js',
  studio: 'dist/studio/index.html',
}
const SETTINGS = ['package-lock.json', 'tsconfig.json']

/** The stages of a build, each of which reads what those before it made. */
export const STAGES = ['kernels', 'modules', 'bundles', 'studio']

/** The first stage up to `last` that has to be built again, with all that follow it; undefined if none has to. */
export function findStale(root, last = STAGES.at(-1)) {
  const stamp = readStamp(root)
  if (stamp === undefined) return 'kernels'
  const hashes = hashSources(root)
  const isStale = (stage) =>
    stamp[stage] !== hashes[stage] ||
    !existsSync(join(root, OUTPUTS[stage])) ||
    (stage === 'kernels' && stamp.generated !== hashGenerated(root))
  return STAGES.slice(0, STAGES.indexOf(last) + 1).find(isStale)
}

/** Hashes of the sources that each stage is about to read; taken before a build, so that an edit during the build counts. */
export function hashSources(root) {
  const sources = listFiles(root, 'src').filter((path) => !GENERATED.test(path) && !path.endsWith('.test.ts'))
  const others = [...listFiles(root, 'gallery'), ...listFiles(root, 'tools')]
  const isKernel = (path) => KERNEL_FOLDERS.some((folder) => path.startsWith(`${folder}/`))
  const settings = SETTINGS.filter((path) => existsSync(join(root, path)))
  const modules = hashFiles(root, [...settings, ...sources, ...others])
  return {
    kernels: hashFiles(root, [...settings, ...sources.filter(isKernel)]),
    modules,
    bundles: modules,
    studio: `${modules} ${hashFiles(root, listFiles(root, 'studio'))}`,
  }
}

/** Notes that these stages of a build of sources with these hashes are complete; without a hash, that a stage is stale. */
export function writeStamp(root, hashes, stages = STAGES) {
  const path = join(root, STAMP)
  const complete = Object.fromEntries(stages.map((stage) => [stage, hashes[stage]]))
  mkdirSync(dirname(path), { recursive: true })
  // Not in place: copies of the project may share the file by a hard link.
  writeFileSync(`${path}.new`, JSON.stringify({ ...readStamp(root), ...complete, generated: hashGenerated(root) }))
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

/** The paths of all files under a folder, relative to the root. */
export function listFiles(root, folder) {
  if (!existsSync(join(root, folder))) return []
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return paths.map((path) => path.slice(root.length + 1).replaceAll('\\', '/')).toSorted()
}

/** A hash of the paths and contents of files. */
export function hashFiles(root, paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}
