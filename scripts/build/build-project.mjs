// Builds the project: generates sources from the kernels, bundles the scripts of pages, compiles everything to `dist/`, then bundles
// the command and the library, collects their declarations, and builds the studio.

import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PAGE_FOLDERS } from './page-folders.mjs'
import { findStale, hashSources, writeStamp } from './build-state.mjs'
import { collectTypes } from './collect-types.mjs'
import { pruneOutputs } from './prune-outputs.mjs'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..')
const require = createRequire(import.meta.url)
const TSC = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc')
const VITE = join(dirname(require.resolve('vite/package.json')), 'bin/vite.js')

/** Builds everything, or from the stage that is stale; throws where a step fails. */
export function buildProject(stage = 'kernels') {
  const hashes = hashSources(ROOT)
  if (stage === 'kernels') {
    runNode(TSC, '-p', 'src/translate')
    runNode('dist/translate/generate.node.js')
  }
  if (stage !== 'studio') compileSources()
  buildStudio()
  writeStamp(ROOT, hashes)
}

function compileSources() {
  for (const folder of PAGE_FOLDERS) runNode(TSC, '-p', `${folder}/page`)
  runNode('scripts/build/bundle-page.mjs')
  runNode(TSC, '-p', '.')
  pruneOutputs(ROOT)
  runNode('scripts/build/bundle-package.mjs')
  collectTypes(ROOT)
}

function buildStudio() {
  runNode(TSC, '-p', 'studio')
  // Tests build as well, and set this to `test`, for which vite leaves development code in.
  runNodeWith({ NODE_ENV: 'production' }, VITE, 'build', 'studio', '--logLevel', 'warn')
}

/** Builds what is stale; takes a few hundredths of a second where nothing is. */
export function buildIfStale() {
  const stage = findStale(ROOT)
  if (stage === undefined) return
  console.error(stage === 'kernels' ? 'Building Megabatt; this can take a minute.' : 'Building Megabatt.')
  buildProject(stage)
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
