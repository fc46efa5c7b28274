// Builds the project in stages: generates sources from the kernels; packs the gallery and compiles the modules to `dist/`, scripts of pages
// included, and the gallery's generators to `dist-tools/`; bundles the command and the library with their declarations; builds the studio.

import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PAGE_FOLDERS } from './page-folders.mjs'
import { STAGES, findStale, hashSources, writeStamp } from './build-state.mjs'
import { collectTypes } from './collect-types.mjs'
import { pruneOutputs } from './prune-outputs.mjs'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..')
const require = createRequire(import.meta.url)
const TSC = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc')
const VITE = join(dirname(require.resolve('vite/package.json')), 'bin/vite.js')

/** Builds from the first stage to the last (build-state.mjs lists them), all by default; throws where a step fails. */
export function buildProject(first = STAGES[0], last = STAGES.at(-1)) {
  const hashes = hashSources(ROOT)
  const stages = STAGES.slice(STAGES.indexOf(first), STAGES.indexOf(last) + 1)
  // A build that fails leaves outputs of unknown sources.
  writeStamp(ROOT, {}, stages)
  for (const stage of stages) BUILDERS[stage]()
  writeStamp(ROOT, hashes, stages)
}

const BUILDERS = {
  kernels() {
    runNode(TSC, '-p', 'src/translate')
    // The generator hashes all files of the translator.
    pruneOutputs(ROOT)
    runNode('dist/translate/generate.node.js')
  },
  modules() {
    runNode('scripts/build/generate-gallery.mjs')
    for (const folder of PAGE_FOLDERS) runNode(TSC, '-p', `${folder}/page`)
    runNode('scripts/build/bundle-page.mjs')
    runNode(TSC, '-p', '.')
    runNode(TSC, '-p', 'tools/gallery')
    pruneOutputs(ROOT)
  },
  bundles() {
    runNode('scripts/build/bundle-package.mjs')
    collectTypes(ROOT)
  },
  studio() {
    runNode(TSC, '-p', 'studio')
    // Tests build as well, and set this to `test`, for which vite leaves development code in.
    runNodeWith({ NODE_ENV: 'production' }, VITE, 'build', 'studio', '--logLevel', 'warn')
  },
}

/** Builds what is stale up to a stage, all by default; takes a few hundredths of a second where nothing is. */
export function buildIfStale(last = STAGES.at(-1)) {
  const first = findStale(ROOT, last)
  if (first === undefined) return
  console.error(first === 'kernels' ? 'Building Megabatt; this can take a minute.' : 'Building Megabatt.')
  buildProject(first, last)
}

function runNode(...args) {
  runNodeWith({}, ...args)
}

function runNodeWith(env, ...args) {
  const options = { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } }
  const { status, error } = spawnSync(process.execPath, args, options)
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`The build has failed: node ${args.join(' ')} exited with ${status}`)
}
