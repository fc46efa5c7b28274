// Bundles the library for browsers into one minified ES module: dist/web/megabatt.js, or megabatt.js in the folder given.
// A second argument is the source to begin with, in place of src/index.ts. Needs the generated sources (`npm run generate`).

import { mkdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = process.argv[2] === undefined ? join(root, 'dist/web') : resolve(process.argv[2])
const entry = process.argv[3] === undefined ? join(root, 'src/index.ts') : resolve(process.argv[3])
const file = join(folder, 'megabatt.js')

await mkdir(folder, { recursive: true })
const bundle = await rolldown({
  input: entry,
  cwd: root,
  platform: 'browser',
  transform: { target: 'es2023' },
  // Whatever the bundler is unsure of, an import that it cannot find for instance, would only show in a browser.
  onLog: (level, log) => {
    if (level === 'warn') throw new Error(log.message)
  },
})
const { output } = await bundle.write({ file, format: 'es', minify: true })
await bundle.close()
const [chunk, ...others] = output
if (others.length > 0 || chunk.imports.length > 0 || chunk.dynamicImports.length > 0)
  throw new Error(`The bundle is not one module: ${[...others.map((o) => o.fileName), ...chunk.imports].join(', ')}`)

const { size } = await stat(file)
const { byteLength } = await promisify(gzip)(chunk.code, { level: 9 })
const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`
console.error(`${file}: ${kilobytes(size)}, ${kilobytes(byteLength)} with gzip`)
