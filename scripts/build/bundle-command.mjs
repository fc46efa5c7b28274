// Bundles the command, and the threads and processes that it starts, into few files in `dist/bin`: with a file for each module, loading
// takes longer than a small run.

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'dist/bin')
const commandLine = join(root, 'src/cli/command-line.ts')
const worker = join(root, 'src/backends/workers/worker.node.ts')
const run = join(root, 'src/cli/commands/run.ts')

/** The modules that each of these imports statically, directly or not. */
const reached = new Map([commandLine, worker, run].map((start) => [start, new Set()]))
const needs = (start, id) => id !== start && reached.get(start).has(id)

const bundle = await rolldown({
  input: {
    megabatt: join(root, 'src/cli/main.ts'),
    // Named as their sources: each is found beside the file that starts it.
    'worker.node': worker,
    'device-child.node': join(root, 'src/backends/gpu/process/device-child.node.ts'),
    'check-native.node': join(root, 'src/backends/cpu/native/check-native.node.ts'),
  },
  cwd: root,
  platform: 'node',
  transform: { target: 'es2023' },
  preserveEntrySignatures: 'allow-extension',
  // Optional dependencies with binaries, which are found at run time.
  external: ['webgpu', '@sparticuz/chromium', 'koffi'],
  onLog: (level, log) => {
    if (level === 'warn') throw new Error(log.message)
  },
  plugins: [{ name: 'static-imports', buildEnd: followImports }],
})
await rm(folder, { recursive: true, force: true })
await bundle.write({
  dir: folder,
  format: 'es',
  chunkFileNames: '[name]-[hash].js',
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [
      { name: 'base', test: (id) => needs(commandLine, id) && needs(worker, id), priority: 4 },
      { name: 'command-line', test: (id) => needs(commandLine, id), priority: 3 },
      { name: 'engine', test: (id) => needs(worker, id), priority: 2 },
      { name: 'run', test: (id) => needs(run, id), priority: 1 },
    ],
  },
})
await bundle.close()

function followImports() {
  for (const [start, found] of reached) {
    const waiting = [start]
    for (const id of waiting) {
      if (found.has(id)) continue
      found.add(id)
      waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []))
    }
  }
}
