// Bundles the command, the library, and the threads and processes that they start into few files in `dist/bin`: with a file for each
// module, loading takes longer than a small run, and the package would hold every module twice. The bundles are CommonJS, of which
// the command keeps compiled code (src/cli/start); the entries of the library are ES modules that export the names of a bundle.

import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { inputSettings, root } from './bundle-settings.mjs'
import { writeLicenses } from './bundled-licenses.mjs'
import { lazyBuiltins } from './lazy-builtins.mjs'
import { moduleFiles } from './module-files.mjs'

const folder = join(root, 'dist/bin')
const commandLine = join(root, 'src/cli/command-line.ts')
const worker = join(root, 'src/backends/workers/worker.node.ts')
const run = join(root, 'src/cli/commands/run.ts')
const library = join(root, 'src/index.ts')
const LIBRARY_ENTRIES = ['index', 'dsl', 'node']
/** Files that load bundles, each complete. */
const STARTERS = { megabatt: 'src/cli/main.ts', 'worker.node': 'src/cli/start/main-of-thread.ts' }

/** The modules that each of these imports statically, directly or not. */
const reached = new Map([commandLine, worker, run, library].map((start) => [start, new Set()]))
const needs = (start, id) => id !== start && reached.get(start).has(id)

await rm(folder, { recursive: true, force: true })
const bundle = await rolldown({
  ...inputSettings,
  input: {
    command: commandLine,
    thread: worker,
    index: library,
    dsl: join(root, 'src/dsl.ts'),
    node: join(root, 'src/node.ts'),
    // Named as their sources: each is found beside the file that starts it.
    'device-child.node': join(root, 'src/backends/gpu/process/device-child.node.ts'),
    'check-native.node': join(root, 'src/backends/cpu/native/check-native.node.ts'),
    'database-keeper.node': join(root, 'src/cli/database-keeper.node.ts'),
  },
  preserveEntrySignatures: 'allow-extension',
  plugins: [...inputSettings.plugins, moduleFiles, lazyBuiltins, { name: 'static-imports', buildEnd: followImports }],
})
const { output } = await bundle.write({
  dir: folder,
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [
      { name: 'base', test: (id) => needs(commandLine, id) && needs(worker, id), priority: 5 },
      { name: 'command-line', test: (id) => needs(commandLine, id), priority: 4 },
      { name: 'engine', test: (id) => needs(worker, id), priority: 3 },
      { name: 'runs', test: (id) => needs(run, id) && needs(library, id), priority: 2 },
      { name: 'run', test: (id) => needs(run, id), priority: 1 },
    ],
  },
})
await bundle.close()
for (const { fileName, dynamicImports = [] } of output) {
  // They are loaded with code of an earlier process, with which V8 cannot import.
  const own = dynamicImports.filter((id) => !output.some((other) => other.fileName === id))
  if (own.length > 0)
    throw new Error(`${fileName} imports ${own.join()}: use importPackage, or a static import for modules of Node`)
}
for (const [name, source] of Object.entries(STARTERS)) await bundleStarter(name, source)
for (const name of LIBRARY_ENTRIES) {
  const { exports } = output.find((chunk) => chunk.fileName === `${name}.cjs`)
  await writeFile(
    join(folder, `${name}.js`),
    `import bundle from './${name}.cjs'\nexport const { ${exports.join(', ')} } = bundle\n`,
  )
}
// A file by this name was the command.
await writeFile(join(folder, 'megabatt.js'), `#!/usr/bin/env node\nimport './megabatt.cjs'\n`)
await writeLicenses(
  join(folder, 'licenses.txt'),
  output.flatMap((chunk) => chunk.moduleIds ?? []),
)

async function bundleStarter(name, source) {
  const starter = await rolldown({ ...inputSettings, input: join(root, source) })
  await starter.write({ file: join(folder, `${name}.cjs`), format: 'cjs', codeSplitting: false })
  await starter.close()
}

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
